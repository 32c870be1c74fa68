"""The garden as a sky: a star for each memory."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from engine.values.memory.memories import MemoryKind


@dataclass(frozen=True, slots=True)
class Glimpse:
    """What decides how a memory shines. ``vector`` is None while it has none; ``uses``: how often it was recalled."""

    id: int
    kind: MemoryKind
    text: str
    occurred_at: datetime
    vector: Sequence[float] | None = None
    uses: int = 0
    pinned: bool = False


@dataclass(frozen=True, slots=True)
class Star:
    """A memory in the sky: ``x`` and ``y``, ``brightness`` and ``size`` from 0 to 1; ``y`` grows downwards.

    What means alike lies close together. ``name`` is empty except for the brightest.
    """

    id: int
    kind: MemoryKind
    x: float
    y: float
    brightness: float
    size: float
    name: str = ""
    pinned: bool = False


@dataclass(frozen=True, slots=True)
class StarMap:
    """The stars that are shown, and how many memories there are in all. ``character`` remembers them."""

    character: str
    stars: tuple[Star, ...]
    total: int
