"""Controls: what a button says when it is pressed. ``<name>:<argument>``; each name has a row in ``abilities``. Pure.

A control outlives the process, so a name is never given another meaning.
"""

from dataclasses import dataclass
from typing import Final

from engine.values.chats.entries import Place

LONGEST: Final = 64
"""Bytes of UTF-8 that every platform carries."""

AGAIN: Final = "again"
CONTINUE: Final = "continue"
UNDO: Final = "undo"
STOP: Final = "stop"
SHOW: Final = "show"
LEFT: Final = "left"
RIGHT: Final = "right"
RECALLED: Final = "recalled"
MORE: Final = "more"
LESS: Final = "less"
AT: Final = "at"
RUN: Final = "run"
FORM: Final = "form"
KEEP: Final = "keep"
CANCEL: Final = "cancel"
NO: Final = "no"
BOOTH: Final = "booth"
IN: Final = "in"
GONE: Final = "gone"
"""An argument of ``no``: the message that it stands on goes, too."""
NAMES: Final = (
    AGAIN, CONTINUE, UNDO, STOP, SHOW, LEFT, RIGHT, RECALLED, MORE, LESS, AT, RUN, FORM, KEEP, CANCEL, NO, BOOTH, IN,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Control:
    """A control that was pressed. ``argument`` is a turn's number, where a reply lies ("7.12.340": session, branch,
    seq), a mode for ``booth``, a command line for ``run``, or for ``at`` both: "7.12.340:/save". ``form`` has a line
    too, behind what it is about, and ``in`` behind the platform's name of the channel in which it is run.
    """

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

    @property
    def place(self) -> tuple[int, Place] | None:
        """The session and the place of the reply that it stands under."""
        numbers = self.argument.partition(":")[0].split(".")
        if len(numbers) != 3 or not all(it.isascii() and it.isdecimal() for it in numbers):
            return None
        session, branch, seq = map(int, numbers)
        return session, Place(branch, seq)

    @property
    def channel(self) -> str:
        """Where ``in`` runs its line."""
        return self.argument.partition(":")[0]

    @property
    def line(self) -> str:
        """The command line that ``at`` runs about its reply, ``in`` in its channel."""
        return self.argument.partition(":")[2]


def lies_at(session: int, place: Place) -> str:
    """Where a reply lies, as the argument of a control: "7.12.340"."""
    return f"{session}.{place.branch}.{place.seq}"


def control(name: str, argument: object = "") -> str:
    """The text of a control: "again:12", "run:/load 3 yes"."""
    return f"{name}:{argument}"


def running(line: str, there: str = "") -> str:
    """The control of a button that runs a command line; ``there``: in another channel than the one it stands in."""
    return control(IN, f"{there}:{line}") if there else control(RUN, line)


def fits(text: str) -> bool:
    """Whether every platform can carry ``text`` as a control."""
    return len(text.encode("utf-8", "surrogatepass")) <= LONGEST


def pressed(text: str) -> Control | None:
    """What was pressed; None for what we never made."""
    name, colon, argument = text.partition(":")
    return Control(name, argument) if colon and name in NAMES and fits(text) else None
