"""How many: "a couple of weeks ago", "the past three days", "an hour and a half ago"."""

from datetime import datetime, timedelta
from typing import Final, NamedTuple

from engine.rules.recall.timeparse.calendar import DAY, around, days, elapsed, midnight, months, shifted, week, weekend
from engine.rules.recall.timeparse.english.pieces import EnglishGrain, Place, Stance, TimePiece, Tokens, skip
from engine.rules.recall.timeparse.english.words import (
    CENTURIES,
    DAYS,
    DECADES,
    FORTNIGHTS,
    HOURS,
    MINUTES,
    MONTHS,
    QUARTERS,
    SECONDS,
    WEEKENDS,
    WEEKS,
    YEARS,
    TokenKind,
)
from engine.values.memory.recall import TimeRange

FEW: Final = 3.5
REACH: Final = 40.0
"""Minutes around a clock time."""
_LOOSE: Final = {"few": FEW, "several": 5.0, "couple": 2.0, "some": FEW}
SHORT: Final = {"h": HOURS, "d": DAYS, "w": WEEKS, "m": MINUTES, "y": YEARS, "mo": MONTHS}
_OR: Final = frozenset({"or", "to", "-", "–"})
_AGO: Final = frozenset({"ago", "back"})
_MONTHS_IN: Final = {MONTHS: 1, QUARTERS: 3, YEARS: 12, DECADES: 120, CENTURIES: 1200}
_SECONDS_IN: Final = {SECONDS: 1, MINUTES: 60, HOURS: 3600}
_DAYS_IN: Final = {DAYS: 1, WEEKS: 7, FORTNIGHTS: 14, WEEKENDS: 7}
_GRAINS: Final = {
    SECONDS: EnglishGrain.CLOCK,
    MINUTES: EnglishGrain.CLOCK,
    HOURS: EnglishGrain.CLOCK,
    DAYS: EnglishGrain.DAY,
    WEEKS: EnglishGrain.WEEK,
    FORTNIGHTS: EnglishGrain.WEEK,
    WEEKENDS: EnglishGrain.WEEK,
    MONTHS: EnglishGrain.MONTH,
    QUARTERS: EnglishGrain.SEASON,
    YEARS: EnglishGrain.YEAR,
    DECADES: EnglishGrain.DECADE,
    CENTURIES: EnglishGrain.DECADE,
}


class Amount(NamedTuple):
    """So many of a unit; ``last`` is the token behind it."""

    number: float
    unit: int
    loose: bool
    last: int


def grain(unit: int) -> EnglishGrain:
    """The size of a unit."""
    return _GRAINS[unit]


def number(tokens: Tokens, index: int) -> tuple[float, bool, int] | None:
    """A number from 0 up, whether it is a loose one ("a few"), and the token behind it."""
    first = tokens[index]
    if first.kind is TokenKind.NUMBER and first.value >= 0:
        second = tokens[index + 1]
        if second.word == "-" and first.value in (20, 30, 40, 50):
            second, index = tokens[index + 2], index + 1
        if first.value in (20, 30, 40, 50) and second.kind is TokenKind.NUMBER and 0 < second.value < 10:
            return first.value + second.value, False, index + 2
        return _and_a_half(tokens, index + 1, float(first.value))
    if first.kind is TokenKind.NUMBER and "." in first.word:
        return float(first.word), False, index + 1
    index += first.word in ("a", "an", "the", "these")
    word = tokens[index].word
    if word in _LOOSE:
        more = skip(tokens, index + 1, frozenset({"of", "more"}))
        return _LOOSE[word], True, more
    if word == "half":
        return 0.5, False, skip(tokens, index + 1, frozenset({"a", "an", "of"}))
    if word == "dozen":
        return 12.0, False, index + 1
    return (1.0, False, index) if first.word in ("a", "an") else None


