"""Hours of talk at ten turns a minute, on each platform at once: whether the memory of a house stays where it is.

``python -m tests.bench.steady [--quick]``: two hours, or four minutes. Every process of a house counts.
"""

import asyncio
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tests.bench.alone import alone
from tests.bench.figures import Figure, Part
from tests.bench.platform_daemon import Ground, ground
from tests.bench.platform_servers import SEATS
from tests.bench.platform_turns import CHUNKS, timed_turns

HOURS: Final = 2.0
QUICK_HOURS: Final = 4 / 60
TURNS_A_MINUTE: Final = 10
ROOMS: Final = 20
PACE: Final = 0.02
"""Seconds between two chunks."""
MOST_GROWTH: Final = 2.0
"""MiB an hour, in the second half."""


@dataclass(slots=True)
class Memory:
    """What a house took, by the hours since it began: of the bot's process, and of all; and how many turns it had."""

    process: list[tuple[float, float]] = field(default_factory=list[tuple[float, float]])
    every: list[tuple[float, float]] = field(default_factory=list[tuple[float, float]])
    turns: int = 0


async def run(folder: Path, *, quick: bool) -> Part:
    """All platforms side by side, for so long."""
    hours = QUICK_HOURS if quick else HOURS
    found = await asyncio.gather(*(_talked(platform, folder / platform, hours) for platform in SEATS))
    figures = [it for platform, memory in zip(SEATS, found, strict=True) for it in _figures(platform, memory)]
    notes = [
        f"{platform}: {_told(memory.process)}; {memory.turns} turns"
        for platform, memory in zip(SEATS, found, strict=True)
    ]
    return Part(
        f"Memory in {hours:.2g} hours of talk", tuple(figures), (*notes, f"load average: {os.getloadavg()[2]:.2f}")
    )


async def _talked(platform: str, folder: Path, hours: float) -> Memory:
    memory = Memory()
    async with ground(platform, folder, ROOMS) as here:
        began = time.monotonic()
        while (past := time.monotonic() - began) < hours * 3600:
            _note(memory, here, past / 3600)
            for _ in range(TURNS_A_MINUTE):
                memory.turns += 1
                rest = began + memory.turns * 60 / TURNS_A_MINUTE - time.monotonic()
                await timed_turns(here, 1, CHUNKS, PACE, room=memory.turns)
                await asyncio.sleep(max(0.0, rest))
        _note(memory, here, hours)
    return memory


def _note(memory: Memory, here: Ground, hours: float) -> None:
    process, every = here.memory()
    memory.process.append((hours, process))
    memory.every.append((hours, every))


def _figures(platform: str, memory: Memory) -> list[Figure]:
    return [
        Figure(f"{platform}: the bot's process at the end", memory.process[-1][1], "MiB"),
        Figure(f"{platform}: PSS of all processes at the end", memory.every[-1][1], "MiB"),
        Figure(f"{platform}: growth of the bot's process", _slope(memory.process), "MiB/h", MOST_GROWTH),
        Figure(f"{platform}: growth of all processes", _slope(memory.every), "MiB/h"),
    ]


def _slope(points: Sequence[tuple[float, float]]) -> float:
    """MiB an hour in the second half of the time, by least squares."""
    half = points[len(points) // 2 :]
    hour, size = (sum(it) / len(half) for it in zip(*half, strict=True))
    spread = sum((at - hour) ** 2 for at, _ in half)
    return sum((at - hour) * (now - size) for at, now in half) / spread if spread else 0.0


def _told(points: Sequence[tuple[float, float]]) -> str:
    """The process's memory at a tenth of the time each."""
    step = max(1, len(points) // 10)
    return "MiB " + ", ".join(f"{size:.0f}" for _, size in points[::step])


if __name__ == "__main__":
    alone("steady", run, __doc__, quick="four minutes")
