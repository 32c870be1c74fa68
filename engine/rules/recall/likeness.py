"""How like a question a memory is: one figure from 0 to 1, which people are shown and to which floors are compared.

It begins with the meaning (0.2: unrelated, 0.5: a question and its answer, 0.85: two ways to say one thing) and is
lifted towards 1 by the words of the question that the memory holds. Among many memories some are always a little like
any question. So it is halved where nothing speaks for an answer: neither a near meaning nor the words of the question
nor something that stands out from all the rest. docs/decisions/0029 has the figures.
"""

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from engine.rules.recall.topics import keywords
from engine.rules.recall.words import is_chinese, stems
from engine.values.memories import Candidate

WORDS: Final = 0.8
"""All words of a question lift a memory by so much of what it lacks."""
UNKNOWN: Final = 0.3
"""The meaning of what was found by its words and is not embedded yet: more than that of anything else."""
SMALL: Final = 1.0
"""What each word tells at least: in a few memories no word is rare, and still it says something."""
ANSWERED: Final = 0.6
"""The nearest meaning, lifted by the best words, that speaks for an answer."""
ANSWERED_OF_SOMEBODY: Final = 0.5
"""The same for a question that names somebody who speaks here: it is more likely about something that was said."""
NEAR: Final = 0.5
OUTSTANDING: Final = 5.5
"""Or a meaning so near that lies so many deviations from what is usual among the candidates."""
DOUBTED: Final = 0.5
_LEAST_DEVIATION: Final = 0.03
"""Of cosines: a few that happen to be alike let nothing stand out."""


def likenesses(
    candidates: Sequence[Candidate],
    weights: Sequence[float],
    scale: Callable[[float], float],
    *,
    farthest: float | None = None,
    answered: float = ANSWERED,
) -> list[float]:
    """The likeness of each of ``candidates``, all that was found for one question.

    ``weights``: how much each word of the question tells, in the order of ``Candidate.hits``. ``scale`` maps a cosine
    to the canonical scale. ``farthest``: the cosine of those that have none, where only the nearest were asked for;
    else they are not embedded yet, and nothing is doubted of them. ``answered``: from which likeness on something
    speaks for an answer.
    """
    cosines = [farthest if it.cosine is None else it.cosine for it in candidates]
    held = _held(candidates, weights)
    found = [
        _lifted(UNKNOWN if cosine is None else scale(cosine), words)
        for cosine, words in zip(cosines, held, strict=True)
    ]
    known = [it for it in cosines if it is not None]
    if not known or _is_answered(known, scale(max(known)), max(held), answered):
        return found
    return [it if cosine is None else DOUBTED * it for it, cosine in zip(found, cosines, strict=True)]


def _is_answered(cosines: Sequence[float], nearest: float, held: float, answered: float) -> bool:
    """Whether something speaks for an answer: the ``nearest`` meaning, the most words that one holds, or both."""
    if _lifted(nearest, held) >= answered:
        return True
    return nearest >= NEAR and _outstanding(cosines) >= OUTSTANDING


def telling(words: Sequence[str], weights: Sequence[float], sought: str) -> list[float]:
    """What ``words`` tell, without those that ask more than they tell ("how much"), unless there are no others.

    ``weights``: how rare each is in what was said; 0 for one that stands everywhere.
    """
    told = {*stems(keywords(sought))}
    weights = [weight and weight + SMALL for weight in weights]
    kept = [weight if is_chinese(word) or word in told else 0.0 for word, weight in zip(words, weights, strict=False)]
    return kept if any(kept) else weights


def _held(candidates: Sequence[Candidate], weights: Sequence[float]) -> list[float]:
    """The share of the question's words that each holds, by what they tell."""
    total = sum(weights)
    if total <= 0:
        return [0.0] * len(candidates)
    return [sum(weights[word] for word, _ in it.hits) / total for it in candidates]


def _lifted(meaning: float, words: float) -> float:
    return meaning + (1 - meaning) * WORDS * words


def _outstanding(cosines: Sequence[float]) -> float:
    """How many deviations the highest of ``cosines`` lies above their mean."""
    values = np.array(cosines)
    return float((values.max() - values.mean()) / max(values.std(), _LEAST_DEVIATION))
