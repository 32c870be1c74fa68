"""The time that a question means, read without the words beside it that belong to the question."""

import re
from datetime import datetime
from typing import Final

from engine.rules.recall.timeparse import resolve
from engine.values.memory.recall import TimeRange

_BESIDE: Final = re.compile(
    r"(?P<talk>\b(?:talk|chat|speak|spoke|natter|gossip|gab|tell|told|say|said)\w* )(?:about|abt|bout)\b"
    r"|(?P<asks>一)下(?=周|个?星期|个?礼拜|个?月)|(?P<sought>起)来(?=[\d一二三四五六七八九十])",
    re.IGNORECASE,
)
"""The "about" of "what did we talk about two weeks ago", which makes nothing uncertain; 下 in 说一下周一."""


def time_in(text: str, now: datetime) -> TimeRange | None:
    """The range that ``text`` asks about, with its spans there, or None. Linear in the length of the text."""
    return resolve(_BESIDE.sub(_blank, text), now)


def _blank(found: re.Match[str]) -> str:
    """What was found, with blanks for all but its first part."""
    kept = found[found.lastgroup or 0]
    return kept.ljust(len(found[0]))
