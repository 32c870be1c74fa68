"""A terminal that does not write by itself what is typed ahead: it would land in the middle of a reply."""

import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

_FLAGS: Final = 3
"""Where the attributes of a terminal hold the local modes."""


@contextmanager
def hushed() -> Iterator[None]:
    """What is typed while nothing is asked waits, unseen, for the next question. Nothing where no terminal is."""
    if not sys.stdin.isatty():
        yield
        return
    before = termios.tcgetattr(sys.stdin)
    quiet = [*before]
    quiet[_FLAGS] = before[_FLAGS] & ~(termios.ECHO | termios.ICANON)
    termios.tcsetattr(sys.stdin, termios.TCSADRAIN, quiet)
    try:
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)
