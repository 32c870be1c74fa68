"""What wakes the loops: APScheduler, with its jobs in memory. What is to be done stands in the database."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, cast

import structlog
from apscheduler.schedulers.asyncio import AsyncIOScheduler  # pyright: ignore[reportMissingTypeStubs] — no types

from engine.errors import OmoideError
from engine.work.tasks import Tasks

Wake = Callable[[], Awaitable[Any]]

_log = structlog.get_logger(__name__)


class WakeTimers:
    """Wakes loops at intervals and at hours; a wake that came too late is one wake, never several at once."""

    def __init__(self, tasks: Tasks) -> None:
        defaults = {"coalesce": True, "misfire_grace_time": None, "max_instances": 1}
        self._scheduler = cast("Any", AsyncIOScheduler(job_defaults=defaults, timezone="UTC"))
        self._tasks = tasks
        self._running: dict[str, asyncio.Task[None]] = {}

    def every(self, seconds: float, name: str, wake: Wake) -> None:
        """Wake each ``seconds``."""
        self._scheduler.add_job(self._wake, "interval", seconds=seconds, args=(name, wake), id=name)

    def daily(self, hour: int, name: str, wake: Wake) -> None:
        """Wake once a day at ``hour`` UTC."""
        self._scheduler.add_job(self._wake, "cron", hour=hour, args=(name, wake), id=name)

    def start(self) -> None:
        """Begin to wake."""
        self._scheduler.start()

    def stop(self) -> None:
        """Wake no more; what was woken runs on until its tasks are stopped."""
        self._scheduler.shutdown(wait=False)

    async def _wake(self, name: str, wake: Wake) -> None:
        """Start the loop's work and return at once: the scheduler would log its end at shutdown as a failure."""
        before = self._running.get(name)
        if before is None or before.done():
            self._running[name] = self._tasks.start(_guarded(name, wake), f"timer {name}")


async def _guarded(name: str, wake: Wake) -> None:
    try:
        await wake()
    except OmoideError as error:
        _log.warning("timer's work failed", timer=name, error=str(error), action="it is tried again at the next wake")
