"""Chats from files: what was said in another program, with its swipes."""

from dataclasses import dataclass, field
from datetime import datetime

from engine.values.characters.lore_timers import LoreTimers
from engine.values.documents import Json, JsonObject
from engine.values.story.notes import AuthorsNote, Inject


@dataclass(frozen=True, slots=True)
class ChatLine:
    """One message. ``swipes`` are all its versions, ``chosen`` the one that is shown: ``text`` equals it.

    ``hidden``: people see it, the model does not. ``said_at`` is aware, None when the file does not say. ``raw`` is
    the line of the file.
    """

    name: str
    by_person: bool
    text: str
    swipes: tuple[str, ...] = ()
    chosen: int = 0
    hidden: bool = False
    said_at: datetime | None = None
    original_avatar: str = ""
    raw: JsonObject = field(default_factory=dict[str, Json], hash=False, repr=False)


@dataclass(frozen=True, slots=True)
class ChatFile:
    """A whole chat. ``header`` is the first line of the file, empty for dialects that have none."""

    user_name: str
    character_name: str
    lines: tuple[ChatLine, ...]
    note: AuthorsNote | None = None
    injects: tuple[Inject, ...] = ()
    variables: tuple[tuple[str, str], ...] = ()
    timers: LoreTimers = field(default_factory=LoreTimers)
    world: str = ""
    scenario: str = ""
    warnings: tuple[str, ...] = ()
    header: JsonObject = field(default_factory=dict[str, Json], hash=False, repr=False)
