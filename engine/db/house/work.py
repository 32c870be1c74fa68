"""Leases, due marks and the outbox in Postgres: the work around a turn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cache
from typing import Any
from uuid import UUID

from engine.db.postgres.driver import DriverRow
from engine.db.postgres.pool import Database, Statements, Transaction
from engine.db.postgres.queries import product_queries
from engine.rules.bodies.sendings import notice_json, notice_of
from engine.values.chats.entries import Place
from engine.values.chats.notices import Notice
from engine.values.chats.outgoing import Sending, SendingState
from engine.values.chats.places import Address
from engine.values.house.work import Due, NewSending, WaitingWork
from engine.values.ids import ChannelHeadKey, ChannelKey, SessionKey, TurnKey

NOTICE_PART = 1_000
"""The number of a turn's notice among its parts: behind every part of the reply."""


@dataclass(frozen=True, slots=True)
class LeaseHolder:
    """Who holds leases: an instance, in one of its lives."""

    owner: str
    boot: UUID


@dataclass(frozen=True, slots=True)
class UndeliveredPart:
    """A part that has not arrived and whose turn has ended; ``character`` spoke, by the card of ``version``.

    ``place`` is the entry that it shows; ``named``: several characters have played there.
    """

    address: Address
    channel: int
    sending: Sending
    character: int | None
    name: str
    version: int | None
    after: str
    made_at: datetime
    place: Place | None = None
    named: bool = False
    person: int = 0


async def take_lease(
    on: Statements, key: ChannelHeadKey, holder: LeaseHolder, keep: timedelta, *, by_force: bool = False
) -> int | None:
    """The next fence of a channel head; None when somebody else holds it, or it has gone. ``by_force``: from anyone."""
    return await on.fetchval("take_lease", key.space, key.channel_head, holder.owner, holder.boot, keep, by_force)


async def hold(on: Statements, key: ChannelHeadKey, fence: int) -> bool:
    """Prove ``fence`` and keep it from moving until the transaction ends; False when it has moved."""
    return await on.fetchval("hold_lease", key.space, key.channel_head, fence) is not None


async def give_back(on: Statements, key: ChannelHeadKey, fence: int) -> bool:
    """Give the lease back; False when something waits on the channel, or the lease is no longer ours."""
    return await on.fetchval("give_back", key.space, key.channel_head, fence) is not None


async def beat(on: Statements, holder: LeaseHolder, keep: timedelta) -> None:
    """Keep every lease of ``holder`` alive."""
    await on.execute("beat", holder.owner, holder.boot, keep)


async def end_older_boots(on: Statements, holder: LeaseHolder) -> int:
    """End what older boots of the instance held; how many leases. Only for who has the instance's lock."""
    return await on.execute("end_older_boots", holder.owner, holder.boot)


async def end_leases(on: Statements, holder: LeaseHolder) -> None:
    """Give back every lease of ``holder``."""
    await on.execute("end_leases", holder.owner, holder.boot)


async def transaction_number(on: Transaction) -> str:
    """The server's number for this transaction, to learn its fate when the answer of its COMMIT is lost."""
    return await on.fetchval("transaction_number")


async def mark_due(
    on: Statements, key: SessionKey, kind: str, *, after: timedelta = timedelta(), body: Mapping[str, Any] | None = None
) -> None:
    """Mark work to be done ``after`` a while, in the transaction of its cause."""
    await on.execute("mark_due", key.space, key.session, kind, after, dict(body or {}))


async def drop_due(on: Statements, key: SessionKey, kind: str) -> None:
    """Forget work that has been done otherwise, unless it is being done just now."""
    await on.execute("drop_due", key.space, key.session, kind)


async def mark_each_due(on: Statements, keys: Sequence[SessionKey], kind: str) -> None:
    """Mark one kind of work for many sessions, ready at once."""
    await on.execute("mark_each_due", [it.space for it in keys], [it.session for it in keys], kind)


async def mark_said(on: Statements, key: SessionKey) -> None:
    """Mark what follows from something said: to remember it, and to draw facts from it when it has become quiet.

    Facts are not waited for any longer when five of these marks came together. Ended turns mark this themselves.
    """
    await on.execute("mark_said", key.space, key.session)


async def mark_revised(on: Statements, key: SessionKey, quiet: timedelta) -> None:
    """Mark what follows when something got another text; facts are drawn again after so much ``quiet``."""
    await on.execute("mark_revised", key.space, key.session, quiet)


