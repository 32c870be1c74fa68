"""The inbox, turns and drafts in Postgres."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from engine.db import log
from engine.db.pool import Statements
from engine.db.sessions import stand
from engine.values.entries import Entry, Line
from engine.values.ids import SessionKey, StandKey, TurnKey
from engine.values.incoming import Here, Incoming
from engine.values.sessions import Stand
from engine.values.turns import Found, LastTurn, Leftover, Loaded, Result, Turn, TurnKind, TurnState, Waiting


@dataclass(frozen=True, slots=True)
class Grown:
    """A draft as far as it has grown, for the saver."""

    key: TurnKey
    fence: int
    text: str


@dataclass(frozen=True, slots=True)
class Received:
    """What arrived for the first time, and the stand that answers it (None: nothing is played in the channel)."""

    stand: Stand | None


async def receive(on: Statements, here: Here, incoming: Incoming, outcome: str | None = None) -> Received | None:
    """Store what arrived; None when it was stored before. ``outcome`` absorbs it without an answer."""
    row = await on.fetchrow(
        "receive",
        here.space,
        here.channel,
        incoming.external,
        incoming.kind,
        here.person,
        incoming.position,
        incoming.text,
        dict(incoming.body),
        incoming.sent_at,
        outcome,
    )
    if row is None:
        return None
    return Received(stand(here.space, row) if row["id"] is not None else None)


async def look(on: Statements, key: StandKey, limit: int) -> Found | None:
    """Where a stand stands and what waits there, at most ``limit`` messages; None when there is no such stand."""
    row = await on.fetchrow("look", key.space, key.stand, limit)
    if row is None:
        return None
    here = Stand(key, row["session_id"], row["channel_id"], row["branch_id"])
    left = json.loads(row["running"]) if row["running"] else None
    return Found(
        stand=here,
        head=row["head"],
        untitled=row["untitled"],
        leftover=_leftover(here, left) if left else None,
        waiting=tuple(_waiting(it) for it in json.loads(row["waiting"] or "[]")),
    )


async def begin(on: Statements, turn: Turn, consumed: Sequence[int]) -> tuple[int, int]:
    """Begin ``turn`` and consume inbox rows: the turn's number, and how many of the rows were free."""
    row = await on.fetchrow(
        "open_turn",
        turn.key.space,
        turn.key.session,
        turn.stand.stand,
        turn.branch,
        turn.after_seq,
        turn.kind,
        turn.character,
        turn.fence,
        list(consumed),
        turn.person,
    )
    assert row is not None
    return row["id"], row["consumed"]


async def resume(on: Statements, turn: Turn) -> bool:
    """Take over a turn left running, under ``turn.fence``; False when it has ended meanwhile."""
    return await on.execute("resume_turn", turn.key.space, turn.key.session, turn.key.turn, turn.fence) == 1


async def load(on: Statements, turn: Turn, line: Line, *, limit: int) -> Loaded:
    """What ``turn`` requires, with the last ``limit`` messages of ``line``, in one statement."""
    row = await on.fetchrow(
        "load_turn",
        turn.key.space,
        turn.key.session,
        *log.arrays(line),
        max(0, line.head - 4 * limit),
        limit,
        turn.channel,
        turn.person or 0,
        turn.key.turn,
    )
    assert row is not None
    session: dict[str, Any] = json.loads(row["session"])
    members: list[dict[str, Any]] = sorted(json.loads(row["members"] or "[]"), key=lambda it: it["seq"])
    return Loaded(
        fence=row["fence"],
        title=session["title"],
        seed=session["seed"],
        cast={it["character_id"]: it["body"]["version"] for it in members if it["body"].get("in", True)},
        settings=tuple((it[0], it[1], it[2], it[3]) for it in json.loads(row["settings"] or "[]")),
        history=tuple(_entry(it) for it in json.loads(row["history"] or "[]")),
    )


async def end(on: Statements, key: TurnKey, fence: int, result: Result) -> bool:
    """End a running turn under its fence; False when it has ended or is somebody else's."""
    ended = await on.fetchval(
        "end_turn",
        key.space,
        key.session,
        key.turn,
        fence,
        result.state,
        result.outcome,
        result.endpoint,
        result.model,
        result.prompt_tokens,
        result.reply_tokens,
        dict(result.facts),
    )
    return ended is not None


async def ended_as(on: Statements, key: TurnKey) -> tuple[TurnState, str] | None:
    """How a turn stands, and the outcome it ended with."""
    row = await on.fetchrow("turn_state", key.space, key.session, key.turn)
    return (TurnState(row["state"]), row["outcome"]) if row else None


async def last(on: Statements, key: SessionKey) -> LastTurn | None:
    """What the newest ended turn of a session cost."""
    row = await on.fetchrow("last_turn", key.space, key.session)
    if row is None:
        return None
    return LastTurn(row["model"], row["prompt_tokens"], row["reply_tokens"], row["took"].total_seconds(), row["facts"])


async def ask_to_stop(on: Statements, key: StandKey) -> bool:
    """Ask whoever writes on a stand to stop; False when nobody does."""
    return await on.execute("stop_turn", key.space, key.stand) > 0


async def save(on: Statements, drafts: Sequence[Grown]) -> dict[TurnKey, bool]:
    """Save every draft under its fence, in one statement: which are ours still, and whether to stop them."""
    rows = await on.fetch(
        "save_drafts",
        [it.key.space for it in drafts],
        [it.key.session for it in drafts],
        [it.key.turn for it in drafts],
        [it.fence for it in drafts],
        [it.text for it in drafts],
    )
    return {TurnKey(row["space_id"], row["session_id"], row["turn_id"]): row["stop"] for row in rows}


async def unfinished(on: Statements, platforms: Sequence[str], owner: str, fresh: timedelta) -> list[tuple[Stand, str]]:
    """Stands and their platforms that nobody but ``owner`` holds, with a turn left running or fresh messages."""
    rows = await on.fetch("unfinished", list(platforms), fresh, owner)
    return [(stand(row["space_id"], row), row["platform"]) for row in rows]


def _leftover(here: Stand, left: Mapping[str, Any]) -> Leftover:
    turn = Turn(
        key=TurnKey(here.key.space, here.session, left["id"]),
        stand=here.key,
        channel=here.channel,
        branch=left["branch_id"],
        after_seq=left["after_seq"],
        kind=TurnKind(left["kind"]),
        character=left["character_id"],
        fence=left["fence"],
        person=left["person_id"],
    )
    return Leftover(turn, left["tries"], left["text"])


def _waiting(row: Mapping[str, Any]) -> Waiting:
    return Waiting(
        id=row["id"],
        position=row["position"],
        person=row["person_id"],
        text=row["text"],
        body=row["body"],
        sent_at=datetime.fromisoformat(row["sent_at"]),
    )


def _entry(row: dict[str, Any]) -> Entry:
    row["said_at"] = datetime.fromisoformat(row["said_at"])
    return log.entry(row)
