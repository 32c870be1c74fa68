"""How the tests and their programs log: to the screen, with tracebacks as Python writes them."""

import structlog
from structlog.dev import ConsoleRenderer, plain_traceback


def plain_tracebacks() -> None:
    """What structlog does by itself, without rich's tables of every local: each of those takes a second to draw."""
    structlog.reset_defaults()
    steps = structlog.get_config()["processors"]
    structlog.configure(processors=[*steps[:-1], ConsoleRenderer(exception_formatter=plain_traceback)])
