"""A life from outside: the process that lives it, its model, its database, and what has come of it."""

import asyncio
import json
import random  # noqa: TID251 - seeded, for when to kill; nothing of the product
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, Final

import asyncpg

from tests.conftest import MIGRATIONS
from tests.life.clock import living_database
from tests.life.model import LifeModel
from tests.life.people import Cast, Spot
from tests.processes.nursery import forked
from tests.processes.program import Program, configured
from tests.servers.model import ModelServer

_numbers: Final = count(1)


@dataclass
class Month:
    """``kills``: how often its process died, ``wrong``: how often its clock did; ``spots``: those that a platform
    calls otherwise, by space and channel.
    """

    cast: Cast
    model: ModelServer
    mind: LifeModel
    process: Program | None = None
    kills: int = 0
    wrong: int = 0
    spots: Mapping[tuple[str, str], Spot] = field(default_factory=dict[tuple[str, str], Spot])
    _sql: asyncpg.Connection | None = field(default=None)

    async def sql(self, query: str, *args: Any) -> list[Any]:
        assert self._sql is not None
        return await self._sql.fetch(query, *args)

    async def lived(self, kills: int = 0, longest: float = 1.5) -> None:
        """Live it to the end, while its process is killed so many times at random moments."""
        chance, process = random.Random(f"{self.cast.seed} kills"), self.process
        assert process is not None
        while kills > 0 and not self._is_over:
            await process.launch()
            if not await self._begun():
                continue
            left = asyncio.ensure_future(process.until(lambda: self._is_over))
            await asyncio.wait({left}, timeout=chance.uniform(0.1, longest))
            if not self._is_over:
                await process.kill()
                self.kills += 1
                kills -= 1
            await left
        while not self._is_over:
            await process.launch()
            if not await process.until(lambda: self._is_over):
                raise AssertionError(f"it died by itself: {process.logged}")
        await process.died()

    @property
    def _is_over(self) -> bool:
        return self.process is not None and "over" in self.process.said

    async def _begun(self) -> bool:
        """Whether the cast has come together; the process is left alone until then."""
        assert self.process is not None
        while self.process.heard:
            if await self.sql("SELECT FROM public.lived_in"):
                return True
            await asyncio.sleep(0.02)
        raise AssertionError(f"it died by itself: {self.process.logged}")


@asynccontextmanager
async def month(admin: str, folder: Path, cast: Cast, *, repeats: float = 0.0) -> AsyncIterator[Month]:
    """A life that has not begun; nothing of it outlives the block."""
    url = await living_database(admin, f"life_{cast.language}_{cast.seed}_{next(_numbers)}", MIGRATIONS)
    await asyncio.to_thread(folder.mkdir, parents=True, exist_ok=True)
    mind = LifeModel(cast, repeats=repeats)
    async with ModelServer(mind.answer) as model:
        model.notes, model.embed = mind.notes, mind.embed
        usual = {"EMBEDDING__URL": model.url, "EMBEDDING__MODEL": "vectors", "LANGUAGE": cast.language}
        environment = configured(url, folder, model.url, **usual, TIMEZONE=cast.zone.key)
        arguments = ("-m", "tests.life.driver", json.dumps(asdict(cast)))
        async with Program(arguments, environment, folder / "life.log", forked) as process:
            sql = await asyncpg.connect(url)
            try:
                yield Month(cast, model, mind, process, _sql=sql)
            finally:
                await sql.close()
