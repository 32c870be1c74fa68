"""Which day that is yet to come English words name."""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Final

from engine.rules.recall.timeparse.calendar import (
    DAY,
    NamedDay,
    days,
    elapsed,
    first_of,
    is_future,
    midnight,
    months,
    years,
)
from engine.rules.recall.timeparse.english.counts import REACH, amount, grain, later
from engine.rules.recall.timeparse.english.idioms import hidden
from engine.rules.recall.timeparse.english.phrases import compose, phrases
from engine.rules.recall.timeparse.english.pieces import EnglishGrain, Stance, TimePiece, Tokens, future
from engine.rules.recall.timeparse.english.reading import pieces
from engine.rules.recall.timeparse.english.tokens import tokens as tokens_of
from engine.rules.recall.timeparse.english.words import TokenKind
from engine.values.memory.recall import TimeRange

_YEARS_ON: Final = 9
_MONTHS_ON: Final = 13
_WEEK: Final = 7
_NOON: Final = timedelta(hours=12)
_NOONS: Final = frozenset(("noon", "midday"))
_LONGEST_DAY: Final = timedelta(hours=26)
_MONTH_WORD: Final = re.compile(r"\b(?:may|march|mar)\b")
_NAMED_ALONE: Final = (
    *(TokenKind.MONTH, TokenKind.NUMBER, TokenKind.ORDINAL, TokenKind.WEEKDAY, TokenKind.WHICH, TokenKind.DATE),
    *(TokenKind.DAY, TokenKind.UNIT, TokenKind.EDGE),
)
"""What a day may begin with that is called by no holiday."""


def find_ahead(text: str, now: datetime) -> NamedDay | None:
    """The day that ``text`` names, seen from ``now``; None where it names none, or several."""
    tokens = tokens_of(_MONTH_WORD.sub(lambda word: word[0].capitalize(), text))
    found = phrases(tokens, _pieces(tokens))
    named = [it for it in found if it.coarse >= EnglishGrain.DAY]
    clocks = [it for it in found if it.coarse < EnglishGrain.DAY]
    if len(named) > 1 or not found:
        return None
    parts = [*(named[0].pieces if named else ()), *(clocks[0].pieces if clocks else ())]
    try:
        return _named(tokens, parts, now)
    except (OverflowError, ValueError):
        return None


def _pieces(tokens: Tokens) -> list[TimePiece]:
    """The parts as they are read of any text, and besides "in two weeks"."""
    ahead = [it for index in range(len(tokens)) if (it := _in_so_long(tokens, index)) is not None]
    covered = {index for it in ahead for index in range(it.first, it.last)}
    plain = [it for it in pieces(tokens, hidden(tokens)) if covered.isdisjoint(range(it.first, it.last))]
    return sorted([*plain, *ahead], key=lambda it: it.first)


def _in_so_long(tokens: Tokens, index: int) -> TimePiece | None:
    if tokens[index].word != "in" or index + 1 >= len(tokens):
        return None
    counted = amount(tokens, index + 1)
    if counted is None:
        return None
    return future(index + 1, counted.last, min(EnglishGrain.DAY, grain(counted.unit)), later(counted))


def _named(tokens: Tokens, parts: Sequence[TimePiece], now: datetime) -> NamedDay | None:
    coarse, *_ = sorted(parts, key=lambda it: -it.grain)
    rest = [it for it in parts if it is not coarse]
    for within in _withins(tokens, coarse, now):
        first = _placed(coarse, within, now)
        found = first if first is None else compose(rest, first, now)
        if found is None or found.start is None or found.end is None:
            continue
        minute_at = _moment(tokens, parts, found)
        dated = any(it.stance is Stance.DATED for it in parts)
        if dated or is_future(minute_at or found.end, now):
            return _day(tokens, parts, found, minute_at, dated=dated)
    return None


def _placed(piece: TimePiece, within: TimeRange | None, now: datetime) -> TimeRange | None:
    try:
        return piece.place(within, now)
    except ValueError:  # 29 February of this year, the 31st of this month
        return None


def _day(
    tokens: Tokens, parts: Sequence[TimePiece], found: TimeRange, at: datetime | None, *, dated: bool
) -> NamedDay | None:
    if found.start is None or found.end is None or found.end - found.start > _LONGEST_DAY:
        return None
    days_of = [it for it in parts if it.grain == EnglishGrain.DAY]
    holiday = any(tokens[it.first].kind not in _NAMED_ALONE for it in days_of)
    where = at or found.start
    return NamedDay(where.date(), at.hour * 60 + at.minute if at else None, dated, holiday=holiday)


def _moment(tokens: Tokens, parts: Sequence[TimePiece], found: TimeRange) -> datetime | None:
    """The time of the clock that is named, from what lies around it."""
    fine = min(parts, key=lambda it: it.grain)
    if fine.grain != EnglishGrain.CLOCK or found.start is None or found.end is None:
        return None
    width = found.end - found.start
    if tokens[fine.first].kind is TokenKind.PART:
        return midnight(found.start.date(), found.start) + _NOON if tokens[fine.first].word in _NOONS else None
    if width == 2 * timedelta(minutes=REACH):
        return elapsed(found.start, -timedelta(minutes=REACH))
    return found.start


def _withins(tokens: Tokens, piece: TimePiece, now: datetime) -> Iterator[TimeRange | None]:
    """Where the coarsest part may lie, the nearest first; None where it says so itself."""
    kind, today = tokens[piece.first].kind, now.date()
    if piece.stance not in (Stance.OPEN, Stance.INNER) or kind is TokenKind.WHICH:
        yield None
    elif piece.grain < EnglishGrain.DAY:
        yield from (days(today + DAY * it, today + DAY * it, now) for it in range(2))
    elif kind is TokenKind.WEEKDAY:
        for weeks in range(2):
            first = today + DAY * _WEEK * weeks
            yield TimeRange(midnight(first, now), midnight(first + DAY * _WEEK, now))
    elif kind is TokenKind.ORDINAL and piece.last == piece.first + 1:
        this = first_of(today.year * 12 + today.month - 1)
        yield from (months(this.year, this.month + it, 1, now) for it in range(_MONTHS_ON))
    else:
        yield from (years(now.year + it, 1, now) for it in range(_YEARS_ON))
