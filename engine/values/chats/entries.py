"""The log as values: places, entries, branches, and the line that a branch draws through the tree."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any


class EntryKind(StrEnum):
    """What an entry is: something said, or an act that changed the session's state."""

    MESSAGE = "message"
    REVISION = "revision"
    MEMBER = "member"
    CARD = "card"
    PRESET = "preset"
    BACKGROUND = "background"
    NOTE = "note"
    PERSONA = "persona"
    PLOT = "plot"
    GARDEN = "garden"
    VARIABLES = "variables"
    TIMERS = "timers"
    BOOKS = "books"
    HIDE = "hide"
    IMPORT = "import"
    CHRONICLE = "chronicle"


class EntryStatus(StrEnum):
    """How a message came to its end."""

    COMPLETE = "complete"
    INTERRUPTED = "interrupted"
    EMPTY = "empty"
    ERROR = "error"
    ERASED = "erased"


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Where something lies in a session: ``seq`` on ``branch``, where ``branch`` is the branch that owns it."""

    branch: int
    seq: int


@dataclass(frozen=True, slots=True)
class Branch:
    """One run of entries. ``parent`` owns entry ``forked_at``; a branch with ``forked_at`` 0 starts from nothing."""

    id: int
    parent: int | None = None
    forked_at: int = 0


@dataclass(frozen=True, slots=True)
class Segment:
    """The entries ``after`` < seq ≤ ``upto`` of one branch."""

    branch: int
    after: int
    upto: int


@dataclass(frozen=True, slots=True)
class Line:
    """What lies on a branch, first to last: seqs along ``segments`` are 1 … head without a gap."""

    segments: tuple[Segment, ...]

    @property
    def head(self) -> int:
        """The last seq on the line; 0 when nothing was said yet."""
        return self.segments[-1].upto if self.segments else 0

    def __iter__(self) -> Iterator[Segment]:
        return iter(self.segments)


@dataclass(frozen=True, slots=True)
class NewEntry:
    """An entry before the log gave it a place."""

    kind: EntryKind
    said_at: datetime
    text: str = ""
    person: int | None = None
    character: int | None = None
    turn: int | None = None
    status: EntryStatus = EntryStatus.COMPLETE
    raw: str | None = None
    target_seq: int | None = None
    body: Mapping[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry as readers see it: ``text`` is its newest revision visible on the line that was read."""

    place: Place
    kind: EntryKind
    said_at: datetime
    text: str
    status: EntryStatus = EntryStatus.COMPLETE
    person: int | None = None
    person_name: str | None = None
    character: int | None = None
    turn: int | None = None
    raw: str | None = None
    revised: bool = False
    target_seq: int | None = None
    body: Mapping[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True)
class Range:
    """The messages a derived row was made from: ``from_seq`` … ``to_seq`` as they lie on ``branch``."""

    branch: int
    from_seq: int
    to_seq: int


@dataclass(frozen=True, slots=True)
class NewDerived:
    """A row made from the log, before it has an id. ``n`` counts the rows of one derivation."""

    kind: str
    place: Place
    holder: int
    sources: tuple[Range, ...]
    text: str = ""
    body: Mapping[str, Any] = field(default_factory=dict[str, Any])
    n: int = 0


@dataclass(frozen=True, slots=True)
class Derived:
    """A row made from the log: what ``holder`` knows from ``place`` on, until a live retirement ends it."""

    id: int
    kind: str
    place: Place
    holder: int
    text: str
    body: Mapping[str, Any]
    from_seq: int
    to_seq: int
    n: int = 0


@dataclass(frozen=True, slots=True)
class Retirement:
    """What ends derived row ``derived`` from ``place`` on; ``by`` is the row that takes its place, if one does."""

    derived: int
    place: Place
    reason: str
    by: int | None = None
