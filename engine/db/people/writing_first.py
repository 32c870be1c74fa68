"""Characters that write first, in Postgres: what people allow, and what is planned."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from engine.db.postgres.driver import DriverRow
from engine.db.postgres.pool import Statements
from engine.values.chats.occasions import OccasionKind
from engine.values.chats.places import Address
from engine.values.chats.sessions import ChannelHead
from engine.values.ids import ChannelKey, SessionKey
from engine.values.people.writing_first import (
    FirstConsent,
    NewPlan,
    Obstacle,
    Plan,
    PlanState,
    QuietHours,
    WrittenFirst,
)


@dataclass(frozen=True, slots=True)
class HeldConsent:
    """A consent that nobody changes until the transaction ends, and what the platform calls its channel."""

    consent: FirstConsent
    address: Address


async def consents(on: Statements, person: int, character: int | None = None) -> list[tuple[FirstConsent, str]]:
    """What a person allows characters (or one of them), each with the character's name, the newest first."""
    return [(_consent(row), row["name"]) for row in await on.fetch("first_consents", person, character)]


async def hold(on: Statements, person: int, character: int) -> HeldConsent | None:
    """What a person allows a character, locked; None where they never said anything of it."""
    row = await on.fetchrow("hold_first_consent", person, character)
    if row is None:
        return None
    return HeldConsent(_consent(row), Address(row["platform"], row["space_name"], row["channel_name"], row["private"]))


async def given_in(on: Statements, channel: ChannelKey) -> list[FirstConsent]:
    """What is allowed in a channel, locked."""
    return [_consent(row) for row in await on.fetch("first_consents_in", channel.space, channel.channel)]


async def put(on: Statements, consent: FirstConsent) -> None:
    """What a person allows a character from now on, whatever was said under their other names."""
    it = consent
    where, hours = (it.channel.space, it.channel.channel), (it.quiet.begin, it.quiet.end)
    limits = (it.daily, it.every)
    await on.execute(
        "put_first_consent", it.person, it.character, *where, *limits, *hours, sorted(it.unwanted), it.never
    )


async def join(on: Statements, people: Sequence[int]) -> None:
    """These are one person from now on: one consent a character is left, and no "never" of theirs is lost."""
    await on.execute("join_first_consents", list(people))


async def mark_all(on: Statements, kind: str) -> None:
    """Mark for everybody who allows it that the days ahead are to be planned."""
    await on.execute("mark_first_plans", kind)


async def lately(
    on: Statements, consent: FirstConsent, since: date, but: int | None = None
) -> tuple[WrittenFirst, ...]:
    """What was planned since a day, and what became of it; all ``but`` one plan."""
    at = consent.channel
    rows = await on.fetch("first_plans_lately", consent.person, consent.character, since, at.space, at.channel, but)
    return tuple(
        WrittenFirst(
            row["ref"], OccasionKind(row["why"]), row["day"], PlanState(row["state"]), row["wrote_on"], row["answered"]
        )
        for row in rows
    )


async def last_said(on: Statements, channel: ChannelKey) -> datetime | None:
    """When somebody said something last in a channel; None: never."""
    row = await on.fetchrow("last_said_in", channel.space, channel.channel)
    return row["sent_at"] if row else None


async def add(on: Statements, consent: FirstConsent, new: Sequence[NewPlan]) -> list[tuple[int, datetime]]:
    """Plan messages; the numbers of those that were not planned before, each with when it begins."""
    columns = (
        [it.day for it in new],
        [it.why.value for it in new],
        [it.ref for it in new],
        [it.begins for it in new],
        [it.ends for it in new],
    )
    rows = await on.fetch("add_first_plans", consent.person, consent.character, *columns)
    return [(row["id"], row["begins"]) for row in rows]


async def open_plans(on: Statements, consent: FirstConsent) -> list[Plan]:
    """What is planned and not yet written."""
    return [_plan(row) for row in await on.fetch("open_first_plans", consent.person, consent.character)]


