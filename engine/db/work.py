"""Leases, due marks and the outbox in Postgres: the work around a turn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

from engine.db.driver import Row
from engine.db.pool import Statements, Transaction
from engine.values.ids import ChannelKey, SessionKey, StandKey
from engine.values.outgoing import Sending, SendingState
from engine.values.work import Due, NewSending


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds leases: an instance, in one of its lives."""

    owner: str
    boot: UUID


async def take_lease(
    on: Statements, key: StandKey, holder: Holder, keep: timedelta, *, by_force: bool = False
) -> int | None:
    """The next fence of a stand; None when somebody else holds it. ``by_force``: a head move takes it from anyone."""
    return await on.fetchval("take_lease", key.space, key.stand, holder.owner, holder.boot, keep, by_force)


async def hold(on: Statements, key: StandKey, fence: int) -> bool:
    """Prove ``fence`` and keep it from moving until the transaction ends; False when it has moved."""
    return await on.fetchval("hold_lease", key.space, key.stand, fence) is not None


async def give_back(on: Statements, key: StandKey, fence: int) -> bool:
    """Give the lease back; False when something waits on the channel, or the lease is no longer ours."""
    return await on.fetchval("give_back", key.space, key.stand, fence) is not None


async def beat(on: Statements, holder: Holder, keep: timedelta) -> None:
    """Keep every lease of ``holder`` alive."""
    await on.execute("beat", holder.owner, holder.boot, keep)


async def end_older_boots(on: Statements, holder: Holder) -> int:
    """End what older boots of the instance held; how many leases. Only for who has the instance's lock."""
    return await on.execute("end_older_boots", holder.owner, holder.boot)


async def end_leases(on: Statements, holder: Holder) -> None:
    """Give back every lease of ``holder``."""
    await on.execute("end_leases", holder.owner, holder.boot)


async def transaction_number(on: Transaction) -> str:
    """The server's number for this transaction, to learn its fate when the answer of its COMMIT is lost."""
    return await on.fetchval("transaction_number")


async def took_effect(on: Statements, number: str) -> bool:
    """Whether the transaction of that number was committed; asked when it can no longer be under way."""
    return bool(await on.fetchval("took_effect", number))


async def mark_due(
    on: Statements, key: SessionKey, kind: str, *, after: timedelta = timedelta(), body: Mapping[str, Any] | None = None
) -> None:
    """Mark work to be done ``after`` a while, in the transaction of its cause."""
    await on.execute("mark_due", key.space, key.session, kind, after, dict(body or {}))


async def claim_due(on: Statements, kinds: Sequence[str], owner: str, hold_for: timedelta, limit: int) -> list[Due]:
    """Claim ready work under the next fence; nobody else gets it within ``hold_for``."""
    rows = await on.fetch("claim_due", list(kinds), owner, hold_for, limit)
    return [_due(row) for row in rows]


async def finish_due(on: Statements, due: Due) -> bool:
    """Remove a mark in the transaction of its work; False when the claim was taken over (then roll back).

    What was marked anew while it was done stays due.
    """
    key = due.key
    return await on.fetchval("finish_due", key.space, key.session, due.kind, due.fence, due.marks) is not None


async def postpone_due(on: Statements, due: Due, pause: timedelta) -> None:
    """Leave a mark due after ``pause``."""
    await on.execute("postpone_due", due.key.space, due.key.session, due.kind, due.fence, pause)


async def drop_due(on: Statements, key: SessionKey, kind: str) -> None:
    """Forget a mark: its reason is gone."""
    await on.execute("drop_due", key.space, key.session, kind)


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
        [dict(it.body) for it in parts],
    )
    return tuple(_planned(channel.space, session, turn, row, parts[int(row["part"])]) for row in rows)


async def move_sendings(on: Statements, moved: Sequence[tuple[Sending, SendingState, str | None]]) -> None:
    """Write down what deliveries became of parts, in one statement."""
    await on.execute(
        "move_sending",
        [it.space for it, _, _ in moved],
        [it.id for it, _, _ in moved],
        [state for _, state, _ in moved],
        [platform_id for _, _, platform_id in moved],
    )


async def open_sendings(on: Statements, channel: ChannelKey) -> list[Sending]:
    """What was planned for ``channel`` and has not arrived, in order."""
    rows = await on.fetch("open_sendings", channel.space, channel.channel)
    return [
        Sending(
            id=row["id"],
            space=channel.space,
            kind=row["kind"],
            text=row["text"],
            part=row["part"],
            session=row["session_id"],
            turn=row["turn_id"],
            body=row["body"],
            state=SendingState(row["state"]),
            platform_id=row["platform_id"],
        )
        for row in rows
    ]


def _planned(space: int, session: int | None, turn: int | None, row: Row, new: NewSending) -> Sending:
    return Sending(row["id"], space, new.kind, new.text, row["part"], session, turn, new.body)


def _due(row: Row) -> Due:
    key = SessionKey(row["space_id"], row["session_id"])
    return Due(key, row["kind"], row["fence"], row["marks"], row["tries"], row["body"])
