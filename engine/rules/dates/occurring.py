"""On which days a dated fact falls: yearly, monthly and weekly ones, of either calendar. Pure."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from engine.rules.recall.timeparse.calendar import DAY, first_of
from engine.rules.recall.timeparse.chinese.lunar import leap_month, lunar_date, lunar_day
from engine.values.people.dates import ComingDate, DateCalendar, DatedFact, DateEvery, FactDate

FIRST_YEAR: Final = 1900
LAST_YEAR: Final = 2100
"""What the lunar calendar is known for; lunar years from the one that begins in the first to before the last."""
_YEARS_ON: Final = 2
_MONTHS_ON: Final = 2
_LONGEST_LUNAR_MONTH: Final = 30


def next_at(on: FactDate, now: datetime) -> datetime | None:
    """When a date comes next, in the zone of ``now`` (aware); None where it is over or never comes.

    One of all day is told by its beginning and holds until the day is over; one with a time until that time. A time
    that the clock leaps over is the one that it leaps to; of one that comes twice, the first.
    """
    for day in days_from(on, now.date()):
        at = moment_of(on, day, now)
        if on.minute is None or at.astimezone(UTC) >= now.astimezone(UTC):
            return at
    return None


def moment_of(on: FactDate, day: date, now: datetime) -> datetime:
    """The moment of a date on a day that it falls on, in the zone of ``now``."""
    at = datetime.combine(day, time(*divmod(on.minute or 0, 60)), now.tzinfo)
    return at.astimezone(UTC).astimezone(now.tzinfo)


def coming(dated: Iterable[DatedFact], now: datetime, days: int) -> list[ComingDate]:
    """Those that come from now on until ``days`` days after today, by the calendar of ``now``; the next first."""
    last = now.date() + DAY * days
    found = ((it, next_at(it.date, now)) for it in dated)
    near = [ComingDate(it.fact, it.date, at) for it, at in found if at is not None and at.date() <= last]
    return sorted(near, key=lambda it: (it.at.astimezone(UTC), it.fact.id))


def days_from(on: FactDate, first: date) -> Iterator[date]:
    """The days on which a date falls from ``first`` on, in order: at least the next two of one that comes again."""
    try:
        begin = anchor(on)
    except (ValueError, OverflowError):
        return
    if begin is not None and on.every is not DateEvery.YEAR:
        first = max(first, begin)
    for day in _candidates(on, begin, first):
        if day >= first:
            yield day


def anchor(on: FactDate) -> date | None:
    """The very day that a date names; None without a year. Raises ValueError where there is no such day."""
    if on.year is None:
        return None
    if on.calendar is DateCalendar.SOLAR:
        return date(on.year, on.month, on.day)
    if on.leap and leap_month(on.year) != on.month:
        raise ValueError(f"no leap month {on.month} in {on.year}")
    return lunar_day(on.year, on.month, on.day, leap=on.leap)


def possible(on: FactDate) -> bool:
    """Whether there is such a day: 29 February needs a leap year or none, 30 days a month that has them."""
    if not 1 <= on.month <= 12 or on.day < 1 or (on.year is None and on.every is not DateEvery.YEAR):
        return False
    if on.year is not None and not FIRST_YEAR <= on.year < LAST_YEAR:
        return False
    if on.calendar is DateCalendar.LUNAR:
        return on.day <= _LONGEST_LUNAR_MONTH and _has_lunar_month(on)
    return on.day <= _length(on.year or 2000, on.month)


def _has_lunar_month(on: FactDate) -> bool:
    if on.year is None:
        return True
    if on.leap and leap_month(on.year) != on.month:
        return False
    whole = lunar_day(on.year, on.month, on.day, leap=on.leap)
    return on.every is not DateEvery.NEVER or lunar_date(whole)[2] == on.day


def _candidates(on: FactDate, begin: date | None, first: date) -> Sequence[date]:
    if on.every is DateEvery.YEAR:
        return _yearly(on, first)
    if begin is None:
        return ()
    if on.every is DateEvery.WEEK:
        there = first + DAY * ((begin.weekday() - first.weekday()) % 7)
        return (there, there + 7 * DAY)
    if on.every is DateEvery.MONTH:
        return _lunar_months(on, first) if on.calendar is DateCalendar.LUNAR else _monthly(on, first)
    return (begin,)


def _yearly(on: FactDate, first: date) -> list[date]:
    years = range(max(FIRST_YEAR, first.year - 1), min(LAST_YEAR, first.year + _YEARS_ON + 1))
    return [_in_year(on, year) for year in years]


def _in_year(on: FactDate, year: int) -> date:
    """Of a year without 29 February the 28th; of one without the leap month the month of that number."""
    if on.calendar is DateCalendar.SOLAR:
        return date(year, on.month, min(on.day, _length(year, on.month)))
    return lunar_day(year, on.month, on.day, leap=on.leap and leap_month(year) == on.month)


def _monthly(on: FactDate, first: date) -> list[date]:
    """The same day of each month, the last one of a shorter month."""
    months = range(first.year * 12 + first.month - 1, first.year * 12 + first.month + _MONTHS_ON)
    starts = [first_of(it) for it in months]
    return [it.replace(day=min(on.day, _length(it.year, it.month))) for it in starts]


def _lunar_months(on: FactDate, first: date) -> list[date]:
    """The same day of each lunar month, leap months too; the last one of a shorter month."""
    found: list[date] = []
    for count in range(_LONGEST_LUNAR_MONTH * _MONTHS_ON + 2):
        there = first + DAY * count
        if not FIRST_YEAR < there.year < LAST_YEAR:
            break
        day = lunar_date(there)[2]
        if day == on.day or (day < on.day and lunar_date(there + DAY)[2] == 1):
            found.append(there)
    return found


def _length(year: int, month: int) -> int:
    return (first_of(year * 12 + month) - timedelta(days=1)).day
