"""Memories in a full house: how fast they are found and stored, and whether what is found is the best.

Alone: ``python -m tests.bench.memories [--quick]``.
"""

import asyncio
import math
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import psutil

from engine.db.chats import log, sessions
from engine.db.memory import memories
from engine.db.postgres import embedded
from engine.db.postgres.driver import connect
from engine.db.postgres.migrate import migrate
from engine.db.postgres.pool import Database, open_database
from engine.values.chats.bodies import MessageBody
from engine.values.chats.entries import NewEntry, Place, Range
from engine.values.memory.memories import MemoryKind, NewMemory, RecallScope, Tag
from engine.wiring.database import MIGRATIONS
from tests.bench.alone import alone
from tests.bench.figures import Figure, Part, percentile
from tests.bench.memory_house import DIMS, VOCABULARY, WORDS, MemoryHouse, build
from tests.story.places import fresh_character, fresh_place

LIMIT = 200
QUESTIONS = 50
WORDS_ASKED = 12
BATCH = 200

Ask = Callable[[int], Awaitable[Any]]


async def run(folder: Path, *, quick: bool) -> Part:
    """Figures on a server of our own in ``folder``."""
    server = await embedded.start(folder / "database", grace=0.2)
    try:
        await migrate(server.dsn, MIGRATIONS)
        db = await open_database(server.dsn, min_size=2, max_size=2)
        try:
            return await _measure(db, server.dsn, quick=quick)
        finally:
            await db.close()
    finally:
        await server.stop()


async def _measure(db: Database, dsn: str, *, quick: bool) -> Part:
    figures = await _ingest(db, 2_000 if quick else 10_000)
    house = await build(db, dsn, sessions=10 if quick else 100, larger=10_000 if quick else 50_000)
    times = 60 if quick else 300
    figures += await _searches(db, house, house.mixed, "just written: 10,000, mixed: ", times // 6, None)
    await _described(dsn)
    figures += await _searches(db, house, house.mixed, "10,000, mixed with others: ", times, 10.0)
    figures += await _searches(db, house, house.together, "50,000, together: ", times // 3, 45.0)
    figures.append(Figure("best ten not found", 1 - await _agreement(db, house), "share", 0.01))
    notes = [f"{LIMIT} wanted, {WORDS_ASKED} words, {DIMS} dimensions; CPU is that of the server and of this process"]
    if quick:
        notes.append("quick: a tenth of the house, and 10,000 together")
    return Part("Memories in a full house", tuple(figures), tuple(notes))


async def _described(dsn: str) -> None:
    """What the server's own maintenance does, by and by."""
    connection = await connect(dsn)
    try:
        await connection.execute("VACUUM ANALYZE")
    finally:
        await connection.close()


async def _ingest(db: Database, many: int) -> list[Figure]:
    """Messages as memories, durable, a batch a statement."""
    here = await fresh_place(db)
    character = await fresh_character(db, here)
    key = (await sessions.create(db, here.key, seed=1, person=here.person)).session_key
    at = datetime(2026, 3, 1, tzinfo=UTC)
    await log.append(db, key, 1, 0, [NewEntry(MessageBody(), at, "any", here.person)] * many)
    rng = np.random.default_rng(3)

    def said(seq: int) -> NewMemory:
        words, times = np.unique(_words(rng, WORDS), return_counts=True)
        return NewMemory(
            MemoryKind.SAID,
            Tag.USER_INPUT,
            Place(1, seq),
            character,
            (Range(1, seq, seq),),
            "some words " * 9,
            at,
            at,
            dict(zip(words.tolist(), times.tolist(), strict=True)),
            nth=seq,
            person=here.person,
            people=(here.person,),
        )

    rows = [said(seq) for seq in range(1, many + 1)]
    started = time.perf_counter()
    for start in range(0, many, BATCH):
        await memories.remember(db, key, rows[start : start + BATCH])
    each = (time.perf_counter() - started) / many
    return [Figure(f"stored, durable, {BATCH} a statement", each * 1000, "ms", 1.0)]


async def _searches(
    db: Database, house: MemoryHouse, scope: RecallScope, where: str, times: int, goal: float | None
) -> list[Figure]:
    rng = np.random.default_rng(4)
    vectors = [(house.vectors[n] + rng.normal(size=DIMS) * 0.5).tolist() for n in range(QUESTIONS)]
    words = [dict.fromkeys(_words(rng, WORDS_ASKED).tolist(), 1.0) for _ in range(QUESTIONS)]

    async def near(n: int) -> None:
        await memories.near(db, scope, house.model, vectors[n % QUESTIONS], LIMIT)

    async def worded(n: int) -> None:
        await memories.worded(db, scope, words[n % QUESTIONS], LIMIT)

    async def both(n: int) -> None:
        await asyncio.gather(near(n), worded(n))

    found: list[Figure] = []
    for name, ask, most in (("by meaning", near, goal), ("by words", worded, goal), ("both at once", both, None)):
        found += await _spread(db, f"{where}{name}", ask, times, most)
    return found


async def _spread(db: Database, name: str, ask: Ask, times: int, goal: float | None) -> list[Figure]:
    for number in range(8):  # plans and warms up both connections
        await ask(number)
    watched = [psutil.Process(), *[psutil.Process(it) for it in await _servers(db)]]
    before = sum(_cpu(it) for it in watched)
    seconds: list[float] = []
    for number in range(times):
        started = time.perf_counter()
        await ask(number)
        seconds.append(time.perf_counter() - started)
    cpu = (sum(_cpu(it) for it in watched) - before) / times
    return [
        Figure(f"{name}, p50", percentile(seconds, 0.5) * 1000, "ms", goal),
        Figure(f"{name}, p95", percentile(seconds, 0.95) * 1000, "ms"),
        Figure(f"{name}, p99", percentile(seconds, 0.99) * 1000, "ms"),
        Figure(f"{name}, CPU", cpu * 1000, "ms"),
    ]


async def _servers(db: Database) -> list[int]:
    """The server's processes of both connections."""
    async with db.connection() as one, db.connection() as other:
        return [await it.fetchval("SELECT pg_backend_pid()") for it in (one, other)]


def _cpu(process: psutil.Process) -> float:
    spent = process.cpu_times()
    return spent.user + spent.system


async def _agreement(db: Database, house: MemoryHouse) -> float:
    """Of the ten best by brute force, the share that the store's ten best are."""
    rng = np.random.default_rng(5)
    shared = 0
    for _ in range(QUESTIONS):
        question = house.vectors[rng.integers(len(house.vectors))] + rng.normal(size=DIMS) * 0.05
        best = {int(it) for it in np.argsort(-(house.vectors @ question))[:10]}
        found = await memories.near(db, house.mixed, house.model, question.tolist(), 10)
        shared += len(best & {(it.nth or 0) - 1 for it in found})
    return shared / QUESTIONS / 10


def _words(rng: np.random.Generator, many: int) -> Any:
    """Numbers of words; 1 is the most common."""
    return np.exp(rng.random(many) * math.log(VOCABULARY)).astype(int)


if __name__ == "__main__":
    alone("memories", run, __doc__)