def marks_made(db: Database) -> int:
    """How many statements that mark work, or put some off, this process has asked for so far."""
    return sum(db.counts.by_name[it] for it in _marking())


@cache
def _marking() -> frozenset[str]:
    queries = product_queries()
    return frozenset(it for it in queries if "INTO due " in queries[it].sql) | {"postpone_due"}


async def claim_due(
    on: Statements, kinds: Sequence[str], owner: str, hold_for: timedelta, limit: int, alone: Sequence[str] = ()
) -> list[Due]:
    """Claim ready work under the next fence, what has waited longest first; nobody else gets it within ``hold_for``.

    In all at most ``limit``: marks of ``kinds``, then one of each kind in ``alone``.
    """
    rows = await on.fetch("claim_due", list(kinds), owner, hold_for, limit, list(alone))
    return [_due(row) for row in rows]


async def abandon_due(on: Statements, owner: str) -> None:
    """End the claims that an older boot of the instance ``owner`` left. Only for who has the instance's lock."""
    await on.execute("abandon_due", owner)


async def extend_due(on: Statements, claims: Sequence[Due], hold_for: timedelta) -> set[tuple[SessionKey, str]]:
    """Keep claims for ``hold_for`` from now; those (session, kind) that somebody else has taken over."""
    rows = await on.fetch("extend_due", *_columns(claims), hold_for)
    return {(SessionKey(row["space_id"], row["session_id"]), row["kind"]) for row in rows}


async def release_due(on: Statements, claims: Sequence[Due]) -> None:
    """Give claims back as if they had never been taken."""
    await on.execute("release_due", *_columns(claims), [it.marks for it in claims])


async def finish_due(on: Statements, due: Due) -> bool:
    """Remove a mark in the transaction of its work; False when the claim was taken over (then roll back).

    What was marked anew while it was done stays due.
    """
    return await on.fetchval("finish_due", due.key.space, due.key.session, due.kind, due.fence) is not None


async def finish_reading(on: Statements, due: Due, kind: str, read: Mapping[int, int]) -> bool:
    """The same; work of ``kind`` has ``read`` these branches, each up to a seq, with it."""
    key, upto = due.key, (list(read), list(read.values()))
    return await on.fetchval("finish_reading", key.space, key.session, due.kind, due.fence, kind, *upto) is not None


async def keep_due(on: Statements, due: Due) -> Due | None:
    """Go on with a mark in the transaction of a part of its work, as at the first try; None as above."""
    kept = await on.fetchval("keep_due", due.key.space, due.key.session, due.kind, due.fence)
    return replace(due, tries=1) if kept is not None else None


async def postpone_due(on: Statements, due: Due, pause: timedelta, *, failed: bool = False, fault: str = "") -> bool:
    """Leave a mark due after ``pause``; False when the claim was taken over. Unless it ``failed``, no try was made.

    ``fault`` is the id of the error that ended the try, if one did.
    """
    key, how = due.key, (pause, due.marks, failed, fault)
    return await on.fetchval("postpone_due", key.space, key.session, due.kind, due.fence, *how) is not None


async def waiting(on: Statements, key: SessionKey | None) -> list[WaitingWork]:
    """What is due in a session and its space; None: what ended in an error anywhere. By kind, the oldest first."""
    where = (key.space, key.session) if key else (None, None)
    rows = await on.fetch("due_listed", *where)
    return [
        WaitingWork(row["kind"], row["marks"], row["since"], row["tries"], row["fault"], row["begins"]) for row in rows
    ]


async def plan(
    on: Statements, channel: ChannelKey, session: int | None, turn: int | None, parts: Sequence[NewSending]
) -> tuple[Sending, ...]:
    """Plan what is to be shown in ``channel``; parts of a turn that were planned before are not planned again."""
    rows = await on.fetch(
        "plan_sending",
        channel.space,
        channel.channel,
        session,
        turn,
        list(range(len(parts))),
        [it.kind for it in parts],
        [it.text for it in parts],
        [notice_json(it.notice) for it in parts],
    )
    return tuple(_planned(channel.space, session, turn, row, parts[int(row["part"])]) for row in rows)


async def plan_progress(
    on: Statements, channel: ChannelKey, session: int, of: str, notice: Notice, about: str = ""
) -> Sending:
    """Plan what is said of the progress ``of`` something, in place of what was said of it in ``channel`` before.

    ``about``: the external name of the message that it is about, "" for none.
    """
    body = notice_json(notice, of, about or None)
    row = await on.fetchrow("plan_progress", channel.space, channel.channel, session, of, body)
    assert row is not None
    return as_sending(channel.space, row)


