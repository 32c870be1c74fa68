"""How the tests and their programs log: to the screen, with tracebacks as Python writes them."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import structlog
from structlog.dev import ConsoleRenderer, plain_traceback


def plain_tracebacks() -> None:
    """What structlog does by itself, without rich's tables of every local: each of those takes a second to draw."""
    structlog.reset_defaults()
    steps = structlog.get_config()["processors"]
    structlog.configure(processors=[*steps[:-1], ConsoleRenderer(exception_formatter=plain_traceback)])


@contextmanager
def logged_in(file: Path) -> Iterator[None]:
    """What is logged meanwhile stands in a file, as where the product talks at a terminal, and on no screen."""
    before = structlog.get_config()
    with file.open("a") as log:
        structlog.configure(logger_factory=structlog.PrintLoggerFactory(log))
        try:
            yield
        finally:
            structlog.configure(logger_factory=before["logger_factory"])
