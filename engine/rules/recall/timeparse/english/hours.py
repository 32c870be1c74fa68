"""Parts of the day: "last night", "in the morning", "Tuesday evening"."""

from datetime import datetime
from typing import Final

from engine.rules.recall.timeparse.calendar import DAY, hours
from engine.rules.recall.timeparse.english.pieces import EnglishGrain, Place, Stance, TimePiece, Tokens, future
from engine.rules.recall.timeparse.english.words import (
    AFTERNOON,
    BREAKFAST,
    DAWN,
    DINNER,
    DUSK,
    EVENING,
    MIDNIGHT,
    MORNING,
    NIGHT,
    NOON,
    TONIGHT,
    TokenKind,
)
from engine.values.memory.recall import TimeRange

HOURS_OF: Final = {
    DAWN: (5.0, 7.0),
    BREAKFAST: (6.5, 9.5),
    MORNING: (6.0, 12.0),
    NOON: (11.5, 13.5),
    AFTERNOON: (12.5, 18.0),
    DUSK: (17.5, 19.5),
    DINNER: (17.5, 20.5),
    EVENING: (18.0, 22.5),
    NIGHT: (20.0, 27.0),
    MIDNIGHT: (23.5, 24.5),
}
_TONIGHT: Final = (18.0, 24.0)
_SMALL: Final = 5  # before five o'clock people still speak of the evening before as of this one
_MEALS: Final = (BREAKFAST, DINNER)


def part_place(which: int, back: int = 0) -> Place:
    """A part inside its day, or the latest that has begun, ``back`` days before."""

    def place(within: TimeRange | None, now: datetime) -> TimeRange | None:
        first, last = HOURS_OF[which]
        if within is not None and within.start is not None and within.end is not None:
            if within.end - within.start > 2 * DAY:
                return None
            if which == MIDNIGHT:
                return hours(within.start.date(), 23, 25, now)
            return hours(within.start.date(), first, last, now)
        found = hours(now.date() - DAY * back, first, last, now)
        if back or (found.start is not None and found.start <= now):
            return found
        return hours(now.date() - DAY, first, last, now)

    return place


def _this_part(first: float, last: float) -> Place:
    def place(_within: TimeRange | None, now: datetime) -> TimeRange | None:
        if now.hour < _SMALL and first > _SMALL:
            return hours(now.date() - DAY, first, last, now)
        return hours(now.date(), first, last, now)

    return place


def _tonight(index: int) -> TimePiece:
    return TimePiece(index, index + 1, EnglishGrain.PART, _this_part(*_TONIGHT), Stance.THIS)


def part(tokens: Tokens, index: int) -> TimePiece | None:
    """A part of the day, bare: "in the morning", "Tuesday night", "noon"."""
    token = tokens[index]
    if token.word in TONIGHT:
        return _tonight(index)
    if token.word == "eve" and tokens[index - 1].kind is not TokenKind.WEEKDAY:
        return None
    if tokens[index + 1].word == "before" and tokens[index + 2].word == "last":
        return TimePiece(index, index + 3, EnglishGrain.PART, parts_back(token.value, 2), Stance.PAST)
    if (token.value == NOON and token.word in ("noon", "midday")) or token.value == MIDNIGHT:
        return TimePiece(index, index + 1, EnglishGrain.CLOCK, part_place(token.value))
    inner = token.value in _MEALS or not _the(tokens, index) or token.word == "lunch"
    return TimePiece(
        index, index + 1, EnglishGrain.PART, part_place(token.value), Stance.INNER if inner else Stance.OPEN
    )


def _the(tokens: Tokens, index: int) -> bool:
    before, word = tokens[index - 1].word, tokens[index].word
    if before == "the":
        return tokens[index - 2].word in ("in", "during", "through", "for", "of")
    return word in ("lunchtime", "dinnertime", "dawn", "dusk", "sunrise", "sunset") and before in ("at", "around", "by")


def parts_back(which: int, count: int) -> Place:
    """A part of the day so many days back."""

    def place(_within: TimeRange | None, now: datetime) -> TimeRange | None:
        return hours(now.date() - DAY * count, *HOURS_OF[which], now)

    return place


def night_before(_within: TimeRange | None, now: datetime) -> TimeRange | None:
    """Last night."""
    return hours(now.date() - DAY, *HOURS_OF[NIGHT], now)


def named_part(tokens: Tokens, index: int, this: int, last: int) -> TimePiece | None:
    """ "Last night", "this morning"; ``last`` is the token of the part."""
    token = tokens[last]
    if this > 0:
        return future(index, last + 1, EnglishGrain.PART)
    if this < 0:
        return TimePiece(index, last + 1, EnglishGrain.PART, parts_back(token.value, 1), Stance.PAST)
    return TimePiece(index, last + 1, EnglishGrain.PART, _this_part(*HOURS_OF[token.value]), Stance.THIS)
