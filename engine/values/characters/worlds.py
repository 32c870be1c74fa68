"""World books: what is told to the model when the talk comes to it."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import IntEnum, StrEnum

from engine.values.documents import Json, JsonObject
from engine.values.models.prompts import Generation, LedgerLine, Role

MAX_DEPTH = 1_000
"""As far back as entries may stand or scan, in messages."""
MAX_BUDGET = 10_000_000
"""Tokens."""
MAX_ORDER = 1e9
MAX_WEIGHT = 1e6
MAX_LEVEL = 1_000
FOREVER = 1_000_000
"""Messages that no talk reaches."""


class Logic(IntEnum):
    """What the secondary keys have to do besides a primary key, by the numbers of world-info files."""

    AND_ANY = 0
    NOT_ALL = 1
    NOT_ANY = 2
    AND_ALL = 3


class Position(IntEnum):
    """Where an entry stands in the prompt, by the numbers of world-info files.

    The note's two places count only on turns when the author's note itself is there.
    """

    BEFORE_CHARACTER = 0
    AFTER_CHARACTER = 1
    NOTE_TOP = 2
    NOTE_BOTTOM = 3
    AT_DEPTH = 4
    EXAMPLES_TOP = 5
    EXAMPLES_BOTTOM = 6
    OUTLET = 7


class ScanSource(StrEnum):
    """What an entry's keys may be looked for in, besides the talk."""

    PERSONA = "persona"
    DESCRIPTION = "description"
    PERSONALITY = "personality"
    DEPTH_PROMPT = "depth_prompt"
    SCENARIO = "scenario"
    CREATOR_NOTES = "creator_notes"


class Force(StrEnum):
    """What a decorator at the top of an entry decides, whatever its keys say."""

    NONE = ""
    ACTIVATE = "activate"
    DONT_ACTIVATE = "dont_activate"


class Binding(StrEnum):
    """What a book belongs to, in the order in which books have precedence."""

    CHAT = "chat"
    PERSONA = "persona"
    CHARACTER = "character"


@dataclass(frozen=True, slots=True)
class WorldEntry:
    """One entry. ``uid`` is its name inside the book; a larger ``order`` stands later and claims the budget earlier.

    None means that the chat's own setting holds. A key written ``/…/flags`` is a JavaScript regex; with ``regex``
    every key is one even without slashes. ``probability`` is in percent. ``sticky``, ``cooldown`` and ``delay`` are in
    messages, ``after`` and ``every`` in replies of characters; 0 is off. ``delay_until_recursion`` is a level of
    recursion, 0 is off. ``reverse_depth`` counts from the oldest message instead. ``priority`` decides what a book's
    own budget drops first: the lowest. ``greeting``: only in a talk that began with that greeting.
    """

    uid: str
    content: str = ""
    comment: str = ""
    keys: tuple[str, ...] = ()
    secondary_keys: tuple[str, ...] = ()
    exclude_keys: tuple[str, ...] = ()
    selective: bool = True
    logic: Logic = Logic.AND_ANY
    regex: bool = False
    constant: bool = False
    vectorized: bool = False
    enabled: bool = True
    force: Force = Force.NONE
    order: float = 100
    priority: float | None = None
    position: Position = Position.BEFORE_CHARACTER
    depth: int = 4
    reverse_depth: bool = False
    role: Role = Role.SYSTEM
    outlet: str = ""
    probability: float = 100
    scan_depth: int | None = None
    case_sensitive: bool | None = None
    whole_words: bool | None = None
    group_scoring: bool | None = None
    groups: tuple[str, ...] = ()
    group_override: bool = False
    group_weight: float = 100
    exclude_recursion: bool = False
    prevent_recursion: bool = False
    delay_until_recursion: int = 0
    sticky: int = 0
    cooldown: int = 0
    delay: int = 0
    after: int = 0
    every: int = 0
    ignore_budget: bool = False
    sources: frozenset[ScanSource] = frozenset()
    filter_names: tuple[str, ...] = ()
    filter_tags: tuple[str, ...] = ()
    filter_exclude: bool = False
    triggers: frozenset[Generation] = frozenset()
    greeting: int | None = None

    @property
    def called(self) -> bool:
        """Whether anything can bring it up: a key, its meaning, or always."""
        return bool(self.keys) or self.constant or self.vectorized or self.force is Force.ACTIVATE


@dataclass(frozen=True, slots=True)
class WorldBook:
    """A book of any dialect. ``raw`` is the whole JSON object it came in, and is what is exported.

    Its own ``scan_depth``, ``token_budget`` and ``recursive``, where it has them, hold for its entries before the
    chat's settings. ``warnings`` are Fluent ids, with values, of what the importer should know.
    """

    name: str
    entries: tuple[WorldEntry, ...] = ()
    description: str = ""
    scan_depth: int | None = None
    token_budget: int | None = None
    recursive: bool | None = None
    dialect: str = "sillytavern"
    warnings: tuple[str, ...] = ()
    raw: JsonObject = field(default_factory=dict[str, Json], hash=False, repr=False)


@dataclass(frozen=True, slots=True)
class BoundBook:
    """A book in use. ``key`` is what timers and the ledger name it by; it stays the same when the book is edited."""

    key: str
    book: WorldBook
    binding: Binding = Binding.CHARACTER


@dataclass(frozen=True, slots=True)
class WorldInfo:
    """A book as lists show it. ``bound`` are the bindings that hold in the place that asks."""

    id: int
    name: str
    entries: int
    version: int
    bound: tuple[Binding, ...] = ()


@dataclass(frozen=True, slots=True)
class BookChange:
    """What became of a book that somebody changed: the version that holds now, ``uid`` of the entry, and its title.

    ``before`` is the version that held before; the same where nothing has changed.
    """

    version: int
    before: int
    uid: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class BookVersion:
    """One version of a book."""

    number: int
    entries: int
    made_at: datetime
    newest: bool


@dataclass(frozen=True, slots=True)
class WorldTrial:
    """What a sentence, said next at ``seq``, would call: ``lines`` of a prompt's ledger, of ``entries`` in use here."""

    seq: int
    lines: tuple[LedgerLine, ...]
    entries: int
