"""The hours of a person's day in which a character may write first, whatever the clocks do there. Pure."""

import re
from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from engine.values.people.writing_first import QuietHours

_MORNING: Final = 8
"""When the day begins for who has no quiet hours."""
_HOURS: Final = 24
_TYPED: Final = re.compile(
    r"(\d{1,2})(?::00)?\s*(?:[点時时]|o['’]clock)?\s*(?:-|–|—|~|～|to|到|至)\s*(\d{1,2})(?::00)?\s*(?:[点時时]|o['’]clock)?",
    re.IGNORECASE,
)


def hours_of(text: str) -> QuietHours | None:
    """The quiet hours that somebody types: "22-9", "22:00 – 9:00", 22点到9点; None for anything else."""
    found = _TYPED.fullmatch(text.strip())
    if found is None or int(found[1]) > _HOURS or int(found[2]) > _HOURS:
        return None
    return QuietHours(int(found[1]) % _HOURS, int(found[2]) % _HOURS)


def is_quiet(at: datetime, quiet: QuietHours, zone: ZoneInfo) -> bool:
    """Whether nobody is to be written to at an instant (aware), by the clock on the wall."""
    hour = at.astimezone(zone).hour
    if quiet.begin <= quiet.end:
        return quiet.begin <= hour < quiet.end
    return hour >= quiet.begin or hour < quiet.end


def waking(day: date, quiet: QuietHours, zone: ZoneInfo) -> tuple[datetime, datetime]:
    """From when to when (UTC) somebody may be written to on a local day: one stretch, behind the quiet hours."""
    first = quiet.end if quiet.begin != quiet.end else _MORNING
    last = quiet.begin if quiet.begin > quiet.end else _HOURS
    return instant(day, time(first), zone), _hour(day, last, zone)


def instant(day: date, at: time, zone: ZoneInfo) -> datetime:
    """The instant (UTC) at which the clocks show a time on a day; of two the first, of none the first one behind it."""
    local = datetime.combine(day, at, zone)
    back = local.astimezone(UTC).astimezone(zone)
    if back.replace(tzinfo=None) == local.replace(tzinfo=None):
        return local.astimezone(UTC)
    missing = local.replace(fold=1).astimezone(UTC)  # by the clock that goes there then: still before the gap
    while missing.astimezone(zone).replace(tzinfo=None) < local.replace(tzinfo=None):
        missing += timedelta(minutes=1)
    return missing


def local_day(at: datetime, zone: ZoneInfo) -> date:
    """The day that it is there."""
    return at.astimezone(zone).date()


def _hour(day: date, hour: int, zone: ZoneInfo) -> datetime:
    if hour == _HOURS:
        return instant(day + timedelta(days=1), time(), zone)
    return instant(day, time(hour), zone)
