"""The text of pages, taken out by a process of its own that is killed when it is late.

A page that it does not survive is a page without text.
"""

from pathlib import Path
from typing import Any, Final

from engine.ports import Clock
from engine.processes import BackgroundTasks, WorkerProcess, WorkerScript
from engine.web.pages import WebPage

SECONDS: Final = 2.0
IDLE_SECONDS: Final = 120.0
WORKER: Final = Path(__file__).with_name("reading.py")
NAME: Final = "text of pages"
_MISSING: Final = "pages that are found are not read, their excerpts are used; install trafilatura"


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
        self._seconds = seconds
        self._worker = WorkerProcess(WorkerScript(worker, NAME, idle, _MISSING), tasks, clock)

    @property
    def pid(self) -> int | None:
        """The process that answers now; None while there is none."""
        return self._worker.pid

    def prepare(self) -> None:
        """Have a process start if there is none, so that it is there when the page is."""
        self._worker.prepare()

    async def text(self, page: WebPage) -> str:
        """The text of the page, "" where there is none, or nobody can tell in time."""
        question = {"size": len(page.body), "charset": page.charset, "plain": page.plain}
        return await self._worker.ask(question, _text, self._seconds, page.body) or ""


def _text(answer: dict[str, Any]) -> str:
    text = answer["text"]
    if not isinstance(text, str):
        raise ValueError("no text")
    return text
