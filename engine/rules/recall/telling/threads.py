"""Which lines of a talk belong together, though several matters are talked about at once.

A word that comes back soon, and not all day long, carries a matter: the lines that share it are one thread. A word that
is strewn over the whole talk is a habit of those who talk and joins nothing.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

_NEAR: Final = 8
"""Lines within which a word comes back that carries a matter; or a part of the talk, if that is more."""
_NEAR_SHARE: Final = 0.05
_FEW: Final = 0.5
_FADES: Final = 60.0
"""Lines after which a word that comes back joins half as much."""
_JOINS: Final = 0.45
_NEXT: Final = (0.2, 0.1)
"""What joins a line to the ones right before it."""


def cohesion(lines: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """How far each word that stands in more than one of ``lines`` carries a matter, 0 to 1."""
    places: dict[str, list[int]] = {}
    for number, words in enumerate(lines):
        for word in words:
            places.setdefault(word, []).append(number)
    near = max(_NEAR, len(lines) * _NEAR_SHARE)
    return {word: _together(found, near, len(lines)) for word, found in places.items() if len(found) > 1}


def threads(lines: Sequence[Mapping[str, float]], ties: Mapping[str, float]) -> list[int]:
    """For each line, by its words with how much they say, the number of its thread; ``ties``: their cohesion."""
    last: dict[str, int] = {}
    found: list[int] = []
    count = 0
    for number, words in enumerate(lines):
        votes: dict[int, float] = {}
        for word, weight in words.items():
            if word in last and (tie := ties.get(word, 0.0)):
                thread = found[last[word]]
                votes[thread] = votes.get(thread, 0.0) + weight * tie * _FADES / (_FADES + number - last[word])
        for share, thread in zip(_NEXT, reversed(found[-len(_NEXT) :]), strict=False):
            votes[thread] = votes.get(thread, 0.0) + share
        best = max(votes, key=lambda it: (votes[it], it), default=-1)
        if best < 0 or votes[best] < _JOINS:
            best, count = count, count + 1
        found.append(best)
        last.update(dict.fromkeys(words, number))
    return found


def _together(places: Sequence[int], near: float, lines: int) -> float:
    """How much more often a word comes back soon than it would if it were strewn evenly."""
    soon = sum(later - earlier <= near for earlier, later in pairwise(places)) / (len(places) - 1)
    by_chance = min(len(places) * near / lines, 1.0)
    if by_chance > _FEW:
        return _FEW * soon
    return max(0.0, (soon - by_chance) / (1 - by_chance))
