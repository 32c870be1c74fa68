"""What wakes the loops: APScheduler, with its jobs in memory. What is to be done stands in the database."""

from collections.abc import Awaitable, Callable
from typing import Any, cast

import structlog
from apscheduler.schedulers.asyncio import AsyncIOScheduler  # pyright: ignore[reportMissingTypeStubs] — no types

from engine.errors import OmoideError

Wake = Callable[[], Awaitable[Any]]

_log = structlog.get_logger(__name__)


class Timers:
    """Wakes loops at intervals and at hours; a wake that came too late is one wake, never several at once."""

    def __init__(self) -> None:
        defaults = {"coalesce": True, "misfire_grace_time": None, "max_instances": 1}
        self._scheduler = cast("Any", AsyncIOScheduler(job_defaults=defaults, timezone="UTC"))

    def every(self, seconds: float, name: str, wake: Wake) -> None:
        """Wake each ``seconds``."""
        self._scheduler.add_job(_guarded, "interval", seconds=seconds, args=(name, wake), id=name)

    def daily(self, hour: int, name: str, wake: Wake) -> None:
        """Wake once a day at ``hour`` UTC."""
        self._scheduler.add_job(_guarded, "cron", hour=hour, args=(name, wake), id=name)

    def start(self) -> None:
        """Begin to wake."""
        self._scheduler.start()

    def stop(self) -> None:
        """Wake no more."""
        self._scheduler.shutdown(wait=False)


async def _guarded(name: str, wake: Wake) -> None:
    try:
        await wake()
    except OmoideError as error:
        _log.warning("timer's work failed", timer=name, error=str(error), action="it is tried again at the next wake")
