"""How like a question a memory is: one figure from 0 to 1, which people are shown and to which floors are compared.

It begins with the meaning (0.2: unrelated, 0.5: a question and its answer, 0.85: two ways to say one thing) and is
lifted towards 1 by the words of the question that the memory holds, as far as they are rare and carry the question.
Among many memories some are always a little like any question. So it is halved where nothing speaks for an answer:
where no memory is like enough. A question about somebody who is here needs less. docs/decisions/0029 has the figures.
"""

from collections.abc import Callable, Sequence
from typing import Final

from engine.rules.recall.carrying import never_said
from engine.rules.recall.topics import keywords
from engine.rules.recall.words import is_chinese, stems
from engine.values.memories import Candidate

WORDS: Final = 0.8
"""All words of a question lift a memory by so much of what it lacks."""
UNKNOWN: Final = 0.3
"""The meaning of what was found by its words and is not embedded yet: more than that of anything else."""
SMALL: Final = 1.0
"""What each word tells at least: in a few memories no word is rare, and still it says something."""
ANSWERED: Final = 0.62
"""How like the best memory is, at least, where something speaks for an answer."""
ANSWERED_OF_SOMEBODY: Final = 0.46
"""The same for a question that names somebody who speaks here: it is likely about something that was said, and seldom
has its words."""
ANSWERED_OF_ASKER: Final = 0.48
"""The same for a question that people ask about themselves."""
UNHEARD: Final = 0.2
"""So much of what a word carries that was never said speaks against an answer."""
DOUBTED: Final = 0.5


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
    else they are not embedded yet, and nothing is doubted of them. ``answered``: how like the best of them has to be to
    speak for an answer.
    """
    cosines = [farthest if it.cosine is None else it.cosine for it in candidates]
    found = [
        _lifted(UNKNOWN if cosine is None else scale(cosine), words)
        for cosine, words in zip(cosines, _held(candidates, weights), strict=True)
    ]
    known = [it for it, cosine in zip(found, cosines, strict=True) if cosine is not None]
    if max(known, default=1.0) >= answered:
        return found
    return [it if cosine is None else DOUBTED * it for it, cosine in zip(found, cosines, strict=True)]


def enough(against: float, *, named: bool, own: bool) -> float:
    """How like the best memory has to be to speak for an answer.

    ``named``: the question names somebody who speaks here; ``own``: people ask it about themselves. ``against``: what
    speaks against an answer to any other question.
    """
    if named:
        return ANSWERED_OF_SOMEBODY
    return ANSWERED_OF_ASKER if own else ANSWERED + against


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


def unheard(
    words: Sequence[str], weights: Sequence[float], carried: Sequence[float], candidates: Sequence[Candidate]
) -> float:
    """What speaks against an answer: the most that a word carries which no memory holds. 0 where that is not known."""
    if not carried:
        return 0.0
    common = {it for it, weight in enumerate(weights) if not weight}
    said = frozenset(common | {word for it in candidates for word, _ in it.hits})
    return UNHEARD * max((carried[it] for it in never_said(words, said)), default=0.0)


def _held(candidates: Sequence[Candidate], weights: Sequence[float]) -> list[float]:
    """The share of the question's words that each holds, by what they tell."""
    total = sum(weights)
    if total <= 0:
        return [0.0] * len(candidates)
    return [sum(weights[word] for word, _ in it.hits) / total for it in candidates]


def _lifted(meaning: float, words: float) -> float:
    return meaning + (1 - meaning) * WORDS * words
