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
