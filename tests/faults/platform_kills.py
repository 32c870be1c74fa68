"""Random deaths of the daemon while people talk on a platform."""

import asyncio
import random  # noqa: TID251 - seeded, for when to kill; nothing of the product

from tests.faults.platform_town import Town


async def kill_at_random(town: Town, kills: int, seed: int, longest: float = 1.0) -> None:
    """Kill the daemon so many times at random moments while people talk in every room; then let it finish.

    Half of the deaths come while it starts, the others while it talks.
    """
    choose = random.Random(seed)
    await town.settle_in()
    await town.daemon.kill()
    for n in range(kills):
        talking = asyncio.ensure_future(_talk(town, choose))
        if n % 3 == 2:
            await town.daemon.launch()
        else:
            await town.start()
        await asyncio.sleep(choose.uniform(0.0, longest))
        await town.kill()
        talking.cancel()
    await town.start()
    await town.rest()


async def _talk(town: Town, choose: random.Random) -> None:
    """People say something in a room, until cancelled."""
    while True:
        town.says(choose.choice(town.rooms)[0])
        await asyncio.sleep(choose.uniform(0.05, 0.3))
