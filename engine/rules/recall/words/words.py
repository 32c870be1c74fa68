"""Words of a text as numbers: stems of latin words, pairs of Chinese characters, hashed."""

import re
import zlib
from collections import Counter
from collections.abc import Iterable
from typing import Any, Final, Protocol, cast

import Stemmer  # pyright: ignore[reportMissingTypeStubs] — a C library without types

from engine.rules.recall.words.word_forms import BASE, SAYS_NOTHING

_RUN: Final = re.compile(r"[^\W_\u3400-\u9fff]+(?:['’][^\W_\u3400-\u9fff]+)?|[\u3400-\u9fff]+")
_LONGEST: Final = 40
"""A longer run of letters is no word anybody asks for; it is cut."""


class _Stemming(Protocol):
    def stemWord(self, word: str) -> str: ...  # noqa: N802 — the library's name


_ENGLISH: Final = cast("_Stemming", cast("Any", Stemmer).Stemmer("english"))


def terms(text: str) -> dict[int, int]:
    """Each word of ``text`` that says something, as a 32-bit number, with how often it stands there."""
    return dict(Counter(hashed(word) for word in stems(text)))


def stems(text: str) -> list[str]:
    """The words of ``text`` that say something, in order: stems, and pairs of Chinese characters."""
    found: list[str] = []
    for run in _RUN.findall(text.lower()):
        if is_chinese(run):
            found += [run[at : at + 2] for at in range(len(run) - 1)] or [run]
        elif (word := _plain(run)) not in SAYS_NOTHING:
            found.append(_stem(word))
    return found


def hashed(word: str) -> int:
    """A word as a signed 32-bit number; never 0."""
    number = zlib.crc32(word.encode("utf-8", "surrogatepass"))
    return (number - 2**32 if number >= 2**31 else number) or 1


def unpaired(words: Iterable[str]) -> list[str]:
    """Chinese characters that stand alone among ``words``. Texts are kept in pairs, so these find next to nothing."""
    return [it for it in words if len(it) == 1 and is_chinese(it)]


def is_chinese(text: str) -> bool:
    """Whether ``text`` begins with a Chinese character."""
    return "\u3400" <= text[:1] <= "\u9fff"


def _plain(run: str) -> str:
    return re.split("['’]", run, maxsplit=1)[0][:_LONGEST]


def _stem(word: str) -> str:
    return _ENGLISH.stemWord(BASE.get(word, word))
