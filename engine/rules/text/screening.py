"""Words that are not to be read: found in what is said, and covered before anybody sees them.

Two texts are compared as they look: without letter case, forms of letters, invisible signs, emphasis marks and strokes
through letters. Of a language with blanks a word counts alone, elsewhere wherever it stands; ``*`` at an end of a word
stands for what goes on there.
"""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

COVER: Final = "█"
LONGEST_WORD: Final = 60
"""Characters."""
_EMPHASIS: Final = frozenset("*_~|`\\")
_NO_BLANKS: Final = (
    (0x0E00, 0x0EFF),
    (0x1000, 0x109F),
    (0x1100, 0x11FF),
    (0x1780, 0x17FF),
    (0x2E80, 0xA4CF),
    (0xAC00, 0xD7FF),
    (0xF900, 0xFAFF),
    (0x20000, 0x3FFFF),
)
"""Letters of languages that are written without blanks between words, or glue what belongs to a word to it."""
_MARKS: Final = (
    (0x0300, 0x036F),
    (0x0483, 0x0489),
    (0x1AB0, 0x1AFF),
    (0x1DC0, 0x1DFF),
    (0x20D0, 0x20FF),
    (0xFE00, 0xFE2F),
)
"""Accents, strokes and variants that are set on the letter before them."""


def plain_word(typed: str) -> str:
    """A word as lists keep it: on one line, its letters alone; "" for one that would cover nearly everything."""
    word = " ".join(typed.split())
    bare = _comparable(word)
    too_short = len(bare) < 2 and not any(_glues(it) for it in bare)
    return "" if too_short or not any(it.isalnum() for it in bare) or len(word) > LONGEST_WORD else word


@dataclass(frozen=True, slots=True)
class _Word:
    """A word as it is compared, and whether it ``begins`` and ``ends`` where it stands in a text."""

    letters: str
    begins: bool
    ends: bool


class Screen:
    """What covers some words."""

    def __init__(self, words: Iterable[str]) -> None:
        self._words: dict[str, list[_Word]] = {}
        beginnings: set[str] = set()
        known = {it for it in map(_word, words) if it.letters}
        for known_word in sorted(known, key=lambda it: -len(it.letters)):
            self._words.setdefault(known_word.letters[0], []).append(known_word)
            beginnings.update(known_word.letters[:n] for n in range(1, len(known_word.letters)))
            if known_word.ends:
                beginnings.add(known_word.letters)
        self._beginnings = frozenset(beginnings)
        self._longest = max(map(len, beginnings), default=0)

    def __bool__(self) -> bool:
        return bool(self._words)

    def finds(self, text: str) -> bool:
        """Whether one of the words stands in ``text``."""
        return bool(self._words) and bool(_spans(_Looks(text), self._words))

    def covered(self, text: str, behind: str = "") -> str:
        """``text`` with every such word covered, also one that began in the text ``behind`` which it stands."""
        if not self._words or not text:
            return text
        before = behind[-2 * LONGEST_WORD :]
        looks = _Looks(before + text)
        return _cover(text, [(a - len(before), b - len(before)) for a, b in _spans(looks, self._words)])

    def readable(self, text: str, behind: str = "") -> str:
        """The same of a text that still grows, without an end in which such a word may have begun."""
        if not self._words:
            return text
        before = behind[-2 * LONGEST_WORD :]
        looks = _Looks(before + text)
        end = max(0, self._grows_from(looks) - len(before))
        spans = [(a - len(before), b - len(before)) for a, b in _spans(looks, self._words)]
        return _cover(text[:end], [it for it in spans if it[0] < end])

    def _grows_from(self, looks: "_Looks") -> int:
        """Where in the text the end begins that may still become one of the words."""
        letters = looks.letters
        for at in range(max(0, len(letters) - self._longest), len(letters)):
            if letters[at:] in self._beginnings:
                return looks.places[at]
        return looks.length


@lru_cache(maxsize=1_000)
def screen(words: tuple[str, ...]) -> Screen:
    """What covers these words; made once."""
    return Screen(words)


class _Looks:
    """How a text looks: its letters as they are compared, and the place in the text that each comes from."""

    __slots__ = ("length", "letters", "places")

    def __init__(self, text: str) -> None:
        found: list[str] = []
        self.places: list[int] = []
        for at, sign in enumerate(text):
            looks = _looks(sign)
            if looks == " " and found and found[-1] == " ":
                continue
            found += looks
            self.places += [at] * len(looks)
        self.letters = "".join(found)
        self.length = len(text)


def _word(typed: str) -> _Word:
    word = typed.strip()
    letters = _comparable(word)
    if not letters:
        return _Word("", begins=False, ends=False)
    begins = not word.startswith("*") and _stands_alone(letters[0])
    return _Word(letters, begins, not word.endswith("*") and _stands_alone(letters[-1]))


def _spans(looks: _Looks, words: dict[str, list[_Word]]) -> list[tuple[int, int]]:
    """From where to where in the text words stand that are complete; the longest at each place."""
    letters, found = looks.letters, list[tuple[int, int]]()
    for at, first in enumerate(letters):
        for word in words.get(first, ()):
            end = at + len(word.letters)
            if letters.startswith(word.letters, at) and _is_whole(letters, at, end, word):
                found.append((looks.places[at], looks.places[end - 1] + 1))
                break
    return found


def _is_whole(letters: str, start: int, end: int, word: _Word) -> bool:
    goes_before = word.begins and start > 0 and _stands_alone(letters[start - 1])
    goes_on = word.ends and end < len(letters) and _stands_alone(letters[end])
    return not (goes_before or goes_on)


def _cover(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """``text`` with what lies in ``spans`` covered, but for blanks, so that lines break as before."""
    signs = list(text)
    for start, end in spans:
        for at in range(max(0, start), min(end, len(signs))):
            if not signs[at].isspace():
                signs[at] = COVER
    return "".join(signs)


def _comparable(text: str) -> str:
    return _Looks(" ".join(text.split())).letters.strip()


@lru_cache(maxsize=20_000)
def _looks(sign: str) -> str:
    """A character as it is compared; "" for one that is not seen or is set on the one before it."""
    if sign in _EMPHASIS or unicodedata.category(sign) == "Cf" or _within(sign, _MARKS):
        return ""
    if sign.isspace():
        return " "
    apart = unicodedata.normalize("NFKD", sign).casefold()
    kept = "".join(it for it in unicodedata.normalize("NFKD", apart) if not _within(it, _MARKS))
    return unicodedata.normalize("NFC", kept)


def _stands_alone(letter: str) -> bool:
    return letter.isalnum() and not _glues(letter)


def _glues(letter: str) -> bool:
    return _within(letter, _NO_BLANKS)


def _within(sign: str, ranges: Iterable[tuple[int, int]]) -> bool:
    return any(first <= ord(sign) <= last for first, last in ranges)
