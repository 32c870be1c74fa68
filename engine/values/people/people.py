"""People under their names on platforms."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class PlatformName:
    """One name of a person. ``id`` is our number for it; ``linked_at`` is None for a name that stands alone."""

    id: int
    platform: str
    name: str
    owner: bool
    linked_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class AskedLink:
    """Whether ``other`` is them too, which a person is asked; ``maker`` made the code. ``token`` is in the button.

    ``joined_at`` is when the two become one, None until both ``agreed``.
    """

    maker: int
    other: int
    token: int
    agreed: bool
    joined_at: datetime | None


@dataclass(frozen=True, slots=True)
class LinkRequest:
    """The same with the names of both."""

    mine: PlatformName
    other: PlatformName
    asked: AskedLink
