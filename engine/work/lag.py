"""How long the event loop is held by one piece of work: meanwhile nobody's reply grows.

A beat that comes late tells it. What the thread waited for a processor in that time is not the loop's doing and is
taken off, where the system says (Linux, ``/proc/…/schedstat``: nanoseconds run, nanoseconds waited, slices).
"""

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Final

import structlog

BEAT: Final = 0.05
HELD: Final = 0.1
"""Seconds. A loop that is held for longer is a fault of the program, and the log says so."""
_REMEMBERED: Final = 60.0

_log = structlog.get_logger(__name__)


def waited_for_a_processor() -> float:
    """Seconds that this thread was ready to run and could not; 0 where the system does not say."""
    try:
        told = Path(f"/proc/self/task/{threading.get_native_id()}/schedstat").read_text("ascii")
        return int(told.split()[1]) / 1e9
    except (OSError, ValueError, IndexError):
        return 0.0


class LoopLag:
    """The lag of the loop that runs ``run``."""

    def __init__(self, waited: Callable[[], float] = waited_for_a_processor) -> None:
        self._waited = waited
        self._late: deque[tuple[float, float]] = deque()
        self.most = 0.0
        """The longest since the process began, in seconds."""

    async def run(self) -> None:
        """Beat until cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            due, before = loop.time() + BEAT, self._waited()
            await asyncio.sleep(BEAT)
            now = loop.time()
            self.noted(now, now - due - (self._waited() - before))

    def noted(self, now: float, held: float) -> None:
        """A beat at ``now`` came so late."""
        while self._late and (self._late[0][0] < now - _REMEMBERED or self._late[-1][1] <= held):
            if self._late[0][0] < now - _REMEMBERED:
                self._late.popleft()
            else:
                self._late.pop()
        self._late.append((now, held))
        self.most = max(self.most, held)
        if held > HELD:
            _log.warning("loop held", ms=round(held * 1_000), action="report this with the log")

    @property
    def lately(self) -> float:
        """The longest of the last minute, in seconds."""
        return max(0.0, self._late[0][1]) if self._late else 0.0
