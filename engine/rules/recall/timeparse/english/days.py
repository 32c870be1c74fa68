"""Days, weekdays, weekends and weeks: "yesterday", "last Tuesday", "the week before last", "the other night"."""

from datetime import datetime
from typing import Final

from engine.rules.recall.timeparse.calendar import DAY, days, midnight, monday, months, week, weekend, years
from engine.rules.recall.timeparse.english.counts import Amount, amount, number, recent
from engine.rules.recall.timeparse.english.counts import grain as grain_of
from engine.rules.recall.timeparse.english.hours import parts_back
from engine.rules.recall.timeparse.english.pieces import EnglishGrain, Place, Stance, TimePiece, Tokens, future
from engine.rules.recall.timeparse.english.words import (
    DAYS,
    DECADES,
    DOUBTFUL,
    FORTNIGHTS,
    HOURS,
    LEXICON,
    MINUTES,
    MONTHS,
    QUARTERS,
    SECONDS,
    WEEKENDS,
    WEEKS,
    YEARS,
    TokenKind,
)
from engine.rules.recall.timeparse.english.years import ended_season
from engine.values.memory.recall import TimeRange

_STANCES: Final = {-1: Stance.PAST, 0: Stance.THIS, 1: Stance.FUTURE}
_OF: Final = frozenset({"of", "in"})


def day(tokens: Tokens, index: int) -> TimePiece | None:
    """Yesterday, today, tomorrow, the days next to them, and "the day before last"."""
    distance = tokens[index].value
    return TimePiece(index, index + 1, EnglishGrain.DAY, days_from(distance), _STANCES[distance])


def day_next_to(tokens: Tokens, index: int) -> TimePiece | None:
    """ "The day before yesterday", "the day after tomorrow"."""
    side, target = tokens[index + 1], tokens[index + 2]
    if side.word not in ("before", "after") or target.kind is not TokenKind.DAY:
        return None
    distance = target.value + (-1 if side.word == "before" else 1)
    stance = Stance.PAST if distance < 0 else Stance.FUTURE if distance else Stance.THIS
    return TimePiece(index, index + 3, EnglishGrain.DAY, days_from(distance), stance)


def days_from(distance: int) -> Place:
    """The day so many days from today."""

    def place(within: TimeRange | None, now: datetime) -> TimeRange | None:
        there = now.date() + DAY * distance
        if within is not None and not within.holds(midnight(there, now)):
            return None
        return days(there, there, now)

    return place


def weekday(tokens: Tokens, index: int) -> TimePiece | None:
    """A bare weekday: the latest before today, or the one inside the week it belongs to."""
    token = tokens[index]
    if token.word.endswith("s") and token.word not in ("tues", "weds", "thurs"):
        return None
    last = index + 1 + (tokens[index + 1].word == "." and token.word in DOUBTFUL and not tokens[index + 1].spaced)
    short = token.word in DOUBTFUL
    if tokens[last].word == "before" and tokens[last + 1].word == "last":
        return TimePiece(index, last + 2, EnglishGrain.DAY, weekdays_back(token.value, 1), Stance.PAST)
    return TimePiece(index, last, EnglishGrain.DAY, weekdays_back(token.value), doubtful=short)


def weekdays_back(which: int, more: int = 0) -> Place:
    """The latest such weekday before today, ``more`` weeks earlier; or the first one inside a larger part."""

    def place(within: TimeRange | None, now: datetime) -> TimeRange | None:
        if within is None or within.start is None:
            there = now.date() - DAY * ((now.weekday() - which - 1) % 7 + 1 + 7 * more)
            return days(there, there, now)
        first = within.start.date()
        there = first + DAY * ((which - first.weekday()) % 7)
        return days(there, there, now) if within.holds(midnight(there, now)) else None

    return place


def named(tokens: Tokens, index: int, this: int, last: int) -> TimePiece | None:
    """A weekday or unit behind "last", "this", "next": ``this`` is -1, 0 or 1, ``last`` the token of the word."""
    token = tokens[last]
    if token.kind is TokenKind.WEEKDAY:
        if this > 0:
            return future(index, last + 1, EnglishGrain.DAY, week_day(token.value, 1))
        if this < 0:
            return TimePiece(index, last + 1, EnglishGrain.DAY, weekdays_back(token.value), Stance.PAST)
        return TimePiece(index, last + 1, EnglishGrain.DAY, week_day(token.value))
    if token.kind is TokenKind.UNIT:
        return _unit(tokens, index, this, last)
    return None


def weekdays_ago(tokens: Tokens, index: int) -> TimePiece | None:
    """ "Two Fridays ago", "two nights ago", "two summers ago"."""
    counted = number(tokens, index)
    if counted is None or tokens[counted[2] + 1].word != "ago":
        return None
    kind, which = LEXICON.get(tokens[counted[2]].word.removesuffix("s"), (TokenKind.WORD, 0))
    count, last = round(counted[0]), counted[2] + 2
    if not 1 <= count < 500:
        return None
    if kind is TokenKind.WEEKDAY:
        return TimePiece(index, last, EnglishGrain.DAY, weekdays_back(which, count - 1), Stance.PAST, counted[1])
    if kind is TokenKind.SEASON:
        return TimePiece(index, last, EnglishGrain.SEASON, ended_season(which, count - 1), Stance.PAST, counted[1])
    return (
        TimePiece(index, last, EnglishGrain.PART, parts_back(which, count), Stance.PAST, counted[1])
        if kind is TokenKind.PART
        else None
    )


