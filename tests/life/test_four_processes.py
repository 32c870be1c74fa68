"""Four processes that look every second for ten minutes: each does what is due, once, when it is due."""

import asyncio
from collections import Counter
from contextlib import AsyncExitStack
from datetime import timedelta
from uuid import uuid4

import asyncpg
import pytest

from engine.db.house import work
from engine.db.postgres.embedded import EmbeddedServer
from engine.db.postgres.pool import Database, open_database
from engine.values.house.work import Due
from engine.values.ids import SessionKey
from engine.work.clock import SystemClock
from engine.work.due import DueWork, Job
from engine.work.tasks import Tasks
from tests.conftest import MIGRATIONS
from tests.life.clock import living_database

pytestmark = [pytest.mark.slow, pytest.mark.share(3)]

PROCESSES, SECONDS = 4, 600
KIND = "circle_post.test"


async def test_each_mark_is_claimed_once(server: EmbeddedServer) -> None:
    """Of 2,400 posts one is written by two processes, or by none, or long after its second."""
    url = await living_database(server.dsn, f"claims_{uuid4().hex}", MIGRATIONS)
    done = list[tuple[int, int]]()
    second = 0

    def job_of(db: Database) -> Job:
        async def job(due: Due) -> None:
            assert await work.finish_due(db, due)
            done.append((due.key.session, second))

        return job

    async with AsyncExitStack() as stack:
        clock, tasks = await asyncpg.connect(url), Tasks()
        stack.push_async_callback(clock.close)
        stack.push_async_callback(tasks.stop)
        workers: list[DueWork] = []
        for number in range(PROCESSES):
            db = await open_database(url, min_size=1, max_size=2)
            stack.push_async_callback(db.close)
            workers.append(DueWork(db, f"process {number}", {KIND: job_of(db)}, SystemClock(), tasks))
            for at in range(SECONDS):
                key = SessionKey(1, at * PROCESSES + number + 1)
                await work.mark_due(db, key, KIND)
        await clock.execute(
            "UPDATE due SET not_before = '2030-01-01'::timestamptz + (session_id - 1) / 4 * interval '1 s'"
        )
        for second in range(SECONDS + 2):
            ahead = "UPDATE public.lived_time SET ahead = '2030-01-01'::timestamptz - pg_catalog.now() + $1"
            await clock.execute(ahead, timedelta(seconds=second))
            await asyncio.gather(*(it.run_ready() for it in workers))
    times = Counter(session for session, _ in done)
    assert len(times) == PROCESSES * SECONDS
    assert set(times.values()) == {1}
    late = max(at - (session - 1) // PROCESSES for session, at in done)
    assert late <= 1, f"{late} s"
