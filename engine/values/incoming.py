"""What arrives from a platform, in our words."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from engine.values.ids import ChannelKey


@dataclass(frozen=True, slots=True)
class Origin:
    """Who speaks where, as the platform names them; every id is the platform's text."""

    platform: str
    space: str
    channel: str
    person: str
    person_name: str
    space_title: str = ""
    channel_title: str = ""


@dataclass(frozen=True, slots=True)
class Here:
    """The same in our numbers: the channel a request comes from and the person who makes it."""

    space: int
    channel: int
    person: int
    platform: str

    @property
    def key(self) -> ChannelKey:
        return ChannelKey(self.space, self.channel)


class IncomingKind(StrEnum):
    """What kind of thing arrived."""

    MESSAGE = "message"
    EDIT = "edit"
    BUTTON = "button"
    COMMAND = "command"


@dataclass(frozen=True, slots=True)
class Incoming:
    """One thing that arrived. ``external`` names it once in its channel; ``position`` is the platform's order."""

    origin: Origin
    external: str
    text: str
    sent_at: datetime
    position: int
    kind: IncomingKind = IncomingKind.MESSAGE
    body: Mapping[str, Any] = field(default_factory=dict[str, Any])
