"""Dates and months: "March 5th", "the 5th", "2026-05-20", "last May"."""

from datetime import date, datetime, timedelta
from typing import Final

from engine.rules.recall.timeparse.calendar import days, earliest, latest, months, shifted
from engine.rules.recall.timeparse.english.pieces import EnglishGrain, Place, Stance, TimePiece, Tokens, future, nowhere
from engine.rules.recall.timeparse.english.words import DOUBTFUL, TokenKind, listed, words
from engine.rules.recall.timeparse.english.years import MEASURES, ended_season, season_place, year_of
from engine.values.memory.recall import TimeRange


def date_of(tokens: Tokens, index: int) -> TimePiece | None:
    """A date in digits: 2026-05-20, 5/20, 5/20/2026, 20.5.2026."""
    word = tokens[index].word
    parts = [int(part) for part in word.replace("/", "-").replace(".", "-").split("-")]
    if len(parts) == 2 and max(parts) > 999:
        which, there = (parts[1], parts[0]) if parts[0] > 999 else (parts[0], parts[1])
        return TimePiece(index, index + 1, EnglishGrain.MONTH, month_place(which, there), Stance.DATED)
    if len(parts) == 2:
        if not _dated(tokens, index):
            return None
        month, day = parts if parts[0] <= 12 else parts[::-1]
        return TimePiece(index, index + 1, EnglishGrain.DAY, day_place(month, day)) if month <= 12 else None
    if parts[0] > 31:
        year, month, day = parts
    else:
        month, day = parts[:2] if parts[0] <= 12 and "." not in word else (parts[1], parts[0])
        year = parts[2] if parts[2] > 99 else 2000 + parts[2]
    if month > 12:
        month, day = day, month
    return TimePiece(index, index + 1, EnglishGrain.DAY, day_place(month, day, year), Stance.DATED)


def _dated(tokens: Tokens, index: int) -> bool:
    before = tokens[index - 1].word
    return (
        before in _BEFORE_DATE
        or (before in _TO and tokens[index - 2].kind is TokenKind.DATE)
        or _opens_range(tokens, index)
        or before == "and"
    )


def _opens_range(tokens: Tokens, index: int) -> bool:
    return tokens[index + 1].word in _TO and tokens[index + 2].kind is TokenKind.DATE


_BEFORE_DATE: Final = words("on since from until before after between back dated")


def day_place(month: int, day: int, year: int | None = None) -> Place:
    """A day of a month: of its year, of the year around it, or the latest."""

    def place(within: TimeRange | None, now: datetime) -> TimeRange | None:
        if year is not None:
            there = date(year, month, day)
            return days(there, there, now)
        if within is not None and within.start is not None:
            return days(date(within.start.year, month, day), date(within.start.year, month, day), now)
        return _latest_day(month, day, now)

    return place


def _latest_day(month: int, day: int, now: datetime) -> TimeRange | None:
    for back in range(9):
        leap = (month, day) == (2, 29) and _no_leap(now.year - back)
        if not leap and date(now.year - back, month, day) <= now.date():
            there = date(now.year - back, month, day)
            return days(there, there, now)
    return None


def _no_leap(year: int) -> bool:
    return year % 4 != 0 or (year % 100 == 0 and year % 400 != 0)


def month(tokens: Tokens, index: int) -> TimePiece | None:
    """A month, with its day and year where they stand beside it."""
    token = tokens[index]
    last = index + 1
    if tokens[last].word == "." and not tokens[last].spaced and len(token.word) <= 4:
        last += 1
    number = tokens[last]
    if number.word == "the" and tokens[last + 1].kind is TokenKind.ORDINAL:
        number, last = tokens[last + 1], last + 1
    if _is_day(tokens, last):
        until = tokens[last + 2]
        if tokens[last + 1].word in _TO and _is_day(tokens, last + 2) and until.value > number.value:
            return _day_range(tokens, (index, last + 3), token.value, number.value, until.value)
        found, behind = year_of(tokens, last + 1, joined=True)
        stance = Stance.DATED if found else Stance.OPEN
        return TimePiece(index, behind, EnglishGrain.DAY, day_place(token.value, number.value, found), stance)
    found, behind = year_of(tokens, last, joined=True)
    if found:
        return TimePiece(index, behind, EnglishGrain.MONTH, month_place(token.value, found), Stance.DATED)
    return TimePiece(index, last, EnglishGrain.MONTH, month_place(token.value), doubtful=token.word in DOUBTFUL)


