"""A second look at the best finds, now with their texts."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from engine.rules.recall.questions.wording import asks_when, is_question, of_oneself, tells_time
from engine.rules.recall.ranking.rank import Ranked
from engine.rules.recall.words.words import stems

PAIRS: Final = 1.5
TIMES: Final = 2.5
PHRASE: Final = 8.0
QUESTIONS: Final = -1.2
ONESELF: Final = 0.5
_SPACES: Final = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Sought:
    """The question, as far as texts are compared with it. ``names`` are no words that a text could answer with.

    ``phrases``: what a question about the talk is about, as it may have been said.
    """

    text: str
    names: frozenset[str] = frozenset()
    phrases: tuple[str, ...] = ()


def rerank(sought: Sought, ranked: Sequence[Ranked], texts: Mapping[int, str]) -> list[Ranked]:
    """``ranked`` in a better order; ``texts`` by the candidates' ids. One without a text keeps its score."""
    looks = _Looks(sought)
    again = [
        Ranked(hit.candidate, hit.score + looks.at(texts[hit.candidate.id])) if hit.candidate.id in texts else hit
        for hit in ranked
    ]
    return sorted(again, key=lambda it: (-it.score, -it.candidate.occurred_at.timestamp(), it.candidate.id))


class _Looks:
    """What the question is looked for by, read once."""

    def __init__(self, sought: Sought) -> None:
        self._pairs = set(pairwise(it for it in stems(sought.text) if it not in sought.names))
        self._when = asks_when(sought.text)
        self._phrases = [_whole(_folded(it)) for it in sought.phrases if len(it) > 1]

    def at(self, text: str) -> float:
        """What the words of a text add to its score."""
        score = QUESTIONS * is_question(text) + ONESELF * of_oneself(text) + TIMES * (self._when and tells_time(text))
        if self._pairs:
            score += PAIRS * len(self._pairs & set(pairwise(stems(text)))) / len(self._pairs)
        return score + PHRASE * any(it.search(_folded(text)) for it in self._phrases)


def _whole(phrase: str) -> re.Pattern[str]:
    """A phrase as words of its own: "tea" stands in no "team". Words of scripts without spaces stand anywhere."""
    before = r"(?<![a-z0-9])" if phrase[0].isascii() else ""
    behind = r"(?:s|es|['’]s)?(?![a-z0-9])" if phrase[-1].isascii() else ""
    return re.compile(before + re.escape(phrase) + behind)


def _folded(text: str) -> str:
    return _SPACES.sub(" ", text.casefold())
