"""What people are shown: events while a turn runs, and the parts that are planned for delivery."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from engine.values.entries import Status
from engine.values.turns import Notice, TurnState


class SendingState(StrEnum):
    """How far the delivery of a part is. ``unknown``: the process died between the call and its answer."""

    PLANNED = "planned"
    SENDING = "sending"
    SENT = "sent"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Sending:
    """A part that is planned for a channel. ``kind`` is reply, notice, progress or post."""

    id: int
    space: int
    kind: str
    text: str
    part: int = 0
    session: int | None = None
    turn: int | None = None
    body: Mapping[str, Any] = field(default_factory=dict[str, Any])
    state: SendingState = SendingState.PLANNED
    platform_id: str | None = None


@dataclass(frozen=True, slots=True)
class Began:
    """A turn began: show that ``character`` is typing."""

    turn: int
    character: str


@dataclass(frozen=True, slots=True)
class Thinking:
    """Nothing has come from the model for ten seconds."""

    turn: int


@dataclass(frozen=True, slots=True)
class Grew:
    """``text`` is the whole reply so far as people may see it; it is saved."""

    turn: int
    text: str


@dataclass(frozen=True, slots=True)
class Ended:
    """The turn is committed. ``text`` is the final reply ("" when there is none), ``sendings`` its planned parts."""

    turn: int
    text: str
    state: TurnState
    notice: Notice | None = None
    sendings: tuple[Sending, ...] = ()


@dataclass(frozen=True, slots=True)
class Noticed:
    """Something to say that is no reply. ``sending`` is its planned part, if it must survive a crash."""

    notice: Notice
    sending: Sending | None = None


Show = Began | Thinking | Grew | Ended | Noticed


@dataclass(frozen=True, slots=True)
class Spoken:
    """A message as people read it. ``character`` is None for what a person said."""

    seq: int
    speaker: str
    character: int | None
    text: str
    status: Status
    said_at: datetime
    revised: bool = False


@dataclass(frozen=True, slots=True)
class View:
    """What a channel shows of its session: its title, who plays, and the last messages, first to last."""

    session: int
    title: str
    character: str
    branch: int
    spoken: tuple[Spoken, ...]
    fresh: bool = False
