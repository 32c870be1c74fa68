"""A character as its card tells it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from engine.values.documents import Json, JsonObject
from engine.values.models.prompts import Role
from engine.values.paging import Paged

LONGEST_CALLED: Final = 200
"""Characters of a name. Other texts, and what is looked for in them, hold it as often as they like."""


@dataclass(frozen=True, slots=True)
class DepthPrompt:
    """A text the card wants ``depth`` messages above the newest one."""

    text: str
    depth: int = 4
    role: Role = Role.SYSTEM


@dataclass(frozen=True, slots=True)
class AssetLink:
    """A picture, sound or other file as a card names it.

    ``type``: icon, background, emotion and others. ``uri``: ``embeded://…``, ``__asset:…``, ``ccdefault:``, an address
    or the data itself.
    """

    type: str
    uri: str = field(repr=False)
    name: str
    ext: str


@dataclass(frozen=True, slots=True)
class Asset:
    """A file that lies beside a card in its container, at ``path``. ``size`` in bytes."""

    type: str
    name: str
    ext: str
    path: str
    size: int


@dataclass(frozen=True, slots=True)
class Card:
    """A character card of any version. The avatar's bytes are not part of it.

    Everything else is read from ``raw``, the whole JSON object of the file, and ``raw`` is what is exported, so fields
    we do not know survive. Change a card with ``engine.rules.formats.cards.cards.edit_card``, never field by field.
    Texts have ``\\n`` line ends and no control characters; macros such as ``{{user}}`` are still in them.
    """

    version: float
    name: str
    nickname: str = ""
    description: str = ""
    personality: str = ""
    scenario: str = ""
    first_greeting: str = ""
    alternate_greetings: tuple[str, ...] = ()
    group_only_greetings: tuple[str, ...] = ()
    mes_example: str = ""
    system_prompt: str = ""
    post_history_instructions: str = ""
    depth_prompt: DepthPrompt | None = None
    creator: str = ""
    creator_notes: str = ""
    character_version: str = ""
    tags: tuple[str, ...] = ()
    character_book: JsonObject | None = field(default=None, hash=False)
    extensions: JsonObject = field(default_factory=dict[str, Json], hash=False)
    assets: tuple[AssetLink, ...] = ()
    source: tuple[str, ...] = ()
    creator_notes_multilingual: Mapping[str, str] = field(default_factory=dict[str, str], hash=False)
    creation_date: int = 0
    """Unix seconds, as ``modification_date``; 0 is unknown."""
    modification_date: int = 0
    talkativeness: float = 0.5
    """How readily the character speaks in a group, 0 to 1."""
    world: str = ""
    """The name of a world book that belongs to the card."""
    warnings: tuple[str, ...] = ()
    """Fluent ids of what the importer should know."""
    raw: JsonObject = field(default_factory=dict[str, Json], hash=False, repr=False)

    @property
    def greetings(self) -> tuple[str, ...]:
        """What may open a conversation of two, the first greeting first; empty ones are left out."""
        return tuple(text for text in (self.first_greeting, *self.alternate_greetings) if text)

    @property
    def called(self) -> str:
        """The name that ``{{char}}`` stands for, at most ``LONGEST_CALLED`` characters of it."""
        return (self.nickname or self.name)[:LONGEST_CALLED].rstrip()


@dataclass(frozen=True, slots=True)
class CharacterInfo:
    """A character as lists show it; ``version`` is the newest version of its card.

    ``pictured``: it has a picture; ``hidden``: the place does not want to see it in its list.
    ``of_folder``: of those that are built in, one that an author writes as files.
    """

    id: int
    name: str
    builtin: bool
    version: int
    pictured: bool = False
    hidden: bool = False
    of_folder: bool = False


@dataclass(frozen=True, slots=True)
class CharacterPage:
    """A part of the list of characters; ``hidden`` counts those that the place does not want to see in it."""

    part: Paged[CharacterInfo]
    hidden: int


@dataclass(frozen=True, slots=True)
class Face:
    """A character as a platform shows it beside its words. ``picture`` is a square PNG, made of the file ``sha256``.

    Without a picture both are empty.
    """

    name: str
    picture: bytes | None = field(default=None, repr=False)
    sha256: str = ""


@dataclass(frozen=True, slots=True)
class Portrait:
    """A character as a gallery shows it, with a ``line`` about it. ``picture`` is a square PNG; None without one."""

    id: int
    name: str
    line: str
    picture: bytes | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class CardVersion:
    """A version of a character's card. ``changed`` are our names of the fields that it changed, "picture" among them.

    ``newest``: it is the one that is played now.
    """

    number: int
    name: str
    made_at: datetime
    changed: tuple[str, ...]
    newest: bool


@dataclass(frozen=True, slots=True)
class ThrownAway:
    """A character in the trash, from which it is removed 30 days after ``thrown_at``."""

    id: int
    name: str
    thrown_at: datetime


@dataclass(frozen=True, slots=True)
class CharacterHoldings:
    """What there is of a character in a place: chats that it plays in, and what it remembers of them."""

    chats: int
    memories: int


@dataclass(frozen=True, slots=True)
class Imported:
    """A character that was imported; ``warnings`` are Fluent ids of what the importer should know."""

    id: int
    name: str
    warnings: tuple[str, ...]
