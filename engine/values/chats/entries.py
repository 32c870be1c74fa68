"""The log as values: places, entries, branches, and the line that a branch draws through the tree."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from engine.values.chats import bodies
from engine.values.chats.bodies import ActBody, AnyBody, EntryBody, MessageBody
from engine.values.chats.row_bodies import NOTHING_SAID, AnyRowBody, RowBody


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
    INJECTS = "injects"
    BOOKS = "books"
    HIDE = "hide"
    IMPORT = "import"
    CHRONICLE = "chronicle"
    REACTION = "reaction"
    OCCASION = "occasion"
    BACKSTAGE = "backstage"


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


BODIES: Final[Mapping[EntryKind, type[EntryBody]]] = {
    EntryKind.MESSAGE: MessageBody,
    EntryKind.REVISION: bodies.RevisionBody,
    EntryKind.MEMBER: bodies.MemberBody,
    EntryKind.CARD: bodies.CardBody,
    EntryKind.PRESET: bodies.PresetBody,
    EntryKind.BACKGROUND: bodies.BackgroundBody,
    EntryKind.NOTE: bodies.NoteBody,
    EntryKind.PERSONA: bodies.PersonaBody,
    EntryKind.PLOT: bodies.PlotBody,
    EntryKind.GARDEN: bodies.GardenBody,
    EntryKind.VARIABLES: bodies.VariablesBody,
    EntryKind.TIMERS: bodies.TimersBody,
    EntryKind.INJECTS: bodies.InjectsBody,
    EntryKind.BOOKS: bodies.BooksBody,
    EntryKind.HIDE: bodies.HideBody,
    EntryKind.IMPORT: bodies.ImportBody,
    EntryKind.CHRONICLE: bodies.ChronicleBody,
    EntryKind.REACTION: bodies.ReactionBody,
    EntryKind.OCCASION: bodies.OccasionBody,
    EntryKind.BACKSTAGE: bodies.BackstageBody,
}
"""What an entry of each kind says."""
_KINDS: Final[Mapping[type[ActBody], EntryKind]] = {body: kind for kind, body in BODIES.items()}
_SAYS_NOTHING: Final = MessageBody()


def kind_of(body: EntryBody) -> EntryKind:
    """The kind of the entry that says this."""
    return _KINDS[type(body)]


@dataclass(frozen=True, slots=True)
class NewEntry:
    """An entry before the log gave it a place.

    ``audience``: the clauses that its readers meet besides those of where it is written.
    """

    body: EntryBody
    said_at: datetime
    text: str = ""
    person: int | None = None
    character: int | None = None
    turn: int | None = None
    status: EntryStatus = EntryStatus.COMPLETE
    raw: str | None = None
    target_seq: int | None = None
    audience: tuple[int, ...] = ()

    @property
    def kind(self) -> EntryKind:
        """What it is: its body says so."""
        return kind_of(self.body)


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry as readers see it: ``text`` is its newest revision visible on the line that was read.

    ``audience``: the clauses, by number, that whoever could read it met; none is everybody in the space.
    """

    place: Place
    body: EntryBody
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
    audience: tuple[int, ...] = ()

    @property
    def kind(self) -> EntryKind:
        """What it is: its body says so."""
        return kind_of(self.body)


def as_message(entry: Entry) -> MessageBody:
    """What a message says besides its words; nothing where an entry is none."""
    return entry.body if isinstance(entry.body, MessageBody) else _SAYS_NOTHING


def said_by(acts: Iterable[Entry], what: type[AnyBody]) -> Iterator[tuple[Entry, AnyBody]]:
    """Those of ``acts`` that say this, each with what it says."""
    return ((it, it.body) for it in acts if isinstance(it.body, what))


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
    body: RowBody = NOTHING_SAID
    n: int = 0


@dataclass(frozen=True, slots=True)
class Derived:
    """A row made from the log: what ``holder`` knows from ``place`` on, until a live retirement ends it.

    ``audience`` is that of all that it was made from, as for an entry.
    """

    id: int
    kind: str
    place: Place
    holder: int
    text: str
    body: RowBody
    from_seq: int
    to_seq: int
    n: int = 0
    audience: tuple[int, ...] = ()


def row_says(row: NewDerived | Derived, what: type[AnyRowBody]) -> AnyRowBody:
    """What a row says that is of this kind; nothing where it is of another."""
    return row.body if isinstance(row.body, what) else what()


def rows_saying(rows: Iterable[Derived], what: type[AnyRowBody]) -> Iterator[tuple[Derived, AnyRowBody]]:
    """Those of ``rows`` that say this, each with what it says."""
    return ((it, it.body) for it in rows if isinstance(it.body, what))


@dataclass(frozen=True, slots=True)
class Retirement:
    """What ends derived row ``derived`` from ``place`` on; ``by`` is the row that takes its place, if one does."""

    derived: int
    place: Place
    reason: str
    by: int | None = None