def week_day(which: int, later: int = 0) -> Place:
    """A weekday of the present week, or of the one so many weeks ``later``."""

    def place(_within: TimeRange | None, now: datetime) -> TimeRange | None:
        there = monday(now.date()) + DAY * (which + 7 * later)
        return days(there, there, now)

    return place


def _unit(tokens: Tokens, index: int, this: int, last: int) -> TimePiece | None:
    unit, word = tokens[last].value, tokens[last].word
    grain = grain_of(unit)
    if this > 0:
        return None if tokens[index].word == "following" else future(index, last + 1, grain, unit_place(unit, 1))
    ordinal = tokens[last + 1].word in _OF and unit in (DAYS, WEEKS, WEEKENDS, MONTHS)
    if (unit in (SECONDS, MINUTES) and this < 0) or ordinal or word.endswith("s"):
        return None
    past = tokens[last - 1].word == "past"
    if (past and unit != WEEKENDS) or (unit in (HOURS, FORTNIGHTS) and this < 0):
        return TimePiece(index, last + 1, grain, lambda _w, now: recent(Amount(1.0, unit, False, 0), now), Stance.PAST)
    if unit in (HOURS, SECONDS, MINUTES, DAYS):
        return None
    return TimePiece(index, last + 1, grain, unit_place(unit, this), _STANCES[this])


def unit_place(unit: int, distance: int) -> Place:
    """The week, month, year … so many from the present one."""

    def place(within: TimeRange | None, now: datetime) -> TimeRange | None:
        if within is not None and within.start is not None and distance == 0 and unit in (WEEKS, WEEKENDS, MONTHS):
            return whole(unit, 0, now.replace(year=within.start.year))
        return whole(unit, distance, now)

    return place


def whole(unit: int, distance: int, now: datetime) -> TimeRange | None:
    """The calendar's week, weekend, month, quarter, year or decade so many from the present one."""
    today = now.date()
    if unit in (WEEKS, WEEKENDS):
        there = today + DAY * 7 * distance
        return week(there, now) if unit == WEEKS else weekend(there, now)
    if unit == MONTHS:
        return months(today.year, today.month + distance, 1, now)
    if unit == QUARTERS:
        return months(today.year, (today.month - 1) // 3 * 3 + 1 + 3 * distance, 3, now)
    if unit == YEARS:
        return years(today.year + distance, 1, now)
    return years((today.year // 10 + distance) * 10, 10, now) if unit == DECADES else None


def before_last(tokens: Tokens, index: int) -> TimePiece | None:
    """ "The week before last", "year before last"."""
    token = tokens[index]
    if tokens[index + 1].word != "before" or tokens[index + 2].word != "last":
        return None
    if token.value not in (WEEKS, WEEKENDS, MONTHS, QUARTERS, YEARS):
        return None
    return TimePiece(index, index + 3, grain_of(token.value), unit_place(token.value, -2), Stance.PAST)


def bare_weekend(tokens: Tokens, index: int) -> TimePiece | None:
    """ "The weekend": the latest that has begun, or the one inside a week."""
    if tokens[index].value != WEEKENDS or tokens[index].word.endswith("s"):
        return None
    if tokens[index - 1].word not in ("the", "'s", "my", "our", "your") or tokens[index + 1].word in (
        "before",
        "after",
        "of",
    ):
        return None
    return TimePiece(index, index + 1, EnglishGrain.WEEK - 1, _weekend)


def _weekend(within: TimeRange | None, now: datetime) -> TimeRange | None:
    if within is not None and within.start is not None:
        return weekend(within.start.date(), now)
    found = weekend(now.date(), now)
    return found if found.start is not None and found.start <= now else weekend(now.date() - 7 * DAY, now)


def other(tokens: Tokens, index: int) -> TimePiece | None:
    """ "The other day", "the other night"; ``index`` is at "other"."""
    target = tokens[index + 1]
    if tokens[index - 1].word != "the":
        return None
    if target.word == "day" or target.kind is TokenKind.PART:
        return TimePiece(index, index + 2, EnglishGrain.DAY, _lately(6, 1), Stance.PAST, vague=True)
    if target.word in ("week", "weekend"):
        return TimePiece(index, index + 2, EnglishGrain.WEEK, _lately(21, 4), Stance.PAST, vague=True)
    if target.word == "month":
        return TimePiece(index, index + 2, EnglishGrain.MONTH, _lately(75, 20), Stance.PAST, vague=True)
    return None


def recently(tokens: Tokens, index: int) -> TimePiece | None:
    """ "Recently", "lately": the past two weeks."""
    return TimePiece(index, index + 1, EnglishGrain.WEEK, _lately(tokens[index].value, 0), Stance.PAST, vague=True)


def _lately(first: float, last: float) -> Place:
    return lambda _within, now: TimeRange(now - DAY * first, now - DAY * last)


def past_amount(tokens: Tokens, index: int, last: int) -> TimePiece | None:
    """ "The last three days", "these past few weeks"; ``last`` is the token behind "last" or "past"."""
    counted = amount(tokens, last)
    if counted is None or counted.last <= last + 1 or tokens[counted.last].word in ("of", "in"):
        return None
    if counted.unit in (SECONDS, MINUTES) and counted.number <= 0:
        return None
    return TimePiece(
        index, counted.last, grain_of(counted.unit), lambda _w, now: recent(counted, now), Stance.PAST, counted.loose
    )
