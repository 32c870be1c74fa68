"""Allowances in Postgres: what may be used in a day, what is used, who was told."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from engine.db.postgres.pool import Statements
from engine.values.house.allowances import (
    Allowance,
    AllowanceHolder,
    AllowanceUnit,
    Consumer,
    DayUse,
    EndpointUse,
    Spent,
)
from engine.values.ids import SessionKey


@dataclass(frozen=True, slots=True)
class SetAllowance:
    """An allowance that was set. ``zone``: the time zone of its place if it has one of its own.

    ``share``: what part of it one person may use, in percent (0: all); None where nobody has said.
    """

    allowance: Allowance
    zone: str | None
    share: float | None


async def every(on: Statements) -> list[SetAllowance]:
    """Every allowance that was set."""
    return [
        SetAllowance(
            Allowance(
                row["space_id"],
                AllowanceHolder(row["scope"]),
                row["scope_id"],
                AllowanceUnit(row["unit"]),
                row["amount"],
            ),
            row["zone"],
            row["share"],
        )
        for row in await on.fetch("allowances")
    ]


async def used(on: Statements, since: Sequence[tuple[Allowance, datetime]]) -> list[dict[str, Spent]]:
    """For each allowance what was used since then, by owner: a person's number, "" where all count together."""
    found: list[dict[str, Spent]] = [{} for _ in since]
    columns = (
        [it.space for it, _ in since],
        [it.holder.value for it, _ in since],
        [it.holder_id for it, _ in since],
        [at for _, at in since],
    )
    for row in await on.fetch("used_since", *columns):
        found[row["n"] - 1][row["owner"]] = Spent(row["tokens"], row["cents"], row["messages"])
    return found


async def note_uses(on: Statements, used: Sequence[tuple[EndpointUse, int, float | None]]) -> None:
    """Note for whom something was made, what that took in tokens, and in dollars where a price is known."""
    uses = [it for it, _, _ in used]
    await on.execute(
        "note_uses",
        [it.spender.space for it in uses],
        [it.spender.channel for it in uses],
        [it.spender.person for it in uses],
        [it.endpoint for it in uses],
        [it.model for it in uses],
        [tokens for _, tokens, _ in used],
        [dollars for _, _, dollars in used],
        [it.role for it in uses],
        [it.kind for it in uses],
    )


async def note_search(on: Statements, key: SessionKey, character: int, person: int, since: datetime, most: int) -> bool:
    """Note that somebody has something looked up; False, and nothing noted, where they did ``most`` times since."""
    noted = await on.fetchval("note_search", key.space, key.session, character, person, since, most)
    return noted is not None


async def put(on: Statements, one: Allowance, by: int) -> None:
    """Set an allowance; the audit says who did it."""
    key = one.space, one.holder, one.holder_id, one.unit
    await on.execute("put_allowance", *key, one.amount, by, _in_audit(one.holder, one.holder_id))


async def clear(on: Statements, space: int, holder: AllowanceHolder, holder_id: str, by: int) -> int:
    """Take away what was set for a holder; how many amounts there were."""
    return await on.fetchval("clear_allowance", space, holder, holder_id, by, _in_audit(holder, holder_id))


@dataclass(frozen=True, slots=True)
class AllowanceNotice:
    """What is told once a day: that ``share`` percent of an allowance is used, in a channel (0: anywhere)."""

    space: int
    holder: AllowanceHolder
    holder_id: str
    day: date
    share: int
    channel: int = 0


async def tell_once(on: Statements, told: AllowanceNotice) -> bool:
    """Note that it is told; False when it was before."""
    key = told.space, told.holder, told.holder_id, told.day, told.share, told.channel
    return await on.fetchval("tell_once", *key) is not None


async def forget_told(on: Statements, before: date) -> None:
    """What was told before that day is of no use any more."""
    await on.execute("forget_told", before)


async def called(on: Statements, found: Sequence[Allowance]) -> list[str]:
    """What the holders of some allowances are called."""
    rows = await on.fetch("called", [it.holder.value for it in found], [it.holder_id for it in found])
    return [row["title"] for row in rows]


async def person_called(on: Statements, platform: str, name: str, space: int) -> int | None:
    """Somebody by the platform's number for them, or by their name, who has written in ``space`` (0: anywhere)."""
    return await on.fetchval("person_called", platform, name, space)


async def usage_by_day(
    on: Statements, space: int | None, person: int | None, since: Sequence[datetime]
) -> tuple[list[DayUse], int]:
    """What was used since some days began (the oldest first), by day and kind; and how many replies there were."""
    rows = await on.fetch("usage_by_day", space, person, list(since))
    found = [DayUse(row["day"], row["kind"], row["tokens"], row["dollars"]) for row in rows]
    return found, sum(row["replies"] for row in rows)


async def usage_by_character(
    on: Statements, space: int | None, person: int | None, since: datetime
) -> tuple[Consumer, ...]:
    """The characters that used the most since then."""
    rows = await on.fetch("usage_by_character", space, person, since)
    return tuple(Consumer(row["name"], row["tokens"], row["dollars"]) for row in rows)


async def usage_by_channel(
    on: Statements, space: int | None, person: int | None, since: datetime
) -> tuple[Consumer, ...]:
    """The channels that used the most since then; private places count together, without a name."""
    rows = await on.fetch("usage_by_channel", space, person, since)
    return tuple(Consumer(row["name"], row["tokens"], row["dollars"]) for row in rows)


async def usage_of_replies(on: Statements, within: timedelta, kind: str | None = None) -> tuple[int, float, float]:
    """How many replies there were, or calls of a ``kind``; what they (and the work behind them) read and wrote."""
    row = await on.fetchrow("usage_of_replies", within, kind)
    assert row is not None
    return row["replies"], row["read"], row["written"]


def _in_audit(holder: AllowanceHolder, holder_id: str) -> str | int:
    """Whoever asks to be forgotten is found in the audit by their number."""
    return int(holder_id) if holder is AllowanceHolder.PERSON and holder_id.isdecimal() else holder_id
