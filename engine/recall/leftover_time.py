"""Words of time that the own rules leave over, read by jionlp in a process of its own.

It is not to be trusted with time: some texts take it seconds, it prints, and two threads confuse it. So it runs beside
the daemon, only when somebody needs it, and is killed when it is late.
"""

import asyncio
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, Final

from engine.ports import Clock
from engine.processes import BackgroundTasks, WorkerProcess, WorkerScript
from engine.rules.recall.questions.leftover import bases, leftover, past_range
from engine.rules.recall.timeparse import resolve
from engine.values.memory.recall import TimeRange

SECONDS: Final = 0.05
IDLE_SECONDS: Final = 600.0
WORKER: Final = Path(__file__).with_name("leftover_worker.py")
NAME: Final = "words of time"
_MISSING: Final = "Chinese words of time that the rules do not know are passed over; install jionlp==1.5.29"


class LeftoverTime:
    """Asks the process, which ends with ``tasks``. ``worker`` is its script, an answer may take ``seconds``."""

    def __init__(
        self,
        tasks: BackgroundTasks,
        clock: Clock,
        *,
        seconds: float = SECONDS,
        idle: float = IDLE_SECONDS,
        worker: Path = WORKER,
    ) -> None:
        self._seconds = seconds
        self._worker = WorkerProcess(WorkerScript(worker, NAME, idle, _MISSING), tasks, clock)

    @property
    def pid(self) -> int | None:
        """The process that answers now; None while there is none."""
        return self._worker.pid

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
        found = None
        if self._worker.ready:
            local = [it.replace(tzinfo=None).isoformat(" ", "seconds") for it in bases(words, now)]
            question = {"text": words, "bases": local}
            try:
                async with asyncio.timeout(self._seconds):  # with the time for which others are answered first
                    found = await self._worker.ask(question, partial(_range, text, words, now), self._seconds)
            except TimeoutError:
                pass
        self._worker.prepare()
        return found

    async def started(self) -> bool:
        """Wait for a process that is starting; whether there is one."""
        return await self._worker.started()


def _range(text: str, words: str, now: datetime, answer: dict[str, Any]) -> TimeRange | None:
    found = answer["found"]
    return past_range(text, words, (found[0], found[1]), now) if found else None
