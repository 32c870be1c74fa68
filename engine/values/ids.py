"""Who and where, as the database numbers them. Every number is unique in its table, not in its space."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ChannelKey:
    """A channel of a space."""

    space: int
    channel: int


@dataclass(frozen=True, slots=True)
class SessionKey:
    """A session of a space."""

    space: int
    session: int


@dataclass(frozen=True, slots=True)
class ChannelHeadKey:
    """A channel head: where one session stands in one channel. Its table is ``stand``."""

    space: int
    channel_head: int


@dataclass(frozen=True, slots=True)
class TurnKey:
    """A turn of a session."""

    space: int
    session: int
    turn: int
