"""Controls: what a button says when it is pressed. ``<name>:<argument>``; each name has a row in ``abilities``. Pure.

A control outlives the process, so a name is never given another meaning.
"""

from dataclasses import dataclass
from typing import Final

LONGEST: Final = 64
"""Bytes of UTF-8 that every platform carries."""

AGAIN: Final = "again"
CONTINUE: Final = "continue"
UNDO: Final = "undo"
STOP: Final = "stop"
SHOW: Final = "show"
RUN: Final = "run"
NO: Final = "no"
NAMES: Final = (AGAIN, CONTINUE, UNDO, STOP, SHOW, RUN, NO)
OF_A_REPLY: Final = frozenset({AGAIN, CONTINUE, UNDO})
"""They stand under the newest reply; their argument is its turn."""


@dataclass(frozen=True, slots=True)
class Control:
    """A control that was pressed. ``argument`` is a turn's number, or a command line for ``run``."""

    name: str
    argument: str = ""

    @property
    def ability(self) -> str:
        """Its row in the matrix."""
        return f"button {self.name}"

    @property
    def turn(self) -> int | None:
        """The turn it stands under."""
        return int(self.argument) if self.argument.isascii() and self.argument.isdecimal() else None


def control(name: str, argument: object = "") -> str:
    """The text of a control: "again:12", "run:/load 3 yes"."""
    return f"{name}:{argument}"


def fits(text: str) -> bool:
    """Whether every platform can carry ``text`` as a control."""
    return len(text.encode()) <= LONGEST


def pressed(text: str) -> Control | None:
    """What was pressed; None for what we never made."""
    name, colon, argument = text.partition(":")
    return Control(name, argument) if colon and name in NAMES and fits(text) else None
