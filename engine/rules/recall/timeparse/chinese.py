"""Which stretch of time a Chinese text asks about."""

from datetime import datetime
from typing import Final

from engine.rules.recall.timeparse.chinese_context import asks, dismissed
from engine.rules.recall.timeparse.chinese_phrases import phrases
from engine.rules.recall.timeparse.chinese_ranges import Reading, read
from engine.rules.recall.timeparse.chinese_words import folded
from engine.values.recall import TimeRange

_MOST_WEIGHED: Final = 16  # readings of one text that are compared


def find(text: str, now: datetime) -> TimeRange | None:
    """The range that ``text`` asks about, or None."""
    try:
        return _asked(folded(text), now)
    except (OverflowError, ValueError):
        # The first and last years of the calendar: no such time can be told.
        return None


def _asked(text: str, now: datetime) -> TimeRange | None:
    items = phrases(text)
    readings: list[Reading] = []
    at = 0
    while at < len(items) and len(readings) < _MOST_WEIGHED:
        reading, used = read(text, items, at, now)
        if reading and not dismissed(text, reading.start, reading.end, reading.firmness):
            readings.append(reading)
        at += used
    return min(readings, key=lambda one: _weight(text, one)).range if readings else None


def _weight(text: str, reading: Reading) -> tuple[bool, bool, int]:
    """What is asked comes before what is told, the first before the others."""
    return reading.faint, not asks(text, reading.start, reading.end), reading.start
