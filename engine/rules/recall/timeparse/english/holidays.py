"""Holidays by their English names: "Christmas Eve", "Labor Day weekend", "last Thanksgiving"."""

from datetime import date, datetime
from typing import Final

from engine.rules.recall.timeparse.calendar import DAY, days, earliest, latest
from engine.rules.recall.timeparse.english.pieces import EnglishGrain, Place, Stance, TimePiece, Tokens, future
from engine.rules.recall.timeparse.holiday_rules import holidays_by_name
from engine.rules.recall.timeparse.holidays import Days
from engine.rules.recall.word_lists import word_lists
from engine.values.memory.recall import TimeRange

_MON, _THU, _SUN = 0, 3, 6


HOLIDAYS: Final = dict(holidays_by_name(word_lists(__file__, "holidays.json")["holidays"]))


def _by_first() -> dict[str, list[tuple[tuple[str, ...], Days]]]:
    found: dict[str, list[tuple[tuple[str, ...], Days]]] = {}
    for name, made in HOLIDAYS.items():
        words = tuple(name.split())
        found.setdefault(words[0], []).append((words, made))
    for rows in found.values():
        rows.sort(key=lambda row: -len(row[0]))
    return found


_BY_FIRST: Final = _by_first()
_SILENT: Final = frozenset({"'s", "'", ".", "-"})
FIRST_WORDS: Final = frozenset(_BY_FIRST)


def bare_word(word: str) -> str:
    """The word without the mark of a possessive."""
    return word[:-2] if word.endswith("'s") else word


def _match(tokens: Tokens, index: int) -> tuple[Days, int] | None:
    for words, made in _BY_FIRST.get(bare_word(tokens[index].word), ()):
        there = index + 1
        for word in words[1:]:
            while tokens[there].word in _SILENT and tokens[there].word != word:
                there += 1
            if bare_word(tokens[there].word) != word:
                break
            there += 1
        else:
            return made, there
    return None


def holiday(tokens: Tokens, index: int) -> TimePiece | None:
    """A holiday: of its year, of the year around it, or the latest that has begun."""
    return _piece(tokens, index, index, 0, Stance.OPEN)


def named(tokens: Tokens, index: int, this: int, last: int) -> TimePiece | None:
    """ "Last Christmas", "this Easter"; ``last`` is the token of the holiday's first word."""
    if this > 0:
        found = _match(tokens, last)
        return future(index, found[1], EnglishGrain.DAY, _coming(found[0])) if found else None
    past = tokens[last - 1].word == "past"
    return _piece(tokens, index, last, this + past, Stance.PAST if this < 0 else Stance.THIS)


def _piece(tokens: Tokens, first: int, index: int, this: int, stance: Stance) -> TimePiece | None:
    found = _match(tokens, index)
    if found is None:
        return None
    made, last = found
    more = tokens[last].word
    if more in ("weekend", "week", "wknd"):
        made, last = _widened(made, more == "week"), last + 1
    if tokens[last].word == "before" and tokens[last + 1].word == "last":
        return TimePiece(first, last + 2, EnglishGrain.DAY, _place(made, -2), Stance.PAST)
    return TimePiece(first, last, EnglishGrain.DAY, _place(made, this), stance)


_REST: Final = 14  # "last Christmas" is not the one of the past two weeks


def _whole(made: Days, year: int, now: datetime) -> TimeRange:
    first, last = made(year)
    return days(first, last, now)


def _coming(made: Days) -> Place:
    return lambda _within, now: earliest(lambda year: _whole(made, year, now), now)


def _place(made: Days, this: int) -> Place:
    def place(within: TimeRange | None, now: datetime) -> TimeRange | None:
        if within is not None and within.start is not None:
            return _whole(made, within.start.year, now)
        found = latest(lambda year: _whole(made, year, now), now - DAY * _REST if this < 0 else now)
        return _whole(made, found.start.year - 1, now) if this < -1 and found.start is not None else found

    return place


def _widened(made: Days, whole_week: bool) -> Days:
    def wide(year: int) -> tuple[date, date]:
        first, last = made(year)
        if whole_week:
            return first - DAY * first.weekday(), first + DAY * (6 - first.weekday())
        if first.weekday() in (_MON, 1):
            return first - DAY * (first.weekday() + 2), last
        saturday = first + DAY * (5 - first.weekday())
        return min(first, saturday) if first.weekday() >= _THU else saturday, saturday + DAY * (
            1 + (made(year)[0] == first and first.weekday() == _SUN and last > first)
        )

    return wide
