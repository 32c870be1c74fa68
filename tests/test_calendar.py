"""The calendar that the tests go by, and the dates on which they are tried."""

import asyncio
import calendar as months
import os
from datetime import UTC, date, datetime, timedelta, timezone
from itertools import pairwise
from zoneinfo import ZoneInfo

import asyncpg
import pytest

from engine.work.clock import SystemClock
from tests import calendar
from tests.code.sources import ROOT
from tests.conftest import NewDatabase
from tests.dates import DATES, files, of_the_day

_AT = [calendar.read(it) for it in DATES]
_DAYS = [it.date() for it in _AT]
_PRINTED = """
from tests import calendar
from engine.work.clock import SystemClock
calendar.keep()
print(calendar.now().isoformat(), SystemClock().now().isoformat(), calendar.ZONE)
"""
_A_WHILE = timedelta(minutes=10)


def test_a_date_is_read_with_its_zone() -> None:
    """A date is played in another zone than the one in which it matters."""
    assert calendar.read("2028-02-29 10:00:00") == datetime(2028, 2, 29, 10, tzinfo=UTC)
    assert calendar.read("2027-01-01 00:00:10 Asia/Shanghai") == datetime(2026, 12, 31, 16, 0, 10, tzinfo=UTC)
    summer = timezone(timedelta(hours=2))
    assert calendar.read("2027-10-31 02:30:00 Europe/Berlin").astimezone(UTC) == datetime(
        2027, 10, 31, 2, 30, tzinfo=summer
    )


@pytest.mark.parametrize(
    "wrong", ["", "tomorrow", "2027-02-29", "2027-03-28 02:30:00 Europe/Berlin", "2027-01-01 Mars"]
)
def test_a_date_that_is_none_is_refused(wrong: str) -> None:
    """A slip in a date lets everything run today, and be called green."""
    with pytest.raises((ValueError, KeyError)):
        calendar.read(wrong)


@pytest.mark.calendar
def test_somewhere_it_is_day() -> None:
    """What is counted by the day is counted over the end of one."""
    assert 3 <= calendar.now().astimezone(ZoneInfo(calendar.zone_by_day())).hour < 23


@pytest.mark.calendar
def test_the_machines_date_is_played_unless_told() -> None:
    """Who asks for no date gets one."""
    assert calendar.played({}) == calendar.Played(timedelta(), "UTC")
    assert abs(SystemClock().now() - calendar.now()) < _A_WHILE


async def test_programs_go_by_the_date() -> None:
    """Half of what runs stays on today's date, so nothing of the other date is tried."""
    wanted = "2032-02-29 23:00:00 Asia/Tokyo"
    environment = {name: value for name, value in os.environ.items() if not name.startswith(calendar.DATE)}
    command = (*calendar.program()[:1], "-c", _PRINTED)
    child = await asyncio.create_subprocess_exec(
        *command, cwd=ROOT, env={**environment, calendar.DATE: wanted}, stdout=asyncio.subprocess.PIPE
    )
    said, _ = await child.communicate()
    tests, product, zone = said.decode().split()
    assert zone == "Asia/Tokyo"
    for it in (tests, product):
        assert timedelta() <= datetime.fromisoformat(it) - calendar.read(wanted) < _A_WHILE


async def test_the_database_goes_by_the_date(new_database: NewDatabase) -> None:
    """What the database dates by itself lies years before what is written now."""
    url, ahead = await new_database(), timedelta(days=1_000)
    await calendar.keep_database(url, ahead)
    connection = await asyncpg.connect(url)
    try:
        await connection.execute(
            "CREATE TABLE dated (at timestamptz NOT NULL DEFAULT now()); INSERT INTO dated DEFAULT VALUES"
        )
        [told] = await connection.fetch("SELECT now() AS now, pg_catalog.now() AS real, at FROM public.dated")
    finally:
        await connection.close()
    assert told["now"] - told["real"] == ahead
    assert abs(told["at"] - told["now"]) < _A_WHILE


@pytest.mark.calendar
async def test_the_tests_own_database_goes_by_the_date(database_url: str) -> None:
    """The database that all tests share is left behind when a date is played."""
    connection = await asyncpg.connect(database_url)
    try:
        assert abs(await connection.fetchval("SELECT now()") - calendar.now()) < _A_WHILE
    finally:
        await connection.close()


def test_the_dates_are_those_on_which_calendars_break() -> None:
    """A weekday, an end of a month or a change of the clocks is never tried."""
    assert len(set(DATES)) == len(DATES) == 30
    assert {it.weekday() for it in _DAYS} == set(range(7))
    ends = {it for it in _DAYS if it.day == months.monthrange(it.year, it.month)[1]}
    assert len({it.month for it in ends}) >= 5
    assert {(it.month, it.day) for it in _DAYS} >= {(12, 31), (1, 1), (2, 28), (2, 29), (3, 1)}
    assert {it.year for it in _DAYS} >= {2027, 2032}
    assert len({it.date() for it in _AT if it.hour == 23 and it.minute >= 45}) >= 5
    assert len({it.date() for it in _AT if it.hour == it.minute == 0}) >= 3


def test_the_clocks_change_both_ways_in_three_zones() -> None:
    """The day that has 23 hours, or 25, is tried in one country only."""
    changes = {(str(it.tzinfo), _change(it)) for it in _AT if _change(it)}
    assert {zone for zone, change in changes if change > timedelta()} >= {
        "Europe/Berlin",
        "America/New_York",
        "Australia/Sydney",
    }
    assert {zone for zone, change in changes if change < timedelta()} >= {
        "Europe/Berlin",
        "America/New_York",
        "Australia/Sydney",
    }


def _change(at: datetime) -> timedelta:
    """By how much the clocks go forward on this day."""
    midnight = at.replace(hour=0, minute=0, second=0)
    offsets = [(midnight + timedelta(days=number)).utcoffset() for number in range(2)]
    [(before, after)] = pairwise(offsets)
    assert before is not None
    assert after is not None
    return after - before


def test_each_day_tries_other_dates() -> None:
    """The slice that every check runs is the same two dates for ever."""
    days = [str(date(2026, 11, 23) + timedelta(days=number)) for number in range(90)]
    taken = [of_the_day(2, it) for it in days]
    assert taken == [of_the_day(2, it) for it in days]
    assert {date for them in taken for date in them} == set(DATES)
    assert all(len(set(them)) == 2 for them in taken)


def test_there_is_something_to_try() -> None:
    """The thirty dates are green because nothing runs on them."""
    assert {"tests/platforms/test_long_year.py", "tests/turns/house/test_retention.py"} <= set(files())
