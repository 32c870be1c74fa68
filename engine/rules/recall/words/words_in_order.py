"""A text as the words that people see in it, with their places: words of letters, Chinese characters, mentions."""

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

from engine.rules.recall.words.words import is_chinese

_HAN: Final = "\u3400-\u9fff"
_TOKEN: Final = re.compile(
    rf"(?P<mention><@[!&]?\d{{1,20}}>|@[A-Za-z0-9_.]{{1,40}}|@[{_HAN}\w]{{1,8}}(?=\s))"
    rf"|[{_HAN}]|[^\W_{_HAN}]+(?:['’-][^\W_{_HAN}]+)*"
)
_DRAWN_OUT: Final = re.compile(r"([^\W\d])\1{2,}")
_LONGEST: Final = 40
"""A longer run of letters is no word that anything is compared with; it is cut."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word at ``start`` ≤ i < ``end`` of its text, as it is compared, whether it mentions somebody, and whether it is
    a Chinese character.
    """

    start: int
    end: int
    text: str
    mention: bool = False
    han: bool = False


def words_of(text: str) -> list[Word]:
    """The words of ``text``, in order. Linear in its length."""
    return [
        Word(token.start(), token.end(), folded(token[0]), token["mention"] is not None, is_chinese(token[0]))
        for token in _TOKEN.finditer(text)
    ]


def phrase(text: str) -> tuple[str, ...]:
    """The words of a phrase as they are compared."""
    return tuple(it.text for it in words_of(text))


def folded(word: str) -> str:
    """A word as it is compared: case, width and drawn out letters ("heyyy") do not count."""
    plain = unicodedata.normalize("NFKC", word[:_LONGEST]).casefold().replace("’", "'")
    return _DRAWN_OUT.sub(r"\1", plain)
