"""A stretch of time while its Chinese words are read one by one, from the year down to the minute."""

from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from enum import IntEnum
from typing import Final

from engine.rules.recall.timeparse import calendar
from engine.rules.recall.timeparse.calendar import DAY
from engine.values.memory.recall import TimeRange


class Grain(IntEnum):
    """How fine a stretch is. A holiday or a season lies between the year and the month."""

    YEAR = 1
    SEASON = 2
    MONTH = 3
    THIRD = 4
    WEEK = 5
    DAY = 6
    PART = 7
    CLOCK = 8
    SPAN = 9  # nothing can make it finer


@dataclass(frozen=True, slots=True)
class TimeStretch:
    """From ``start`` to ``end`` (aware, half open); for a CLOCK ``start`` is the very moment."""

    start: datetime
    end: datetime
    grain: Grain
    certain: bool = True

    @property
    def first(self) -> date:
        """Its first day; for what runs past midnight, the day that it is called after."""
        return self.start.date()

    @property
    def last(self) -> date:
        """Its last day."""
        return (self.end - timedelta(seconds=1)).date()

    def vaguely(self) -> "TimeStretch":
        """The same, not certain."""
        return replace(self, certain=False)


def stretch(found: TimeRange, grain: Grain, *, certain: bool = True) -> TimeStretch:
    """A range that has both ends."""
    if found.start is None or found.end is None:
        raise ValueError(found)
    return TimeStretch(found.start, found.end, grain, certain)


def days(first: date, last: date, now: datetime, grain: Grain = Grain.DAY) -> TimeStretch:
    """From one day to another, both included."""
    return stretch(calendar.days(first, last, now), grain)


_CLOCK_WIDTH: Final = timedelta(minutes=45)


def moment(at: datetime) -> TimeStretch:
    """A time of the clock, of which people are rarely sure to the minute."""
    return TimeStretch(at, at + _CLOCK_WIDTH, Grain.CLOCK)


def year(number: int, now: datetime) -> TimeStretch:
    """A calendar year."""
    return stretch(calendar.years(number, 1, now), Grain.YEAR)


def month(months: int, now: datetime) -> TimeStretch:
    """The calendar month that lies so many months after January of the year 0."""
    return stretch(calendar.months(months // 12, months % 12 + 1, 1, now), Grain.MONTH)


def months_of(day: date) -> int:
    """Which month it is, counted from January of the year 0."""
    return day.year * 12 + day.month - 1


def week(offset: int, now: datetime) -> TimeStretch:
    """A week, counted from this one."""
    return stretch(calendar.week(now.date() + 7 * DAY * offset, now), Grain.WEEK)


def day(offset: int, now: datetime) -> TimeStretch:
    """A day, counted from today."""
    today = now.date() + DAY * offset
    return days(today, today, now)
