"""Files that come in and go out: what is in one, what may be done with it, what became of it."""

from dataclasses import dataclass
from enum import StrEnum

from engine.values.chats.notices import Notice
from engine.values.chats.outgoing import View


class FileKind(StrEnum):
    """What a file holds."""

    CHARACTER = "character"
    WORLD = "world"
    PRESET = "preset"
    CHAT = "chat"
    SCRIPTS = "scripts"
    QUICK = "quick"
    BACKGROUND = "background"
    MEMORIES = "memories"
    BACKUP = "backup"
    STORY = "story"


class Offer(StrEnum):
    """What may be done with a file that was looked at.

    BRING: import it. CALM: import it, but none of its regex scripts may run. CHAT: a world book, or a
    background, for this chat. CHARACTER: a world book, or scripts, for the character that plays here.
    MINE: a story, exported by whoever imports it.
    """

    BRING = "bring"
    CALM = "calm"
    CHAT = "chat"
    CHARACTER = "character"
    MINE = "mine"


@dataclass(frozen=True, slots=True)
class Looked:
    """A file that waits for a yes. ``token`` names it, at most 16 characters.

    ``facts`` say what is in it, what will run and what is left aside; ``offers`` begins with the usual one.
    """

    token: str
    kind: FileKind
    name: str
    facts: tuple[Notice, ...]
    offers: tuple[Offer, ...]


@dataclass(frozen=True, slots=True)
class Brought:
    """What was imported. ``id`` is its number among its kind. ``view``: a chat that is open here now."""

    kind: FileKind
    id: int
    name: str
    facts: tuple[Notice, ...] = ()
    view: View | None = None


@dataclass(frozen=True, slots=True)
class Document:
    """A file that goes out."""

    filename: str
    media_type: str
    data: bytes
