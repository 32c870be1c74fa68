"""When a dated fact comes next, against days that the almanacs print."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.dates.occurring import coming, days_from, next_at, possible
from engine.values.memory.memories import PersonFact
from engine.values.people.dates import DateCalendar, DatedFact, DateEvery, DateKind, DateWish, FactDate

LUNAR, SOLAR = DateCalendar.LUNAR, DateCalendar.SOLAR
NEW_YORK: Final = ZoneInfo("America/New_York")
ZONES: Final = ("Asia/Shanghai", "America/New_York", "Europe/London", "Australia/Lord_Howe", "Pacific/Apia", "UTC")

ALMANAC: Final[Mapping[tuple[int, int], tuple[str, ...]]] = {
    (1, 1): ("2026-02-17", "2027-02-06", "2028-01-26", "2029-02-13", "2030-02-03", "2031-01-23", "2032-02-11"),
    (5, 5): ("2026-06-19", "2027-06-09", "2028-05-28", "2029-06-16", "2030-06-05", "2031-06-24", "2032-06-12"),
    (8, 15): ("2026-09-25", "2027-09-15", "2028-10-03", "2029-09-22", "2030-09-12", "2031-10-01", "2032-09-19"),
}
"""Spring Festival, the Dragon Boat Festival and Mid-Autumn, as the Hong Kong Observatory prints them."""


def yearly(month: int, day: int, calendar: DateCalendar = SOLAR, **more: Any) -> FactDate:
    return FactDate(DateKind.BIRTHDAY, month, day, calendar=calendar, every=DateEvery.YEAR, **more)


def once(year: int, month: int, day: int, calendar: DateCalendar = SOLAR, **more: Any) -> FactDate:
    return FactDate(DateKind.EXAM, month, day, year, calendar, **more)


def next_days(on: FactDate, first: date, count: int) -> list[date]:
    found: list[date] = []
    while len(found) < count:
        day = next(iter(days_from(on, first)))
        found.append(day)
        first = day + timedelta(days=1)
    return found


@pytest.mark.parametrize(("lunar", "days"), ALMANAC.items())
def test_lunar_days_of_the_almanac(lunar: tuple[int, int], days: tuple[str, ...]) -> None:
    """A character would wish a happy birthday on the wrong day."""
    found = next_days(yearly(*lunar, LUNAR), date(2026, 1, 1), len(days))
    assert [str(it) for it in found] == list(days)
    exact = [next_at(once(int(it[:4]), *lunar, LUNAR), datetime(2025, 1, 1, tzinfo=UTC)) for it in days]
    assert [str(it.date()) for it in exact if it] == list(days)


@pytest.mark.parametrize(
    ("year", "month", "first"), [(2025, 6, "2025-07-25"), (2028, 5, "2028-06-23"), (2031, 3, "2031-04-22")]
)
def test_leap_months_are_months_of_their_own(year: int, month: int, first: str) -> None:
    """Who was born in a leap month is a month older than who was born in the one before it."""
    at = datetime(2024, 6, 1, tzinfo=UTC)
    leap = next_at(once(year, month, 1, LUNAR, leap=True), at)
    plain = next_at(once(year, month, 1, LUNAR), at)
    assert leap is not None
    assert plain is not None
    assert str(leap.date()) == first
    assert 29 <= (leap - plain).days <= 30


def test_a_leap_month_birthday_has_a_day_in_every_year() -> None:
    """They would have a birthday once in nineteen years."""
    born = yearly(6, 10, LUNAR, leap=True)
    assert [str(it) for it in next_days(born, date(2025, 1, 1), 3)] == ["2025-08-03", "2026-07-23", "2027-07-13"]


def test_the_29th_of_february_and_the_31st() -> None:
    """What has no such day in a year or month would be left out, or raise."""
    assert [str(it) for it in next_days(yearly(2, 29), date(2026, 1, 1), 4)] == [
        "2026-02-28",
        "2027-02-28",
        "2028-02-29",
        "2029-02-28",
    ]
    rent = FactDate(DateKind.OTHER, 1, 31, 2027, every=DateEvery.MONTH)
    assert [str(it) for it in next_days(rent, date(2026, 5, 1), 3)] == ["2027-01-31", "2027-02-28", "2027-03-31"]


def test_weeks_and_lunar_months() -> None:
    """A course on Thursdays would begin before it begins; 初一 would be the first of the common month."""
    course = FactDate(DateKind.APPOINTMENT, 12, 3, 2026, every=DateEvery.WEEK)
    assert [str(it) for it in next_days(course, date(2026, 11, 27), 2)] == ["2026-12-03", "2026-12-10"]
    first = FactDate(DateKind.OTHER, 5, 1, 2028, LUNAR, every=DateEvery.MONTH)
    assert [str(it) for it in next_days(first, date(2028, 5, 1), 3)] == ["2028-05-24", "2028-06-23", "2028-07-22"]


def test_a_day_lasts_until_it_is_over_and_a_time_until_then() -> None:
    """On the morning of a birthday it would be told as a year away; an exam that is over as to come."""
    noon = datetime(2026, 9, 25, 12, tzinfo=NEW_YORK)
    today = next_at(yearly(9, 25), noon)
    assert today == datetime(2026, 9, 25, tzinfo=NEW_YORK)
    assert next_at(yearly(9, 25, minute=11 * 60), noon) == datetime(2027, 9, 25, 11, tzinfo=NEW_YORK)
    assert next_at(once(2026, 9, 25, minute=11 * 60), noon) is None
    assert next_at(once(2026, 9, 24), noon) is None


def test_the_clock_of_the_person_holds() -> None:
    """At half past two of a night that has none, and on the other side of the date line, the day would be another."""
    spring = datetime(2027, 3, 13, 12, tzinfo=NEW_YORK)
    gap = next_at(once(2027, 3, 14, minute=150), spring)
    assert gap is not None
    assert (gap.hour, gap.minute, gap.utcoffset()) == (3, 30, timedelta(hours=-4))
    twice = next_at(once(2027, 11, 7, minute=90), spring)
    assert twice is not None
    assert twice.astimezone(UTC) == datetime(2027, 11, 7, 5, 30, tzinfo=UTC)
    instant = datetime(2026, 12, 31, 12, tzinfo=UTC)
    found = [next_at(yearly(1, 1), instant.astimezone(ZoneInfo(it))) for it in ("Pacific/Apia", "Pacific/Honolulu")]
    assert [it.date() for it in found if it] == [date(2027, 1, 1), date(2027, 1, 1)]
    assert found[0] is not None
    assert found[0] <= instant.astimezone(ZoneInfo("Pacific/Apia"))


@pytest.mark.parametrize(
    ("on", "is_one"),
    [
        (once(2027, 2, 29), False),
        (once(2028, 2, 29), True),
        (yearly(2, 29), True),
        (yearly(2, 30), False),
        (yearly(2, 30, LUNAR), True),
        (yearly(8, 31, LUNAR), False),
        (once(2026, 6, 1, LUNAR, leap=True), False),
        (once(2028, 5, 1, LUNAR, leap=True), True),
        (yearly(13, 1), False),
        (FactDate(DateKind.EXAM, 5, 1), False),
        (once(1899, 5, 1), False),
        (once(2100, 5, 1), False),
    ],
)
def test_days_that_there_are_not(on: FactDate, is_one: bool) -> None:
    """A day that never comes would be kept, and nobody told."""
    assert possible(on) is is_one


@st.composite
def dates(draw: st.DrawFn) -> FactDate:
    return FactDate(
        draw(st.sampled_from(DateKind)),
        draw(st.integers(1, 12)),
        draw(st.integers(1, 31)),
        draw(st.integers(1900, 2040)),
        draw(st.sampled_from(DateCalendar)),
        leap=draw(st.booleans()),
        minute=draw(st.one_of(st.none(), st.integers(0, 1439))),
        every=draw(st.sampled_from(DateEvery)),
        wish=draw(st.sampled_from(DateWish)),
    )


@given(dates(), st.integers(0, 7 * 366 * 24 * 60), st.sampled_from(ZONES))
def test_what_comes_again_always_comes(on: FactDate, minutes: int, zone: str) -> None:
    """Some day of some calendar would never be told, or one that is over again and again."""
    now = (datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=minutes)).astimezone(ZoneInfo(zone))
    at = next_at(on, now)
    if not possible(on):
        return
    if on.every is DateEvery.NEVER:
        assert at is None or at.date() >= now.date()
        return
    assert at is not None
    assert at.tzinfo is now.tzinfo
    assert at.date() >= now.date()
    assert on.minute is None or at.astimezone(UTC) >= now.astimezone(UTC)
    began = on.year is None or on.year < now.year - 1
    longest = {DateEvery.YEAR: 386, DateEvery.MONTH: 33, DateEvery.WEEK: 8}[on.every]
    assert not began or (at.date() - now.date()).days <= longest


def test_what_is_near_comes_in_order() -> None:
    """The exam of the day after tomorrow would hide the birthday of today."""
    now = datetime(2026, 9, 24, 20, tzinfo=NEW_YORK)
    fact = PersonFact(1, 1, "fact", now)
    rows = [yearly(8, 15, LUNAR), once(2026, 9, 24, minute=22 * 60), yearly(9, 24), yearly(9, 28), once(2026, 9, 27)]
    found = coming([DatedFact(fact, it) for it in rows], now, 3)
    assert [it.date for it in found] == [rows[2], rows[1], rows[0], rows[4]]
