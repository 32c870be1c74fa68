"""Which day a few words of time name, in Chinese and English; the future is preferred."""

import re
from datetime import datetime
from typing import Final

from engine.rules.recall.timeparse.calendar import NamedDay
from engine.rules.recall.timeparse.chinese import ahead as chinese
from engine.rules.recall.timeparse.english import ahead as english

LONGEST: Final = 100
_HAN: Final = re.compile(r"[\u3400-\u9fff]")


def named_day(words: str, now: datetime) -> NamedDay | None:
    """The day that ``words`` name, seen from ``now`` (aware; its zone is the person's); None where they name none.

    They are words of time alone, at most ``LONGEST`` characters. Only a day of a year that they say may be over. Never
    raises.
    """
    if len(words) > LONGEST:
        return None
    try:
        if _HAN.search(words) and (found := chinese.find_ahead(words, now)) is not None:
            return found
        return english.find_ahead(words, now)
    except (OverflowError, ValueError):
        return None  # the first and last years of the calendar
