"""What characters remember: what was said, noted, and happened; diary pages; and facts about people."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from engine.values.chats.entries import Line, Place, Range
from engine.values.ids import SessionKey
from engine.values.memory.memory_bodies import PLAIN_MEMORY, MemoryBody
from engine.values.memory.recall import TimeRange


class MemoryKind(StrEnum):
    """What a memory is, as the kind of its derived row."""

    SAID = "said"
    CORE = "core"
    MANUAL = "manual"
    DIARY = "diary"
    EVENT = "event"
    PLOT = "plot"


class Tag(StrEnum):
    """Where a memory comes from; settings say which may be recalled."""

    USER_INPUT = "user_input"
    AI_OUTPUT = "ai_output"
    MANUAL = "manual"
    CORE = "core"
    SUMMARY = "summary"
    PLOT = "plot"
    DIARY = "diary"


@dataclass(frozen=True, slots=True)
class NewMemory:
    """A memory before it is stored. ``terms`` are its words, hashed, with how often each stands in it.

    ``nth``: for a message, which one of its line, from 1 without a gap. ``about``: people it is about besides
    ``person``, who said it. ``people`` and ``characters`` were present. ``n`` tells versions of one source apart.
    """

    kind: MemoryKind
    tag: Tag
    place: Place
    holder: int
    sources: tuple[Range, ...]
    text: str
    occurred_at: datetime
    until: datetime
    terms: Mapping[int, int]
    nth: int | None = None
    person: int | None = None
    character: int | None = None
    about: tuple[int, ...] = ()
    people: tuple[int, ...] = ()
    characters: tuple[int, ...] = ()
    pinned: bool = False
    body: MemoryBody = PLAIN_MEMORY
    n: int = 0


@dataclass(frozen=True, slots=True)
class Memory:
    """A memory as readers see it. ``speaker`` is the name of who said it, ``topic`` its short tag ("" without one).

    ``from_seq`` … ``to_seq`` are the entries it was made from, as they lie on its branch; ``sources`` leaves out gaps.
    """

    id: int
    session: SessionKey
    kind: MemoryKind
    tag: Tag
    place: Place
    holder: int
    text: str
    occurred_at: datetime
    until: datetime
    from_seq: int
    to_seq: int
    nth: int | None = None
    person: int | None = None
    character: int | None = None
    speaker: str = ""
    topic: str = ""
    about: tuple[int, ...] = ()
    pinned: bool = False
    body: MemoryBody = PLAIN_MEMORY
    sources: tuple[Range, ...] = ()


@dataclass(frozen=True, slots=True)
class Sight:
    """A session that may be looked into, as it lies on ``line``. ``tags``: only these; None is all that are asked for.

    ``only_by``: only what this person wrote.
    """

    session: SessionKey
    line: Line
    tags: frozenset[Tag] | None = None
    only_by: int | None = None


@dataclass(frozen=True, slots=True)
class RecallScope:
    """Who recalls what: ``character``, who holds it or was there, in these sessions; its own, in ``space``, is first.

    Something is seen if all clauses of its audience are ``covered`` where it is told, or if everyone who wrote it and
    everyone it is about lets it be told elsewhere. None covers all: for acts that change memories and tell nothing.
    What lies in another session is seen only if each of them is in ``people`` (who are in this channel) or lets it.
    Sessions of other spaces are those that whoever asks has in private under other names, ``aliases``.
    """

    space: int
    character: int
    sights: tuple[Sight, ...]
    people: tuple[int, ...] = ()
    tags: frozenset[Tag] = frozenset(Tag)
    when: TimeRange | None = None
    aliases: frozenset[int] = frozenset()
    covered: frozenset[int] | None = frozenset()


@dataclass(frozen=True, slots=True)
class MemoryCandidate:
    """A memory that may answer a question. ``cosine`` is None, ``bm25`` 0 where it was not among the best by it.

    ``hits``: which of the words that are asked for it holds, by number, and how often.
    """

    id: int
    session: int
    tag: Tag
    nth: int | None
    person: int | None
    character: int | None
    occurred_at: datetime
    words: int
    cosine: float | None = None
    bm25: float = 0.0
    pinned: bool = False
    hits: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Recalled:
    """A memory that was chosen, with its score, and how like the question it is, from 0 to 1.

    ``likeness`` is None where it was chosen for its time alone.
    """

    memory: Memory
    score: float
    likeness: float | None = None
    bm25: float = 0.0


@dataclass(frozen=True, slots=True)
class TellingPlace:
    """A place where facts about people are told: its space, and the clauses that each reader there meets."""

    space: int = 0
    covered: frozenset[int] = frozenset()


NOWHERE: Final = TellingPlace()
"""Where nothing is told but what a person shares with every place."""


@dataclass(frozen=True, slots=True)
class NewPersonFact:
    """What is true of a real person, before it is stored; fields as in PersonFact."""

    person: int
    text: str
    occurred_at: datetime
    character: int | None = None
    private: bool = True
    session: SessionKey | None = None
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class PersonFact:
    """What is true of a real person. ``character``: who knows it, None for every character.

    ``private``: said where nobody else was. ``place`` is where it was said; None for one written on the card itself.
    """

    id: int
    person: int
    text: str
    occurred_at: datetime
    character: int | None = None
    private: bool = True
    session: SessionKey | None = None
    place: Place | None = None
    ended_at: datetime | None = None
    ended_by: int | None = None
    ended_why: str | None = None


@dataclass(frozen=True, slots=True)
class Consent:
    """What a person allows. ``elsewhere``: private things may be told in groups; ``facts``: facts may be kept.

    ``opted_out``: nothing that they say among others is kept or answered.
    """

    elsewhere: bool = False
    facts: bool = True
    opted_out: bool = False


@dataclass(frozen=True, slots=True)
class Correction:
    """A memory that is put right: what it said, what it is to say, which row it is, and the token that waits for a yes.

    ``store`` is a MemoryKind, or ``fact`` for a fact about a real person.
    """

    was: str
    now: str
    store: str
    id: int
    token: str = ""
