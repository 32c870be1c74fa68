"""The text of pages, taken out by a process of its own that is killed when it is late.

Like the one for words of time (``recall/leftover_time``), it runs only when somebody needs it and ends with the daemon;
a page that it does not survive is a page without text.
"""

import asyncio
import json
import os
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, Final, Protocol

import structlog

from engine.ports import Clock
from engine.processes import RunningProgram, open_program
from engine.web.pages import WebPage

SECONDS: Final = 2.0
IDLE_SECONDS: Final = 120.0
START_SECONDS: Final = 20.0
MOST_FAILURES: Final = 3
"""A process that failed to start so often in a row is not started again: the package is missing, or broken."""
WORKER: Final = Path(__file__).with_name("reading.py")
_GIVEN: Final = ("PATH", "PYTHONPATH", "LD_LIBRARY_PATH", "SYSTEMROOT", "LANG")
_NO_ANSWER: Final = (TimeoutError, OSError, EOFError, ValueError, KeyError, TypeError)

_log = structlog.get_logger(__name__)


class BackgroundTasks(Protocol):
    """Starts supervised background tasks."""

    def start(self, work: Coroutine[Any, Any, Any], name: str) -> asyncio.Task[Any]: ...


class TextExtractor:
    """Asks the process, one page after the other; it ends with ``tasks``, or once nobody has asked it for ``idle``.

    ``worker`` is its script; an answer may take ``seconds``.
    """

    def __init__(
        self,
        tasks: BackgroundTasks,
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

    def prepare(self) -> None:
        """Have a process start if there is none, so that it is there when the page is."""
        self._used = self._clock.monotonic()
        if self._process is not None and self._process.returncode is not None:
            self._drop(self._process)
        if self._process is None and self._starting is None and self._failures < MOST_FAILURES:
            self._starting = self._tasks.start(self._start(), "text of pages")

    async def text(self, page: WebPage) -> str:
        """The text of the page, "" where there is none, or nobody can tell in time."""
        async with self._one:
            self.prepare()
            if self._starting is not None:
                await asyncio.wait([self._starting])
            if (process := self._process) is None:
                return ""
            answered = False
            try:
                async with asyncio.timeout(self._seconds):
                    text = await self._asked(process, page)
                answered = True
            except _NO_ANSWER as error:
                _log.info("page not read", error=type(error).__name__, action="the process is replaced")
                return ""
            finally:  # who is stopped while it works leaves no page in it that the next one would wait for
                if not answered:
                    self._drop(process)
            return text

    async def _asked(self, process: RunningProgram, page: WebPage) -> str:
        self._number += 1
        asked = {"id": self._number, "size": len(page.body), "charset": page.charset, "plain": page.plain}
        await process.write(json.dumps(asked).encode() + b"\n" + page.body)
        answer = await _read(process)
        if answer["id"] != self._number or not isinstance(answer["text"], str):
            raise ValueError
        return answer["text"]

    def _drop(self, process: RunningProgram) -> None:
        """Kill the process; the next page finds another one."""
        if process is self._process:
            self._process = None
            self._tasks.start(process.end(), "text of pages, end")

    async def _start(self) -> None:
        try:
            self._process = await self._launched()
            self._failures = 0
            if self._watching is None:
                self._watching = self._tasks.start(self._watch(), "text of pages, idle")
        except _NO_ANSWER as error:
            self._failures += 1
            action = "pages that are found are not read, their excerpts are used; install trafilatura"
            _log.warning("no process for the text of pages", error=type(error).__name__, action=action)
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
                if left <= 0 and not self._one.locked():
                    break
                await self._clock.sleep(max(left, 1.0))
        finally:
            self._watching = None
            process, self._process = self._process, None
            if process is not None:
                await process.end()


async def _read(process: RunningProgram) -> dict[str, Any]:
    line = await process.readline()
    if not line:
        raise EOFError
    return json.loads(line)
