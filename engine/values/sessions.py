"""Sessions, the stand people play them from, and savepoints."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from engine.values.entries import Place
from engine.values.ids import ChannelKey, SessionKey, StandKey


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


@dataclass(frozen=True, slots=True)
class Stand:
    """Where ``session`` stands in ``channel``: on ``branch``."""

    key: StandKey
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
class SessionInfo:
    """A session as lists show it. ``messages`` counts what was said on its line; ``cast`` are ids of characters."""

    key: SessionKey
    title: str
    status: SessionStatus
    characters: tuple[str, ...]
    messages: int
    touched_at: datetime
    current: bool
    cast: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class BranchInfo:
    """A branch as lists show it; ``messages`` counts its own, ``preview`` is the last of them."""

    id: int
    parent: int | None
    forked_at: int
    reason: ForkReason
    messages: int
    preview: str
    created_at: datetime
    current: bool


@dataclass(frozen=True, slots=True)
class Savepoint:
    """A named place of a session's log."""

    id: int
    place: Place
    name: str
    preview: str
    kind: str
    created_at: datetime
