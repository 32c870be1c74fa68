"""The search that the retrievers of memories share: by meaning and by words, then in one order."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final, TypeVar

from engine.db.memory import memories
from engine.db.memory.memories import Meaning
from engine.db.memory.vectors import Models
from engine.db.postgres.pool import Database
from engine.recall.doubting import Doubting
from engine.recall.once import Once
from engine.recall.question import Question
from engine.rules.recall.questions.topics import phrases_of
from engine.rules.recall.ranking.decay import decayed
from engine.rules.recall.ranking.pool import pooled
from engine.rules.recall.ranking.rank import Ranked, RankingContext, rank
from engine.rules.recall.ranking.rerank import Sought, rerank
from engine.rules.recall.remembering.embedded import LONGEST
from engine.values.house.setting_choices import Ranking
from engine.values.house.settings import Settings
from engine.values.memory.memories import Memory, MemoryCandidate, Recalled, RecallScope

Named = TypeVar("Named", MemoryCandidate, Memory)

POOL: Final = 600
"""How many are found by meaning, and how many by words, before they are put in one order."""
LOOKED_AT: Final = 60
"""How many of the best are looked at again with their texts."""
FIRST: Final = 10
"""The words of so many finds may speak for an answer that has other words than the question."""


@dataclass(frozen=True, slots=True)
class Search:
    """Looks into memories."""

    db: Database
    models: Models
    doubts: Doubting = field(default_factory=Doubting)

    async def ranked(
        self, question: Question, scope: RecallScope, settings: Settings, *, doubting: bool = True
    ) -> list[Ranked]:
        """What of ``scope`` may answer the question, best first. ``doubting``: it may never have been spoken of."""
        (near, worded), (weights, mean_words) = await asyncio.gather(
            memories.found(self.db, scope, self._meaning(question), question.terms, POOL),
            self._weights(question, scope),
        )
        found = [_by_one_name(question, scope, it) for it in pooled(near, worded)]
        farthest = near[-1].cosine if len(near) == POOL else None
        if settings.recall_ranking is Ranking.DECAY and near:
            first = [_counting(it) for it in await memories.read(self.db, scope, [it.id for it in near[:FIRST]])]
            likes = await self.doubts.likes(question, found, weights, first, farthest=farthest, doubting=doubting)
            return _decayed(question, found, likes, settings.recall_half_life)
        ranked = rank(_asked(question, weights, mean_words), found)
        read = {it.id: it for it in await memories.read(self.db, scope, [it.candidate.id for it in ranked[:LOOKED_AT]])}
        texts = {number: _counting(it) for number, it in read.items()}
        ordered = [*await _looked_at(question, ranked[:LOOKED_AT], texts), *ranked[LOOKED_AT:]]
        best = [texts[it.candidate.id] for it in ordered[:FIRST] if it.candidate.id in texts]
        likes = await self.doubts.likes(question, found, weights, best, farthest=farthest, doubting=doubting)
        return [Ranked(it.candidate, it.score, likes[it.candidate.id], read.get(it.candidate.id)) for it in ordered]

    async def read(self, question: Question, scope: RecallScope, ranked: Sequence[Ranked]) -> list[Recalled]:
        """The texts of what was chosen, in the same order; what may not be recalled any more is left out."""
        lacking = await memories.read(self.db, scope, [it.candidate.id for it in ranked if it.memory is None])
        found = [*(it.memory for it in ranked if it.memory is not None), *lacking]
        texts = {it.id: _by_one_name(question, scope, it) for it in found}
        return [
            Recalled(texts[hit.candidate.id], hit.score, hit.likeness, hit.candidate.bm25)
            for hit in ranked
            if hit.candidate.id in texts
        ]

    async def within(self, scope: RecallScope, limit: int) -> list[MemoryCandidate]:
        """The first ``limit`` of ``scope.when``, in time order."""
        found, _ = await memories.within(self.db, scope, limit)
        return found

    async def told(self, question: Question, scope: RecallScope, limit: int) -> tuple[list[Recalled], int]:
        """What lies in ``scope.when`` with its texts, in time order, and how many lines are there in all."""
        found, total = await memories.told(self.db, scope, limit)
        return [Recalled(_by_one_name(question, scope, it), 0.0) for it in found], total

    async def _weights(self, question: Question, scope: RecallScope) -> tuple[tuple[float, ...], float]:
        """How much its words tell in the sessions of ``scope``; asked once, whichever memories are looked for there."""
        asked = question.words, tuple(it.session for it in scope.sights)
        if asked not in question.weights:
            question.weights[asked] = Once(partial(memories.word_weights, self.db, scope, question.terms))
        return await question.weights[asked]()

    async def _meaning(self, question: Question) -> Meaning | None:
        """What is to be near; None where the model has no answer."""
        vector = await question.vector()
        if vector is None:
            return None
        return Meaning(await self.models.number(self.db, question.embedder.model, len(vector)), vector)


def _counting(memory: Memory) -> str:
    """The text of a memory, as far as it counts."""
    return memory.text[:LONGEST]


async def _looked_at(question: Question, best: Sequence[Ranked], texts: Mapping[int, str]) -> Sequence[Ranked]:
    """The best finds in a better order, by their texts."""
    talked_of = [it for part in question.each if part.intents.talk for it in phrases_of(part.topic)]
    sought = Sought(question.sought, question.names, tuple(talked_of))
    return await asyncio.to_thread(rerank, sought, best, texts)


def _asked(question: Question, weights: Sequence[float], mean_words: float) -> RankingContext:
    return RankingContext(
        now=question.now,
        weights=weights,
        mean_words=mean_words,
        asker=question.person,
        people=question.people,
        characters=question.characters,
        about=question.about,
        when=question.when,
    )


def _by_one_name(question: Question, scope: RecallScope, named: Named) -> Named:
    """What whoever asks said under another name is theirs."""
    return replace(named, person=question.person) if named.person in scope.aliases else named


def unscored(candidates: Sequence[MemoryCandidate]) -> list[Ranked]:
    """What was chosen for its time alone."""
    return [Ranked(it, 0.0) for it in candidates]


def _decayed(
    question: Question, found: Sequence[MemoryCandidate], likes: Mapping[int, float], half_life: int
) -> list[Ranked]:
    scored = [Ranked(it, decayed(likes[it.id], it.occurred_at, question.now, half_life), likes[it.id]) for it in found]
    return sorted(scored, key=lambda it: (-it.score, -it.candidate.id))
