"""What Omoide is like on Discord and on Telegram: the model, the platform and the daemon each in its own process."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from tests.bench.figures import Figure, Part
from tests.bench.platform_crowd import crowd
from tests.bench.platform_daemon import Ground, ground
from tests.bench.platform_servers import SEATS
from tests.bench.platform_setbacks import killed, missed
from tests.bench.platform_turns import turns_apart


@dataclass(frozen=True, slots=True)
class Size:
    """How much is measured."""

    rooms: int
    turns: int
    long_turns: int
    kills: int
    missed: tuple[int, int]


FULL = Size(rooms=200, turns=300, long_turns=12, kills=5, missed=(50, 6))
QUICK = Size(rooms=200, turns=40, long_turns=3, kills=1, missed=(50, 6))


async def run(folder: Path, *, quick: bool) -> Part:
    """Each platform on a daemon of its own."""
    size = QUICK if quick else FULL
    figures: list[Figure] = []
    notes: list[str] = []
    for platform in SEATS:
        part = await _measured(platform, folder / platform, size)
        figures += part.figures
        notes += part.notes
    return Part("Platforms", tuple(figures), tuple(notes))


async def _measured(platform: str, folder: Path, size: Size) -> Part:
    figures: list[Figure] = []
    notes: list[str] = []
    try:
        async with ground(platform, folder, size.rooms) as here:
            for name, step in _steps(here, size).items():
                try:
                    figures += [_of(platform, it) for it in await step()]
                except Exception as error:
                    notes.append(f"{platform}, {name}: {type(error).__name__}: {error}")
                    await _afresh(here)
    except Exception as error:
        notes.append(f"{platform}: {type(error).__name__}: {error}")
    return Part(platform, tuple(figures), tuple(notes))


def _steps(here: Ground, size: Size) -> dict[str, Callable[[], Awaitable[list[Figure]]]]:
    return {
        "turns": lambda: turns_apart(here, size.turns, size.long_turns),
        "40 at once": lambda: crowd(here, 40),
        "200 at once": lambda: crowd(here, size.rooms, asking=here.seat.platform == "discord"),
        "200 at once, budgets": lambda: crowd(here, size.rooms, budgets=True),
        "missed": lambda: missed(here, *size.missed),
        "killed": lambda: killed(here, size.kills),
    }


async def _afresh(here: Ground) -> None:
    """After a step that failed the next one finds nothing under way."""
    await here.seat.limits(on=False)
    await here.model.plan(2)
    await here.daemon.kill()
    await here.daemon.start()
    await asyncio.sleep(2.0)


def _of(platform: str, figure: Figure) -> Figure:
    return Figure(f"{platform}: {figure.name}", figure.value, figure.unit, figure.goal)
