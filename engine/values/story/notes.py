"""What people add to a chat: the author's note, injected texts, who they play."""

from dataclasses import dataclass, field
from enum import IntEnum

from engine.values.documents import Json, JsonObject
from engine.values.models.prompts import Role


class NotePosition(IntEnum):
    """Where a text stands, by the numbers of chat files: after the main prompt, in the chat, before the main prompt.

    NOWHERE is scanned for keys at most.
    """

    NOWHERE = -1
    AFTER_MAIN = 0
    IN_CHAT = 1
    BEFORE_MAIN = 2


@dataclass(frozen=True, slots=True)
class AuthorsNote:
    """The author's note. ``interval``: at every n-th message of people; 0 = never, 1 = always."""

    text: str
    position: NotePosition = NotePosition.IN_CHAT
    depth: int = 4
    role: Role = Role.SYSTEM
    interval: int = 1


@dataclass(frozen=True, slots=True)
class Inject:
    """A text that a script placed in a chat. ``scan``: world books look for their keys in it too. ``once``: it is told
    to the next reply alone. ``filled``: its macros were replaced when it was placed, and what looks like one is words.
    """

    id: str
    text: str
    position: NotePosition = NotePosition.IN_CHAT
    depth: int = 4
    role: Role = Role.SYSTEM
    scan: bool = False
    once: bool = False
    filled: bool = False


class PersonaPosition(IntEnum):
    """Where a persona's description stands, by the numbers of settings files."""

    IN_PROMPT = 0
    AFTER_CHARACTER = 1
    NOTE_TOP = 2
    NOTE_BOTTOM = 3
    AT_DEPTH = 4
    NOWHERE = 9


@dataclass(frozen=True, slots=True)
class UserPersona:
    """Who a person is in the story. ``book`` is the id of a world book that comes with it."""

    name: str
    description: str = ""
    position: PersonaPosition = PersonaPosition.IN_PROMPT
    depth: int = 2
    role: Role = Role.SYSTEM
    id: int = 0
    book: int | None = None
    raw: JsonObject = field(default_factory=dict[str, Json], hash=False, repr=False)
