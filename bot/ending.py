"""How the process ends: what an error says to whoever started it, and the exit code."""

import os
import sys
import threading
from typing import Final

import structlog

from bot.console import UserLeft
from bot.logs import Redactor
from bot.tracebacks import formatted
from bot.words.localise import Speaker
from engine.errors import OmoideError

OK: Final = 0
FAILED: Final = 1
INTERRUPTED: Final = 130

_log = structlog.get_logger(__name__)


class ProcessEnd:
    """Tells the error that ends the process. ``redactor`` is there when the traceback is wanted too."""

    def __init__(self, speak: Speaker) -> None:
        self.speak = speak
        self.redactor: Redactor | None = None

    def of(self, error: BaseException) -> int:
        """Tell ``error``; the exit code."""
        while isinstance(error, BaseExceptionGroup):
            error = error.exceptions[0]
        if self.redactor is not None:
            complain(self.redactor.clean(formatted(error)))
        if isinstance(error, UserLeft):
            return OK
        if isinstance(error, BrokenPipeError):
            # Whoever read our output is gone; the interpreter must not try to flush to them.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return OK
        if isinstance(error, OmoideError):
            complain(self.speak.error(error))
            return FAILED
        _log.error("ended by a bug", exc_info=error, action="report this with the log")
        complain(self.speak.say("app-failed"))
        return FAILED


def complain(text: str) -> None:
    """One line to standard error, at once."""
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


def unraised(error: "sys.UnraisableHookArgs") -> None:
    """Instead of Python's own words: an error where nobody could be told."""
    if error.exc_value is not None:
        _log.error("error in an end", exc_info=error.exc_value, action="report this with the log")


def thread_ended(ended: threading.ExceptHookArgs) -> None:
    """Instead of Python's own words: an error that ended a thread."""
    if ended.exc_value is not None:
        _log.error("thread died", exc_info=ended.exc_value, action="report this with the log")
