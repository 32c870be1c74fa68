"""Stretches of the wall clock as half-open ranges in a person's zone.

Additions to the results go by the wall clock: all of them carry the zone of ``now``. What leaves the years 1 to 9999
raises OverflowError or ValueError, which the callers take for "no such time".
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from engine.values.memory.recall import TimeRange

DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class NamedDay:
    """A day that words name. ``minute`` of the day where they say a time; ``dated``: they say the year.

    ``lunar``: month and day of the lunar calendar, and whether it is the leap month, where they are counted by it.
    ``holiday``: named by what is celebrated on it.
    """

    day: date
    minute: int | None = None
    dated: bool = False
    lunar: tuple[int, int, bool] | None = None
    holiday: bool = False


def midnight(day: date, now: datetime) -> datetime:
    """The beginning of ``day`` in the zone of ``now``."""
    return datetime(day.year, day.month, day.day, tzinfo=now.tzinfo)


def days(first: date, last: date, now: datetime) -> TimeRange:
    """From the beginning of ``first`` to the end of ``last``, by the wall clock."""
    return TimeRange(midnight(first, now), midnight(last + DAY, now))


def monday(day: date) -> date:
    """The Monday of the week of ``day``."""
    return day - DAY * day.weekday()


def week(day: date, now: datetime) -> TimeRange:
    """The week of ``day``, Monday to Sunday."""
    first = monday(day)
    return days(first, first + 6 * DAY, now)


def weekend(day: date, now: datetime) -> TimeRange:
    """Saturday and Sunday of the week of ``day``."""
    first = monday(day)
    return days(first + 5 * DAY, first + 6 * DAY, now)


def first_of(months: int) -> date:
    """The first day of the month that lies ``months`` after January of the year 0."""
    return date(months // 12, months % 12 + 1, 1)


def months(year: int, first: int, count: int, now: datetime) -> TimeRange:
    """``count`` whole months from month ``first`` (1 is January; it may run over into other years)."""
    begin = year * 12 + first - 1
    return TimeRange(midnight(first_of(begin), now), midnight(first_of(begin + count), now))


def years(first: int, count: int, now: datetime) -> TimeRange:
    """``count`` whole years."""
    return months(first, 1, 12 * count, now)


def shifted(day: date, count: int) -> date:
    """The same day ``count`` months later; the month's last day where it has no such day."""
    first = first_of(day.year * 12 + day.month - 1 + count)
    after = first_of(first.year * 12 + first.month)
    return min(first + DAY * (day.day - 1), after - DAY)


def season(year: int, which: int, now: datetime) -> TimeRange:
    """Spring (0) from March, summer (1), autumn (2), or the winter (3) that begins in December of ``year``."""
    return months(year, 3 + 3 * which, 3, now)


def hours(day: date, first: float, last: float, now: datetime) -> TimeRange:
    """From hour ``first`` to hour ``last`` of ``day``; beyond 24 is the next day."""
    begin = midnight(day, now)
    return TimeRange(begin + timedelta(hours=first), begin + timedelta(hours=last))


def around(at: datetime, minutes: float) -> TimeRange:
    """``minutes`` before and after ``at``, in real time."""
    reach = timedelta(minutes=minutes)
    return TimeRange(elapsed(at, reach), elapsed(at, -reach))


def elapsed(now: datetime, back: timedelta) -> datetime:
    """The moment ``back`` before ``now`` in real time, whatever the wall clock did in between."""
    return (now.astimezone(UTC) - back).astimezone(now.tzinfo)


def is_future(at: datetime, now: datetime) -> bool:
    """Whether ``at`` comes after ``now`` in real time; in the hour that comes twice the wall clock does not tell."""
    if at.date() != now.date():
        return at > now
    return at.astimezone(UTC) > now.astimezone(UTC)


def is_empty(found: TimeRange) -> bool:
    """Whether no real time passes from the start of ``found`` to its end: the wall clock may tell otherwise."""
    return found.start is not None and found.end is not None and found.end.timestamp() <= found.start.timestamp()


def latest(make: Callable[[int], TimeRange], now: datetime) -> TimeRange:
    """What ``make`` gives for the latest year in which it has begun by ``now``."""
    found = make(now.year)
    return found if found.start is None or found.start <= now else make(now.year - 1)


def earliest(make: Callable[[int], TimeRange], now: datetime) -> TimeRange:
    """What ``make`` gives for the first year in which it has not begun by ``now``."""
    found = make(now.year)
    return found if found.start is not None and found.start > now else make(now.year + 1)
