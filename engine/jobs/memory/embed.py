"""Vectors for memories and for facts about people that have none of the model in use."""

import asyncio
from collections.abc import Sequence
from datetime import timedelta

import structlog

from engine.context import EngineContext
from engine.db.house import work
from engine.db.memory import facts, vectors
from engine.db.postgres.pool import Statements
from engine.errors import EmbeddingUnfit, LeaseLost, ModelContextTooLong, ModelError, ModelPaused, ModelRefusedRequest
from engine.rules.recall.remembering.embedded import embedded_text
from engine.rules.recall.remembering.meaning import meaning_text
from engine.values.house.work import Due
from engine.values.ids import SessionKey
from engine.work.crashpoints import maybe_crash

BATCH = 32
SHORT = 1_000
"""So much is left of a text that an endpoint refuses as it is."""
FIRST_PAUSE = 15
LONGEST_PAUSE = 3_600
PEOPLE = SessionKey(0, 0)
"""The key of the mark for facts about people, which belong to no session."""

_log = structlog.get_logger(__name__)


async def model_in_use(ctx: EngineContext) -> int:
    """The number of the embedding model in use. Raises a ModelError while its endpoint has never answered."""
    if not ctx.embedder.dims:
        await ctx.embedder.embed(["."])
    return await ctx.models.number(ctx.db, ctx.embedder.model, ctx.embedder.dims)


class Embedding:
    """The job. After a failure of the endpoint it rests for all sessions: words answer meanwhile."""

    def __init__(self, ctx: EngineContext) -> None:
        self._ctx = ctx
        self._failures = 0

    async def __call__(self, due: Due) -> None:
        """Embed one batch; what still lacks a vector is due again, behind what waits by then."""
        try:
            await (self._facts(due) if due.key == PEOPLE else self._memories(due))
        except (EmbeddingUnfit, ModelPaused):
            raise
        except ModelError as error:
            self._failures += 1
            pause = min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** min(self._failures - 1, 16))
            _log.warning("embedding failed", error=str(error), pause=pause, action="memories are found by words alone")
            model = self._ctx.embedder.model
            raise ModelPaused(endpoint=model, model=model, seconds=pause) from error
        self._failures = 0

    async def _memories(self, due: Due) -> None:
        ctx, model = self._ctx, await model_in_use(self._ctx)
        rows = await vectors.lacking(ctx.db, due.key, model, BATCH)
        made = await self._embed(await asyncio.to_thread(_meanings, rows))
        async with ctx.db.transaction() as on:
            still = await vectors.unchanged(on, due.key, rows)
            new = {it.id: vector for it, vector in zip(rows, made, strict=True) if it.id in still}
            await vectors.put(on, due.key, model, new)
            await _leave(on, due, more=len(rows) == BATCH or len(new) < len(rows))

    async def _facts(self, due: Due) -> None:
        ctx, model = self._ctx, await model_in_use(self._ctx)
        rows = await facts.lacking(ctx.db, model, BATCH)
        made = await self._embed([embedded_text(text) for _, _, text in rows])
        async with ctx.db.transaction() as on:
            keys = [(person, fact) for person, fact, _ in rows]
            await facts.put(on, model, dict(zip(keys, made, strict=True)))
            await _leave(on, due, more=len(rows) == BATCH)

    async def _embed(self, texts: Sequence[str]) -> list[list[float]]:
        try:
            return await self._ctx.embedder.embed(texts)
        except (ModelRefusedRequest, ModelContextTooLong):
            return [await self._embed_alone(it[:SHORT]) for it in texts]

    async def _embed_alone(self, text: str) -> list[float]:
        """What an endpoint will not have in any form gets a vector without a direction, which is near to nothing."""
        embedder = self._ctx.embedder
        try:
            return (await embedder.embed([text]))[0]
        except (ModelRefusedRequest, ModelContextTooLong) as error:
            if not embedder.dims:
                raise
            _log.warning("text not embedded", error=str(error), action="it is found by words alone")
            return [0.0] * embedder.dims


def _meanings(rows: Sequence[vectors.Lacking]) -> list[str]:
    return [meaning_text(it.text, it.before) for it in rows]


async def _leave(on: Statements, due: Due, *, more: bool) -> None:
    left = await (work.postpone_due(on, due, timedelta()) if more else work.finish_due(on, due))
    if not left:
        raise LeaseLost
    maybe_crash("in_embed")