def _day_range(tokens: Tokens, ends: tuple[int, int], month: int, first: int, last: int) -> TimePiece:
    """ "March 5-10, 2024"."""
    found, behind = year_of(tokens, ends[1], joined=True)

    def place(within: TimeRange | None, now: datetime) -> TimeRange | None:
        begin, end = day_place(month, first, found)(within, now), day_place(month, last, found)(within, now)
        if begin is None or end is None or begin.start is None or end.end is None:
            return None
        return days(begin.start.date(), begin.start.date() + timedelta(days=last - first), now)

    return TimePiece(ends[0], behind, EnglishGrain.DAY, place, Stance.DATED if found else Stance.OPEN)


_TO: Final = frozenset({"-", "–", "—", "to", "through", "until", "till"})


def _is_day(tokens: Tokens, index: int) -> bool:
    token = tokens[index]
    if (
        token.kind not in (TokenKind.NUMBER, TokenKind.ORDINAL)
        or not 1 <= token.value <= 31
        or token.word.startswith("'")
    ):
        return False
    behind = tokens[index + 1]
    return behind.word not in MEASURES and behind.kind is not TokenKind.UNIT


def month_place(which: int, year: int | None = None) -> Place:
    """A month of its year, of the year around it, or the latest that has begun."""

    def place(within: TimeRange | None, now: datetime) -> TimeRange | None:
        if year is not None:
            return months(year, which, 1, now)
        if within is not None and within.start is not None:
            return months(within.start.year, which, 1, now)
        return latest(lambda there: months(there, which, 1, now), now)

    return place


_BEFORE_DAY: Final = words("the from between to and - until")


def numbered_day(tokens: Tokens, index: int) -> TimePiece | None:
    """ "The 5th", "the 5th of March", "5 March"."""
    token = tokens[index]
    if not 1 <= token.value <= 31:
        return None
    if tokens[index + 1].word in _TO and _is_day(tokens, index + 2) and tokens[index + 3].kind is TokenKind.MONTH:
        ends = (index, index + 4)
        return _day_range(tokens, ends, tokens[index + 3].value, token.value, tokens[index + 2].value)
    behind = index + 1 + (tokens[index + 1].word == "of")
    if tokens[behind].kind is TokenKind.MONTH and (token.kind is TokenKind.ORDINAL or behind == index + 1):
        if (
            tokens[behind].word in ("may", "march", "mar")
            and token.kind is TokenKind.NUMBER
            and not tokens[behind].capital
        ):
            return None
        found, last = year_of(tokens, behind + 1, joined=True)
        stance = Stance.DATED if found else Stance.OPEN
        return TimePiece(index, last, EnglishGrain.DAY, day_place(tokens[behind].value, token.value, found), stance)
    if token.kind is not TokenKind.ORDINAL or tokens[index - 1].word not in _BEFORE_DAY or token.word == "second":
        return None
    return TimePiece(
        index, index + 1, EnglishGrain.DAY, _day_of_month(token.value), doubtful=not _ends(tokens, index + 1)
    )


def _ends(tokens: Tokens, index: int) -> bool:
    token = tokens[index]
    return (
        token.kind not in (TokenKind.WORD, TokenKind.UNIT, TokenKind.ORDINAL) and token.word != "one"
    ) or token.word in _FOLLOWERS


_FOLLOWERS: Final = listed("behind a numbered day")


def _day_of_month(day: int) -> Place:
    def place(within: TimeRange | None, now: datetime) -> TimeRange | None:
        if within is not None and within.start is not None:
            there = within.start.date().replace(day=day)
            return days(there, there, now)
        for back in range(13):
            first = shifted(now.date().replace(day=1), -back)
            there = shifted(first.replace(day=1), 0)
            end = shifted(first, 1)
            if (end - there).days >= day and there.replace(day=day) <= now.date():
                return days(there.replace(day=day), there.replace(day=day), now)
        return None

    return place


def named(tokens: Tokens, index: int, this: int, last: int) -> TimePiece | None:
    """ "Last May", "this summer": ``last`` is the token of the month or season."""
    token = tokens[last]
    grain = EnglishGrain.MONTH if token.kind is TokenKind.MONTH else EnglishGrain.SEASON
    if token.kind is TokenKind.MONTH and _is_day(tokens, last + 1):
        return None
    if this > 0:
        return future(index, last + 1, grain, _coming_month(token.value) if token.kind is TokenKind.MONTH else nowhere)
    if token.kind is TokenKind.MONTH:
        place = _ended_month(token.value) if this < 0 else month_place(token.value)
    elif this < 0 and tokens[last - 1].word != "past":
        place = ended_season(token.value)
    else:
        place = season_place(token.value)
    return TimePiece(index, last + 1, grain, place, Stance.PAST if this < 0 else Stance.THIS)


def _coming_month(which: int) -> Place:
    return lambda _within, now: earliest(lambda year: months(year, which, 1, now), now)


def _ended_month(which: int) -> Place:
    def place(_within: TimeRange | None, now: datetime) -> TimeRange | None:
        return months(now.year - (which >= now.month), which, 1, now)

    return place
