"""The least bot (``tests.bench.bare``) where the daemon is measured: the same model, rooms and platform."""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from tests.bench.house import model_process
from tests.bench.platform_daemon import Ground, spoken_to
from tests.bench.platform_servers import seat_at
from tests.processes.daemon import Daemon
from tests.processes.program import configured, spawned


class BareBot(Daemon):
    """The program, which says "ready" when its platform has let it in."""

    def __init__(self, platform: str, environment: Mapping[str, str], log: Path) -> None:
        super().__init__(environment, log)
        self._arguments = ("-m", "tests.bench.bare", platform)
        self._birth = spawned

    def ready(self, said: Sequence[str]) -> bool:
        return "ready" in said


@asynccontextmanager
async def bare_ground(platform: str, folder: Path, rooms: int) -> AsyncIterator[Ground]:
    """The bot, which has answered once in each of so many rooms."""
    folder.mkdir(parents=True, exist_ok=True)  # noqa: ASYNC240 — nothing else runs yet
    async with model_process() as model, seat_at(platform) as seat:
        await seat.settle(rooms)
        environment = configured("", folder, model.url, **seat.names)
        async with BareBot(platform, environment, folder / "bare.log") as one:
            await one.start()
            here = Ground(seat, model, one, None)
            await spoken_to(here)
            yield here
