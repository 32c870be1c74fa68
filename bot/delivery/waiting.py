"""Time as the delivery sees it: a clock, pauses that grow, and waiting for whichever comes first."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from typing import Any, Final, Protocol, TypeVar

from bot.delivery.surface import Later, Unsure

LONGEST: Final = 60.0
_FIRST: Final = 0.5

T = TypeVar("T")
Work = Coroutine[Any, Any, None]


class DeliveryClock(Protocol):
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


async def until_through(clock: DeliveryClock, call: Callable[[], Awaitable[T]]) -> T:
    """Call, and call again for as long as the platform wants quiet or does not answer. For what may be done twice."""
    growing = pauses()
    while True:
        try:
            return await call()
        except Later as later:
            await clock.sleep(later.seconds)
        except Unsure:
            await clock.sleep(next(growing))


def beside(group: asyncio.TaskGroup, work: Work, edge: Callable[[Work], Work] | None = None) -> asyncio.Task[None]:
    """Start ``work`` in ``group``, which has been entered; ``edge`` runs it and catches what it raises.

    Raises CancelledError where all of the group is ending: who wants something begun there runs a few steps longer
    than the group does, and ends with it.
    """
    running = edge(work) if edge else work
    try:
        task = group.create_task(running)
    except RuntimeError:
        running.close()
        work.close()
        raise asyncio.CancelledError from None
    task.add_done_callback(lambda _: work.close())  # who is ended before the first step has not begun it
    return task


async def rest(clock: DeliveryClock, seconds: float, until: asyncio.Event) -> None:
    """Wait ``seconds``, or less when ``until`` is set."""
    if seconds <= 0 or until.is_set():
        return
    waiting = (asyncio.ensure_future(clock.sleep(seconds)), asyncio.ensure_future(until.wait()))
    try:
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for one in waiting:
            one.cancel()
