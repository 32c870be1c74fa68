"""The daemon as it is measured: a process of its own with the embedded database, beside the model and a platform."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import asyncpg
import psutil

from engine.db.postgres import embedded
from tests.bench.figures import Figure
from tests.bench.house import Model, model_process
from tests.bench.platform_servers import Seat, seat_at
from tests.processes.daemon import Daemon, daemon

CODE = "harbour-at-night"
"""The owner's code."""

_EVERY = 0.2
_WAVE = 10


@dataclass(frozen=True, slots=True)
class Spent:
    """Processor seconds, user and system."""

    daemon: float
    database: float

    @property
    def whole(self) -> float:
        """Of all processes."""
        return self.daemon + self.database


@dataclass
class Ground:
    """Everything that a platform is measured with.

    ``database`` is the daemon's, which outlives its restarts; None for a bot without one.
    """

    seat: Seat
    model: Model
    daemon: Daemon
    database: embedded.EmbeddedServer | None

    def spent(self) -> Spent:
        """Processor time so far, of this life of the daemon and of Postgres, with all that they started."""
        return Spent(_of_family(self.daemon.pid), _of_family(self.database.pid) if self.database else 0.0)

    def memory(self) -> tuple[float, float]:
        """MiB: resident of the bot's own process, and of all processes together, what they share counted once."""
        shared = sum(it.memory_full_info().pss for it in self.processes())
        return psutil.Process(self.daemon.pid).memory_info().rss / 2**20, shared / 2**20

    def processes(self) -> list[psutil.Process]:
        """The daemon's and the database's, with all that they started."""
        roots = [self.daemon.pid, *([self.database.pid] if self.database else [])]
        return [it for root in roots for it in _family(root)]

    async def stored(self) -> int:
        """How many messages are in the inbox."""
        assert self.database
        connection = await asyncpg.connect(self.database.dsn)
        try:
            return await connection.fetchval("SELECT count(*) FROM inbox WHERE kind = 'message'")
        finally:
            await connection.close()

    async def due_within(self, hours: float) -> int:
        """How many marks of work behind the turns are to be done by then; 0 for a bot without a database."""
        if self.database is None:
            return 0
        connection = await asyncpg.connect(self.database.dsn)
        try:
            soon = timedelta(hours=hours)
            return await connection.fetchval("SELECT count(*) FROM due WHERE not_before < now() + $1", soon)
        finally:
            await connection.close()

    async def says(self, room: int, text: str = "And then? Tell me more about the harbour, please.") -> int:
        """The owner says something to the bot; the number of the message."""
        return await self.seat.says(room, text)

    def whole(self, room: int, said: int, chunks: int) -> float | None:
        """When the whole reply to a message was to be seen; None as long as it is not."""
        found = (it["at"] for it in self.seat.seen(room, said) if len(it["text"].split()) == chunks)
        return next(found, None)

    async def answered(self, said: dict[int, int], chunks: int, seconds: float = 60.0) -> None:
        """Wait until a message in each room has its whole reply. Raises TimeoutError."""
        await self.seat.remote.until(lambda: all(self.whole(*it, chunks) is not None for it in said.items()), seconds)


@asynccontextmanager
async def ground(platform: str, folder: Path, rooms: int) -> AsyncIterator[Ground]:
    """A daemon whose owner has been answered once in each of so many rooms."""
    async with model_process() as model, seat_at(platform) as seat:
        await seat.settle(rooms)
        names = {**seat.names, "OWNER_CODE": CODE, "DEFAULTS__DEBOUNCE": "0", "LOG": "info"}
        async with daemon("", folder, model.url, **names) as one:
            await one.start()
            database = await embedded.start(folder / "database")
            try:
                made = Ground(seat, model, one, database)
                await _move_in(made)
                yield made
            finally:
                await database.stop()


async def _move_in(ground: Ground) -> None:
    """Through what every owner does: say the code in private, then speak to the bot in a room."""
    seat = ground.seat
    hall = await seat.claims(CODE)
    await seat.remote.until(lambda: seat.seen(hall, 0))
    await spoken_to(ground)


async def spoken_to(ground: Ground) -> None:
    """Speak to the bot once in each room."""
    seat = ground.seat
    await ground.model.plan(2)
    for start in range(0, len(seat.rooms), _WAVE):
        said = {room: await ground.says(room) for room in seat.rooms[start : start + _WAVE]}
        await ground.answered(said, 2)


@asynccontextmanager
async def peak_memory(ground: Ground, found: list[float]) -> AsyncIterator[None]:
    """Add the daemon's resident memory in MiB to ``found``, five times a second."""

    async def look() -> None:
        process = psutil.Process(ground.daemon.pid)
        while True:
            found.append(process.memory_info().rss / 2**20)
            await asyncio.sleep(_EVERY)

    looking = asyncio.ensure_future(look())
    try:
        yield
    finally:
        looking.cancel()
        await asyncio.wait({looking})


def cost(name: str, before: Spent, after: Spent, turns: int, goal: float | None) -> list[Figure]:
    """Processor time of one turn."""
    return [
        Figure(f"CPU of a turn, {name}", (after.daemon - before.daemon) * 1000 / turns, "ms", goal),
        Figure("  of Postgres beside it", (after.database - before.database) * 1000 / turns, "ms"),
    ]


def _family(pid: int | None) -> list[psutil.Process]:
    assert pid
    process = psutil.Process(pid)
    return [process, *process.children(recursive=True)]


def _of_family(pid: int | None) -> float:
    """Processor seconds of a process, and of its children, those that have ended too."""
    return sum(map(_seconds, _family(pid)))


def _seconds(process: psutil.Process) -> float:
    try:
        times = process.cpu_times()
    except psutil.NoSuchProcess:
        return 0.0
    return times.user + times.system + times.children_user + times.children_system
