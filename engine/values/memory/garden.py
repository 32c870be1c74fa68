"""The garden as people see it: what a character remembers, with where it comes from and what became of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from engine.values.memory.memories import Consent, Memory, MemoryKind, PersonFact
from engine.values.paging import Paged


@dataclass(frozen=True, slots=True)
class Planted:
    """A memory in the garden. ``title`` is its chat's, ``own``: that is the chat played here.

    ``uses`` is how often it was recalled for the newest replies. ``platform`` is where the person talks under another
    name, if it comes from there; "" else.
    """

    memory: Memory
    title: str
    own: bool
    uses: int = 0
    platform: str = ""


@dataclass(frozen=True, slots=True)
class GardenPage:
    """A part of the memories. ``said`` counts the messages that are remembered besides."""

    part: Paged[Planted]
    said: int
    character: str

    @property
    def planted(self) -> Sequence[Planted]:
        """The memories of this part."""
        return self.part.items

    @property
    def total(self) -> int:
        """How many are listed in all."""
        return self.part.total


@dataclass(frozen=True, slots=True)
class Recallable:
    """How much may be recalled here, besides what the story is told by: memories of each kind, and facts about whoever
    asks, of which ``here`` may be told in this place.
    """

    character: str
    memories: Mapping[MemoryKind, int]
    facts: int
    here: int


@dataclass(frozen=True, slots=True)
class MemoryVersion:
    """What a memory or a fact said before, until when, and why it ended."""

    text: str
    ended_at: datetime | None
    why: str


@dataclass(frozen=True, slots=True)
class MemorySource:
    """A message that a memory was made from."""

    speaker: str
    text: str
    said_at: datetime


@dataclass(frozen=True, slots=True)
class Unfolded:
    """A memory as a whole: what it was made from (the first of it), and its earlier versions, oldest first."""

    planted: Planted
    sources: Sequence[MemorySource]
    past: Sequence[MemoryVersion]


@dataclass(frozen=True, slots=True)
class DiaryPages:
    """A part of the diary, newest first. ``needed``: a day gets a page from so many replies on.

    ``character`` keeps the diary; times are told in ``timezone``.
    """

    part: Paged[Memory]
    needed: int
    character: str
    timezone: str

    @property
    def pages(self) -> Sequence[Memory]:
        """The pages of this part."""
        return self.part.items

    @property
    def total(self) -> int:
        """How many pages there are in all."""
        return self.part.total


@dataclass(frozen=True, slots=True)
class KnownFact:
    """A fact about a person. ``knower`` is the character that knows it, "" for every character."""

    fact: PersonFact
    knower: str = ""


@dataclass(frozen=True, slots=True)
class AboutMe:
    """What is known about a person, newest first, and what they allow."""

    facts: Sequence[KnownFact]
    consent: Consent


@dataclass(frozen=True, slots=True)
class UnfoldedFact:
    """A fact with what it said before, oldest first."""

    known: KnownFact
    past: Sequence[MemoryVersion]