def _and_a_half(tokens: Tokens, index: int, count: float) -> tuple[float, bool, int]:
    word = tokens[index].word
    if word == "and" and tokens[index + 1].word == "a" and tokens[index + 2].word == "half":
        return count + 0.5, False, index + 3
    if word in _OR and tokens[index + 1].kind is TokenKind.NUMBER:
        return count + 0.5, True, index + 2
    return count, False, index


def amount(tokens: Tokens, index: int) -> Amount | None:
    """A count and its unit, as in "two and a half hours"."""
    counted = number(tokens, index)
    if counted is None:
        return None
    count, loose, index = counted
    unit = tokens[index]
    if unit.kind is TokenKind.UNIT:
        kind = unit.value
    elif unit.word == "second":
        kind = SECONDS
    elif unit.word in SHORT and not unit.spaced:
        kind = SHORT[unit.word]
    else:
        return None
    index += 1
    behind = (tokens[index].word, tokens[index + 1].word, tokens[index + 2].word)
    if behind == ("and", "a", "half"):
        return Amount(count + 0.5, kind, loose, index + 3)
    if kind == QUARTERS and behind == ("of", "an", "hour"):
        return Amount(15 * count, MINUTES, loose, index + 3)
    return Amount(count, kind, loose, index)


def ago(tokens: Tokens, index: int) -> TimePiece | None:
    """ "Two weeks ago", "an hour and twenty minutes ago", "a few days back"."""
    first = amount(tokens, index)
    if first is None:
        return None
    last, more = first.last, None
    if tokens[last].word in ("and", ","):
        more = amount(tokens, last + 1)
    elif tokens[last].kind is TokenKind.NUMBER:
        more = amount(tokens, last)
    if more is not None:
        last = more.last
    last = skip(tokens, last, frozenset({"or", "so"}))
    if tokens[last].word not in _AGO:
        return None
    return TimePiece(index, last + 1, grain(first.unit), _place(first, more), Stance.PAST, first.loose)


def _place(first: Amount, more: Amount | None) -> Place:
    def place(_within: TimeRange | None, now: datetime) -> TimeRange | None:
        if more is None:
            return back(first, now)
        if more.unit in _SECONDS_IN and first.unit in _SECONDS_IN:
            return _moment(first.number * _SECONDS_IN[first.unit] + more.number * _SECONDS_IN[more.unit], False, now)
        if more.unit in _MONTHS_IN and first.unit in _MONTHS_IN:
            count = first.number * _MONTHS_IN[first.unit] + more.number * _MONTHS_IN[more.unit]
            return back(Amount(count, MONTHS, first.loose, 0), now)
        return back(first, now)

    return place


