"""One order for what was found by words and by meaning."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from engine.values.memories import Candidate
from engine.values.recall import TimeRange

_NEIGHBOURS: Final = 0.5
_NAMED: Final = 0.25
_ASKER: Final = 0.3
_IN_TIME: Final = 0.3
_HALF: Final = 0.5
_AGE: Final = 1e-3
"""So little that age only parts what is otherwise alike."""


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
    places: dict[tuple[int, int | None], float] = {
        (it.session, it.nth): score for it, score in zip(candidates, alone, strict=True)
    }
    ranked = [
        Ranked(it, own + _around(it, places) + _bonus(asked, it)) for it, own in zip(candidates, alone, strict=True)
    ]
    return sorted(ranked, key=lambda it: (-it.score, -it.candidate.occurred_at.timestamp(), it.candidate.id))


def _alone(candidates: Sequence[Candidate]) -> list[float]:
    cosines = [it.cosine for it in candidates if it.cosine is not None]
    low, high = min(cosines, default=0.0), max(cosines, default=0.0)
    best = max((it.bm25 for it in candidates), default=0.0)
    return [
        _HALF * _share(it.cosine if it.cosine is not None else low, low, high) + _HALF * _share(it.bm25, 0.0, best)
        for it in candidates
    ]


def _share(value: float, low: float, high: float) -> float:
    if high <= low:
        return 1.0 if value > 0 else 0.0
    return (value - low) / (high - low)


def _around(it: Candidate, places: Mapping[tuple[int, int | None], float]) -> float:
    if it.nth is None:
        return 0.0
    beside = (places.get((it.session, it.nth - 1), 0.0), places.get((it.session, it.nth + 1), 0.0))
    return _NEIGHBOURS * max(beside)


def _bonus(asked: Asked, it: Candidate) -> float:
    named = it.person in asked.people or it.character in asked.characters
    asks = it.person is not None and it.person == asked.asker
    in_time = asked.when is not None and asked.when.holds(it.occurred_at)
    age = max((asked.now - it.occurred_at).days, 0)
    return _NAMED * named + _ASKER * asks + _IN_TIME * in_time - _AGE * age / (age + 365)
