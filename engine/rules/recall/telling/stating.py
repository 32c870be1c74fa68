"""What a line states: its words, each with how much it says. Greetings and everyday words say next to nothing."""

from collections.abc import Iterable, Mapping
from typing import Final

from engine.rules.recall.words.everyday import CHINESE, ENGLISH, PARTICLES
from engine.rules.recall.words.words import is_chinese, stems

STATES: Final = 1.0
"""From so much on a line states something."""
_EVERYDAY: Final = 0.1
_BESIDE_PARTICLE: Final = 0.15
_ALONE: Final = 0.4
_PAIR: Final = 0.75
"""A pair of Chinese characters; words of two share their characters with the pairs beside them."""


def stated(text: str, names: Iterable[str] = ()) -> dict[str, float]:
    """The words of ``text`` as stems and pairs of characters, with how much each says, 0 to 1.

    ``names`` (as stems) are of people who talk: who is called by name is not what it is about.
    """
    found: dict[str, float] = {}
    for word in stems(CHINESE.sub(" ", text)):
        weight = _chinese(word) if is_chinese(word) else _latin(word)
        found[word] = max(weight, found.get(word, 0.0))
    for name in names:
        if name in found:
            found[name] = min(found[name], _EVERYDAY)
    return found


def says(words: Mapping[str, float]) -> float:
    """How much is stated in all."""
    return sum(words.values())


def _chinese(word: str) -> float:
    particles = sum(it in PARTICLES for it in word)
    if len(word) == 1:
        return _ALONE * (not particles)
    return (_PAIR, _BESIDE_PARTICLE, 0.0)[particles]


def _latin(word: str) -> float:
    return _EVERYDAY if word in ENGLISH_STEMS else 1.0


ENGLISH_STEMS: Final = frozenset(stem for word in ENGLISH for stem in stems(word))
