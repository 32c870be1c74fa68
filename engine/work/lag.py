"""How long the event loop is held by one piece of work: meanwhile nobody's reply grows.

A beat that comes late tells it, up to ``BEAT`` less than it was: to beat more often costs a house that does nothing
more than everything else in it. While nothing goes on it beats every ``QUIET_BEAT``. What the thread waited for a
processor in that time is not the loop's doing and is taken off, where the system says (Linux,
``/proc/…/schedstat``: nanoseconds run, nanoseconds waited, slices).
"""

import asyncio
import os
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable
from typing import Final

import structlog

BEAT: Final = 0.2
QUIET_BEAT: Final = 1.0
QUIET: Final = 0.02
"""The part of the time that the thread runs at most while nothing goes on."""
HELD: Final = 0.1
"""Seconds. A loop that is held for longer is a fault of the program, and the log says so."""
_REMEMBERED: Final = 60.0

_log = structlog.get_logger(__name__)


class ProcessorWait:
    """Seconds that the thread which made it was ready to run and could not; 0 where the system does not say.

    Its file stays open: it is read at each beat of a house that does nothing, and to open it costs ten times as much.
    """

    def __init__(self) -> None:
        try:
            self._file = os.open(f"/proc/self/task/{threading.get_native_id()}/schedstat", os.O_RDONLY)
        except OSError:
            self._file = -1
        else:
            weakref.finalize(self, os.close, self._file)

    def __call__(self) -> float:
        try:
            return int(os.pread(self._file, 80, 0).split()[1]) / 1e9 if self._file >= 0 else 0.0
        except (OSError, ValueError, IndexError):
            return 0.0


class LoopLag:
    """The lag of the loop that runs ``run``."""

    def __init__(self, waits: Callable[[], Callable[[], float]] = ProcessorWait) -> None:
        self._waits = waits
        self._late: deque[tuple[float, float]] = deque()
        self.most = 0.0
        """The longest since the process began, in seconds."""

    async def run(self) -> None:
        """Beat until cancelled."""
        loop, waited = asyncio.get_running_loop(), self._waits()
        before, ran, beat = waited(), time.thread_time(), BEAT
        while True:
            due = loop.time() + beat
            await asyncio.sleep(beat)
            now, until_now, has_run = loop.time(), waited(), time.thread_time()
            self.noted(now, now - due - (until_now - before))
            beat = QUIET_BEAT if has_run - ran < QUIET * beat else BEAT
            before, ran = until_now, has_run

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
