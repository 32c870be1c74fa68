"""One order for what was found by words and by meaning.

A score is a sum: how well a message and those around it hold the words that are asked for, how near it is in meaning,
whether it was said by whom the question is about, whether it lies in the time that is meant. The weights were fitted on
conversations in English and Chinese, leaving out one after the other, and rounded; docs/decisions/0018 says why so.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.rules.recall.questions.wording import QuestionSubject
from engine.values.memory.memories import Memory, MemoryCandidate
from engine.values.memory.recall import TimeRange

WORDS: Final = 6.0
MEANING: Final = 7.5
NAMED: Final = 4.0
SUBJECT: Final = 5.0
OTHERS: Final = -2.0
OWN: Final = 3.0
"""What is said without a pronoun is about whoever says it, more likely than about anybody else."""
IN_TIME: Final = 3.0
PERHAPS_IN_TIME: Final = 1.5
PINNED: Final = 0.5
_AGE: Final = 0.02
"""So little that age only parts what is otherwise alike."""

K1: Final = 0.9
B: Final = 0.25
_REACH: Final = 6
_BEFORE: Final = 0.4
_AFTER: Final = 0.25
_FADES: Final = 0.75
_SITTING: Final = 6 * 3_600.0
"""Seconds: what was said longer before or after belongs to another talk."""

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class RankingContext:
    """What decides besides likeness: who asks, who is named, whom the question is about, when.

    ``weights``: how much each word that is asked for tells, in the order of ``MemoryCandidate.hits``; ``mean_words``:
    how many words a memory has. ``about``: whom the pronouns of the question mean.
    """

    now: datetime
    weights: Sequence[float] = ()
    mean_words: float = 1.0
    asker: int | None = None
    people: frozenset[int] = field(default_factory=frozenset[int])
    characters: frozenset[int] = field(default_factory=frozenset[int])
    about: QuestionSubject | None = None
    when: TimeRange | None = None


@dataclass(frozen=True, slots=True)
class Ranked:
    """A candidate with its score, which says where it stands, and how like the question it is, from 0 to 1.

    ``likeness`` is None where nothing was compared: it was chosen for its time, or is not compared yet. ``memory`` is
    all of it, where it has been read.
    """

    candidate: MemoryCandidate
    score: float
    likeness: float | None = None
    memory: Memory | None = None

    def reaches(self, floor: float) -> bool:
        """Whether it is like enough to the question. What was not compared is not."""
        return self.likeness is not None and self.likeness >= floor


def rank(asked: RankingContext, candidates: Sequence[MemoryCandidate]) -> list[Ranked]:
    """``candidates``, each once, best first."""
    if not candidates:
        return []
    scores = WORDS * _words(asked, candidates) + MEANING * _meaning(candidates) + _who(asked, candidates)
    scores += np.array([_when(asked, it) for it in candidates])
    ranked = [Ranked(it, float(score)) for it, score in zip(candidates, scores, strict=True)]
    return sorted(ranked, key=lambda it: (-it.score, -it.candidate.occurred_at.timestamp(), it.candidate.id))


def _words(asked: RankingContext, candidates: Sequence[MemoryCandidate]) -> Numbers:
    """How much of what is asked each message holds, those around it included; 0 to about 2."""
    weights = np.array(asked.weights, dtype=np.float64)
    if not weights.any():
        return np.zeros(len(candidates))
    times = np.zeros((len(candidates), len(weights)))
    for at, it in enumerate(candidates):
        for term, count in it.hits:
            times[at, term] = count
    around = times + sum(
        share * np.where(there[:, None], times[which], 0.0) for share, which, there in _neighbours(candidates)
    )
    length = np.array([it.words for it in candidates], dtype=np.float64) / max(asked.mean_words, 1.0)
    held = around * (K1 + 1) / (around + (K1 * (1 - B + B * length))[:, None])
    return held @ weights / weights.sum()


def _neighbours(candidates: Sequence[MemoryCandidate]) -> list[tuple[float, NDArray[np.intp], NDArray[np.bool_]]]:
    """For each distance: how much it counts, which candidate stands there for each, and whether one does."""
    places: dict[tuple[int, int | None], int] = {(it.session, it.nth): at for at, it in enumerate(candidates)}
    said_at = np.array([it.occurred_at.timestamp() for it in candidates])
    found: list[tuple[float, NDArray[np.intp], NDArray[np.bool_]]] = []
    for distance in range(1, _REACH + 1):
        for step, share in ((-distance, _BEFORE), (distance, _AFTER)):
            which = np.array(
                [-1 if it.nth is None else places.get((it.session, it.nth + step), -1) for it in candidates],
                dtype=np.intp,
            )
            there = (which >= 0) & (np.abs(said_at[which] - said_at) <= _SITTING)
            found.append((share * _FADES ** (distance - 1), which, there))
    return found


def _meaning(candidates: Sequence[MemoryCandidate]) -> Numbers:
    """Cosines; what was not among the nearest is as far as the farthest of them."""
    known = [it.cosine for it in candidates if it.cosine is not None]
    least = min(known, default=0.0)
    return np.array([least if it.cosine is None else it.cosine for it in candidates])


def _who(asked: RankingContext, candidates: Sequence[MemoryCandidate]) -> Numbers:
    """Whether it was said by whom the question is about: whoever is named in it, else whom its pronouns mean."""
    if asked.people or asked.characters:
        return np.array([NAMED * (it.person in asked.people or it.character in asked.characters) for it in candidates])
    if asked.asker is None or asked.about is None:
        return np.zeros(len(candidates))
    if asked.about is QuestionSubject.UNSAID:
        return np.array([OWN * (it.person == asked.asker) for it in candidates])
    speakers: dict[tuple[int, int | None], MemoryCandidate] = {(it.session, it.nth): it for it in candidates}
    return np.array([_by_pronoun(asked, it, speakers) for it in candidates])


def _by_pronoun(
    asked: RankingContext, candidate: MemoryCandidate, speakers: Mapping[tuple[int, int | None], MemoryCandidate]
) -> float:
    if candidate.person == asked.asker:
        return SUBJECT * (asked.about is QuestionSubject.ASKER)
    if candidate.person is not None:
        return OTHERS
    before = speakers.get((candidate.session, candidate.nth - 1)) if candidate.nth is not None else None
    to_others = before is not None and before.person not in (None, asked.asker)
    return SUBJECT * (asked.about is QuestionSubject.ASKED) + OTHERS * to_others


def _when(asked: RankingContext, candidate: MemoryCandidate) -> float:
    """Whether it lies in the time that is meant; else age parts what is alike."""
    when = asked.when
    in_time = when is not None and when.holds(candidate.occurred_at)
    bonus = (IN_TIME if when is not None and when.certain else PERHAPS_IN_TIME) * in_time
    age = max((asked.now - candidate.occurred_at).days, 0)
    return bonus + PINNED * candidate.pinned - _AGE * age / (age + 365)
