"""The garden as people see it: what a character remembers, with where it comes from and what became of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from engine.values.memories import Consent, Memory, PersonFact


@dataclass(frozen=True, slots=True)
class Planted:
    """A memory in the garden. ``title`` is its chat's, ``own``: that is the chat played here.

    ``uses`` is how often it was recalled for the newest replies.
    """

    memory: Memory
    title: str
    own: bool
    uses: int = 0


@dataclass(frozen=True, slots=True)
class GardenPage:
    """Some of the memories. ``total`` counts all that are listed, ``said`` the messages that are remembered besides."""

    planted: Sequence[Planted]
    total: int
    said: int
    character: str


@dataclass(frozen=True, slots=True)
class Version:
    """What a memory or a fact said before, until when, and why it ended."""

    text: str
    ended_at: datetime | None
    why: str


@dataclass(frozen=True, slots=True)
class Source:
    """A message that a memory was made from."""

    speaker: str
    text: str
    said_at: datetime


@dataclass(frozen=True, slots=True)
class Unfolded:
    """A memory as a whole: what it was made from (the first of it), and its earlier versions, oldest first."""

    planted: Planted
    sources: Sequence[Source]
    past: Sequence[Version]


@dataclass(frozen=True, slots=True)
class DiaryPages:
    """Pages of the diary, newest first, of ``total``. ``needed``: a day gets one from so many replies on.

    ``character`` keeps the diary; times are told in ``timezone``.
    """

    pages: Sequence[Memory]
    total: int
    needed: int
    character: str
    timezone: str


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
    past: Sequence[Version]
