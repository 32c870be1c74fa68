"""Whether a post of a circle says something new: which earlier ones it may be too like, how like texts are. Pure."""

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Final

from engine.rules.recall.words.words import terms

TOO_ALIKE: Final = 0.85
"""From this likeness on, on the canonical scale, a post says what another one has said."""
COMPARED: Final = 12
"""Earlier posts that are compared by their meaning: what shares no words with a post is not that like it."""


def is_comment(text: str) -> bool:
    """Whether a message of a circle answers another one, as comments begin."""
    return text.startswith("@")


def nearest_in_words(text: str, earlier: Sequence[str]) -> list[str]:
    """Those of the ``earlier`` posts that may be too like ``text``, those with most words in common first."""
    words = terms(text)
    found = {it: shared_words(words, terms(it)) for it in earlier}
    near = sorted((it for it in found if found[it] or it == text), key=lambda it: -found[it])
    return near[:COMPARED]


def shared_words(left: Mapping[int, int], right: Mapping[int, int]) -> float:
    """How alike two texts are by their words alone, 0 to 1: the cosine of how often each stands in them."""
    both = sum(times * right.get(word, 0) for word, times in left.items())
    sizes = [sqrt(sum(it * it for it in one.values())) for one in (left, right)]
    return both / (sizes[0] * sizes[1]) if all(sizes) else 0.0
