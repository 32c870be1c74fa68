"""What waits for a turn, turns and drafts in Postgres."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import takewhile
from typing import Any

from engine.db.chats.sessions import head_from
from engine.db.postgres.driver import DriverRow
from engine.db.postgres.pool import Statements
from engine.rules.bodies.messages import waiting_text
from engine.values.chats.entries import Place
from engine.values.chats.incoming import IncomingKind
from engine.values.chats.places import Address
from engine.values.chats.sessions import ChannelHead
from engine.values.chats.turns import HeadState, InboxItem, LastTurn, Leftover, Result, Turn, TurnKind, TurnState
from engine.values.ids import ChannelHeadKey, SessionKey, TurnKey


@dataclass(frozen=True, slots=True)
class GrownDraft:
    """A draft as far as it has grown, for the saver. ``first``: it is going to be shown for the first time."""

    key: TurnKey
    fence: int
    text: str
    first: bool = False


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A channel head with work to do. ``waited``: for how many seconds the first of what arrived has waited."""

    channel_head: ChannelHead
    platform: str
    private: bool
    left_running: bool
    waited: float


@dataclass(frozen=True, slots=True)
class ShownReply:
    """What a platform shows of a reply: its messages by part, and which may have been sent namelessly."""

    shown: tuple[str, ...]
    attempted: frozenset[int]
    answers: str


async def look(on: Statements, key: ChannelHeadKey, limit: int) -> HeadState | None:
    """Where a channel head stands and what waits there, at most ``limit`` messages; None when there is no such head."""
    row = await on.fetchrow("look", key.space, key.channel_head, limit)
    if row is None:
        return None
    here = ChannelHead(key, row["session_id"], row["channel_id"], row["branch_id"])
    left = json.loads(row["running"]) if row["running"] else None
    return HeadState(
        channel_head=here,
        address=Address(row["platform"], row["space_name"], row["channel_name"], row["private"]),
        head=row["head"],
        untitled=row["untitled"],
        leftover=_leftover(here, left) if left else None,
        waiting=tuple(_waiting(it) for it in json.loads(row["waiting"] or "[]")),
        seed=row["seed"],
        paused=row["paused"],
    )


async def waits(on: Statements, key: ChannelHeadKey) -> bool:
    """Whether anything that arrived waits for the holder of a channel head."""
    return await on.fetchval("waits", key.space, key.channel_head)


async def said_meanwhile(on: Statements, key: ChannelHeadKey) -> bool:
    """Whether people have said something that waits for the holder of a channel head."""
    return await on.fetchval("said_meanwhile", key.space, key.channel_head)


async def begin(
    on: Statements,
    turn: Turn,
    consumed: Sequence[tuple[int, int]],
    parts: Sequence[str | None] = (),
    answers: str = "",
) -> tuple[int, int]:
    """Begin ``turn``, consume inbox rows (row, seq) and plan parts, each with the message that shows it, if one does.

    ``answers``: the message that it answers, where that is in no such row.
    The turn's number, and how many of the rows were free.
    """
    row = await on.fetchrow(
        "open_turn",
        turn.key.space,
        turn.key.session,
        turn.channel_head.channel_head,
        turn.branch,
        turn.after_seq,
        turn.kind,
        turn.character,
        turn.fence,
        [it for it, _ in consumed],
        turn.person,
        [seq for _, seq in consumed],
        turn.channel,
        list(parts),
        {**(_who_follows(turn) if turn.then or turn.round else {}), **({"answers": answers} if answers else {})},
    )
    assert row is not None
    return row["id"], row["consumed"]


async def join(on: Statements, turn: Turn, consumed: Sequence[tuple[int, int]]) -> int:
    """Take more into ``turn``, which answers what lies up to its ``after_seq`` now; how often that was done."""
    return await on.fetchval(
        "join_turn",
        turn.key.space,
        turn.key.session,
        turn.key.turn,
        turn.fence,
        turn.after_seq,
        turn.person,
        [it for it, _ in consumed],
        [seq for _, seq in consumed],
    )


async def hand_over(on: Statements, turn: Turn) -> None:
    """Another character speaks in ``turn`` than when it began, and others after it."""
    key = turn.key
    await on.execute("hand_word_over", key.space, key.session, key.turn, turn.fence, turn.character, _who_follows(turn))


async def still_asked(on: Statements, turn: Turn) -> bool:
    """Whether any message that ``turn`` was begun for is still there."""
    return await on.fetchval("asked_by", turn.key.space, turn.channel, turn.key.session, turn.key.turn)


async def seen(on: Statements, turn: Turn) -> ShownReply:
    """What the platform shows of the reply of ``turn``."""
    row = await on.fetchrow("seen_of_turn", turn.key.space, turn.key.session, turn.key.turn, turn.channel)
    assert row is not None
    parts: list[tuple[int, str | None, str]] = json.loads(row["parts"] or "[]")
    shown = takewhile(bool, (name for _, name, _ in parts))
    attempted = frozenset(part for part, name, state in parts if name is None and state != "planned")
    return ShownReply(tuple(name for name in shown if name), attempted, row["answers"] or "")


async def showing(on: Statements, key: SessionKey, numbers: Sequence[int], kinds: Sequence[str]) -> list[str]:
    """The platform's messages that show parts of some turns now, in order."""
    rows = await on.fetch("showing", key.space, key.session, list(numbers), list(kinds))
    return [row["platform_id"] for row in rows]


