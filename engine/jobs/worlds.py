"""Vectors of a world book's texts, made behind the turns; those of texts that no book has any more are forgotten."""

from datetime import timedelta
from typing import Final

from engine.db import characters, work, world_vectors
from engine.errors import LeaseLost
from engine.jobs.embed import model_in_use
from engine.recall.lore_shelf import embedded
from engine.rules.recall.lore_texts import lore_texts
from engine.turns.needs import Needs
from engine.values.work import Due
from engine.values.worlds import WorldBook

BATCH: Final = 16
KNOWN_AT_ONCE: Final = 2_000
UNUSED: Final = timedelta(days=90)


async def embed_world(needs: Needs, due: Due) -> None:
    """Embed what a book says in its newest version and lacks a vector. What is done stays done, whenever this ends."""
    book = await _book(needs, due.kind.partition("/")[2])
    model = await model_in_use(needs)
    texts = {it.digest: it for it in lore_texts(book)} if book else {}
    digests = list(texts)
    for start in range(0, len(digests), KNOWN_AT_ONCE):
        some = digests[start : start + KNOWN_AT_ONCE]
        known = await world_vectors.known(needs.db, model, some)
        lacking = [texts[it] for it in some if it not in known]
        for at in range(0, len(lacking), BATCH):
            made = await embedded(needs.embedder, lacking[at : at + BATCH])
            await world_vectors.put(needs.db, model, made)
        await world_vectors.use(needs.db, model, some)
    await world_vectors.drop_unused(needs.db, UNUSED)
    if not await work.finish_due(needs.db, due):
        raise LeaseLost


async def _book(needs: Needs, name: str) -> WorldBook | None:
    """The book that is called ``book:12`` or ``card:3`` where it is bound."""
    kind, _, number = name.partition(":")
    if kind == "card":
        newest = await characters.newest(needs.db, int(number))
        card = await needs.cards.card(needs.db, int(number), newest.version) if newest else None
        return needs.cards.book(card) if card else None
    version = await world_vectors.newest_version(needs.db, int(number))
    return await needs.books.book(needs.db, int(number), version) if version else None
