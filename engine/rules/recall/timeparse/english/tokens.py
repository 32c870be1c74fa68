"""Cuts an English text into words, numbers and signs, in one pass."""

import re
from typing import Final, NamedTuple

from engine.rules.recall.timeparse.english.words import LEXICON, TokenKind

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
    | (?P<decimal>\d{1,3}\.\d{1,2}(?![\d.]))
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
    kind: TokenKind
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
            Token("'s", TokenKind.WORD, 0, end - 2, end, False, False),
        ]
    kind, value = LEXICON.get(word, (TokenKind.WORD, 0))
    return [Token(word, kind, value, start, end, capital, spaced)]


_KINDS: Final = {
    "date": TokenKind.DATE,
    "clock": TokenKind.CLOCK,
    "decade": TokenKind.DECADE,
    "ordinal": TokenKind.ORDINAL,
    "quarter": TokenKind.QUARTER,
    "short": TokenKind.NUMBER,
    "money": TokenKind.MARK,
    "number": TokenKind.NUMBER,
    "decimal": TokenKind.NUMBER,
    "mark": TokenKind.MARK,
}


_NOTHING: Final = Token("", TokenKind.STOP, 0, 0, 0)
_PADDING: Final = [_NOTHING] * 40  # more than any reader looks ahead, or back from the first token
_HEAD: Final = 600
_TAIL: Final = 1_000


def tokens(text: str) -> list[Token]:
    """The words, numbers and signs of ``text`` in order; empty ones follow, so that readers may look beyond the end.

    Of a long text the beginning and the end are read: what it asks stands there.
    """
    if len(text) <= _HEAD + _TAIL:
        return [*_cut(text, 0), *_PADDING]
    tail = len(text) - _TAIL
    return [*_cut(text[:_HEAD], 0), _NOTHING, *_cut(text[tail:], tail), *_PADDING]


def _cut(text: str, shift: int) -> list[Token]:
    found: list[Token] = []
    for match in _TOKEN.finditer(text):
        start, end = match.span()
        group, raw = match.lastgroup or "mark", match.group()
        spaced = start == 0 or text[start - 1].isspace()
        if group == "word":
            found += _word(raw, start + shift, end + shift, spaced)
            continue
        kind = TokenKind.STOP if raw in _STOPS else _KINDS[group]
        value = _value(raw) if group in _VALUED else -1
        word = raw.lower().replace("’", "'")
        found.append(Token(word, kind, value, start + shift, end + shift, False, spaced))
    return found


_VALUED: Final = frozenset({"number", "short", "ordinal", "decade", "quarter"})


def _value(raw: str) -> int:
    digits = "".join(sign for sign in raw[:_NUMBER_LENGTH] if sign.isdecimal())
    return int(digits) if digits and len(raw) <= _NUMBER_LENGTH else -1
