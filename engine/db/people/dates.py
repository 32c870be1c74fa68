"""Dated facts about people in Postgres: facts as all others, with a row that says their day."""

from datetime import datetime

from engine.db.memory.facts import fact_of
from engine.db.postgres.driver import DriverRow
from engine.db.postgres.pool import Statements
from engine.rules.dates.occurring import coming, possible
from engine.values.memory.memories import NOWHERE, TellingPlace
from engine.values.people.dates import ComingDate, DateCalendar, DatedFact, DateEvery, DateKind, DateWish, FactDate


async def dates_of(
    on: Statements,
    person: int,
    character: int | None = None,
    *,
    at: TellingPlace = NOWHERE,
    private_too: bool = False,
) -> list[DatedFact]:
    """The dated facts about ``person`` that ``character`` (None: anybody) may tell ``at`` a place, oldest first.

    ``private_too``: all of them, wherever they were said.
    """
    rows = await on.fetch("dates_of", person, character, private_too, at.space, sorted(at.covered))
    return [DatedFact(fact_of(row), date_of(row)) for row in rows]


async def near(
    on: Statements,
    told: tuple[int, int | None],
    now: datetime,
    days: int,
    *,
    at: TellingPlace = NOWHERE,
    private_too: bool = False,
) -> list[ComingDate]:
    """What comes from now until ``days`` days after today, the next first; ``told``: person and character.

    ``now`` is aware, in the person's zone. Those that are to be left alone come too: their wish says so.
    """
    return coming(await dates_of(on, *told, at=at, private_too=private_too), now, days)


async def put(on: Statements, person: int, fact: int, date: FactDate) -> bool:
    """Say the day of a fact, instead of any before; False when it is not true now, or there is no such day."""
    if not possible(date):
        return False
    columns = (date.kind, date.calendar, date.year, date.month, date.day, date.leap, date.minute, date.every, date.wish)
    return await on.fetchval("put_date", person, fact, *columns) is not None


async def hand_on(on: Statements, person: int, old: int, new: int) -> None:
    """The fact that took the place of ``old`` keeps its day, unless it has one of its own."""
    await on.execute("hand_on_date", person, old, new)


async def wish(on: Statements, person: int, fact: int, wanted: DateWish) -> bool:
    """Say what is to be done about the day of a fact; False when it is not true now or has no day."""
    return await on.fetchval("wish_date", person, fact, wanted) is not None


def date_of(row: DriverRow) -> FactDate:
    """The day of a fact, as its columns say it."""
    return FactDate(
        kind=DateKind(row["kind"]),
        month=row["month"],
        day=row["day"],
        year=row["year"],
        calendar=DateCalendar(row["calendar"]),
        leap=row["leap"],
        minute=row["minute"],
        every=DateEvery(row["every"]),
        wish=DateWish(row["wish"]),
    )
