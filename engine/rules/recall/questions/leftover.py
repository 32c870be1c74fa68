"""Chinese words of time that the own rules leave over, and what becomes of the range that somebody else reads in them.

They are few: days of the lunar month without a month, solar terms that are weather besides, days that are hardly kept,
decades. A message is asked about them only where it asks for something that was said or was.
"""

import re
from datetime import datetime, timedelta
from typing import Final

from engine.rules.recall.questions.intents import intents_of
from engine.values.memory.recall import TimeRange

LONGEST: Final = 30
"""Characters of words of time that are read."""

_DAY: Final = r"(?:初[一二三四五六七八九十]|廿[一二三四五六七八九]?|十[一二三四五六七八九]|二?十)"
_THEN: Final = r"(?=那天|当天|那晚|那日|的?(?:晚上|早上|夜里))"
_WORDS: Final = re.compile(
    rf"(?:[农阴旧]历|夏历){_DAY}"
    rf"|(?:初[一二三四五六七八九十]|廿[一二三四五六七八九]){_THEN}"
    rf"|(?:雨水|小满|大暑|小雪|大雪|大寒)(?=节气|{_THEN[3:-1]})"
    r"|寒食节|下元节|护士节|地球日|消费者权益日"
    r"|(?:上个?世纪|20世纪|二十世纪)?[一二三四五六七八九1-9][十0]年代[初末]?"
)
_AHEAD: Final = re.compile(r"[明后]年|[明后]天|下个?(?:月|周|星期|礼拜|旬)|打算|计划|准备|要不要|以后|将来")
_RELATIVE: Final = re.compile("[去今明前后上这本来年]|下(?!元)")
_STEPS: Final = (timedelta(), *(timedelta(days=it) for it in (20, 40, 60, 365)))
"""How far back a bare day is looked for: jionlp takes the next one, and the month's number for the lunar month's."""


def leftover(text: str) -> str | None:
    """The words of time in ``text`` that are worth asking about, or None. Linear in its length."""
    found = _WORDS.search(text)
    if found is None or _AHEAD.search(text):
        return None
    intents = intents_of(text)
    return found[0][:LONGEST] if intents.talk or intents.recalls else None


def bases(words: str, now: datetime) -> tuple[datetime, ...]:
    """The moments from which ``words`` are read, ``now`` first: the newest of what they mean counts that is past."""
    return tuple(now - step for step in (_STEPS[:1] if _RELATIVE.search(words) else _STEPS))


def past_range(text: str, words: str, found: tuple[str, str], now: datetime) -> TimeRange | None:
    """A range as jionlp writes it (local time, its end inside), clamped to what is past; None when nothing of it is.

    It is never certain. ``words`` are what it was read from, in ``text``. Raises ValueError for what is no range.
    """
    start, last = (datetime.fromisoformat(it).replace(tzinfo=now.tzinfo) for it in found)
    end = min(last + timedelta(seconds=1), now)
    if start >= end:
        return None
    at = text.find(words)
    spans = ((at, at + len(words)),) if at >= 0 else ()
    return TimeRange(start, end, certain=False, spans=spans)
