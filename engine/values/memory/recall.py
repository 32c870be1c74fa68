"""What is asked of memory, and what comes back."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class TimeRange:
    """Which time a text means: ``start`` ≤ t < ``end``, both aware, or None where that side is open.

    ``certain`` ranges filter, others only weigh. ``spans`` are where the words of time stand in the text, as (from, to)
    in characters: without them it says what else is asked.
    """

    start: datetime | None
    end: datetime | None
    certain: bool = True
    spans: tuple[tuple[int, int], ...] = ()

    def holds(self, at: datetime) -> bool:
        """Whether ``at`` (aware) lies in the range."""
        return (self.start is None or self.start <= at) and (self.end is None or at < self.end)
