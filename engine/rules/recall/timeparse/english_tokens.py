"""Cuts an English text into words, numbers and signs, in one pass."""

import re
from typing import Final, NamedTuple

from engine.rules.recall.timeparse.english_words import LEXICON, Kind

# Each alternative begins with its own sign or is bounded, so that every character is looked at a few times at most.
_TOKEN: Final = re.compile(
    r"""
      (?P<date>\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?![\w-])|\d{1,2}[/]\d{1,2}(?:/(?:\d{4}|\d{2}))?(?![\w/])
        |\d{1,2}[-.]\d{1,2}[-.]\d{4}(?![\w-])|(?:19|20)\d\d[-/](?:0[1-9]|1[0-2])(?![\w/-])|(?:0[1-9]|1[0-2])/20\d\d(?![\w/-]))
    | (?P<clock>\d{1,2}(?:[:.][0-5]\d)?\ ?(?:[ap]m\b|[ap]\.m\.|o['’]?\ ?clock\b)|\d{1,2}:[0-5]\d(?::[0-5]\d)?(?![\w:]))
    | (?P<decade>['’]?(?:1[89]|20)?\d0['’]?s\b)
    | (?P<ordinal>\d{1,2}(?:st|nd|rd|th)\b)
    | (?P<quarter>[qh][1-4]\b)
    | (?P<short>['’]\d\d\b)
    | (?P<money>[$€£¥#]\ ?\d+(?:[.,]\d+)*|\d+(?:[.,]\d+)+|\d+\ ?%)
    | (?P<number>\d+)
    | (?P<word>[^\W\d_]+(?:['’][^\W\d_]+)*)
    | (?P<mark>[^\w\s]|_)
    """,
    re.VERBOSE | re.IGNORECASE,
)

_STOPS: Final = frozenset(".!?;\n。！？；")
_NUMBER_LENGTH: Final = 7


class Token(NamedTuple):
    """A piece of the text: the word in small letters, what it is, and where it stands."""

    word: str
    kind: Kind
    value: int
    start: int
    end: int
    capital: bool = False
    spaced: bool = True  # whether a space or nothing stands before it


def _word(raw: str, start: int, end: int, spaced: bool) -> list[Token]:
    word = raw.lower().replace("’", "'")
    capital = raw[0].isupper()
    if word.endswith("'s") and word[:-2] in LEXICON:
        kind, value = LEXICON[word[:-2]]
        return [
            Token(word[:-2], kind, value, start, end - 2, capital),
            Token("'s", Kind.WORD, 0, end - 2, end, False, False),
        ]
    kind, value = LEXICON.get(word, (Kind.WORD, 0))
    return [Token(word, kind, value, start, end, capital, spaced)]


_KINDS: Final = {
    "date": Kind.DATE,
    "clock": Kind.CLOCK,
    "decade": Kind.DECADE,
    "ordinal": Kind.ORDINAL,
    "quarter": Kind.QUARTER,
    "short": Kind.NUMBER,
    "money": Kind.MARK,
    "number": Kind.NUMBER,
    "mark": Kind.MARK,
}


def tokens(text: str) -> list[Token]:
    """The words, numbers and signs of ``text`` in order."""
    found: list[Token] = []
    for match in _TOKEN.finditer(text):
        start, end = match.span()
        group = match.lastgroup or "mark"
        spaced = start == 0 or text[start - 1].isspace()
        raw = match.group()
        if group == "word":
            found += _word(raw, start, end, spaced)
            continue
        kind, value = _KINDS[group], 0
        if group in ("number", "short", "ordinal", "decade", "quarter"):
            digits = "".join(sign for sign in raw[: _NUMBER_LENGTH + 1] if sign.isdecimal())
            value = int(digits) if digits and len(raw) <= _NUMBER_LENGTH else -1
        elif raw in _STOPS:
            kind = Kind.STOP
        found.append(Token(raw.lower().replace("’", "'"), kind, value, start, end, False, spaced))
    return found
