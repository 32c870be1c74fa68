"""Words of time that the own rules leave over, read by jionlp in a process of its own.

It is not to be trusted with time: some texts take it seconds, it prints, and two threads confuse it. So it runs beside
the daemon, only when somebody needs it, and is killed when it is late.
"""

import asyncio
import json
import os
import sys
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import structlog

from engine import NUMERIC_THREADS
from engine.llm.stream import Starter
from engine.ports import Clock
from engine.processes import RunningProgram, open_program
from engine.rules.recall.questions.leftover import bases, leftover, past_range
from engine.rules.recall.timeparse import resolve
from engine.values.memory.recall import TimeRange

SECONDS: Final = 0.05
IDLE_SECONDS: Final = 600.0
START_SECONDS: Final = 20.0
MOST_FAILURES: Final = 3
"""A process that failed to start so often in a row is not started again: the package is missing, or broken."""
WORKER: Final = Path(__file__).with_name("leftover_worker.py")
_GIVEN: Final = ("PATH", "PYTHONPATH", "LD_LIBRARY_PATH", "SYSTEMROOT", "LANG", *NUMERIC_THREADS)
_NO_ANSWER: Final = (TimeoutError, OSError, EOFError, ValueError, KeyError, TypeError)

_log = structlog.get_logger(__name__)


class LeftoverTime:
    """Asks the process, which ends with ``tasks``. ``worker`` is its script, an answer may take ``seconds``."""

    def __init__(
        self,
        tasks: Starter,
        clock: Clock,
        *,
        seconds: float = SECONDS,
        idle: float = IDLE_SECONDS,
        worker: Path = WORKER,
    ) -> None:
        self._tasks = tasks
        self._clock = clock
        self._seconds = seconds
        self._idle = idle
        self._worker = worker
        self._process: RunningProgram | None = None
        self._starting: asyncio.Task[None] | None = None
        self._watching: asyncio.Task[None] | None = None
        self._one = asyncio.Lock()
        self._number = 0
        self._failures = 0
        self._used = 0.0

    @property
    def pid(self) -> int | None:
        """The process that answers now; None while there is none."""
        return self._process.pid if self._process is not None else None

    async def range_in(self, text: str, now: datetime) -> TimeRange | None:
        """The past range that ``text`` asks about where the rules see none; never certain. ``now``: aware, in its zone.

        Never raises. The first question finds no process yet and goes without.
        """
        words = leftover(text)
        if words is None or resolve(text, now) is not None:
            return None
        return await self.read(text, words, now)

    async def read(self, text: str, words: str, now: datetime) -> TimeRange | None:
        """What ``words`` in ``text`` mean; None when nobody can tell in time."""
        process = self._process
        if process is None or process.returncode is not None:
            self._lose(process)
            return None
        try:
            async with asyncio.timeout(self._seconds), self._one:
                self._used = self._clock.monotonic()
                found = await self._asked(process, words, now)
            return past_range(text, words, (found[0], found[1]), now) if found else None
        except _NO_ANSWER as error:
            _log.info("words of time not read", error=type(error).__name__, action="the process is replaced")
            self._lose(process)
            return None

    async def started(self) -> bool:
        """Wait for a process that is starting; whether there is one."""
        if self._starting is not None:
            await asyncio.wait([self._starting])
        return self._process is not None

    async def _asked(self, process: RunningProgram, words: str, now: datetime) -> list[str] | None:
        self._number += 1
        local = [it.replace(tzinfo=None).isoformat(" ", "seconds") for it in bases(words, now)]
        await _write(process, {"id": self._number, "text": words, "bases": local})
        while (answer := await _read(process))["id"] != self._number:
            pass  # an answer that nobody waits for any more
        return answer["found"]

    def _lose(self, process: RunningProgram | None) -> None:
        """Have another process in the place of ``process``, unless somebody saw to that already."""
        if process is self._process and self._starting is None and self._failures < MOST_FAILURES:
            self._starting = self._tasks.start(self._start(), "words of time")

    async def _start(self) -> None:
        try:
            await self._end()
            self._process = await self._launched()
            self._failures = 0
            self._used = self._clock.monotonic()
            if self._watching is None:
                self._watching = self._tasks.start(self._watch(), "words of time, idle")
        except _NO_ANSWER as error:
            self._failures += 1
            action = "Chinese words of time that the rules do not know are passed over; install jionlp==1.5.29"
            _log.warning("no process for words of time", error=type(error).__name__, action=action)
        finally:
            self._starting = None

    async def _launched(self) -> RunningProgram:
        """A process that is ready to answer. It inherits no secrets, and no key that a terminal sends to the daemon."""
        process = await open_program(
            (sys.executable, "-P", str(self._worker)),
            env={it: os.environ[it] for it in _GIVEN if it in os.environ},
            own_session=True,
        )
        try:
            async with asyncio.timeout(START_SECONDS):
                await _read(process)
        except BaseException:  # also when the daemon stops meanwhile: nothing is left behind
            await process.end()
            raise
        return process

    async def _watch(self) -> None:
        """End the process once nobody has asked it for a while, and when the daemon ends."""
        try:
            while self._process is not None:
                left = self._used + self._idle - self._clock.monotonic()
                if left <= 0:
                    break
                await self._clock.sleep(left)
        finally:
            self._watching = None
            await self._end()

    async def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            await process.end()


async def _write(process: RunningProgram, asked: Mapping[str, Any]) -> None:
    await process.write(json.dumps(asked).encode() + b"\n")


async def _read(process: RunningProgram) -> dict[str, Any]:
    line = await process.readline()
    if not line:
        raise EOFError
    return json.loads(line)
