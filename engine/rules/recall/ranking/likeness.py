"""How like a question a memory is: one figure from 0 to 1, which people are shown and to which floors are compared.

It begins with the meaning (0.2: unrelated, 0.5: a question and its answer, 0.85: two ways to say one thing) and is
lifted towards 1 by the words of the question that the memory holds, as far as they are rare and carry the question.
Among many memories some are always a little like any question. So it is lowered where nothing speaks for an answer:
where no memory is like enough. What was likely said needs less, and more for each word that nobody ever said.
docs/decisions/0029 has the figures.
"""

from collections.abc import Callable, Sequence
from typing import Final

from engine.rules.recall.questions.topics import keywords
from engine.rules.recall.words.words import is_chinese, stems
from engine.values.memory.memories import MemoryCandidate

WORDS: Final = 0.8
"""All words of a question lift a memory by so much of what it lacks."""
UNKNOWN: Final = 0.3
"""The meaning of what was found by its words and is not embedded yet: more than that of anything else."""
SMALL: Final = 1.0
"""What each word tells at least: in a few memories no word is rare, and still it says something."""
ANSWERED: Final = 0.62
"""How like the best memory is, at least, where something speaks for an answer."""
ANSWERED_OF_LIKELY: Final = 0.4
"""The same where it is likely that it was said: of somebody who speaks here, or by whoever says that they told it. Such
a question seldom has the words of its answer."""
UNSAID: Final = 0.2
"""So much of what a word carries that was never said speaks against an answer."""
UNSAID_OF_LIKELY: Final = 0.3
"""The same where it is likely that it was said: there nothing else speaks against it."""
KIN_FROM: Final = 0.65
KIN: Final = 0.85
"""From the first likeness on a word that was said speaks for one that was not ("pet", "cat"), from the second as much
as the word itself would."""
DOUBTED: Final = 0.35
"""What is doubted stays below the floor that ships even where it is as like as what is believed."""


def alike(
    candidates: Sequence[MemoryCandidate],
    weights: Sequence[float],
    scale: Callable[[float], float],
    *,
    farthest: float | None = None,
) -> list[float]:
    """How like the question each of ``candidates`` is, all that was found for it, before anything is doubted.

    ``weights``: how much each word of the question tells, in the order of ``MemoryCandidate.hits``. ``scale`` maps a
    cosine to the canonical scale. ``farthest``: the cosine of those that have none, where only the nearest were asked
    for; else they are not embedded yet.
    """
    cosines = [farthest if it.cosine is None else it.cosine for it in candidates]
    return [
        _lifted(UNKNOWN if cosine is None else scale(cosine), words)
        for cosine, words in zip(cosines, _held(candidates, weights), strict=True)
    ]


def best_of(candidates: Sequence[MemoryCandidate], likes: Sequence[float], *, farthest: float | None = None) -> float:
    """The likeness of the best of ``candidates`` whose meaning is known; 1 where none is."""
    whole = farthest is not None
    return max((it for it, one in zip(likes, candidates, strict=True) if whole or one.cosine is not None), default=1.0)


def doubted(
    candidates: Sequence[MemoryCandidate], likes: Sequence[float], answered: float, *, farthest: float | None = None
) -> list[float]:
    """``likes`` as they are shown: less where none of the known ones reaches ``answered``.

    Nothing is doubted of what is not embedded yet.
    """
    if best_of(candidates, likes, farthest=farthest) >= answered:
        return list(likes)
    whole = farthest is not None
    return [DOUBTED * it if whole or one.cosine is not None else it for it, one in zip(likes, candidates, strict=True)]


def enough(against: float, *, likely: bool) -> float:
    """How like the best memory has to be to speak for an answer.

    ``likely``: that it was said, by the way it is asked. ``against``: what speaks against an answer.
    """
    return ANSWERED_OF_LIKELY + UNSAID_OF_LIKELY * against if likely else ANSWERED + UNSAID * against


def in_doubt(best: float, *, likely: bool) -> bool:
    """Whether words that nobody said may decide: an answer is neither out of the question nor beyond doubt."""
    return enough(0.0, likely=likely) <= best < enough(1.0, likely=likely)


def speaks_against(carried: float, nearest: float) -> float:
    """How much a word that nobody said speaks against an answer, by how much it carries of the question.

    ``nearest``: how like it is, on the canonical scale, to the word of the best finds that is most like it.
    """
    return carried * (1.0 - min(1.0, max(0.0, (nearest - KIN_FROM) / (KIN - KIN_FROM))))


def telling(words: Sequence[str], weights: Sequence[float], sought: str, carried: Sequence[float] = ()) -> list[float]:
    """What ``words`` tell, without those that ask more than they tell ("how much"), unless there are no others.

    ``weights``: how rare each is in what was said; 0 for one that stands everywhere. ``carried``: how much of the
    question each carries, where that is known.
    """
    told = {*stems(keywords(sought))}
    weights = [weight and weight + SMALL for weight in weights]
    kept = [weight if is_chinese(word) or word in told else 0.0 for word, weight in zip(words, weights, strict=False)]
    weights = kept if any(kept) else weights
    return [it * share for it, share in zip(weights, carried, strict=False)] if carried else weights


def _held(candidates: Sequence[MemoryCandidate], weights: Sequence[float]) -> list[float]:
    """The share of the question's words that each holds, by what they tell."""
    total = sum(weights)
    if total <= 0:
        return [0.0] * len(candidates)
    return [sum(weights[word] for word, _ in it.hits) / total for it in candidates]


def _lifted(meaning: float, words: float) -> float:
    return meaning + (1 - meaning) * WORDS * words
