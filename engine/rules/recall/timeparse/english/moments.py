"""Odd ones: "just now", "a moment ago", "overnight", "last last week", and what lies ahead ("two weeks from now")."""

from datetime import timedelta
from typing import Final

from engine.rules.recall.timeparse.calendar import DAY
from engine.rules.recall.timeparse.english.counts import SHORT, ago, amount, grain, later, number
from engine.rules.recall.timeparse.english.days import unit_place, weekdays_ago
from engine.rules.recall.timeparse.english.hours import night_before
from engine.rules.recall.timeparse.english.pieces import EnglishGrain, Place, Stance, TimePiece, Tokens, future
from engine.rules.recall.timeparse.english.words import DAYS, MONTHS, WEEKS, YEARS, TokenKind
from engine.values.memory.recall import TimeRange

_RECENT: Final = {DAYS: 6, WEEKS: 25, MONTHS: 90, YEARS: 1000}
_AHEAD: Final = frozenset({"from", "later", "hence", "after"})


def _ending_now(back: timedelta) -> Place:
    return lambda _within, now: TimeRange(now - back, now)


def counted(tokens: Tokens, index: int) -> TimePiece | None:
    """What begins with a number: "two weeks ago", "two Fridays ago", "two weeks from now"."""
    found = number(tokens, index)
    if found is None:
        return None
    behind = tokens[found[2]]
    if behind.kind is TokenKind.WORD and behind.spaced and tokens[found[2] + 1].word == "ago":
        return weekdays_ago(tokens, index)
    if behind.kind is TokenKind.UNIT or behind.word == "second" or (behind.word in SHORT and not behind.spaced):
        return ago(tokens, index) or from_now(tokens, index)
    return None


def just_now(tokens: Tokens, index: int) -> TimePiece | None:
    """ "Just now": the last half hour."""
    if tokens[index + 1].word != "now":
        return None
    return TimePiece(index, index + 2, EnglishGrain.CLOCK, _ending_now(timedelta(minutes=30)), Stance.PAST, vague=True)


def moment_ago(tokens: Tokens, index: int) -> TimePiece | None:
    """ "A moment ago", "minutes ago", "a little while ago"."""
    last = index + (tokens[index].word in ("a", "few", "just"))
    last += tokens[last].word in ("few", "little")
    if tokens[last].word not in ("moment", "moments", "sec", "minutes", "seconds") or tokens[last + 1].word != "ago":
        return None
    return TimePiece(index, last + 2, EnglishGrain.CLOCK, _ending_now(timedelta(minutes=30)), Stance.PAST, vague=True)


def in_recent(tokens: Tokens, index: int) -> TimePiece | None:
    """ "In recent weeks"."""
    unit = tokens[index + 1]
    if unit.kind is not TokenKind.UNIT or unit.value not in _RECENT or tokens[index - 1].word != "in":
        return None
    return TimePiece(
        index, index + 2, grain(unit.value), _ending_now(DAY * _RECENT[unit.value]), Stance.PAST, vague=True
    )


def all_of_it(tokens: Tokens, index: int) -> TimePiece | None:
    """ "All week": the present one."""
    unit = tokens[index + 1]
    if unit.kind is not TokenKind.UNIT or unit.word not in ("week", "weekend", "month", "year"):
        return None
    return TimePiece(index, index + 2, grain(unit.value), unit_place(unit.value, 0), doubtful=True)


def overnight(_tokens: Tokens, index: int) -> TimePiece | None:
    """ "Overnight": last night."""
    return TimePiece(index, index + 1, EnglishGrain.PART, night_before)


def last_last(tokens: Tokens, index: int) -> TimePiece | None:
    """ "Last last week"."""
    unit = tokens[index + 2]
    if unit.kind is not TokenKind.UNIT or unit.value not in (WEEKS, MONTHS, YEARS):
        return None
    return TimePiece(index, index + 3, grain(unit.value), unit_place(unit.value, -2), Stance.PAST)


def from_now(tokens: Tokens, index: int) -> TimePiece | None:
    """ "Two weeks from now", "three days later": ahead, or seen from something else."""
    counted = amount(tokens, index)
    if counted is None or tokens[counted.last].word not in _AHEAD:
        return None
    if tokens[counted.last].word == "later":
        return future(index, counted.last + 1, grain(counted.unit), later(counted))
    target = tokens[counted.last + 1]
    if target.word == "now":
        return future(index, counted.last + 2, grain(counted.unit), later(counted))
    if tokens[counted.last].word != "from" or target.kind not in (TokenKind.DAY, TokenKind.WEEKDAY):
        return None
    weekday = target.kind is TokenKind.WEEKDAY
    place = later(counted, weekday=target.value) if weekday else later(counted, target.value)
    return future(index, counted.last + 2, grain(counted.unit), place)
