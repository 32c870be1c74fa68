"""Random deaths of the daemon and of its database, while people talk."""

import asyncio
import os
import random  # noqa: TID251 - seeded, for when to kill; nothing of the product
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from engine.db.postgres.embedded import EmbeddedServer
from tests.faults.house import House
from tests.faults.platform_town import Town

_PAUSES = (0.0, 0.05)
_PAUSES_ON_A_PLATFORM = (0.05, 0.3)
"""Seconds between two messages."""


async def kill_at_random(house: House, kills: int, seed: int, longest: float = 1.5) -> None:
    """Kill the daemon so many times at random moments while people talk in every channel; then let it finish."""
    choose = random.Random(seed)
    for _ in range(kills):
        await house.start()
        async with _talking(lambda: house.say(choose.choice(house.channels)), choose, _PAUSES):
            await asyncio.sleep(choose.uniform(0.0, longest))
            await house.kill()
    await house.start()
    await house.settle()


async def kill_on_platform(town: Town, kills: int, seed: int, longest: float = 1.0) -> None:
    """Kill the daemon so many times at random moments while people talk in every room; then let it finish.

    A third of the deaths come while it starts, the others while it talks.
    """
    choose = random.Random(seed)
    await town.settle_in()
    await town.daemon.kill()
    for n in range(kills):
        async with _talking(lambda: town.says(choose.choice(town.rooms)[0]), choose, _PAUSES_ON_A_PLATFORM):
            await (town.daemon.launch() if n % 3 == 2 else town.start())
            await asyncio.sleep(choose.uniform(0.0, longest))
            await town.kill()
    await town.start()
    await town.rest()


async def kill_database_at_random(house: House, server: EmbeddedServer, kills: int, seed: int) -> None:
    """Kill the database's server so many times while the daemon goes on; then let it finish."""
    choose = random.Random(seed)
    await house.start()
    for _ in range(kills):
        await server.ensure()
        async with _talking(lambda: house.say(choose.choice(house.channels)), choose, _PAUSES):
            await asyncio.sleep(choose.uniform(0.1, 1.0))
        if (pid := server.pid) is not None:
            os.kill(pid, signal.SIGKILL)
            house.kills += 1
    await server.ensure()
    await house.settle()


@asynccontextmanager
async def _talking(say: Callable[[], Any], choose: random.Random, pauses: tuple[float, float]) -> AsyncIterator[None]:
    """People say something, and again after a pause, as long as the block lasts."""

    async def talk() -> None:
        while True:
            say()
            await asyncio.sleep(choose.uniform(*pauses))

    talking = asyncio.ensure_future(talk())
    try:
        yield
    finally:
        talking.cancel()