async def plan_reply(
    on: Statements,
    channel: ChannelKey,
    turn: TurnKey,
    texts: Sequence[str],
    notice: NewSending | None,
    place: Place | None = None,
) -> tuple[Sending, ...]:
    """Plan the final parts of a turn's reply, and a notice behind them; what was there of either is brought up to date.

    ``place`` is where the reply lies if another turn began it.

    A part that is no more, but of which a message may be there, comes back without text. A part whose message is known,
    or that nobody has tried to send, comes back planned.
    """
    parts = [*(NewSending("reply", it) for it in texts), *([notice] if notice else [])]
    numbers = [*range(len(texts)), *([NOTICE_PART] if notice else [])]
    rows = await on.fetch(
        "plan_reply",
        turn.space,
        channel.channel,
        turn.session,
        turn.turn,
        numbers,
        [it.kind for it in parts],
        [it.text for it in parts],
        [notice_json(it.notice) for it in parts],
        place.branch if place else None,
        place.seq if place else None,
    )
    return tuple(as_sending(turn.space, row) for row in rows)


async def move_sendings(on: Statements, moved: Sequence[tuple[Sending, SendingState, str | None]]) -> None:
    """Write down what deliveries became of parts, in one statement."""
    await on.execute(
        "move_sending",
        [it.space for it, _, _ in moved],
        [it.id for it, _, _ in moved],
        [state for _, state, _ in moved],
        [platform_id for _, _, platform_id in moved],
        [it.controls for it, _, _ in moved],
    )


async def place_parts(on: Statements, placed: Mapping[tuple[TurnKey, int], str]) -> None:
    """Write down which messages show parts of replies that grow, in one statement."""
    await on.execute(
        "place_parts",
        [turn.space for turn, _ in placed],
        [turn.session for turn, _ in placed],
        [turn.turn for turn, _ in placed],
        [part for _, part in placed],
        list(placed.values()),
    )


async def mark_sending(on: Statements, turn: TurnKey, channel: ChannelKey, part: int, fence: int) -> None:
    """A part of a turn is about to be sent. One that is not planned is made, while the turn runs under ``fence``."""
    await on.execute("mark_sending", turn.space, turn.session, turn.turn, part, channel.channel, fence)


async def open_sendings(on: Statements, channel: ChannelKey) -> list[Sending]:
    """What was planned for ``channel`` and has not arrived, in order."""
    return [as_sending(channel.space, row) for row in await on.fetch("open_sendings", channel.space, channel.channel)]


async def left_open(on: Statements, platform: str) -> list[UndeliveredPart]:
    """What was planned for a platform's channels and has not arrived, of turns that have ended, in order."""
    return [_left(platform, row) for row in await on.fetch("left_open", platform)]


def _left(platform: str, row: DriverRow) -> UndeliveredPart:
    return UndeliveredPart(
        address=Address(platform, row["space_name"], row["channel_name"], row["private"]),
        channel=row["channel_id"],
        sending=as_sending(row["space_id"], row),
        character=row["character_id"],
        name=row["character_name"] or "",
        version=row["version"],
        after=row["after"] or "",
        made_at=row["made_at"],
        named=bool(row["named"]),
        person=row["person_id"] or 0,
        place=None if row["said_seq"] is None else Place(row["said_branch"], row["said_seq"]),
    )


def as_sending(space: int, row: DriverRow) -> Sending:
    return Sending(
        id=row["id"],
        space=space,
        kind=row["kind"],
        text=row["text"],
        part=row["part"],
        session=row["session_id"],
        turn=row["turn_id"],
        notice=notice_of(row["body"]),
        state=SendingState(row["state"]),
        platform_id=row["platform_id"],
    )


def _planned(space: int, session: int | None, turn: int | None, row: DriverRow, new: NewSending) -> Sending:
    return Sending(row["id"], space, new.kind, new.text, row["part"], session, turn, new.notice)


def _due(row: DriverRow) -> Due:
    key = SessionKey(row["space_id"], row["session_id"])
    return Due(key, row["kind"], row["fence"], row["marks"], row["tries"], row["body"], row["abandoned"])


def _columns(claims: Sequence[Due]) -> tuple[list[int], list[int], list[str], list[int]]:
    return (
        [it.key.space for it in claims],
        [it.key.session for it in claims],
        [it.kind for it in claims],
        [it.fence for it in claims],
    )
