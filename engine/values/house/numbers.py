"""What people mean by a number: the kinds of things that have one, and where each kind is counted."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Thing(StrEnum):
    """A kind of thing that lists show with a number. Each kind is counted from 1, apart from the others."""

    MEMORY = "memory"
    TIMELINE = "timeline"
    ITEM = "item"
    DOSSIER = "dossier"
    SUMMARY = "summary"
    FACT = "fact"
    PERSONA = "persona"
    CHARACTER = "character"
    BOOK = "book"
    PRESET = "preset"
    BACKGROUND = "background"
    QUICK = "quick"
    SPACE = "space"


OF_CHAT: Final = frozenset({Thing.MEMORY, Thing.TIMELINE, Thing.ITEM, Thing.DOSSIER, Thing.SUMMARY})
"""What is counted in the chat that is played; a memory of another chat too, where it is seen."""
OF_PERSON: Final = frozenset({Thing.FACT, Thing.PERSONA})
"""What is counted for one person, under all their names. Places are counted once, everything else in each space."""


@dataclass(frozen=True, slots=True)
class Count:
    """Where things of one kind are counted together; 0 where there is no space, session or person."""

    thing: Thing
    space: int = 0
    session: int = 0
    person: int = 0
