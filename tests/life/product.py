"""The process of a life's product, from outside: it is told what to do, and again where it died over it."""

import asyncio
import itertools
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from tests.processes.nursery import forked
from tests.processes.program import Program

_READY: Final = 0


class Product(Program):
    """``tests.life.served``. ``deaths`` counts them; ``printed`` is what each life of it printed at its terminal."""

    def __init__(self, told: Mapping[str, Any], environment: Mapping[str, str], log: Path) -> None:
        super().__init__(("-m", "tests.life.served", json.dumps(told)), environment, log, forked, talks=True)
        self.deaths = 0
        self.printed: list[str] = []
        self._lives = 0
        self._done = set[tuple[int, int]]()
        self._numbers = itertools.count(1)
        self._whole = asyncio.Lock()
        self._dying = set[asyncio.Task[None]]()

    def hears(self, text: str, lines: Sequence[str]) -> None:
        for it in lines:
            said = json.loads(it) if it.startswith('{"') else {}
            if "done" in said:
                self._done.add((self._lives, said["done"]))
            elif "opens" in said:
                self.printed.append("")
            elif "printed" in said:
                self.printed[-1] += said["printed"]

    async def launch(self, crashpoint: str = "") -> None:
        self._lives += 1
        await super().launch(crashpoint)

    async def starts(self) -> None:
        """Start it; returns when it can be told something."""
        await self.launch()
        life = self._lives
        if not await self.until(lambda: (life, _READY) in self._done):
            raise AssertionError(f"it ended at its start: {self.logged}")

    async def order(self, do: str, *, again: bool = True, **what: Any) -> None:
        """Let it do something, ``again`` where it died over it; else it lives again when that is told."""
        while True:
            async with self._whole:
                life, number = self._lives, next(self._numbers)
                self.tell(json.dumps({"id": number, "do": do, **what}, ensure_ascii=False))
            await self.until(lambda life=life, number=number: (life, number) in self._done or self._lives != life)
            if (life, number) in self._done:
                return
            if self._lives == life and not self._whole.locked():
                raise AssertionError(f"it died by itself: {self.logged}")
            if not again:
                async with self._whole:
                    return

    def is_to_die(self, after: float, pauses: Sequence[float] = ()) -> None:
        """It is killed so many seconds from now and started again; and again after each pause, while it starts."""
        self._dying.add(asyncio.ensure_future(self._dies(after, pauses)))

    async def _dies(self, after: float, pauses: Sequence[float]) -> None:
        await asyncio.sleep(after)
        async with self._whole:
            await self._killed()
            for pause in pauses:
                await self.launch()
                await asyncio.sleep(pause)
                await self._killed()
            await self.starts()

    async def _killed(self) -> None:
        await self.kill()
        self.deaths += 1

    async def goes_out(self) -> None:
        """It is killed, and nobody starts it."""
        await self.died_enough()
        await self._killed()

    async def died_enough(self) -> None:
        """Wait until it has died as often as it was to, and lives."""
        await asyncio.gather(*self._dying)
        self._dying.clear()

    async def leaves(self) -> None:
        """Nothing more is told; wait for its end."""
        await self.died_enough()
        self.hang_up()
        if await self.died():
            raise AssertionError(f"it did not end well: {self.logged}")