async def mark(on: Statements, space: int, kind: str, after: timedelta) -> None:
    """See to it that a plan is written ``after`` a while, by the mark of that kind; one that is there stays."""
    await on.execute("mark_first_plan", space, kind, max(timedelta(), after))


async def plans_of(on: Statements, person: int, since: date) -> list[Plan]:
    """What characters planned for a person since a day, in order."""
    return [replace(_plan(row), lost=row["lost"]) for row in await on.fetch("first_plans_of", person, since)]


async def plan(on: Statements, number: int) -> Plan | None:
    """A plan; None where there is none such."""
    row = await on.fetchrow("first_plan", number)
    return _plan(row) if row else None


async def newest(on: Statements, person: int, channel: ChannelKey) -> Plan | None:
    """What a character wrote by itself last in a channel; None where none did."""
    row = await on.fetchrow("newest_first_plan", person, channel.space, channel.channel)
    return _plan(row) if row else None


async def wrote(on: Statements, number: int, channel_head: ChannelHead, behind: int, day: date) -> bool:
    """A plan is written now, behind seq ``behind`` of the head's branch; False where it was written or dropped."""
    where = (channel_head.key.space, channel_head.session, channel_head.branch, behind)
    return await on.fetchval("write_first_plan", number, *where, day) is not None


async def drop(on: Statements, number: int, obstacle: Obstacle) -> bool:
    """A plan is dropped; False where it was written or dropped before."""
    return await on.fetchval("drop_first_plan", number, obstacle.value) is not None


async def written_behind(on: Statements, session: SessionKey, branch: int, behind: int) -> Plan | None:
    """The plan that was written behind seq ``behind`` of a branch; None where none was."""
    row = await on.fetchrow("first_plan_behind", session.space, session.session, branch, behind)
    return _plan(row) if row else None


async def take_back(on: Statements, number: int, obstacle: Obstacle) -> None:
    """A plan that was to be written, and came to nothing, is dropped after all."""
    await on.execute("take_back_first_plan", number, obstacle.value)


async def drop_late(on: Statements, consent: FirstConsent, now: datetime) -> None:
    """What nobody has written in its time is dropped."""
    await on.execute("drop_late_first_plans", consent.person, consent.character, now, Obstacle.LATE.value)


async def plan_anew(on: Statements, consent: FirstConsent) -> None:
    """Forget what is planned and not yet written."""
    await on.execute("plan_first_anew", consent.person, consent.character)


async def busy(on: Statements, person: int, since: date) -> frozenset[date]:
    """The days since then on which a person wants to be left alone."""
    return frozenset(row["day"] for row in await on.fetch("first_busy", person, since))


async def set_busy(on: Statements, person: int, day: date, *, busy: bool) -> None:
    """Whether a person wants to be left alone on a day."""
    await on.execute("add_first_busy" if busy else "drop_first_busy", person, day)


async def figures(on: Statements, since: datetime) -> tuple[int, int, int]:
    """How many people let characters write first, how many messages are planned, how many written since a moment."""
    row = await on.fetchrow("first_in_house", since)
    assert row is not None
    return row["people"], row["planned"], row["written"]


def _consent(row: DriverRow) -> FirstConsent:
    return FirstConsent(
        person=row["person_id"],
        character=row["character_id"],
        channel=ChannelKey(row["space_id"], row["channel_id"]),
        daily=row["daily"],
        every=row["every"],
        quiet=QuietHours(row["quiet_from"], row["quiet_to"]),
        unwanted=frozenset(row["unwanted"]),
        never=row["never"],
    )


def _plan(row: DriverRow) -> Plan:
    new = NewPlan(row["day"], OccasionKind(row["why"]), row["ref"], row["begins"], row["ends"])
    obstacle = Obstacle(row["obstacle"]) if row["obstacle"] else None
    return Plan(row["id"], row["person_id"], row["character_id"], new, PlanState(row["state"]), obstacle, row["name"])
