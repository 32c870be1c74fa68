"""Who takes something back, and what is said of it."""

from dataclasses import dataclass
from typing import Final

TAKEN_BACK: Final = "undo-told"
"""The notice of an undo. Data: ``who``, ``others`` ("none" or their names), ``left`` (a branch), ``what``:
"exchange", or "further" where it was only what a reply had gone on with.
"""
BROUGHT_BACK: Final = "undo-back-told"
"""The notice that it was brought back. Data: ``who``."""
SECONDS: Final = 60
"""So long it can be brought back at once."""


@dataclass(frozen=True, slots=True)
class Undone:
    """What was taken back: so many messages of people, all of them the asker's ``own`` or not, and so many replies.

    ``further``: only what a reply had gone on with. ``left`` is the branch that holds it.
    """

    left: int
    messages: int = 0
    replies: int = 0
    own: bool = True
    further: bool = False


@dataclass(frozen=True, slots=True)
class Undoer:
    """Whoever takes something back. ``host``: looks after what is played here, or began it. Without a name nothing is
    said of it.
    """

    person: int = 0
    name: str = ""
    host: bool = False


HOST: Final = Undoer(host=True)
