"""Which stretch of time a Chinese text asks about."""

from datetime import datetime
from typing import Final

from engine.rules.recall.timeparse.calendar import is_empty
from engine.rules.recall.timeparse.chinese.context import asks, dismissed
from engine.rules.recall.timeparse.chinese.phrases import ChinesePhrase, phrases
from engine.rules.recall.timeparse.chinese.ranges import TimeReading, read
from engine.rules.recall.timeparse.chinese.words import folded
from engine.values.memory.recall import TimeRange

_ENDS: Final = 6  # phrases at either end of a text that are weighed; a pasted text between them is not the question


def find(text: str, now: datetime) -> TimeRange | None:
    """The range that ``text`` asks about, or None."""
    try:
        return _asked(folded(text), now)
    except (OverflowError, ValueError):
        # The first and last years of the calendar: no such time can be told.
        return None


def _asked(text: str, now: datetime) -> TimeRange | None:
    items = phrases(text)
    places = [at for at, item in enumerate(items) if isinstance(item, ChinesePhrase)]
    readings: list[TimeReading] = []
    done = 0
    for at in places if len(places) <= 2 * _ENDS else places[:_ENDS] + places[-_ENDS:]:
        if at < done:
            continue
        reading, used = read(text, items, at, now)
        done = at + used
        if reading is None or is_empty(reading.range):  # since a stretch that begins only now: no time at all
            continue
        if not dismissed(text, reading.start, reading.end, reading.firmness):
            readings.append(reading)
    return min(readings, key=lambda one: _weight(text, one)).range if readings else None


def _weight(text: str, reading: TimeReading) -> tuple[bool, bool, int]:
    """What is asked comes before what is told, the first before the others."""
    return reading.faint, not asks(text, reading.start, reading.end), reading.start
