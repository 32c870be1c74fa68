"""What work in the background reads and keeps in Postgres besides memories: talk, topics, pages, what it cost."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from engine.db.chats.log import arrays
from engine.db.chats.sessions import head_from
from engine.db.house.settings import Stored
from engine.db.postgres.driver import DriverRow
from engine.db.postgres.pool import Statements, Transaction
from engine.rules.bodies.messages import quote_of
from engine.rules.recall.remembering.batches import BatchMessage
from engine.rules.recall.remembering.junk import tells
from engine.values.chats.entries import Line, Place
from engine.values.chats.sessions import ChannelHead
from engine.values.ids import ChannelHeadKey, SessionKey
from engine.values.models.models import Outcome


@dataclass(frozen=True, slots=True)
class SessionSetting:
    """Where a session is played, up to seq ``head``. ``private``: only two are there. ``seed`` is the story's.

    ``covered``: the clauses that each reader there meets. ``stored``: every setting that could apply to anybody there.
    """

    channel_head: ChannelHead
    platform: str
    private: bool
    seed: int
    head: int
    covered: frozenset[int] = frozenset()
    stored: tuple[Stored, ...] = ()


@dataclass(frozen=True, slots=True)
class DiaryPageRow:
    """A diary page on a line. ``ended_at`` is the seq at which it ended there, and why; None while it is live."""

    id: int
    from_seq: int
    to_seq: int
    ended_at: int | None
    reason: str


async def heads_of(on: Statements, key: SessionKey) -> list[SessionSetting]:
    """Everywhere a session is played, the newest place first."""
    rows = await on.fetch("stands_of", key.space, key.session)
    return [
        SessionSetting(
            head_from(key.space, row),
            row["platform"],
            row["private"],
            row["seed"],
            row["head"],
            frozenset(row["covered"]),
            tuple((scope, number, name, value) for scope, number, name, value in json.loads(row["settings"] or "[]")),
        )
        for row in rows
    ]


async def tokens_since(on: Statements, space: int, since: datetime) -> int:
    """What work in the background has taken in a space since then."""
    return int(await on.fetchval("background_tokens", space, since))


async def note_usage(
    on: Statements,
    key: SessionKey,
    character: int,
    kind: str,
    outcome: Outcome,
    used: tuple[int, int, float | None],
) -> None:
    """A call that belongs to no reply has ``used`` tokens of prompt and answer, and dollars; ``kind``: what for."""
    await on.execute("note_usage", key.space, key.session, character, kind, outcome.endpoint, outcome.model, *used)


async def spoken(on: Statements, key: SessionKey, line: Line, span: tuple[int, int], limit: int) -> list[BatchMessage]:
    """What was said on ``line`` from one seq to another, as its newest revisions have it; the first ``limit``."""
    rows = await on.fetch("spoken", key.space, key.session, *arrays(line), *span, limit)
    return [_spoken(row) for row in rows if row["text"].strip()]


async def revised_behind(on: Statements, key: SessionKey, line: Line, seq: int) -> list[int]:
    """The messages before ``seq`` that were revised from there on."""
    rows = await on.fetch("revised_behind", key.space, key.session, *arrays(line), seq)
    return [row["target_seq"] for row in rows]


async def keep_still(on: Transaction, channel_head: ChannelHeadKey, session: int, places: Sequence[Place]) -> None:
    """Let nobody revise on a channel head or erase these entries until the transaction ends."""
    branches, seqs = [it.branch for it in places], [it.seq for it in places]
    await on.execute("keep_still", channel_head.space, session, channel_head.channel_head, branches, seqs)


async def put_topics(on: Statements, key: SessionKey, holder: int, found: Sequence[tuple[BatchMessage, str]]) -> None:
    """Store what messages are about, once each."""
    if found:
        places = [it.place for it, _ in found]
        said = [it.seq for it, _ in found]
        branches, seqs = [it.branch for it in places], [it.seq for it in places]
        texts = [text for _, text in found]
        await on.execute("put_topics", key.space, key.session, holder, branches, seqs, said, texts)


async def pages(on: Statements, key: SessionKey, line: Line, holder: int) -> list[DiaryPageRow]:
    """The diary pages of a character on ``line``, live and ended."""
    rows = await on.fetch("pages_of", key.space, key.session, *arrays(line), holder)
    return [DiaryPageRow(it["id"], it["from_seq"], it["to_seq"], it["ended_at"], it["reason"] or "") for it in rows]


async def sessions_with_talk(on: Statements, within: timedelta, kind: str) -> list[SessionKey]:
    """Sessions that were played within a while, with talk where they stand that work of ``kind`` has not read."""
    rows = await on.fetch("sessions_with_talk", within, kind)
    return [SessionKey(row["space_id"], row["session_id"]) for row in rows]


def _spoken(row: DriverRow) -> BatchMessage:
    narrated = row["narrated"]
    person, character = row["person_id"], row["character_id"]
    return BatchMessage(
        seq=row["seq"],
        branch=row["branch_id"],
        place=Place(row["text_branch"], row["text_seq"]),
        at=row["said_at"],
        text=row["text"],
        name="" if narrated else row["person_name"] if person is not None else row["character_name"],
        person=None if narrated else person,
        character=character,
        author=None if narrated or row["impersonated"] or row["forwarded"] else person,
        forwarded=row["forwarded"],
        tells=not row["greeted"] and tells(row["text"]),
        audience=frozenset(row["audience"] or ()),
        quote=quote_of({"reply_to": row["reply_to"]}) if row["reply_to"] else None,
        target=row["target"] or 0,
    )
