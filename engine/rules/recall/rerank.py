"""A second look at the best finds, now with their texts."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.rules.recall.rank import Ranked
from engine.rules.recall.wording import asks_when, is_question, quoted, tells_time
from engine.rules.recall.words import latin_words, stem_of, stems

KIN: Final = 4.0
PAIRS: Final = 2.0
TIMES: Final = 2.5
QUOTES: Final = 8.0
QUESTIONS: Final = -1.2
NO_KIN: Final = 0.45
"""Two words with vectors less alike than this have nothing to do with each other."""
_SPACES: Final = re.compile(r"\s+")

Vectors = Mapping[str, NDArray[np.float32]]


@dataclass(frozen=True, slots=True)
class Sought:
    """The question, as far as texts are compared with it. ``names`` are no words that a text could answer with.

    ``weights``: how much each word tells, by its stem. ``vectors``: unit vectors of words, of as many as are known.
    """

    text: str
    names: frozenset[str]
    weights: Mapping[str, float]
    vectors: Vectors


def rerank(sought: Sought, ranked: Sequence[Ranked], texts: Mapping[int, str]) -> list[Ranked]:
    """``ranked`` in a better order; ``texts`` by the candidates' ids. One without a text keeps its score."""
    looks = _Looks(sought)
    again = [
        Ranked(it.candidate, it.score + looks.at(texts[it.candidate.id])) if it.candidate.id in texts else it
        for it in ranked
    ]
    return sorted(again, key=lambda it: (-it.score, -it.candidate.occurred_at.timestamp(), it.candidate.id))


class _Looks:
    """What the question is looked for by, read once."""

    def __init__(self, sought: Sought) -> None:
        words = [it for it in stems(sought.text) if it not in sought.names]
        self._pairs = set(pairwise(words))
        self._when = asks_when(sought.text)
        self._quoted = [_folded(it) for it in quoted(sought.text)]
        self._kin = _Kin(sought)

    def at(self, text: str) -> float:
        """What the words of a text add to its score."""
        score = KIN * self._kin.of(text) + QUESTIONS * is_question(text) + TIMES * (self._when and tells_time(text))
        if self._pairs:
            score += PAIRS * len(self._pairs & set(pairwise(stems(text)))) / len(self._pairs)
        return score + QUOTES * any(it in _folded(text) for it in self._quoted)


class _Kin:
    """Words that are no forms of the words asked for, but mean something like it."""

    def __init__(self, sought: Sought) -> None:
        self._vectors = sought.vectors
        asked = [it for it in dict.fromkeys(latin_words(sought.text)) if stem_of(it) not in sought.names]
        self._stems = [stem_of(it) for it in asked if it in sought.vectors]
        rows = [sought.vectors[it] for it in asked if it in sought.vectors]
        self._rows = np.stack(rows) if rows else np.zeros((0, 1), dtype=np.float32)
        self._weights = np.array([sought.weights.get(it, 0.0) for it in self._stems])
        self._all = max(sum(sought.weights.values()), float(self._weights.sum()), 1e-9)

    def of(self, text: str) -> float:
        """The share of what is asked that ``text`` holds in other words, 0 to 1."""
        words = [it for it in set(latin_words(text)) if it in self._vectors] if len(self._rows) else []
        if not words:
            return 0.0
        theirs = {stem_of(it) for it in words}
        like = self._rows @ np.stack([self._vectors[it] for it in words]).T
        best = np.clip((like.max(axis=1) - NO_KIN) / (1 - NO_KIN), 0.0, 1.0)
        literal = np.array([it in theirs for it in self._stems])
        return float(np.where(literal, 0.0, best) @ self._weights) / self._all


def _folded(text: str) -> str:
    return _SPACES.sub(" ", text.casefold())
