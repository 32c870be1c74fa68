"""What the layers below the turns promise to those above: protocols with more than one real user each."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol


class Clock(Protocol):
    """Where time comes from. Leases and due work use the database's time; this one is for people and for waiting."""

    def now(self) -> datetime:
        """The current instant, aware, in UTC."""
        ...

    def monotonic(self) -> float:
        """Seconds since some fixed point; only differences mean anything."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Wait ``seconds``."""
        ...


class Embedder(Protocol):
    """Turns texts into unit vectors. Vectors of different ``model`` never meet."""

    @property
    def model(self) -> str: ...

    @property
    def dims(self) -> int:
        """How long a vector is; 0 while the endpoint has not told."""
        ...

    @property
    def at_hand(self) -> bool:
        """Whether a few texts take it milliseconds, here and now, and nothing else has to answer."""
        ...

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """A unit vector for each text. Raises a ModelError."""
        ...

    def scale(self, cosine: float) -> float:
        """A cosine of this model on the canonical scale, 0 to 1, on which thresholds are set."""
        ...
