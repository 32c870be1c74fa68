"""Whether what somebody writes can only be understood, or done, by the clock where they are. Pure."""

import re
from datetime import datetime
from typing import Final

from engine.rules.recall.timeparse import resolve

_READ: Final = 600
"""So many characters are looked at."""
_CLOCK: Final = re.compile(
    r"\bwhat(?:['’]?s| is)? the (?:time|date)\b|\bwhat (?:time|day)\b|\bremind me\b|\bwake me\b|\bo['’]clock\b"
    r"|\b\d{1,2}(?::\d\d| ?[ap]\.?m\b)|\bquiet hours\b"
    r"|几点|幾點|几号|幾號|星期几|礼拜几|提醒我|叫醒我|叫我起床|免打扰"
    r"|\d ?[点點]|[一二三四五六七八九十两][点點](?:钟|半|[到前后之])",
    re.IGNORECASE,
)
"""Asks for the time, or for something to be done at one."""
_DAY: Final = re.compile(
    r"\b(?:today|yesterday|tomorrow|last night|this (?:morning|afternoon|evening))\b"
    r"|[今昨前明后]天|昨[晚夜日]|明[早晚]|今儿",
    re.IGNORECASE,
)
_TONIGHT: Final = re.compile(r"\btonight\b|今[晚夜夕]", re.IGNORECASE)
"""The night in which it is said, wherever that is: by another zone's clock it may be over."""
_ASKS: Final = re.compile(
    r"^\s*[/／]|[?？]|[吗呢么]\W*\Z|什么|怎么|哪|谁|记得|^\W*(?:what|when|where|who|which|why|how|did|do|does|was|were|have|has|is)\b",
    re.IGNORECASE | re.MULTILINE,
)


def needs_local_time(text: str, now: datetime) -> bool:
    """Whether the zone of whoever writes ``text`` matters: a clock, a reminder, or a question or command on a day."""
    read = text[:_READ]
    if _CLOCK.search(read):
        return True
    return bool(_ASKS.search(read)) and (bool(_DAY.search(read)) or _past(read, now))


def _past(text: str, now: datetime) -> bool:
    """Whether it names a time that had ended before today."""
    found = resolve(_TONIGHT.sub(" ", text), now)
    return found is not None and not found.holds(now)
