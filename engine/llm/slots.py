"""How many calls run at once, and how few of them may be background work."""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress


class Slots:
    """Background calls take at most a quarter of the slots, at least one, and never the last free one.

    Whoever finds none waits in line; people are served before background work.
    """

    def __init__(self, total: int) -> None:
        self._total = max(2, total)
        self._share = max(1, self._total // 4)
        self._used = 0
        self._behind = 0  # slots used by background calls
        self._people: deque[asyncio.Future[None]] = deque()
        self._background: deque[asyncio.Future[None]] = deque()

    @asynccontextmanager
    async def held(self, *, background: bool) -> AsyncGenerator[None, None]:
        """A slot for the length of the block."""
        await self._take(background=background)
        try:
            yield
        finally:
            self._give(background=background)

    async def _take(self, *, background: bool) -> None:
        if self._free(background=background):
            self._count(1, background=background)
            return
        line = self._background if background else self._people
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        line.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # it was given in the same moment
                self._give(background=background)
            else:
                with suppress(ValueError):  # already passed over
                    line.remove(turn)
            raise

    def _give(self, *, background: bool) -> None:
        self._count(-1, background=background)
        self._hand_on(self._people, background=False)
        self._hand_on(self._background, background=True)

    def _hand_on(self, line: deque[asyncio.Future[None]], *, background: bool) -> None:
        while line and self._free(background=background):
            turn = line.popleft()
            if not turn.done():
                self._count(1, background=background)
                turn.set_result(None)

    def _free(self, *, background: bool) -> bool:
        if background:
            return self._behind < self._share and self._used < self._total - 1
        return self._used < self._total

    def _count(self, change: int, *, background: bool) -> None:
        self._used += change
        if background:
            self._behind += change
