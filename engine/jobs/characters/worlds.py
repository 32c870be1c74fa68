"""Vectors of a world book's texts, made behind the turns; those of texts that no book has any more are forgotten."""

from datetime import timedelta
from typing import Final

from engine.context import EngineContext
from engine.db.characters import characters, world_vectors
from engine.db.house import work
from engine.errors import LeaseLost
from engine.jobs.memory.embed import model_in_use
from engine.recall.lore_shelf import embedded
from engine.rules.recall.words.lore_texts import lore_texts
from engine.values.characters.worlds import WorldBook
from engine.values.house.work import Due

BATCH: Final = 16
KNOWN_AT_ONCE: Final = 2_000
UNUSED: Final = timedelta(days=90)


async def embed_world(ctx: EngineContext, due: Due) -> None:
    """Embed what a book says in its newest version and lacks a vector. What is done stays done, whenever this ends."""
    book = await _book(ctx, due.kind.partition("/")[2])
    model = await model_in_use(ctx)
    texts = {it.digest: it for it in lore_texts(book)} if book else {}
    digests = list(texts)
    for start in range(0, len(digests), KNOWN_AT_ONCE):
        some = digests[start : start + KNOWN_AT_ONCE]
        known = await world_vectors.known(ctx.db, model, some)
        lacking = [texts[it] for it in some if it not in known]
        for at in range(0, len(lacking), BATCH):
            made = await embedded(ctx.embedder, lacking[at : at + BATCH])
            await world_vectors.put(ctx.db, model, made)
        await world_vectors.use(ctx.db, model, some)
    await world_vectors.drop_unused(ctx.db, UNUSED)
    if not await work.finish_due(ctx.db, due):
        raise LeaseLost


async def _book(ctx: EngineContext, name: str) -> WorldBook | None:
    """The book that is called ``book:12`` or ``card:3`` where it is bound."""
    kind, _, number = name.partition(":")
    if kind == "card":
        newest = await characters.newest(ctx.db, int(number))
        card = await ctx.cards.card(ctx.db, int(number), newest.version) if newest else None
        return ctx.cards.book(card) if card else None
    version = await world_vectors.newest_version(ctx.db, int(number))
    return await ctx.books.book(ctx.db, int(number), version) if version else None
