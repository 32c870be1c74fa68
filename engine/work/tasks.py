"""Supervised background tasks: every task has a name, a keeper, and an end that somebody hears of."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import structlog

AFTER_DEATH = 1.0

_log = structlog.get_logger(__name__)


class Tasks:
    """Starts tasks, keeps them alive against collection, logs what they die of, ends them together."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[Any, Any, Any], name: str) -> asyncio.Task[Any]:
        """Run ``work`` in the background. Its exception is logged, and still there for whoever awaits the task."""
        task = asyncio.get_running_loop().create_task(work, name=name)
        self._running.add(task)
        task.add_done_callback(self._ended)
        return task

    def keep(self, loop: Callable[[], Coroutine[Any, Any, Any]], name: str) -> asyncio.Task[Any]:
        """Run a loop of the process until it returns: one that dies of an unexpected error begins again."""
        return self.start(_kept(loop, name), name)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        if task.cancelled():
            return
        if (error := task.exception()) is not None:
            _log.error("task died", task=task.get_name(), action="report this with the log", exc_info=error)

    async def stop(self) -> None:
        """Cancel what still runs and wait until all of it has ended."""
        for task in list(self._running):
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)


async def _kept(loop: Callable[[], Coroutine[Any, Any, Any]], name: str) -> Any:
    while True:
        try:
            return await loop()
        except Exception as error:  # noqa: BLE001 — the edge of a loop: without it the process lives on and does nothing
            _log.error("loop died", task=name, action="it begins again; report this with the log", exc_info=error)
            await asyncio.sleep(AFTER_DEATH)
