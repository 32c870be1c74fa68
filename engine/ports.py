"""What the layers below the turns promise to those above: protocols with more than one real user each."""

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
