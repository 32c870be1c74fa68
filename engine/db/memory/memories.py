"""Memories in Postgres: stored once with their words, and read through one fragment, ``recallable``.

A statement reads one space. Searches and readings by id go through all spaces of a scope; lists and counts are those of
its own space.
"""

import asyncio
from collections.abc import Awaitable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.db.memory.memory_rows import (
    Likeness,
    by_space,
    candidates,
    found_candidates,
    likeness,
    memory,
    new_columns,
    scope_columns,
)
from engine.db.memory.vectors import unit
from engine.db.postgres.driver import DriverRow
from engine.db.postgres.paging import part_of, turn_columns
from engine.db.postgres.patterns import holding as pattern
from engine.db.postgres.pool import Statements
from engine.values.ids import SessionKey
from engine.values.memory.memories import Memory, MemoryCandidate, MemoryKind, NewMemory, RecallScope
from engine.values.memory.stars import Glimpse
from engine.values.paging import Paged, Wanted, mark_of, moment_of, number_of

K1 = 1.2
B = 0.75
WIDEST = 1280
"""The dimensions of a vector that still fits into an index."""
_MARKED = 3


@dataclass(frozen=True, slots=True)
class Meaning:
    """What is to be near: a vector of a model."""

    model: int
    vector: Sequence[float]


async def remember(on: Statements, key: SessionKey, rows: Sequence[NewMemory]) -> list[int | None]:
    """Store memories with their sources and words, all or none; the id of each.

    None where it was stored before, or where an entry it was made from has been erased.
    """
    if not rows:
        return []
    made = await on.fetch("remember", key.space, key.session, *new_columns(rows))
    return [row["id"] for row in made]


async def version(on: Statements, key: SessionKey, old: int, new: NewMemory, reason: str) -> int:
    """Store ``new``, which ends ``old`` at the place of ``new``; its id. For a transaction of the caller's.

    Where it says the same, it is about the same, and has the same vectors.
    """
    topic = await on.fetchval("topic_kept", key.space, key.session, old, new.text)
    (made,) = await remember(on, key, [replace(new, body=replace(new.body, topic=topic or ""))])
    if made is None:
        made = await on.fetchval("memory_like", key.space, key.session, *likeness(new))
    place = new.place
    await on.execute("replace_memory", key.space, key.session, old, made, place.branch, place.seq, reason)
    return made


async def worded(
    on: Statements, scope: RecallScope, terms: Mapping[int, float], limit: int, *, k1: float = K1, b: float = B
) -> list[MemoryCandidate]:
    """The memories that answer ``terms`` (hashed words with weights) best, by BM25 over the sessions of ``scope``."""
    made = [
        await _candidates(on, part, await _by_words(on, part, terms, limit, k1, b)) for part in by_space(scope) if terms
    ]
    return sorted((it for some in made for it in some), key=lambda it: -it.bm25)[:limit]


async def found(
    on: Statements, scope: RecallScope, meaning: Awaitable[Meaning | None], terms: Mapping[int, float], limit: int
) -> tuple[list[MemoryCandidate], list[MemoryCandidate]]:
    """What is ``near`` a meaning, and what is ``worded`` so, looked for side by side and each read but once.

    ``meaning`` comes to None where nobody knows it.
    """
    sought = asyncio.ensure_future(meaning)
    by_meaning: list[MemoryCandidate] = []
    by_words: list[MemoryCandidate] = []
    try:
        for part in by_space(scope):
            nearest, answers = await asyncio.gather(
                _by_known(on, part, sought, limit), _by_words(on, part, terms, limit)
            )
            rows = await _rows(on, part, {**nearest, **answers})
            by_meaning += found_candidates(rows, nearest)
            by_words += found_candidates(rows, answers)
    finally:
        sought.cancel()
    return (
        sorted(by_meaning, key=lambda it: -(it.cosine or 0.0))[:limit],
        sorted(by_words, key=lambda it: -it.bm25)[:limit],
    )


async def _by_known(
    on: Statements, part: RecallScope, sought: asyncio.Future[Meaning | None], limit: int
) -> dict[int, Likeness]:
    """What is near in meaning in one space, once the meaning is known."""
    meaning = await asyncio.shield(sought)
    return await _by_meaning(on, part, meaning, limit) if meaning is not None else {}


