"""Time as the delivery sees it: a clock, pauses that grow, and waiting for whichever comes first."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Final, Protocol, TypeVar

from bot.delivery.surface import Later, Unsure

LONGEST: Final = 60.0
_FIRST: Final = 0.5

T = TypeVar("T")


class Clock(Protocol):
    """Where time comes from."""

    def monotonic(self) -> float:
        """Seconds since some fixed point."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Wait ``seconds``."""
        ...


class LoopClock:
    """The clock of the running loop."""

    def monotonic(self) -> float:
        return asyncio.get_running_loop().time()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


def pauses() -> Iterator[float]:
    """Pauses between tries, in seconds: each twice the one before, up to a minute, without an end."""
    pause = _FIRST
    while True:
        yield pause
        pause = min(pause * 2, LONGEST)


async def until_through(clock: Clock, call: Callable[[], Awaitable[T]]) -> T:
    """Call, and call again for as long as the platform wants quiet or does not answer. For what may be done twice."""
    growing = pauses()
    while True:
        try:
            return await call()
        except Later as later:
            await clock.sleep(later.seconds)
        except Unsure:
            await clock.sleep(next(growing))


async def rest(clock: Clock, seconds: float, until: asyncio.Event) -> None:
    """Wait ``seconds``, or less when ``until`` is set."""
    if seconds <= 0 or until.is_set():
        return
    waiting = (asyncio.ensure_future(clock.sleep(seconds)), asyncio.ensure_future(until.wait()))
    try:
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for one in waiting:
            one.cancel()
