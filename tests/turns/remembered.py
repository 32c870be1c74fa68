"""What stands in a room's memory, and how it gets there without a model."""

import itertools
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from engine.db.chats import log, sessions
from engine.db.house import work
from engine.rules.recall.remembering.junk import tells
from engine.values.chats.bodies import MessageBody
from engine.values.chats.entries import NewEntry
from engine.values.house.work import Due
from engine.values.ids import SessionKey
from engine.work.due import HOLD
from tests.servers.model import say
from tests.turns.room import Room


async def memories(room: Room, *, live: bool = False) -> list[Mapping[str, Any]]:
    """Every message that is remembered, on all branches; or those that nothing has ended anywhere."""
    ended = "AND NOT EXISTS (SELECT FROM retired WHERE retired.derived_id = derived.id)" if live else ""
    rows = await room.sql(
        f"""
        SELECT memory.*, derived.text, derived.from_seq, derived.to_seq, derived.n, source.branch_id AS source_branch,
            (SELECT count(*) FROM memory_vector WHERE memory_vector.derived_id = derived.id) AS vectors,
            (SELECT count(*) FROM word WHERE word.derived_id = derived.id) AS terms
        FROM memory JOIN derived ON derived.id = memory.derived_id JOIN source ON source.derived_id = derived.id
        WHERE memory.space_id = $1 AND memory.kind = 'said' {ended}
        ORDER BY memory.branch_id, memory.seq, derived.from_seq
        """,
        room.here.space,
    )
    return [dict(it) for it in rows]


async def texts(room: Room, *, live: bool = True) -> list[str]:
    return [it["text"] for it in await memories(room, live=live)]


async def is_exact(room: Room) -> None:
    """Every message that tells something has one memory at its place, whatever was killed or done at once."""
    entries = [it for it in await room.log() if "greeting" not in it["body"] and tells(it["text"])]
    rows = await memories(room)
    assert [_placed(it) for it in rows] == [_placed(it) for it in entries]
    assert {(it["vectors"], it["terms"] > 0) for it in rows} <= {(1, True)}


def _placed(row: Mapping[str, Any]) -> tuple[int, int, str]:
    return row["branch_id"], row["seq"], row["text"]


def number_replies(room: Room) -> None:
    """Each reply says which one it is."""
    numbers = itertools.count(1)
    room.model.answer = lambda _: say(f"Reply {next(numbers)}.")


async def append(room: Room, count: int) -> None:
    """So many messages of the room's person at the end of the log, as a turn commits them."""
    channel_head = await sessions.current(room.db, room.here.key)
    assert channel_head is not None
    at = datetime(2026, 3, 1, tzinfo=UTC)
    async with room.db.transaction() as on:
        head = await log.head(on, channel_head.session_key, channel_head.branch)
        said = [
            NewEntry(MessageBody(), at, f"Message {head + n} of the log.", person=room.here.person)
            for n in range(1, count + 1)
        ]
        await log.append(on, channel_head.session_key, channel_head.branch, head, said)
        await work.mark_said(on, channel_head.session_key)


async def session(room: Room) -> SessionKey:
    """The room's newest session."""
    rows = await room.sql("SELECT id FROM session WHERE space_id = $1 ORDER BY id DESC LIMIT 1", room.here.space)
    return SessionKey(room.here.space, rows[0]["id"])


async def claimed(room: Room, kind: str) -> Due:
    """The room's mark of a kind, claimed by the test."""
    await room.sql("UPDATE due SET not_before = now() + interval '1 day' WHERE space_id <> $1", room.here.space)
    await room.sql("UPDATE due SET not_before = now() WHERE space_id = $1 AND kind = $2", room.here.space, kind)
    (due,) = await work.claim_due(room.db, [kind], "test", HOLD, 1)
    return due
