"""The clocks: the machine's, and one that tests move by hand."""

import asyncio
import heapq
import itertools
import time
from datetime import UTC, datetime, timedelta
from typing import ClassVar


class SystemClock:
    """The machine's clock.

    ``ahead``: how far the date of every such clock of this process is from the machine's. Nothing in the product sets
    it, and no configuration reaches it; tests do, to see how the product does on other dates.
    """

    ahead: ClassVar[timedelta] = timedelta()

    def now(self) -> datetime:
        return datetime.now(UTC) + self.ahead  # noqa: TID251 — the one place that asks the machine

    def monotonic(self) -> float:
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


class HandClock:
    """A clock that stands still until ``advance`` moves it; sleepers wake in order."""

    def __init__(self, start: datetime) -> None:
        self._now = start
        self._elapsed = 0.0
        self._order = itertools.count()
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []

    def now(self) -> datetime:
        return self._now

    def monotonic(self) -> float:
        return self._elapsed

    async def sleep(self, seconds: float) -> None:
        woken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (self._elapsed + seconds, next(self._order), woken))
        await woken

    def advance(self, seconds: float) -> None:
        """Move on by ``seconds`` and wake everyone whose time has come."""
        self._elapsed += seconds
        self._now += timedelta(seconds=seconds)
        while self._sleepers and self._sleepers[0][0] <= self._elapsed:
            _, _, woken = heapq.heappop(self._sleepers)
            if not woken.done():
                woken.set_result(None)