def back(amount: Amount, now: datetime) -> TimeRange:
    """The unit that lies so many units back; wider for loose counts."""
    count, unit = amount.number, amount.unit
    if unit in _SECONDS_IN:
        return _moment(count * _SECONDS_IN[unit], amount.loose, now)
    today = now.date()
    if unit in _DAYS_IN:
        return _days_back(count * _DAYS_IN[unit], amount, now)
    if unit == MONTHS and count % 1:
        there = today - DAY * round(count * 30.4)
        return days(there - 3 * DAY, there + 3 * DAY, now)
    gone = round(count * _MONTHS_IN[unit])
    if amount.loose and count > 2:
        spread = round(1.5 * _MONTHS_IN[unit])
        first = shifted(today.replace(day=1), -gone - spread)
        return TimeRange(midnight(first, now), midnight(shifted(first, 2 * spread + _MONTHS_IN[unit]), now))
    if unit in (YEARS, DECADES, CENTURIES) and gone % 12 == 0:
        return months(today.year - gone // 12, 1, 12, now)
    return months(today.year, today.month - gone, 1, now)


def _days_back(gone: float, amount: Amount, now: datetime) -> TimeRange:
    today = now.date()
    if amount.loose and amount.number > 2:
        return days(today - DAY * round(gone * 1.5), today - DAY * round(gone * 0.5), now)
    if amount.unit == WEEKENDS:
        return weekend(today - DAY * round(gone), now)
    if amount.unit == DAYS and amount.loose:
        return days(today - DAY * round(gone + 1), today - DAY * round(gone), now)
    there = today - DAY * round(gone)
    if amount.unit == DAYS or amount.number % 1:
        reach = DAY * (0 if amount.unit == DAYS else 2)
        return days(there - reach, there + reach, now)
    return week(there, now)


def _moment(gone: float, loose: bool, now: datetime) -> TimeRange:
    if loose and gone % _SECONDS_IN[MINUTES] == 0 and gone % (2 * 3600):
        return TimeRange(elapsed(now, timedelta(seconds=gone * 1.6)), elapsed(now, timedelta(seconds=gone * 0.4)))
    reach = min(max(gone / 4, 60.0), 1800.0)
    return TimeRange(
        elapsed(now, timedelta(seconds=gone + reach)), elapsed(now, timedelta(seconds=max(0.0, gone - reach)))
    )


def recent(amount: Amount, now: datetime) -> TimeRange:
    """The stretch of so many units that ends now."""
    count, unit = amount.number, amount.unit
    if unit in _SECONDS_IN:
        return TimeRange(elapsed(now, timedelta(seconds=count * _SECONDS_IN[unit])), now)
    if unit in _DAYS_IN:
        return TimeRange(now - DAY * (count * _DAYS_IN[unit]), now)
    first = shifted(now.date(), -round(count * _MONTHS_IN[unit]))
    return TimeRange(midnight(first, now) + (now - midnight(now.date(), now)), now)


def offset(whole: TimeRange | None, amount: Amount, sign: int, now: datetime) -> TimeRange | None:
    """The unit that lies so many units before (-1) or after (1) a stretch."""
    if whole is None or whole.start is None or whole.end is None:
        return None
    if amount.unit in _SECONDS_IN:
        middle = whole.start + (whole.end - whole.start) / 2
        return around(middle + timedelta(seconds=sign * amount.number * _SECONDS_IN[amount.unit]), 40)
    edge = (whole.start if sign < 0 else whole.end - DAY).date()
    if amount.unit == DAYS:
        there = edge + DAY * round(sign * amount.number)
        return days(there, there, now)
    if amount.unit in _DAYS_IN:
        there = edge + DAY * round(sign * amount.number * _DAYS_IN[amount.unit])
        return week(there, now) if amount.unit != WEEKENDS else weekend(there, now)
    there = shifted(edge, sign * round(amount.number * _MONTHS_IN[amount.unit]))
    return months(there.year, there.month, 1, now)


def shifted_back(whole: TimeRange, amount: Amount, now: datetime) -> TimeRange | None:
    """A day, moved back by so many units: "a week ago yesterday"."""
    if whole.start is None or amount.unit in _SECONDS_IN:
        return None
    if amount.unit in _DAYS_IN:
        there = whole.start.date() - DAY * round(amount.number * _DAYS_IN[amount.unit])
    else:
        there = shifted(whole.start.date(), -round(amount.number * _MONTHS_IN[amount.unit]))
    return days(there, there, now)


def later(amount: Amount, days_on: int = 0, weekday: int | None = None) -> Place:
    """The day that lies so many units after the one ``days_on`` from today, or after the next ``weekday``.

    Of hours the moment; nowhere where nobody says how many.
    """

    def place(_within: TimeRange | None, now: datetime) -> TimeRange | None:
        if amount.loose:
            return None
        if amount.unit in _SECONDS_IN:
            return around(elapsed(now, -timedelta(seconds=amount.number * _SECONDS_IN[amount.unit])), REACH)
        first = now.date() + DAY * (days_on if weekday is None else (weekday - now.weekday() - 1) % 7 + 1)
        if amount.unit in _DAYS_IN:
            there = first + DAY * round(amount.number * _DAYS_IN[amount.unit])
        else:
            there = shifted(first, round(amount.number * _MONTHS_IN[amount.unit]))
        return days(there, there, now)

    return place
