"""Vectors of texts of world books in Postgres, by what they say: the same text is embedded once for all books."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.db.house import work
from engine.db.memory.vectors import unit
from engine.db.postgres.pool import Statements
from engine.values.ids import SessionKey

WORLD: Final = "world"
"""The kind of mark that has a book embedded: ``world/book:12``, or ``world/card:3`` for the book of a card."""
_HEAD: Final = 4
"""Bytes before the numbers of a halfvec as it is sent."""

Vectors = NDArray[np.float16]


async def mark(on: Statements, space: int | None, book: str) -> None:
    """Have a book embedded: the one that is called ``book`` where it is bound (``values.worlds.BoundBook.key``)."""
    await work.mark_due(on, SessionKey(space or 0, 0), f"{WORLD}/{book}")


async def read(on: Statements, model: int, digests: Sequence[str]) -> tuple[list[str], Vectors]:
    """Those of ``digests`` that have a vector of ``model``, and the vectors, a row each."""
    row = await on.fetchrow("world_vectors", list(digests), model)
    if row is None or row["digests"] is None:
        return [], np.zeros((0, 0), np.float16)
    found: list[str] = row["digests"]
    rows = np.frombuffer(row["vectors"], np.uint8).reshape(len(found), -1)[:, _HEAD:]
    return found, np.ascontiguousarray(rows).view(">f2").astype(np.float16)


async def known(on: Statements, model: int, digests: Sequence[str]) -> set[str]:
    """Those of ``digests`` that have a vector of ``model``."""
    return {row["sha256"] for row in await on.fetch("world_vectors_known", list(digests), model)}


async def use(on: Statements, model: int, digests: Sequence[str]) -> None:
    """The vectors of ``digests`` count as used now."""
    await on.execute("use_world_vectors", list(digests), model)


async def put(on: Statements, model: int, vectors: Mapping[str, Sequence[float]]) -> None:
    """Keep the vectors of texts, by digest."""
    if vectors:
        await on.execute("put_world_vectors", list(vectors), model, [unit(it) for it in vectors.values()])


async def drop_unused(on: Statements, after: timedelta) -> int:
    """Forget vectors that no book has asked for in so long; how many."""
    return await on.execute("drop_unused_world_vectors", after)


async def newest_version(on: Statements, book: int) -> int | None:
    """The newest version of a world book; None when there is none."""
    return await on.fetchval("newest_world", book)
