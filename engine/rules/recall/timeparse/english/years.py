"""Years, seasons, quarters and decades: "in 2019", "last summer", "Q1 2025", "the nineties"."""

from datetime import datetime
from typing import Final

from engine.rules.recall.timeparse.calendar import latest, months, season, years
from engine.rules.recall.timeparse.english.pieces import EnglishGrain, Place, Stance, TimePiece, Tokens
from engine.rules.recall.timeparse.english.words import DOUBTFUL, TokenKind, listed, words
from engine.values.memory.recall import TimeRange

_YEARS: Final = range(1900, 2101)


_BEFORE_YEAR: Final = listed("before a year")


_YEAR_LINKS: Final = words("to and through - – until")


MEASURES: Final = listed("measures")


def year_of(tokens: Tokens, index: int, joined: bool = False) -> tuple[int | None, int]:
    """The year at ``index``, perhaps behind a comma or "of", and the token behind it."""
    if joined and tokens[index].word in (",", "of"):
        index += 1
    token = tokens[index]
    if token.kind is TokenKind.NUMBER and token.word.startswith("'"):
        return (2000 if token.value < 40 else 1900) + token.value, index + 1
    if token.kind is TokenKind.NUMBER and len(token.word) == 4 and token.value in _YEARS and _fits(tokens, index):
        return token.value, index + 1
    return None, index - (1 if joined and tokens[index - 1].word in (",", "of") else 0)


def _fits(tokens: Tokens, index: int) -> bool:
    behind = tokens[index + 1]
    return behind.word not in MEASURES and behind.kind is not TokenKind.UNIT


def year(tokens: Tokens, index: int) -> TimePiece | None:
    """A year behind a word that makes it one; two years with a dash are a range of both."""
    found, last = year_of(tokens, index)
    if found is None:
        return None
    before = tokens[index - 1]
    linked = before.word in _YEAR_LINKS and year_of(tokens, index - 2)[0] is not None
    if not linked and before.word not in _BEFORE_YEAR and before.kind not in (TokenKind.SEASON, TokenKind.QUARTER):
        stance = Stance.INNER
    else:
        stance = Stance.DATED
    return TimePiece(index, last, EnglishGrain.YEAR, year_place(found), stance)


def year_place(which: int) -> Place:
    """A whole year."""
    return lambda _within, now: years(which, 1, now)


def a_season(tokens: Tokens, index: int) -> TimePiece | None:
    """A bare season."""
    token = tokens[index]
    found, last = year_of(tokens, index + 1, joined=True)
    if found:
        return TimePiece(index, last, EnglishGrain.SEASON, season_place(token.value, found), Stance.DATED)
    if tokens[index + 1].word == "before" and tokens[index + 2].word == "last":
        return TimePiece(index, index + 3, EnglishGrain.SEASON, ended_season(token.value, 1), Stance.PAST)
    return TimePiece(
        index,
        index + 1,
        EnglishGrain.SEASON,
        season_place(token.value),
        doubtful=token.word in DOUBTFUL or token.capital,
    )


def season_place(which: int, year: int | None = None) -> Place:
    """A season of its year, of the year around it, or the latest that has begun."""

    def place(within: TimeRange | None, now: datetime) -> TimeRange | None:
        if year is not None:
            return season(year, which, now)
        if within is not None and within.start is not None:
            return season(within.start.year, which, now)
        return latest(lambda there: season(there, which, now), now)

    return place


def ended_season(which: int, more: int = 0) -> Place:
    """The latest season that is over, ``more`` years earlier."""

    def place(_within: TimeRange | None, now: datetime) -> TimeRange | None:
        found = [season(now.year - back, which, now) for back in range(3)]
        over = [there for there in found if there.end is not None and there.end <= now]
        first = over[0].start if over else None
        return season(first.year - more, which, now) if first else None

    return place


def quarter(tokens: Tokens, index: int) -> TimePiece | None:
    """Q1 to Q4, H1 and H2."""
    token = tokens[index]
    size = 3 if token.word[0] == "q" else 6
    if size * token.value > 12:
        return None
    first = size * (token.value - 1) + 1

    def place(within: TimeRange | None, now: datetime) -> TimeRange | None:
        if within is not None and within.start is not None:
            return months(within.start.year, first, size, now)
        return latest(lambda there: months(there, first, size, now), now)

    return TimePiece(index, index + 1, EnglishGrain.SEASON, place)


def decade(tokens: Tokens, index: int) -> TimePiece | None:
    """ "The nineties", "the 90s", "the 2010s"."""
    token = tokens[index]
    if tokens[index - 1].word not in ("the", "early", "mid", "late", "-") and token.value < 1000:
        return None
    first = token.value if token.value >= 1000 else token.value + (2000 if token.value <= 20 else 1900)
    return TimePiece(index, index + 1, EnglishGrain.DECADE, lambda _within, now: years(first, 10, now), Stance.DATED)
