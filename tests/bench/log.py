"""The log of a long story: 10,000 entries, 500 forks deep, on a server that writes its commits to the disk.

Alone: ``python -m tests.bench.log [--quick]``.
"""

import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from uuid import uuid4

from engine.db.chats import log, sessions
from engine.db.house import work
from engine.db.house.work import LeaseHolder
from engine.db.memory import derivations
from engine.db.postgres import embedded
from engine.db.postgres.migrate import migrate
from engine.db.postgres.pool import Database, open_database
from engine.rules.lines import fork_point, forked
from engine.values.chats.sessions import ForkReason
from engine.values.ids import ChannelHeadKey
from engine.wiring.database import MIGRATIONS
from engine.work.leases import KEEP
from tests.bench.alone import alone
from tests.bench.figures import Figure, Part, spread
from tests.story.deep import ENTRIES, FORKS, RETIRED, Deep, deep_session
from tests.story.places import fresh_character, fresh_place

TIMES = 500
MESSAGES = 40

STAND = """
INSERT INTO stand (space_id, session_id, channel_id, branch_id) VALUES ($1, $2, $3, $4) RETURNING id
"""
GOALS_READ = (None, 2.0)
GOALS_FORK = (None, 5.0)


async def run(folder: Path, *, quick: bool) -> Part:
    """Figures on a server of our own in ``folder``."""
    server = await embedded.start(folder / "database", grace=0.2)
    try:
        return await measure(server.dsn, TIMES // 10 if quick else TIMES)
    finally:
        await server.stop()


async def measure(dsn: str, times: int) -> Part:
    """The same on any empty database: the last messages, a fork, all memories, the same before the first ANALYZE."""
    await migrate(dsn, MIGRATIONS)
    async with _long_story(dsn) as (db, deep, channel_head):
        figures = [*await _reads(db, deep, "fresh import: ", times // 5)]
        async with db.connection() as connection:
            await connection.execute("VACUUM ANALYZE")
        figures += [*await _reads(db, deep, "", times), *await _forks(db, deep, channel_head, times)]
    notes = (f"{ENTRIES} entries, {FORKS} forks deep, {ENTRIES} memories of which {RETIRED} are retired",)
    return Part("The log of a long story", tuple(figures), notes)


@asynccontextmanager
async def _long_story(dsn: str) -> AsyncIterator[tuple[Database, Deep, ChannelHeadKey]]:
    db = await open_database(dsn, min_size=1, max_size=2)
    try:
        here = await fresh_place(db)
        character = await fresh_character(db, here)
        async with db.connection() as connection:
            deep = await deep_session(connection, here, character)
            where = (here.space, deep.key.session, here.channel, FORKS + 1)
            channel_head = ChannelHeadKey(here.space, await connection.fetchval(STAND, *where))
        yield db, deep, channel_head
    finally:
        await db.close()


async def _reads(db: Database, deep: Deep, when: str, times: int) -> list[Figure]:
    goals = GOALS_READ if not when else (None, None)

    async def last_messages() -> None:
        assert len(await log.messages(db, deep.key, deep.line, MESSAGES)) == MESSAGES

    async def memories() -> None:
        assert len(await derivations.live(db, deep.key, deep.line, ["core"])) == ENTRIES - RETIRED

    async def made_from() -> None:
        assert len(await derivations.made_from(db, deep.key, deep.line, ENTRIES - 1)) == 1

    return [
        *spread(f"{when}last {MESSAGES} messages", await _timed(last_messages, times), goals),
        *spread(f"{when}all live memories", await _timed(memories, max(times // 10, 5))),
        *spread(f"{when}what was made from a message", await _timed(made_from, max(times // 10, 5))),
    ]


async def _forks(db: Database, deep: Deep, channel_head: ChannelHeadKey, times: int) -> list[Figure]:
    """What a head move does to the log, with its commit: the next fence, a branch, the channel head, the new line."""
    holder = LeaseHolder("bench", uuid4())

    async def fork() -> None:
        async with db.transaction() as on:
            fence = await work.take_lease(on, channel_head, holder, KEEP, by_force=True)
            assert fence is not None
            parent, forked_at = fork_point(deep.line, ENTRIES - 1)
            branch = await log.fork(on, deep.key, parent, forked_at, ForkReason.UNDO)
            await sessions.move(on, channel_head, branch)
            assert forked(deep.line, ENTRIES - 1, branch).head == forked_at
            await work.give_back(on, channel_head, fence)

    async def commit() -> None:
        async with db.transaction() as on:
            await sessions.rename(on, deep.key, "Any title", None)

    return [
        *spread("fork, with its commit", await _timed(fork, times), GOALS_FORK),
        *spread("a commit of one small write, to compare", await _timed(commit, times)),
    ]


async def _timed(work: Callable[[], Awaitable[None]], times: int) -> list[float]:
    """Seconds of each run; the first few, which plan and warm up, are not counted."""
    seconds: list[float] = []
    for number in range(times + 6):
        started = time.perf_counter()
        await work()
        if number >= 6:
            seconds.append(time.perf_counter() - started)
    return seconds


if __name__ == "__main__":
    alone("log", run, __doc__)