async def _by_words(
    on: Statements, part: RecallScope, terms: Mapping[int, float], limit: int, k1: float = K1, b: float = B
) -> dict[int, Likeness]:
    """What answers words in one space, best first."""
    words, weights = list(terms), [float(it) for it in terms.values()]
    rows = await on.fetch("memories_worded", *scope_columns(part), words, weights, k1, b, limit) if words else []
    return {
        row["derived_id"]: (None, row["bm25"], tuple(zip(row["numbers"], row["times"], strict=True))) for row in rows
    }


async def _by_meaning(on: Statements, part: RecallScope, meaning: Meaning, limit: int) -> dict[int, Likeness]:
    """What is near in meaning in one space, nearest first."""
    search = "memories_near" if len(meaning.vector) <= WIDEST else "memories_near_wide"
    rows = await on.fetch(search, *scope_columns(part), meaning.model, unit(meaning.vector), limit)
    return {number: (cosine, 0.0, ()) for number, cosine in rows}


async def holding(on: Statements, scope: RecallScope, pieces: Sequence[str], limit: int) -> list[int]:
    """The newest memories whose texts hold all ``pieces``, by id. Every text of the sessions is looked through."""
    like = [pattern(it) for it in pieces]
    found = [
        row for part in by_space(scope) for row in await on.fetch("memories_holding", *scope_columns(part), like, limit)
    ]
    newest = sorted(found, key=lambda it: (it["occurred_at"], it["derived_id"]), reverse=True)
    return [it["derived_id"] for it in newest[:limit]]


async def any_of(on: Statements, scope: RecallScope, kind: MemoryKind) -> bool:
    """Whether the sessions of ``scope`` have memories of a kind at all, whoever may recall them."""
    for part in by_space(scope):
        if await on.fetchval("any_memory", part.space, [it.session.session for it in part.sights], kind):
            return True
    return False


async def word_weights(
    on: Statements, scope: RecallScope, terms: Mapping[int, float]
) -> tuple[tuple[float, ...], float]:
    """How much each of ``terms`` tells in the sessions of ``scope``, in their order; how many words a memory has."""
    words, weights = list(terms), [float(it) for it in terms.values()]
    told, mean = [0.0] * len(words), 1.0
    for part in by_space(scope):
        sessions = [it.session.session for it in part.sights]
        rows = await on.fetch("word_weights", part.space, sessions, words, weights)
        told = [max(before, row["weight"]) for before, row in zip(told, rows, strict=True)]
        mean = max(mean, rows[0]["mean_words"] if rows else 1.0)
    return tuple(told), mean


async def near(
    on: Statements, scope: RecallScope, model: int, vector: Sequence[float], limit: int
) -> list[MemoryCandidate]:
    """The memories nearest in meaning to ``vector`` of ``model``, by an exact search."""
    meaning = Meaning(model, vector)
    made = [await _candidates(on, part, await _by_meaning(on, part, meaning, limit)) for part in by_space(scope)]
    return sorted((it for some in made for it in some), key=lambda it: -(it.cosine or 0.0))[:limit]


async def _candidates(on: Statements, scope: RecallScope, found: Mapping[int, Likeness]) -> list[MemoryCandidate]:
    """What was found, in the same order."""
    return found_candidates(await _rows(on, scope, found), found)


async def _rows(on: Statements, scope: RecallScope, found: Collection[int]) -> list[DriverRow]:
    sessions = [it.session.session for it in scope.sights]
    return await on.fetch("memory_candidates", scope.space, sessions, list(found)) if found else []


async def within(on: Statements, scope: RecallScope, limit: int) -> tuple[list[MemoryCandidate], int]:
    """The first ``limit`` memories of ``scope.when`` by time, and how many there are in all."""
    made: list[MemoryCandidate] = []
    total = 0
    for part in by_space(scope):
        rows = await on.fetch("memories_within", *scope_columns(part), limit)
        made += candidates(tuple(row)[:-1] for row in rows)
        total += rows[0]["total"] if rows else 0
    return sorted(made, key=lambda it: (it.occurred_at, it.id))[:limit], total


