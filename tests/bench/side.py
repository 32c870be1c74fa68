"""A house as it is shipped beside the least bot there is, on each platform: delays, processor time and memory.

Every process of a system counts: the daemon with what it starts, and Postgres; the work behind the turns is as
shipped. Only the wait for further messages is off. The model and the platform are processes of their own, and do not
count. Alone: ``python -m tests.bench.side [--quick]``.
"""

import asyncio
import os
import statistics
import time
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

from tests.bench.alone import alone
from tests.bench.bare_ground import bare_ground
from tests.bench.figures import Figure, Part, percentile, spread
from tests.bench.platform_crowd import crowded
from tests.bench.platform_daemon import Ground, ground
from tests.bench.platform_servers import SEATS
from tests.bench.platform_turns import CHUNKS, LONG, Times, timed_turns

ROOMS: Final = 200
CROWDS: Final = (16, 64, 200)
IDLE_SECONDS: Final = 20.0
STARTS: Final = 3
GOALS: Final[Mapping[str, float]] = {
    "message → model request, p50": 15.0,
    "message → model request, p99": 35.0,
    "last chunk → final text, p50": 6.0,
    "last chunk → final text, p99": 18.0,
    "last chunk → final text, 200 at 20/s, p50": 6.0,
    "CPU a turn of 20 chunks": 60.0,
    "CPU a turn of 200 chunks": 150.0,
    "CPU of a second at rest": 1.0,
    "16 at once: lateness p99": 0.25,
    "64 at once: lateness p99": 0.6,
    "200 at once: lateness p99": 2.0,
    "200 at once: CPU a turn": 50.0,
    "memory of the bot's process, at rest": 140.0,
    "memory of the bot's process, after the crowds": 180.0,
    "PSS of all processes, at rest": 190.0,
    "PSS of all processes, after the crowds": 300.0,
    "start → connected, warm": 1.2,
}
"""What a house is to reach; the least bot has none."""
_LONGEST_WORK: Final = 120.0
"""Seconds at most until nothing more is done behind the turns."""
_LONGEST_QUIET: Final = 400.0
"""The same with what is put off."""
_LOOK: Final = 4.0
_NOTHING: Final = 0.04
"""Processor seconds in ``_LOOK`` of a system that does nothing."""
_RATE: Final = 20


async def run(folder: Path, *, quick: bool) -> Part:
    """Both on each platform, one after the other."""
    figures: list[Figure] = []
    notes = [f"load average before: {os.getloadavg()[0]:.2f}, {os.cpu_count()} processors"]
    for platform in SEATS:
        systems: dict[str, Any] = {"bare": bare_ground, "house": ground}
        for name, opened in systems.items():
            async with opened(platform, folder / platform / name, ROOMS) as here:
                found = await _measured(here, turns=30 if quick else 200, long=3 if quick else 20)
            goals = GOALS if name == "house" else {}
            figures += [Figure(f"{platform}, {name}: {what}", it, unit, goals.get(what)) for what, it, unit in found]
            notes.append(f"load average after {platform}, {name}: {os.getloadavg()[0]:.2f}")
    return Part("A house beside the least bot", tuple(figures), tuple(notes))


async def _measured(here: Ground, *, turns: int, long: int) -> list[tuple[str, float, str]]:
    """The whole table of one system: what was measured, how much, in what."""
    await _at_rest(here)
    idle = await _cost(here, partial(asyncio.sleep, IDLE_SECONDS)) / IDLE_SECONDS
    process, every = here.memory()
    found = [
        *await _apart(here, turns, long),
        ("CPU of a second at rest", idle * 1000, "ms"),
        ("memory of the bot's process, at rest", process, "MiB"),
        ("PSS of all processes, at rest", every, "MiB"),
    ]
    for count in CROWDS:
        found += await _crowd(here, count)
    process, every = here.memory()
    starts = [await _restarted(here) for _ in range(STARTS)]
    return [
        *found,
        ("memory of the bot's process, after the crowds", process, "MiB"),
        ("PSS of all processes, after the crowds", every, "MiB"),
        ("start → connected, warm", statistics.median(starts), "s"),
    ]


async def _apart(here: Ground, turns: int, long: int) -> list[tuple[str, float, str]]:
    """Turns one after another: of 20 chunks as fast as they come, and of 200 at 20 a second."""
    await timed_turns(here, 10, CHUNKS, 0.0)
    times, paced = Times(), Times()
    await _settled(here)
    short = await _cost(here, lambda: _timed(here, times, turns, CHUNKS, 0.0)) / turns
    tall = await _cost(here, lambda: _timed(here, paced, long, LONG, 1 / _RATE)) / long
    delays = [
        *spread("message → model request", times.asked),
        *spread("last chunk → final text", times.whole),
        Figure("last chunk → final text, 200 at 20/s, p50", percentile(paced.whole, 0.5) * 1000, "ms"),
    ]
    return [
        *((it.name, it.value, it.unit) for it in delays),
        ("CPU a turn of 20 chunks", short * 1000, "ms"),
        ("CPU a turn of 200 chunks", tall * 1000, "ms"),
    ]


async def _timed(here: Ground, times: Times, count: int, chunks: int, pace: float) -> None:
    """Turns, and what was left to be done behind them."""
    times.add(await timed_turns(here, count, chunks, pace))
    await _settled(here)


async def _crowd(here: Ground, count: int) -> list[tuple[str, float, str]]:
    """A reply in so many rooms at once."""
    late: list[float] = []

    async def all_at_once() -> None:
        late.extend(await crowded(here, count))
        await _settled(here)

    spent = await _cost(here, all_at_once) / count
    return [
        (f"{count} at once: not finished", count - len(late), ""),
        (f"{count} at once: lateness p99", percentile(late, 0.99), "s"),
        (f"{count} at once: CPU a turn", spent * 1000, "ms"),
    ]


async def _cost(here: Ground, work: Callable[[], Awaitable[None]]) -> float:
    """Processor seconds of all processes while something is done."""
    before = here.spent()
    await work()
    return here.spent().whole - before.whole


async def _settled(here: Ground) -> None:
    """Wait until nothing is done any more."""
    end, before = time.monotonic() + _LONGEST_WORK, here.spent()
    while time.monotonic() < end:
        await asyncio.sleep(_LOOK)
        now = here.spent()
        if now.whole - before.whole < _NOTHING:
            return
        before = now


async def _at_rest(here: Ground) -> None:
    """Wait until nothing is going to be done either: facts are noted when a chat has been quiet for three minutes."""
    end = time.monotonic() + _LONGEST_QUIET
    while time.monotonic() < end:
        if not await here.due_within(1.0):
            break
        await asyncio.sleep(_LOOK)
    await _settled(here)


async def _restarted(here: Ground) -> float:
    """Seconds until it is there again after it was ended."""
    await here.daemon.terminate()
    began = time.monotonic()
    await here.daemon.start()
    return time.monotonic() - began


if __name__ == "__main__":
    alone("side", run, __doc__, quick="fewer turns")
