"""Four processes that look every second for ten minutes: each does what is due, once, when it is due."""

import asyncio
import json
from collections import Counter
from collections.abc import Sequence
from contextlib import AsyncExitStack
from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import asyncpg
import pytest

from engine.db.house import work
from engine.db.postgres.embedded import EmbeddedServer
from engine.db.postgres.pool import open_database
from engine.values.ids import SessionKey
from tests.conftest import MIGRATIONS
from tests.life.claimer import KIND, OVER
from tests.life.clock import living_database
from tests.processes.nursery import forked
from tests.processes.program import Program, configured

pytestmark = [pytest.mark.slow, pytest.mark.share(3)]

PROCESSES, SECONDS = 4, 600
_MARKS = "UPDATE due SET not_before = '2030-01-01'::timestamptz + (session_id - 1) / 4 * interval '1 s'"
_AHEAD = "UPDATE public.lived_time SET ahead = '2030-01-01'::timestamptz - pg_catalog.now() + $1"


class Claimer(Program):
    """``tests.life.claimer``. ``done`` are the sessions of the marks that it did, and the second of each."""

    def __init__(self, number: int, url: str, folder: Path) -> None:
        arguments = ("-m", "tests.life.claimer", json.dumps({"name": f"process {number}"}))
        super().__init__(arguments, configured(url, folder, ""), folder / f"claims{number}.log", forked, talks=True)
        self.done: list[tuple[int, int]] = []
        self.looked = -2  # it says once that it is there

    def hears(self, text: str, lines: Sequence[str]) -> None:
        for it in lines:
            if it == OVER:
                self.looked += 1
            else:
                self.done.append((int(it), self.looked + 1))

    async def looks(self, second: int) -> None:
        """Let it do what is due in that second."""
        self.tell(str(second))
        assert await self.until(lambda: self.looked == second), self.logged


async def test_each_mark_is_claimed_once(server: EmbeddedServer, tmp_path: Path) -> None:
    """Of 2,400 posts one is written by two processes, or by none, or long after its second."""
    url = await living_database(server.dsn, f"claims_{uuid4().hex}", MIGRATIONS)
    await _marked(url)
    async with AsyncExitStack() as stack:
        clock = await asyncpg.connect(url)
        stack.push_async_callback(clock.close)
        claimers = [await stack.enter_async_context(Claimer(it, url, tmp_path)) for it in range(PROCESSES)]
        await asyncio.gather(*(it.launch() for it in claimers))
        for second in range(SECONDS + 2):
            await clock.execute(_AHEAD, timedelta(seconds=second))
            await asyncio.gather(*(it.looks(second) for it in claimers))
    done = [it for one in claimers for it in one.done]
    times = Counter(session for session, _ in done)
    assert len(times) == PROCESSES * SECONDS
    assert set(times.values()) == {1}
    late = max(at - (session - 1) // PROCESSES for session, at in done)
    assert late <= 1, f"{late} s"
    assert all(it.done for it in claimers)


async def _marked(url: str) -> None:
    """Four marks for each second."""
    db = await open_database(url, min_size=1, max_size=2)
    try:
        await work.mark_each_due(db, [SessionKey(1, it + 1) for it in range(PROCESSES * SECONDS)], KIND)
    finally:
        await db.close()
    connection = await asyncpg.connect(url)
    try:
        await connection.execute(_MARKS)
    finally:
        await connection.close()
