"""Sessions, the channel head people play them from, and savepoints."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Final

from engine.values.chats.entries import Place
from engine.values.ids import ChannelHeadKey, ChannelKey, SessionKey
from engine.values.paging import Paged

DELETED_KEPT: Final = timedelta(days=30)
"""For so long a chat, a save or a character that was deleted can be restored."""


class SessionStatus(StrEnum):
    """Where a session is kept."""

    ACTIVE = "active"
    ARCHIVED = "archived"
    TRASHED = "trashed"


class ForkReason(StrEnum):
    """Why a branch was made."""

    START = "start"
    AGAIN = "again"
    UNDO = "undo"
    RESTORE = "restore"
    BRANCH = "branch"
    THREAD = "thread"


@dataclass(frozen=True, slots=True)
class ChannelHead:
    """Where ``session`` stands in ``channel``: on ``branch``."""

    key: ChannelHeadKey
    session: int
    channel: int
    branch: int

    @property
    def session_key(self) -> SessionKey:
        return SessionKey(self.key.space, self.session)

    @property
    def channel_key(self) -> ChannelKey:
        return ChannelKey(self.key.space, self.channel)


@dataclass(frozen=True, slots=True)
class SessionName:
    """A session as somebody may mean it: its number in the channel, its title, and whether it is played there."""

    key: SessionKey
    title: str
    status: SessionStatus
    current: bool
    number: int


@dataclass(frozen=True, slots=True)
class SessionInfo:
    """A session as lists show it. ``messages`` counts what was said on its line; ``cast`` are ids of characters.

    ``number`` is its own in the channel, where the first is 1.
    """

    key: SessionKey
    title: str
    status: SessionStatus
    characters: tuple[str, ...]
    messages: int
    touched_at: datetime
    current: bool
    number: int
    cast: tuple[int, ...] = ()
    trashed_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class SessionSize:
    """How much a session holds on all its branches. ``places`` counts the channels that play it."""

    messages: int
    branches: int
    saves: int
    memories: int
    places: int


@dataclass(frozen=True, slots=True)
class Recap:
    """What happened before: ``text``, of ``missed`` messages ``since`` somebody was last there (None: never).

    ``missed`` is 0 where nothing is new; then ``text`` says where the story stands. ``told``: in the words of a model.
    """

    text: str
    missed: int
    since: datetime | None
    told: bool


@dataclass(frozen=True, slots=True)
class BranchInfo:
    """A branch as lists show it; ``messages`` counts its own, ``preview`` is the last of them.

    ``name`` is what somebody called it, "" for nothing; ``after`` are the last words said before it begins.
    ``elsewhere``: another channel stands on it.
    """

    id: int
    parent: int | None
    forked_at: int
    reason: ForkReason
    messages: int
    preview: str
    created_at: datetime
    current: bool
    name: str = ""
    after: str = ""
    archived: bool = False
    elsewhere: bool = False


@dataclass(frozen=True, slots=True)
class BranchNode:
    """A branch in a tree of branches: little enough of it for hundreds.

    ``after`` are the words it goes on from, for one on which nothing was said yet.
    """

    id: int
    parent: int | None
    forked_at: int
    name: str
    preview: str
    messages: int
    archived: bool = False
    after: str = ""


@dataclass(frozen=True, slots=True)
class TreePart:
    """Branches of a tree in the order in which it is read, each with how deep it lies; ``current`` is played."""

    part: Paged[tuple[BranchNode, int]]
    current: int


@dataclass(frozen=True, slots=True)
class NewSave:
    """What a savepoint is to be: ``messages`` lay on the line; ``day`` is what a daily one ends, None for others."""

    name: str
    preview: str = ""
    kind: str = "manual"
    person: int | None = None
    description: str = ""
    messages: int | None = None
    day: date | None = None


@dataclass(frozen=True, slots=True)
class Savepoint:
    """A named place of a session's log. ``messages`` lay on its line, None where nobody counted them."""

    id: int
    place: Place
    name: str
    preview: str
    kind: str
    created_at: datetime
    description: str = ""
    messages: int | None = None
    deleted_at: datetime | None = None
    day: date | None = None
