"""Parts of something larger: "early last month", "the first half of 2025", "the second week of March"."""

from datetime import date, datetime, timedelta
from typing import Final

from engine.rules.recall.timeparse.calendar import DAY, days, hours, midnight, months, week, weekend
from engine.rules.recall.timeparse.english.counts import grain as grain_of
from engine.rules.recall.timeparse.english.counts import number
from engine.rules.recall.timeparse.english.days import whole
from engine.rules.recall.timeparse.english.pieces import EnglishGrain, Place, Stance, TimePiece, Tokens, skip
from engine.rules.recall.timeparse.english.words import (
    DAYS,
    EARLY,
    END,
    LATE,
    MIDDLE,
    MONTHS,
    QUARTERS,
    START,
    WEEKENDS,
    WEEKS,
    YEARS,
    TokenKind,
)
from engine.values.memory.recall import TimeRange

EDGE_GRAIN: Final = -1  # until the part is known that it is an edge of
_OF: Final = frozenset({"of", "in", "the", "-", "part", "to", "month", "year", "week"})
_FIFTHS: Final = {EARLY: (0.0, 0.36), START: (0.0, 0.27), MIDDLE: (0.33, 0.67), LATE: (0.64, 1.0), END: (0.73, 1.0)}
_OF_YEAR: Final = {EARLY: (1, 2), START: (1, 2), MIDDLE: (5, 4), LATE: (10, 3), END: (11, 2)}
_OF_MONTH: Final = {EARLY: (1, 10), START: (1, 8), MIDDLE: (11, 20), LATE: (21, 31), END: (24, 31)}
_OF_WEEK: Final = {EARLY: (0, 1), START: (0, 1), MIDDLE: (1, 3), LATE: (3, 6), END: (4, 6)}
_PART, _WEEK, _MONTH, _YEAR = timedelta(hours=13), timedelta(days=7), timedelta(days=32), timedelta(days=367)


def edge(tokens: Tokens, index: int) -> TimePiece | None:
    """The beginning, middle or end of what follows."""
    token = tokens[index]
    last = index + 1
    if token.word in ("start", "beginning", "end", "middle") and tokens[last].word not in ("of", "to"):
        return None
    last = skip(tokens, last, _OF, 3)
    if tokens[last - 1].kind is TokenKind.UNIT and tokens[last - 2].word == "the" and tokens[last].word != "of":
        unit = tokens[last - 1].value
        return TimePiece(index, last, grain_of(unit) - 1, lambda _within, now: _of_this(unit, token.value, now))
    return TimePiece(index, last, EDGE_GRAIN, lambda within, now: _cut(within, token.value, now), Stance.INNER)


def _of_this(unit: int, which: int, now: datetime) -> TimeRange | None:
    """The edge of the present unit; of the one before while it is still to come."""
    for distance in (0, -1):
        found = _cut(whole(unit, distance, now), which, now)
        if found is not None and found.start is not None and found.start <= now:
            return found
    return None


def wee(tokens: Tokens, index: int) -> TimePiece | None:
    """ "The wee hours of Saturday", "the small hours"."""
    if tokens[index + 1].word != "hours":
        return None
    last = skip(tokens, index + 2, _OF, 2)
    return TimePiece(index, last, EnglishGrain.PART - 1, _small_hours, Stance.OPEN)


def _small_hours(within: TimeRange | None, now: datetime) -> TimeRange | None:
    day = now.date() if within is None or within.start is None else within.start.date()
    return hours(day, 0, 5, now)


def _cut(within: TimeRange | None, which: int, now: datetime) -> TimeRange | None:
    if within is None or within.start is None or within.end is None:
        return None
    first, last = within.start.date(), (within.end - timedelta(minutes=1)).date()
    size = within.end - within.start
    if size <= _PART:
        return _part_of_day(within.start, size, which)
    if size <= DAY:
        return _part_of_day(within.start + timedelta(hours=6), size * 0.75, which)
    if size <= _WEEK:
        low, high = _OF_WEEK[which]
        return days(first + DAY * low, min(last, first + DAY * high), now)
    if size <= _MONTH:
        low, high = _OF_MONTH[which]
        return days(first.replace(day=low), min(last, first + DAY * (high - 1)), now)
    if size <= _YEAR and first.month == 1 and last.month == 12:
        return months(first.year, *_OF_YEAR[which], now)
    low, high = _FIFTHS[which]
    count = (last - first).days + 1
    return days(first + DAY * round(count * low), first + DAY * (round(count * high) - 1), now)


def _part_of_day(start: datetime, size: timedelta, which: int) -> TimeRange:
    low, high = _FIFTHS[which]
    early = timedelta(hours=1) if which == EARLY else timedelta()
    return TimeRange(start + size * low - early, start + size * high)


def earlier(tokens: Tokens, index: int) -> TimePiece | None:
    """ "Earlier today", "earlier this week": from its beginning to now."""
    behind = tokens[index + 1]
    if behind.kind not in (TokenKind.DAY, TokenKind.WHICH) and behind.word not in ("in", "tonight", "tonite"):
        return None
    return TimePiece(index, index + 1, EDGE_GRAIN, _so_far, Stance.INNER)


def _so_far(within: TimeRange | None, now: datetime) -> TimeRange | None:
    if within is None or within.end is None or within.end <= now:
        return _cut(within, EARLY, now)
    return TimeRange(within.start, now)


