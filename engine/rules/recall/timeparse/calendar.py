"""Stretches of the wall clock as half-open ranges in a person's zone."""

from datetime import date, datetime, timedelta

from engine.values.recall import TimeRange

DAY = timedelta(days=1)


def midnight(day: date, now: datetime) -> datetime:
    """The beginning of ``day`` in the zone of ``now``."""
    return datetime(day.year, day.month, day.day, tzinfo=now.tzinfo)


def days(first: date, last: date, now: datetime) -> TimeRange:
    """From the beginning of ``first`` to the end of ``last``, by the wall clock."""
    return TimeRange(midnight(first, now), midnight(last + DAY, now))


def monday(day: date) -> date:
    """The Monday of the week of ``day``."""
    return day - DAY * day.weekday()
