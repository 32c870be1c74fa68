"""Odd ones: "just now", "a moment ago", "overnight", "last last week", and what lies ahead ("two weeks from now")."""

from datetime import datetime, timedelta
from typing import Final

from engine.rules.recall.timeparse.calendar import DAY
from engine.rules.recall.timeparse.english_counts import amount, grain
from engine.rules.recall.timeparse.english_days import unit_place
from engine.rules.recall.timeparse.english_hours import night_before
from engine.rules.recall.timeparse.english_pieces import Grain, Piece, Place, Stance, Tokens, at, future
from engine.rules.recall.timeparse.english_words import DAYS, MONTHS, WEEKS, YEARS, Kind
from engine.values.recall import TimeRange

_RECENT: Final = {DAYS: 6, WEEKS: 25, MONTHS: 90, YEARS: 1000}
_AHEAD: Final = frozenset({"from", "later", "hence", "after"})


def _ending_now(back: timedelta) -> Place:
    return lambda _within, now: TimeRange(now - back, now)


def just_now(tokens: Tokens, index: int) -> Piece | None:
    """ "Just now": the last half hour."""
    if at(tokens, index + 1).word != "now":
        return None
    return Piece(index, index + 2, Grain.CLOCK, _ending_now(timedelta(minutes=30)), Stance.PAST, vague=True)


def moment_ago(tokens: Tokens, index: int) -> Piece | None:
    """ "A moment ago", "minutes ago", "a little while ago"."""
    last = index + (at(tokens, index).word in ("a", "few", "just"))
    last += at(tokens, last).word in ("few", "little")
    if (
        at(tokens, last).word not in ("moment", "moments", "sec", "minutes", "seconds")
        or at(tokens, last + 1).word != "ago"
    ):
        return None
    return Piece(index, last + 2, Grain.CLOCK, _ending_now(timedelta(minutes=30)), Stance.PAST, vague=True)


def in_recent(tokens: Tokens, index: int) -> Piece | None:
    """ "In recent weeks"."""
    unit = at(tokens, index + 1)
    if unit.kind is not Kind.UNIT or unit.value not in _RECENT or at(tokens, index - 1).word != "in":
        return None
    return Piece(index, index + 2, grain(unit.value), _ending_now(DAY * _RECENT[unit.value]), Stance.PAST, vague=True)


def overnight(tokens: Tokens, index: int) -> Piece | None:
    """ "Overnight": last night."""
    return Piece(index, index + 1, Grain.PART, night_before)


def last_last(tokens: Tokens, index: int) -> Piece | None:
    """ "Last last week"."""
    unit = at(tokens, index + 2)
    if unit.kind is not Kind.UNIT or unit.value not in (WEEKS, MONTHS, YEARS):
        return None
    return Piece(index, index + 3, grain(unit.value), unit_place(unit.value, -2), Stance.PAST)


def from_now(tokens: Tokens, index: int) -> Piece | None:
    """ "Two weeks from now", "three days later": ahead, or seen from something else."""
    counted = amount(tokens, index)
    if counted is None or at(tokens, counted.last).word not in _AHEAD:
        return None
    if at(tokens, counted.last).word == "later":
        return future(index, counted.last + 1, grain(counted.unit))
    target = at(tokens, counted.last + 1)
    if target.word == "now" or (target.kind in (Kind.DAY, Kind.WEEKDAY) and at(tokens, counted.last).word == "from"):
        return future(index, counted.last + 2, grain(counted.unit))
    return None


__all__ = ["from_now", "in_recent", "just_now", "last_last", "moment_ago", "overnight"]
_ = datetime