def ordinal(tokens: Tokens, index: int) -> TimePiece | None:
    """ "The second week of", "the first half of", "the last Friday of", "the first few days of"."""
    token = tokens[index]
    which = -1 if token.word == "last" else token.value
    target, last = tokens[index + 1], index + 2
    if target.word == "half" and which in (-1, 1, 2):
        first = 1 if which == 1 else 2
        return _of(tokens, index, last, EDGE_GRAIN, lambda within, now: _half(within, first, now))
    if target.kind is TokenKind.WEEKDAY:
        return _of(
            tokens, index, last, EnglishGrain.DAY, lambda within, now: _weekday(within, target.value, which, now)
        )
    count, counted = 1, number(tokens, index + 1)
    if counted and tokens[counted[2]].kind is TokenKind.UNIT:
        count, target, last = max(1, int(counted[0])), tokens[counted[2]], counted[2] + 1
    if target.kind is not TokenKind.UNIT or target.value not in (DAYS, WEEKS, WEEKENDS, MONTHS, QUARTERS, YEARS):
        return None
    unit = target.value
    if which < 0 and tokens[last].word == "in":
        return None
    return _of(tokens, index, last, grain_of(unit), lambda within, now: _nth(within, unit, which, count, now))


def _of(tokens: Tokens, first: int, last: int, grain: int, place: Place) -> TimePiece | None:
    if tokens[last].word not in ("of", "in"):
        return None
    return TimePiece(first, skip(tokens, last, _OF, 2), grain, place, Stance.INNER)


def _half(within: TimeRange | None, which: int, now: datetime) -> TimeRange | None:
    if within is None or within.start is None or within.end is None:
        return None
    first, last = within.start.date(), within.end.date()
    if first.day == last.day == 1 and (last.year * 12 + last.month - first.year * 12 - first.month) % 2 == 0:
        count = (last.year * 12 + last.month - first.year * 12 - first.month) // 2
        return months(first.year, first.month + count * (which - 1), count, now)
    middle = (
        midnight(first + DAY * ((last - first).days // 2), now)
        if last - first > DAY
        else within.start + (within.end - within.start) / 2
    )
    if timedelta(days=27) < last - first < timedelta(days=32):
        middle = midnight(first + DAY * 15, now)
    return TimeRange(within.start, middle) if which == 1 else TimeRange(middle, within.end)


def _weekday(within: TimeRange | None, weekday: int, which: int, now: datetime) -> TimeRange | None:
    if within is None or within.start is None or within.end is None:
        return None
    if which < 0:
        end = within.end.date() - DAY
        there = end - DAY * ((end.weekday() - weekday) % 7)
    else:
        first = within.start.date()
        there = first + DAY * ((weekday - first.weekday()) % 7 + 7 * (which - 1))
    return days(there, there, now) if within.holds(midnight(there, now)) else None


def _nth(within: TimeRange | None, unit: int, which: int, count: int, now: datetime) -> TimeRange | None:
    if within is None or within.start is None or within.end is None:
        return None
    first, end = within.start.date(), within.end.date()
    if unit in (MONTHS, QUARTERS, YEARS):
        return _nth_months(first, end, {MONTHS: 1, QUARTERS: 3, YEARS: 12}[unit], (which, count), now)
    if unit == WEEKENDS:
        found = _weekday(within, 5, which, now)
        return None if found is None or found.start is None else weekend(found.start.date(), now)
    size = 7 * count if unit == WEEKS else count
    begin = end - DAY * size if which < 0 else first + DAY * (7 if unit == WEEKS else 1) * (which - 1)
    found = days(begin, begin + DAY * (size - 1), now)
    return found if within.holds(midnight(begin, now)) else None


def _nth_months(first: date, end: date, size: int, which: tuple[int, int], now: datetime) -> TimeRange | None:
    nth, count = which
    if nth < 0:
        return months(end.year, end.month - size * count, size * count, now)
    return months(first.year, first.month + size * (nth - 1), size * count, now)


def week_of(tokens: Tokens, index: int) -> TimePiece | None:
    """ "The week of March 3rd", "the weekend of the 4th": the one around a day."""
    unit = tokens[index].value
    if tokens[index + 1].word != "of" or unit not in (WEEKS, WEEKENDS):
        return None

    def place(within: TimeRange | None, now: datetime) -> TimeRange | None:
        if within is None or within.start is None or within.end is None or within.end - within.start > _WEEK:
            return None
        return week(within.start.date(), now) if unit == WEEKS else weekend(within.start.date() - DAY, now)

    return TimePiece(index, index + 2, EDGE_GRAIN, place, Stance.INNER)


def same(tokens: Tokens, index: int) -> TimePiece | None:
    """ "This time" and "this day" of last year, of yesterday."""
    word = tokens[index + 1].word
    if word in ("time", "hour"):
        return TimePiece(index, index + 2, EnglishGrain.CLOCK, _this_time, Stance.INNER)
    if word in ("day", "date"):
        return TimePiece(index, index + 2, EnglishGrain.DAY, _this_day, Stance.INNER)
    return None


def _this_day(within: TimeRange | None, now: datetime) -> TimeRange | None:
    if within is None or within.start is None or within.end is None:
        return None
    there, today = within.start.date(), now.date()
    if within.end - within.start <= _WEEK:
        found = there + DAY * ((today.weekday() - there.weekday()) % 7)
    elif within.end - within.start <= _MONTH:
        found = there.replace(day=today.day)
    else:
        found = today.replace(year=there.year)
    return days(found, found, now)


def _this_time(within: TimeRange | None, now: datetime) -> TimeRange | None:
    if within is None or within.start is None or within.end is None:
        return None
    size = within.end - within.start
    if size <= 2 * DAY:
        then = midnight(within.start.date(), now) + (now - midnight(now.date(), now))
        return TimeRange(then - timedelta(minutes=45), then + timedelta(minutes=45))
    found = _this_day(within, now)
    if found is None or found.start is None or found.end is None or size <= _WEEK:
        return found
    reach = DAY * (3 if size <= _MONTH else 15)
    return TimeRange(found.start - reach, found.end + reach)
