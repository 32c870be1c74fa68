"""How like a question its finds are, and whether anything speaks for an answer among them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from engine.recall.embedding import Numbers, Words
from engine.recall.question import Question
from engine.rules.recall.questions.carrying import Piece, unsaid, words_told
from engine.rules.recall.ranking.likeness import alike, best_of, doubted, enough, in_doubt, speaks_against, telling
from engine.values.memory.memories import MemoryCandidate


@dataclass(frozen=True, slots=True)
class Doubting:
    """Keeps the vectors of the words that it looked at."""

    words: Words = field(default_factory=Words)

    async def likes(
        self,
        question: Question,
        found: Sequence[MemoryCandidate],
        weights: Sequence[float],
        texts: Sequence[str],
        *,
        farthest: float | None,
        doubting: bool,
    ) -> dict[int, float]:
        """How like the question each of ``found`` is, by its id.

        ``weights``: how rare each word of the question is. ``texts``: of the best finds. ``farthest``: the cosine of
        those that have none. ``doubting``: it may never have been spoken of.
        """
        told = telling(question.words, weights, question.sought, await question.carried())
        likes = alike(found, told, question.embedder.scale, farthest=farthest)
        if doubting:
            likely = question.likely_said
            best = best_of(found, likes, farthest=farthest)
            said = _said(weights, found)
            against = await self._against(question, said, texts) if in_doubt(best, likely=likely) else 0.0
            likes = doubted(found, likes, enough(against, likely=likely), farthest=farthest)
        return {it.id: likeness for it, likeness in zip(found, likes, strict=True)}

    async def _against(self, question: Question, said: frozenset[int], texts: Sequence[str]) -> float:
        """What speaks against an answer: the most that a word carries which nobody said, nor anything like it.

        0 where the embedding model does not tell in time.
        """
        statement = question.statement
        pieces = unsaid(statement, question.words, said)
        if not pieces:
            return 0.0
        told = words_told(texts)
        vectors = await self.words.of(
            question.embedder, [*(it for it, _ in pieces), *told], [statement, *(rest for _, rest in pieces)]
        )
        if not vectors:
            return 0.0
        return max(
            speaks_against(
                _carried(piece, statement, vectors), question.embedder.scale(_nearest(piece[0], told, vectors))
            )
            for piece in pieces
        )


def _said(weights: Sequence[float], found: Sequence[MemoryCandidate]) -> frozenset[int]:
    """The words of a question, by number, that some find holds, or that stand everywhere."""
    common = {it for it, weight in enumerate(weights) if not weight}
    return frozenset(common | {word for it in found for word, _ in it.hits})


def _carried(piece: Piece, statement: str, vectors: Mapping[str, Numbers]) -> float:
    """How much of the question a piece of it carries; all of it where nothing is left without it."""
    rest = vectors.get(piece[1])
    return 1.0 if rest is None else max(0.0, 1.0 - float(vectors[statement] @ rest))


def _nearest(word: str, told: Sequence[str], vectors: Mapping[str, Numbers]) -> float:
    """The cosine of the word that was told and is most like ``word``; -1 where none was."""
    there = [vectors[it] for it in told if it in vectors]
    return float((np.stack(there) @ vectors[word]).max()) if there else -1.0
