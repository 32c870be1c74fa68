"""Reads the parts of time in a row of tokens, left to right, each token a bounded number of times."""

from typing import Final

from engine.rules.recall.timeparse import english_clocks as clocks
from engine.rules.recall.timeparse import english_dates as dates
from engine.rules.recall.timeparse import english_days as day_words
from engine.rules.recall.timeparse import english_edges as edges
from engine.rules.recall.timeparse import english_holidays as holidays
from engine.rules.recall.timeparse import english_hours as hours
from engine.rules.recall.timeparse import english_moments as moments
from engine.rules.recall.timeparse import english_years as years
from engine.rules.recall.timeparse.english_pieces import Piece, Reader, Tokens
from engine.rules.recall.timeparse.english_words import TONIGHT, Kind


def which(tokens: Tokens, index: int) -> Piece | None:
    """ "Last", "this", "next", "this past" with what they belong to."""
    token = tokens[index]
    this, last = token.value, index + 1
    if this == 0 and tokens[last].value == -1 and tokens[last].kind is Kind.WHICH:
        this, last = -1, last + 1
    elif token.word == "last" and tokens[last].word == "last":
        return moments.last_last(tokens, index)
    if this <= 0 and (counted := day_words.past_amount(tokens, index, last)) and (this < 0):
        return counted
    return _named(tokens, index, this, last)


def _named(tokens: Tokens, index: int, this: int, last: int) -> Piece | None:
    kind, word = tokens[last].kind, holidays.bare_word(tokens[last].word)
    if word in TONIGHT:
        return None
    if word in holidays.FIRST_WORDS and (found := holidays.named(tokens, index, this, last)):
        return found
    if kind in (Kind.MONTH, Kind.SEASON):
        return dates.named(tokens, index, this, last)
    if kind is Kind.PART:
        return hours.named_part(tokens, index, this, last)
    if this < 0 and (found := edges.ordinal(tokens, index)):
        return found
    if this == 0 and (found := edges.same(tokens, index)):
        return found
    return day_words.named(tokens, index, this, last)


_BY_KIND: Final[dict[Kind, tuple[Reader, ...]]] = {
    Kind.NUMBER: (moments.counted, clocks.clock_range, clocks.spoken_clock, dates.numbered_day, years.year),
    Kind.ORDINAL: (holidays.holiday, edges.ordinal, dates.numbered_day),
    Kind.WEEKDAY: (day_words.weekday,),
    Kind.MONTH: (holidays.holiday, dates.month),
    Kind.UNIT: (
        day_words.before_last,
        day_words.day_next_to,
        edges.week_of,
        day_words.bare_weekend,
        clocks.spoken_clock,
    ),
    Kind.PART: (hours.part,),
    Kind.DAY: (day_words.day,),
    Kind.SEASON: (holidays.holiday, years.a_season),
    Kind.WHICH: (which,),
    Kind.EDGE: (edges.edge,),
    Kind.CLOCK: (clocks.clock_range, clocks.clock),
    Kind.DATE: (dates.date_of,),
    Kind.DECADE: (years.decade,),
    Kind.QUARTER: (years.quarter,),
    Kind.VAGUE: (day_words.recently,),
}
_COUNTED: Final[tuple[Reader, ...]] = (moments.counted, moments.moment_ago)
_BY_WORD: Final[dict[str, tuple[Reader, ...]]] = {
    **dict.fromkeys(("a", "an", "couple", "few", "several", "dozen", "some"), _COUNTED),
    "half": (moments.counted, clocks.spoken_clock),
    "moments": (moments.moment_ago,),
    "seconds": (moments.moment_ago,),
    "minutes": (moments.moment_ago,),
    "other": (day_words.other,),
    "earlier": (edges.earlier,),
    "same": (edges.same,),
    "wee": (edges.wee,),
    "small": (edges.wee,),
    "just": (moments.just_now,),
    "recent": (moments.in_recent,),
    "overnight": (moments.overnight,),
    **dict.fromkeys(holidays.FIRST_WORDS, (holidays.holiday,)),
    "all": (holidays.holiday, moments.all_of_it),
}


_MOST: Final = 48  # a question has a few


def pieces(tokens: Tokens, hidden: frozenset[int]) -> list[Piece]:
    """The parts of time in ``tokens``, in order, without those that begin at a hidden token."""
    found: list[Piece] = []
    index = 0
    while index < len(tokens) and len(found) < _MOST:
        piece = None if index in hidden else _read(tokens, index)
        if piece is None:
            index += 1
            continue
        if not any(inside in hidden for inside in range(piece.first, piece.last)):
            found.append(piece)
        index = piece.last
    return found


def _read(tokens: Tokens, index: int) -> Piece | None:
    token = tokens[index]
    readers = _BY_KIND.get(token.kind) or _BY_WORD.get(holidays.bare_word(token.word), ())
    for reader in readers:
        if piece := reader(tokens, index):
            return piece
    return None
