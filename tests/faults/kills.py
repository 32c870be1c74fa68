"""Random deaths of the daemon and of its database, under load."""

import asyncio
import os
import random  # noqa: TID251 - seeded, for when to kill; nothing of the product
import signal

from engine.db.postgres.embedded import EmbeddedServer
from tests.faults.house import House


async def kill_at_random(house: House, kills: int, seed: int, longest: float = 1.5) -> None:
    """Kill the daemon so many times at random moments while people talk in every channel; then let it finish."""
    choose = random.Random(seed)
    for _ in range(kills):
        await house.start()
        talking = asyncio.ensure_future(_talk(house, choose))
        await asyncio.sleep(choose.uniform(0.0, longest))
        await house.kill()
        talking.cancel()
    await house.start()
    await house.settle()


async def kill_database_at_random(house: House, server: EmbeddedServer, kills: int, seed: int) -> None:
    """Kill the database's server so many times while the daemon goes on; then let it finish."""
    choose = random.Random(seed)
    await house.start()
    for _ in range(kills):
        await server.ensure()
        talking = asyncio.ensure_future(_talk(house, choose))
        await asyncio.sleep(choose.uniform(0.1, 1.0))
        talking.cancel()
        if (pid := server.pid) is not None:
            os.kill(pid, signal.SIGKILL)
            house.kills += 1
    await server.ensure()
    await house.settle()


async def _talk(house: House, choose: random.Random) -> None:
    """People say something in a channel, now and then ask for another reply, until cancelled."""
    while True:
        house.say(choose.choice(house.channels))
        await asyncio.sleep(choose.uniform(0.0, 0.05))
