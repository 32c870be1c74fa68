"""Vectors of what was just said, made before it is remembered: they are stored with it, and nothing has to follow.

Only for the few messages of a turn, and where the embedding model is at hand. While it works no connection is held, so
each vector is stored only if what it was made of still stands there.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engine.context import EngineContext
from engine.db.memory import remembering, vectors
from engine.db.memory.remembering import Ahead
from engine.db.postgres.pool import Transaction
from engine.rules.recall.remembering.meaning import meaning_text
from engine.rules.recall.remembering.sources import REMEMBER
from engine.values.chats.entries import Place
from engine.values.ids import SessionKey
from engine.values.memory.memories import NewMemory

FEW: Final = 4
"""Messages. More at once come from a file or a backlog: they are found by their words first."""

Stored = tuple[int, NewMemory]
"""A memory under its id."""


@dataclass(frozen=True, slots=True)
class MeantAhead:
    """The vector of a message, by ``model``."""

    said: Ahead
    model: int
    vector: Sequence[float]


async def meanings_ahead(ctx: EngineContext, key: SessionKey) -> Mapping[Place, MeantAhead]:
    """The vectors of what is remembered next in a session; none where that is much, or the model not at hand."""
    embedder = ctx.embedder
    if not embedder.at_hand:
        return {}
    said = await remembering.ahead(ctx.db, key, REMEMBER, FEW + 1)
    if not said or len(said) > FEW:
        return {}
    texts = await asyncio.to_thread(lambda: [meaning_text(it.text, it.before) for it in said])
    [made] = await asyncio.gather(embedder.embed(texts), return_exceptions=True)
    if isinstance(made, BaseException):  # what embeds behind it tells of that, and tries again
        return {}
    model = await ctx.models.number(ctx.db, embedder.model, embedder.dims)
    return {it.place: MeantAhead(it, model, vector) for it, vector in zip(said, made, strict=True)}


def places_before(ahead: Mapping[Place, MeantAhead]) -> list[Place]:
    """Where what was said before the messages lies: part of their vectors, so it has to stand there still."""
    return [it.said.place_before for it in ahead.values() if it.said.place_before is not None]


async def put_ahead(
    on: Transaction, key: SessionKey, made: Sequence[Stored], ahead: Mapping[Place, MeantAhead]
) -> bool:
    """Store the vectors of memories that say what was embedded; whether each of ``made`` has one now.

    What was said before them is held already.
    """
    found = {number: it for number, row in made if (it := ahead.get(row.place)) and it.said.text == row.text}
    if not found:
        return False
    rows = [vectors.Lacking(number, it.said.text, it.said.before, it.said.place_before) for number, it in found.items()]
    still = await vectors.unchanged(on, key, rows, held=True)
    model = next(iter(found.values())).model
    await vectors.put(on, key, model, {number: it.vector for number, it in found.items() if number in still})
    return len(still) == len(made)
