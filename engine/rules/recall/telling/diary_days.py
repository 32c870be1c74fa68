"""Which messages belong to which day of a diary, and which days are over.

A day is a local one. A talk that goes on over midnight belongs to the day it began, until a pause or the early morning.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

PAUSE: Final = timedelta(hours=2)
"""After so long without a word a talk has ended."""
MORNING: Final = time(6)
"""Who talks on beyond this hour has begun another day."""


@dataclass(frozen=True, slots=True)
class Uttered:
    """A message as days see it: its place on the line, when it was said (aware), whether a character said it."""

    seq: int
    at: datetime
    reply: bool


@dataclass(frozen=True, slots=True)
class Day:
    """A local day of a line: its messages lie between seq ``first`` and ``last``, said from ``began`` to ``ended``."""

    date: date
    first: int
    last: int
    began: datetime
    ended: datetime
    replies: int = 0


def days(said: Iterable[Uttered], zone: ZoneInfo) -> list[Day]:
    """The days of a line, first to last, whose messages come in order."""
    found: list[Day] = []
    for one in said:
        here = found[-1] if found else None
        if here is not None and _belongs(one, here, zone):
            ended = max(here.ended, one.at)
            found[-1] = replace(here, last=one.seq, ended=ended, replies=here.replies + one.reply)
        else:
            on = one.at.astimezone(zone).date()
            found.append(Day(on, one.seq, one.seq, one.at, one.at, int(one.reply)))
    return found


def over(day: Day, zone: ZoneInfo, now: datetime) -> bool:
    """Whether nothing that is said from ``now`` on (aware) can belong to the day."""
    local = now.astimezone(zone)
    if local.date() <= day.date:
        return False
    return now - day.ended >= PAUSE or local >= _morning_after(day, zone)


def finished(all_days: Sequence[Day], zone: ZoneInfo, now: datetime) -> list[Day]:
    """The days that are over: each one behind which another has begun, and the last when its time has passed."""
    return [it for it in all_days if it is not all_days[-1] or over(it, zone, now)]


def _belongs(one: Uttered, day: Day, zone: ZoneInfo) -> bool:
    """Clocks that go back, and files whose times jump, begin no new day for an earlier date."""
    on = one.at.astimezone(zone).date()
    if on <= day.date:
        return True
    goes_on = one.at - day.ended < PAUSE  # both aware: a change of the clock is no pause
    return goes_on and one.at < _morning_after(day, zone)


def _morning_after(day: Day, zone: ZoneInfo) -> datetime:
    return datetime.combine(day.date + timedelta(days=1), MORNING, zone)
