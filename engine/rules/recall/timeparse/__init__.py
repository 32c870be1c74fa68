"""Which stretch of time a chat message means, in Chinese and English; the past is preferred, the future gives none."""

import re
from datetime import datetime
from typing import Final

from engine.rules.recall.timeparse.chinese import chinese
from engine.rules.recall.timeparse.english import english
from engine.values.memory.recall import TimeRange

_HAN: Final = re.compile(r"[\u3400-\u9fff]")


def resolve(text: str, now: datetime) -> TimeRange | None:
    """The range that ``text`` asks about, seen from ``now`` (aware; its zone is the person's), or None.

    Linear in the length of the text. Never raises.
    """
    if _HAN.search(text) and (found := chinese.find(text, now)) is not None:
        return found
    return english.find(text, now)
