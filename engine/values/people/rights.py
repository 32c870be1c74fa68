"""What a person may ask for: what there is of them, and that it goes."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class PersonalData:
    """How much there is of a person: ``messages`` of theirs in ``chats`` of ``places``, and what was made of them."""

    messages: int
    memories: int
    facts: int
    personas: int
    chats: int
    places: int

    @property
    def nothing(self) -> bool:
        """Nothing was said or made: a place is known all the same, where somebody asked to be let in."""
        return not (self.messages or self.memories or self.facts or self.personas or self.chats)


@dataclass(frozen=True, slots=True)
class Receipt:
    """What was forgotten. ``done``: all of it is gone; else it goes on, and its end is told where it was asked."""

    holdings: PersonalData
    done: bool


@dataclass(frozen=True, slots=True)
class Tombstone:
    """Somebody on ``platform`` asked at that time to be forgotten; ``stands_for`` tells who, to whoever has the
    key of the house.
    """

    platform: str
    stands_for: str
    at: datetime
