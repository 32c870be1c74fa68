"""One order for what was found by words and by meaning."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from operator import itemgetter
from typing import Final

from engine.values.memories import Candidate
from engine.values.recall import TimeRange

_NEIGHBOURS: Final = 0.5
_NAMED: Final = 0.25
_ASKER: Final = 0.3
_IN_TIME: Final = 0.3
_HALF: Final = 0.5
_AGE: Final = 1e-3
_LONG_AGO: Final = 365.25 * 86_400
"""What a year of age takes off is so little that it only parts what is otherwise alike."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What decides besides likeness: the words asked for (hashed, with weights), who asks, who is named, when."""

    terms: Mapping[int, float]
    now: datetime
    asker: int | None = None
    people: frozenset[int] = field(default_factory=frozenset[int])
    characters: frozenset[int] = field(default_factory=frozenset[int])
    when: TimeRange | None = None


@dataclass(frozen=True, slots=True)
class Ranked:
    """A candidate with its score."""

    candidate: Candidate
    score: float


def rank(asked: Asked, candidates: Sequence[Candidate]) -> list[Ranked]:
    """``candidates``, each once, best first."""
    alone = _alone(candidates)
    places = {(it.session, it.nth): score for it, score in zip(candidates, alone, strict=True) if it.nth is not None}
    now, score_of = asked.now.timestamp(), places.get
    rows: list[tuple[float, float, int, Candidate]] = []
    for it, own in zip(candidates, alone, strict=True):
        said_at, score = it.occurred_at.timestamp(), own
        if it.nth is not None:
            before, after = score_of((it.session, it.nth - 1), 0.0), score_of((it.session, it.nth + 1), 0.0)
            score += _NEIGHBOURS * (before if before > after else after)
        if it.person is not None and it.person == asked.asker:
            score += _ASKER
        if it.person in asked.people or it.character in asked.characters:
            score += _NAMED
        if asked.when is not None and asked.when.holds(it.occurred_at):
            score += _IN_TIME
        rows.append((-score + _AGE * max(0.0, now - said_at) / _LONG_AGO, -said_at, it.id, it))
    rows.sort(key=itemgetter(0, 1, 2))
    return [Ranked(it, -score) for score, _, _, it in rows]


def _alone(candidates: Sequence[Candidate]) -> list[float]:
    cosines = [it.cosine for it in candidates if it.cosine is not None]
    low, high = min(cosines, default=0.0), max(cosines, default=0.0)
    best = max((it.bm25 for it in candidates), default=0.0)
    by_cosine, by_words = _HALF / (high - low) if high > low else 0.0, _HALF / best if best > 0 else 0.0
    return [by_words * it.bm25 + (by_cosine * (it.cosine - low) if it.cosine is not None else 0.0) for it in candidates]
