"""Tracebacks without the words of errors: those of libraries quote what was sent, and with it what people wrote.

An error is told by its class, by the numbers that it carries (status, errno, SQLSTATE), and by where it came from. An
error of our own tree says its message and data, which hold no words of people.
"""

import re
import traceback
from collections.abc import Iterator
from types import TracebackType
from typing import Final

from engine.errors import OmoideError

_NUMBERS: Final = ("status", "status_code", "code", "errno", "sqlstate")
_SQLSTATE: Final = re.compile(r"[0-9A-Z]{5}")
_CAUSED: Final = "\nThe above exception was the direct cause of the following exception:\n\n"
_DURING: Final = "\nDuring handling of the above exception, another exception occurred:\n\n"

ExcInfo = tuple[type[BaseException], BaseException, TracebackType | None]


def told(error: BaseException) -> str:
    """Its class and its numbers, in one line."""
    name = f"{type(error).__module__}.{type(error).__qualname__}".removeprefix("builtins.")
    if isinstance(error, OmoideError):
        return f"{name} {error}"
    numbers = [f"{it}={value}" for it in _NUMBERS if (value := _number(getattr(error, it, None))) is not None]
    return " ".join((name, *numbers))


def formatted(error: BaseException) -> str:
    """The whole chain of ``error``, oldest first, as Python shows it."""
    return "".join(_chain(error, set())).rstrip("\n")


def in_a_line(exc_info: ExcInfo) -> str:
    """The same for structlog's renderer."""
    return formatted(exc_info[1])


def _number(value: object) -> int | str | None:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    return value if isinstance(value, str) and _SQLSTATE.fullmatch(value) else None


def _chain(error: BaseException, seen: set[int]) -> Iterator[str]:
    seen.add(id(error))
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None and id(before) not in seen:
        yield from _chain(before, seen)
        yield _CAUSED if error.__cause__ is not None else _DURING
    yield "Traceback (most recent call last):\n"
    yield from traceback.format_tb(error.__traceback__)
    yield f"{told(error)}\n"
    if isinstance(error, BaseExceptionGroup):
        for number, part in enumerate(error.exceptions, 1):
            if id(part) not in seen:
                yield f"\nPart {number} of {len(error.exceptions)}:\n\n"
                yield from _chain(part, seen)
