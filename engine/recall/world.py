"""World entries that are about what was just said, whatever their keys."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from engine.db.characters import world_vectors
from engine.db.memory.vectors import Models
from engine.db.postgres.pool import Database
from engine.recall.fan_out import Ask, Retriever
from engine.recall.lore_shelf import BookVectors, Shelves, embedded, fill
from engine.rules.recall.questions.sentences import sentences
from engine.values.characters.worlds import BoundBook
from engine.values.models.prompts import Meant, PromptPart, PromptSlot

AT_ONCE: Final = 16
"""Texts that are embedded while somebody waits; the rest is work for later."""
MOST: Final = 32
"""Entries that are proposed: those that keys bring are among them, and those that are for others."""


SECONDS: Final = 1.5


def world_retriever(db: Database, models: Models) -> Retriever:
    """What the world books in use have to say of the newest words."""
    return Retriever("world", PromptSlot.RECALLED, SECONDS, World(db, models))


@dataclass(frozen=True, slots=True)
class World:
    """Searches each sentence of the newest words in the keys and contents of the books in use."""

    db: Database
    models: Models
    shelves: Shelves = field(default_factory=Shelves)

    async def __call__(self, ask: Ask) -> Sequence[PromptPart]:
        asked = sentences(ask.question.text)
        if not ask.books or not asked:
            return ()
        embedder = ask.question.embedder
        vectors = await embedder.embed(asked)
        model = await self.models.number(self.db, embedder.model, len(vectors[0]))
        found: list[Meant] = []
        for bound in ask.books:
            shelf = await self._ready(ask, bound, model, len(vectors[0]))
            if shelf.there.any():
                hits = await asyncio.to_thread(shelf.nearest, vectors)
                found += (Meant(bound.key, it.uid, embedder.scale(it.cosine), it.sentence + 1) for it in hits)
        likely = [it for it in found if it.similarity >= ask.settings.books_threshold]
        best = sorted(likely, key=lambda it: -it.similarity)[:MOST]
        return (PromptPart(PromptSlot.RECALLED, "world", (), meant=tuple(best)),) if best else ()

    async def _ready(self, ask: Ask, bound: BoundBook, model: int, dims: int) -> BookVectors:
        """The shelf of a book with as much on it as can be had at once."""
        shelf = await self.shelves.shelf(bound.book, model, dims)
        if shelf.there.all():
            return shelf
        async with shelf.busy:
            await fill(self.db, shelf, model)
            lacking = shelf.lacking()
            if len(lacking) > AT_ONCE and not shelf.marked:
                await world_vectors.mark(self.db, ask.session.space, bound.key)
                shelf.marked = True
            if lacking:
                made = await embedded(ask.question.embedder, lacking[:AT_ONCE])
                shelf.put(list(made), np.asarray(list(made.values()), np.float16))
                await world_vectors.put(self.db, model, made)
        return shelf
