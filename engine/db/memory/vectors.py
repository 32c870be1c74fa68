"""Vectors of memories in Postgres, by the model that made them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

from pgvector import HalfVector

from engine.db.postgres.pool import Statements
from engine.values.chats.entries import Place
from engine.values.ids import SessionKey


class Models:
    """The numbers of embedding models, each asked once."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, int], int] = {}

    async def number(self, on: Statements, name: str, dims: int) -> int:
        """The number of a model; a new one gets the next. Not to be asked in a transaction that may be rolled back."""
        if (name, dims) not in self._known:
            self._known[name, dims] = await on.fetchval("model_number", name, dims)
        return self._known[name, dims]


@dataclass(frozen=True, slots=True)
class Lacking:
    """A memory without a vector; ``before`` was said before it in the same talk ("" if nothing), at ``place``."""

    id: int
    text: str
    before: str = ""
    place: Place | None = None


async def lacking(on: Statements, key: SessionKey, model: int, limit: int) -> list[Lacking]:
    """Memories of a session that have no vector of ``model``; newest first."""
    rows = await on.fetch("memories_lacking", key.space, key.session, model, limit)
    return [
        Lacking(
            row["derived_id"],
            row["text"],
            row["before"],
            None if row["seq"] is None else Place(row["branch_id"], row["seq"]),
        )
        for row in rows
    ]


async def unchanged(on: Statements, key: SessionKey, rows: Sequence[Lacking], *, held: bool = False) -> set[int]:
    """The memories before which still stands what stood there, which stays so until the transaction ends.

    ``held``: the transaction has seen to that already.
    """
    places = [it.place for it in rows if it.place is not None and not held]
    if places:
        await on.fetch("hold_entries", key.space, key.session, [it.branch for it in places], [it.seq for it in places])
    now = await on.fetch("read_before", key.space, key.session, [it.id for it in rows])
    before = {row["derived_id"]: row["before"] for row in now}
    return {it.id for it in rows if before.get(it.id) == it.before}


async def sessions_lacking(on: Statements, model: int, limit: int) -> list[SessionKey]:
    """Sessions of any space with memories that have no vector of ``model``. Reads every memory of the house."""
    rows = await on.fetch("sessions_lacking", model, limit)
    return [SessionKey(row["space_id"], row["session_id"]) for row in rows]


async def put(on: Statements, key: SessionKey, model: int, vectors: Mapping[int, Sequence[float]]) -> None:
    """Store the vectors of memories, by id. Memories that are gone are passed over."""
    if vectors:
        units = [unit(it) for it in vectors.values()]
        await on.execute("put_vectors", key.space, key.session, model, list(vectors), units)


async def drop_others(on: Statements, model: int, limit: int) -> int:
    """Remove up to ``limit`` vectors of memories that other models than ``model`` made; how many."""
    return await on.execute("drop_other_vectors", model, limit)


def unit(vector: Sequence[float]) -> HalfVector:
    """``vector`` at length 1, as all are stored and asked for; one without a direction stays as it is."""
    length = sqrt(sum(it * it for it in vector)) or 1.0
    return HalfVector([it / length for it in vector])
