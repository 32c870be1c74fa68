"""To be written."""

from datetime import datetime

from engine.values.recall import TimeRange


def find(text: str, now: datetime) -> TimeRange | None:
    """The range that ``text`` asks about, or None."""
    return None