async def told(on: Statements, scope: RecallScope, limit: int) -> tuple[list[Memory], int]:
    """The memories of ``scope.when`` by time, and how many lines there are in all, pages of the diary not counted.

    Of more than ``limit`` lines or pages so many from every part of the time are given.
    """
    made: list[Memory] = []
    total = 0
    for part in by_space(scope):
        rows = await on.fetch("memories_told", *scope_columns(part), limit)
        found = [memory(part.space, row) for row in rows]
        made += found
        total += max(
            (row["total"] for it, row in zip(found, rows, strict=True) if it.kind is not MemoryKind.DIARY), default=0
        )
    return sorted(made, key=lambda it: (it.occurred_at, it.id)), total


async def read(on: Statements, scope: RecallScope, ids: Sequence[int]) -> list[Memory]:
    """Memories by id, in the order of ``ids``; those that may not be recalled are left out."""
    if not ids:
        return []
    found: dict[int, Memory] = {}
    for part in by_space(scope):
        rows = await on.fetch("memories_read", *scope_columns(part), list(ids))
        found |= {row["id"]: memory(part.space, row) for row in rows}
    return [found[it] for it in dict.fromkeys(ids) if it in found]


async def listing(
    on: Statements,
    scope: RecallScope,
    *,
    offset: int,
    limit: int,
    kinds: Sequence[MemoryKind] = tuple(MemoryKind),
    search_ids: Sequence[int] | None = None,
) -> tuple[list[Memory], int]:
    """A page of memories, pinned first, then newest first, and how many there are in all."""
    only = None if search_ids is None else list(search_ids)
    rows = await on.fetch("memories_listed", *scope_columns(scope), list(kinds), only, offset, limit)
    return [memory(scope.space, row) for row in rows if row["id"] is not None], rows[0]["total"]


async def paged(
    on: Statements,
    scope: RecallScope,
    wanted: Wanted,
    kinds: Sequence[MemoryKind],
    *,
    pinned_too: bool = False,
    pins_first: bool = False,
    said_too: bool = False,
) -> tuple[Paged[Memory], int]:
    """A part of the memories of ``kinds``, newest first; ``pins_first``: the pinned ones before all others.

    ``pinned_too``: with the pinned ones of any kind; ``said_too``: counted, how many messages are remembered besides.
    """
    first, occurred, number = wanted.numbers if len(wanted.numbers) == _MARKED else (0, 0, 0)
    marked = (bool(first), moment_of(occurred), number)
    which = (list(kinds), pinned_too, pins_first, *turn_columns(wanted, _MARKED), *marked, said_too)
    rows = await on.fetch("memories_paged", *scope_columns(scope), *which)
    part = part_of(
        rows,
        wanted,
        lambda row: memory(scope.space, row),
        lambda row: mark_of(row["pinned"] and pins_first, number_of(row["occurred_at"]), row["id"]),
    )
    return part, rows[0]["said"]


async def ids(on: Statements, scope: RecallScope, kinds: Sequence[MemoryKind]) -> list[int]:
    """All memories of ``kinds`` and the pinned ones of any kind."""
    return [row["derived_id"] for row in await on.fetch("memory_ids", *scope_columns(scope), list(kinds))]


async def counted(on: Statements, scope: RecallScope) -> dict[MemoryKind, int]:
    """How many memories there are of each kind."""
    rows = await on.fetch("memories_counted", *scope_columns(scope))
    return {MemoryKind(row["kind"]): row["memories"] for row in rows}


async def stars(on: Statements, scope: RecallScope, model: int, limit: int) -> list[Glimpse]:
    """The newest ``limit`` memories and the pinned ones, newest first, as the star map takes them."""
    rows = await on.fetch("memories_as_stars", *scope_columns(scope), model, limit)
    return [
        Glimpse(
            id=row["id"],
            kind=MemoryKind(row["kind"]),
            text=row["text"],
            occurred_at=row["occurred_at"],
            vector=None if row["v"] is None else row["v"].to_list(),
            uses=row["uses"],
            pinned=row["pinned"],
        )
        for row in rows
    ]