async def telling_of_failure(on: Statements, channel_head: ChannelHead, seq: int) -> tuple[str, ...]:
    """The platform's messages that tell why the last message, at ``seq``, has no answer; none where nothing failed."""
    rows = await on.fetch("telling_of_failure", channel_head.key.space, channel_head.session, channel_head.branch, seq)
    return tuple(row["platform_id"] for row in rows)


async def external_of(on: Statements, channel_head: ChannelHead, place: Place) -> str:
    """What the platform calls the message that became an entry, or shows it; "" when none does."""
    external = await on.fetchval(
        "external_of", channel_head.key.space, channel_head.channel, channel_head.session, place.branch, place.seq
    )
    return external or ""


async def not_shown(on: Statements, channel_head: ChannelHead, places: Sequence[Place]) -> dict[Place, bool]:
    """Which entries are to be seen in a channel and cannot be; True for those that may still come."""
    key = (channel_head.key.space, channel_head.channel, channel_head.session)
    rows = await on.fetch("not_shown", *key, [it.branch for it in places], [it.seq for it in places])
    return {Place(row["branch_id"], row["seq"]): row["comes"] for row in rows}


async def resume(on: Statements, turn: Turn, *, kept: bool) -> bool:
    """Take over a turn left running, under ``turn.fence``, with its draft or without; False when it has ended."""
    return await on.execute("resume_turn", turn.key.space, turn.key.session, turn.key.turn, turn.fence, kept) == 1


async def end(
    on: Statements,
    key: TurnKey,
    fence: int,
    result: Result,
    channel: int | None = None,
    *,
    answers: str | None = None,
) -> bool:
    """End a running turn in ``channel`` under its fence; False when it has ended or is somebody else's.

    ``answers``: a mark whose work is done with it.
    """
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
        *result.used,
        channel,
        result.cost,
        answers,
    )
    return ended is not None


async def ended_as(on: Statements, key: TurnKey) -> tuple[TurnState, str] | None:
    """How a turn stands, and the outcome it ended with."""
    row = await on.fetchrow("turn_state", key.space, key.session, key.turn)
    return (TurnState(row["state"]), row["outcome"]) if row else None


async def last(on: Statements, key: SessionKey) -> LastTurn | None:
    """What the newest ended turn of a session cost."""
    row = await on.fetchrow("last_turn", key.space, key.session)
    return _last_turn(row) if row else None


async def one(on: Statements, key: SessionKey, number: int) -> LastTurn | None:
    """The same of any turn that has ended."""
    row = await on.fetchrow("ended_turn", key.space, key.session, number)
    return _last_turn(row) if row else None


def _last_turn(row: DriverRow) -> LastTurn:
    return LastTurn(
        row["model"],
        row["prompt_tokens"],
        row["reply_tokens"],
        row["took"].total_seconds(),
        row["facts"],
        row["id"],
        row["queued"].total_seconds() if row["queued"] is not None else None,
        row["delivered"].total_seconds() if row["delivered"] is not None else None,
    )


async def ask_to_stop(on: Statements, key: ChannelHeadKey) -> bool:
    """Ask whoever writes on a channel head to stop; False when nobody does."""
    return await on.execute("stop_turn", key.space, key.channel_head) > 0


async def save(on: Statements, drafts: Sequence[GrownDraft]) -> dict[TurnKey, bool]:
    """Save every draft under its fence, in one statement: which are ours still, and whether to stop them."""
    rows = await on.fetch(
        "save_drafts",
        [it.key.space for it in drafts],
        [it.key.session for it in drafts],
        [it.key.turn for it in drafts],
        [it.fence for it in drafts],
        [it.text for it in drafts],
        [it.first for it in drafts],
    )
    return {TurnKey(row["space_id"], row["session_id"], row["turn_id"]): row["stop"] for row in rows}


async def unfinished(on: Statements, platforms: Sequence[str], owner: str, fresh: timedelta) -> list[Unfinished]:
    """Stands that nobody but ``owner`` holds, with a turn left running or with something fresh that waits."""
    rows = await on.fetch("unfinished", list(platforms), fresh, owner)
    return [
        Unfinished(head_from(row["space_id"], row), row["platform"], row["private"], row["left_running"], row["waited"])
        for row in rows
    ]


def _who_follows(turn: Turn) -> dict[str, Any]:
    """What the row of a turn says of those who speak after it."""
    return {"then": list(turn.then), "round": turn.round}


def _leftover(here: ChannelHead, left: Mapping[str, Any]) -> Leftover:
    turn = Turn(
        key=TurnKey(here.key.space, here.session, left["id"]),
        channel_head=here.key,
        channel=here.channel,
        branch=left["branch_id"],
        after_seq=left["after_seq"],
        kind=TurnKind(left["kind"]),
        character=left["character_id"],
        fence=left["fence"],
        person=left["person_id"],
        then=tuple(left["facts"].get("then", ())),
        round=left["facts"].get("round", 0),
    )
    seen = "" if turn.shown_whole else left["text"]
    return Leftover(turn, left["tries"], seen, left["joined"], left["stale"])


def _waiting(row: Mapping[str, Any]) -> InboxItem:
    return InboxItem(
        id=row["id"],
        position=row["position"],
        person=row["person_id"],
        text=waiting_text(row["text"], row["body"]),
        body=row["body"],
        sent_at=datetime.fromisoformat(row["sent_at"]),
        external=row["external"],
        kind=IncomingKind(row["kind"]),
        target=row["target"] or "",
        quiet=row["quiet"],
    )
