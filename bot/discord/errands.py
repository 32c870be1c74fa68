"""The edges of this client: one bad event, errand or loop ends in the log and nowhere else."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final

import structlog

AFTER_DEATH: Final = 1.0

_log = structlog.get_logger(__name__)


class Errands:
    """Things that are done beside, and that nobody waits for."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[None]] = set()

    def start(self, errand: Coroutine[Any, Any, None]) -> None:
        """Run something; what it dies of is logged."""
        task = asyncio.get_running_loop().create_task(_alone(errand))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        task.add_done_callback(lambda _: errand.close())  # who is ended before the first step has not begun it

    async def stop(self) -> None:
        """End what still runs."""
        for task in list(self._running):
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)


async def kept(loop: Callable[[], Awaitable[None]], name: str, last: type[Exception] | tuple[()] = ()) -> None:
    """Run a loop as long as the client lives: one that dies of an unexpected error begins again. Raises ``last``."""
    while True:
        try:
            return await loop()
        except last:
            raise
        except Exception as error:  # noqa: BLE001 — the edge of a loop: without it the client lives on and is deaf
            _log.error("loop died", task=name, action="it begins again; report this with the log", exc_info=error)
            await asyncio.sleep(AFTER_DEATH)


def guarded(event: str, parse: Callable[[Any], Any]) -> Callable[[Any], None]:
    """The library's reading of one kind of event: what it cannot read is dropped, instead of ending the connection."""

    def read(data: Any) -> None:
        try:
            parse(data)
        except Exception as error:  # noqa: BLE001 — a platform event
            _log.error(
                "event not read", event_name=event, error=type(error).__name__, action="report this with the log"
            )

    return read


async def _alone(errand: Coroutine[Any, Any, None]) -> None:
    try:
        await errand
    except Exception as error:  # noqa: BLE001 — what is done beside must not end the client
        _log.error("errand failed", action="report this with the log", exc_info=error)
