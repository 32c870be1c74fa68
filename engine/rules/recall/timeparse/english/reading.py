"""Reads the parts of time in a row of tokens, left to right, each token a bounded number of times."""

from typing import Final

from engine.rules.recall.timeparse.english import clocks, dates, edges, holidays, hours, moments, years
from engine.rules.recall.timeparse.english import days as day_words
from engine.rules.recall.timeparse.english.pieces import Reader, TimePiece, Tokens
from engine.rules.recall.timeparse.english.words import TONIGHT, TokenKind


def which(tokens: Tokens, index: int) -> TimePiece | None:
    """ "Last", "this", "next", "this past" with what they belong to."""
    token = tokens[index]
    this, last = token.value, index + 1
    if this == 0 and tokens[last].value == -1 and tokens[last].kind is TokenKind.WHICH:
        this, last = -1, last + 1
    elif token.word == "last" and tokens[last].word == "last":
        return moments.last_last(tokens, index)
    if this <= 0 and (counted := day_words.past_amount(tokens, index, last)) and (this < 0):
        return counted
    return _named(tokens, index, this, last)


def _named(tokens: Tokens, index: int, this: int, last: int) -> TimePiece | None:
    kind, word = tokens[last].kind, holidays.bare_word(tokens[last].word)
    if word in TONIGHT:
        return None
    if word in holidays.FIRST_WORDS and (found := holidays.named(tokens, index, this, last)):
        return found
    if kind in (TokenKind.MONTH, TokenKind.SEASON):
        return dates.named(tokens, index, this, last)
    if kind is TokenKind.PART:
        return hours.named_part(tokens, index, this, last)
    if this < 0 and (found := edges.ordinal(tokens, index)):
        return found
    if this == 0 and (found := edges.same(tokens, index)):
        return found
    return day_words.named(tokens, index, this, last)


_BY_KIND: Final[dict[TokenKind, tuple[Reader, ...]]] = {
    TokenKind.NUMBER: (moments.counted, clocks.clock_range, clocks.spoken_clock, dates.numbered_day, years.year),
    TokenKind.ORDINAL: (holidays.holiday, edges.ordinal, dates.numbered_day),
    TokenKind.WEEKDAY: (day_words.weekday,),
    TokenKind.MONTH: (holidays.holiday, dates.month),
    TokenKind.UNIT: (
        day_words.before_last,
        day_words.day_next_to,
        edges.week_of,
        day_words.bare_weekend,
        clocks.spoken_clock,
    ),
    TokenKind.PART: (hours.part,),
    TokenKind.DAY: (day_words.day,),
    TokenKind.SEASON: (holidays.holiday, years.a_season),
    TokenKind.WHICH: (which,),
    TokenKind.EDGE: (edges.edge,),
    TokenKind.CLOCK: (clocks.clock_range, clocks.clock),
    TokenKind.DATE: (dates.date_of,),
    TokenKind.DECADE: (years.decade,),
    TokenKind.QUARTER: (years.quarter,),
    TokenKind.VAGUE: (day_words.recently,),
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


def pieces(tokens: Tokens, hidden: frozenset[int]) -> list[TimePiece]:
    """The parts of time in ``tokens``, in order, without those that begin at a hidden token."""
    found: list[TimePiece] = []
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


def _read(tokens: Tokens, index: int) -> TimePiece | None:
    token = tokens[index]
    readers = _BY_KIND.get(token.kind) or _BY_WORD.get(holidays.bare_word(token.word), ())
    for reader in readers:
        if piece := reader(tokens, index):
            return piece
    return None
