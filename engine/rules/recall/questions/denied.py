"""Times that somebody denies: "not yesterday, the day before" asks for the day before yesterday.

A denied time is no time that is asked for, so it is taken out of the text. What stands beside it may be told from it.
"""

import re
from datetime import datetime, timedelta
from itertools import islice
from typing import Final

from engine.rules.recall.questions.times import time_in
from engine.rules.recall.words.words import is_chinese
from engine.values.memory.recall import TimeRange

MOST: Final = 3
"""Denials that are heard of one text."""
LONGEST: Final = 40
"""Characters of a time that is denied."""
_TRIES: Final = 10

_DENIES: Final = re.compile(
    r"(?:\b(?:no+|nah|nope|sorry|wait)[\s,.!]+){0,4}"
    r"\b(?:(?:and|but|so|like)[\s,]+)?"
    r"(?:i (?:do not|don['’]?t|did not|didn['’]?t|never) (?:mean|say|ask(?: about)?)"
    r"|i['’]?m not (?:asking|talking|on) about"
    r"|(?:it|that|this) (?:was not|wasn['’]?t|is not|isn['’]?t)|(?:rather|other) than|instead of|as opposed to"
    r"|never ?mind|forget(?: about)?|except(?: for)?|not)(?=\s)"
    r"(?:\s+(?:about|from|for|the ones?|those|what (?:we|i|you|was) (?:\w+ed|said|told me)|like,?))?\s+"
    r"|(?:[我俺](?:们)?)?(?:[说问指讲]的?|要的)?(?:并|而)?(?<![是要除你您他她])"
    r"(?:不是|非|唔系|没问|不问|没说|不要|别管|甭管|别说)(?:[说问指讲])?(?:的是)?\s*",
    re.IGNORECASE,
)
_BEHIND: Final = re.compile(
    r"(?:的|那[天次])?[啦呀啊哦噢喔嘛哈呢咯的]{0,2}(?:\s+(?:lah?|silly|dummy|no|mate|that is)\b)?"
    r"[\s,，、;；:：.。!！–—-]*"
    r"(?:(?:而是|而系|是|系)\s*|(?:but|i (?:mean|meant)|it was)\s+)?",
    re.IGNORECASE,
)
_WORD_OR_PAUSE: Final = re.compile(r"[㐀-鿿]|[^\s.,，;；:：。!！?？㐀-鿿]+|[.,，;；:：。!！?？\n]")
_CLAUSE_END: Final = re.compile(r"[,，;；:：。.!！?？\n]")
_DOUBTS: Final = re.compile(r"[吗么嘛]\s*\Z")
"""不是昨天吗: who asks so means that time."""
_TURNED: Final = re.compile(
    r"\b(?:(?:was|is|were|are|did|do|does|have|has|had|could|would|should|can|will)(?:n['’]?t)?"
    r" (?:it|that|this|i|we|you|he|she|they)|why|if|or|whether)\s*\Z"
    r"|\b(?:i|you|we|they|to|do(?:n['’]?| no)t|did(?:n['’]?| no)t|never|can(?:['’]?|no)t|won['’]?t)\s*\Z",
    re.IGNORECASE,
)
"""What stands before a word that denies nothing: "was it not last week", "did you forget last night"."""
_NEAR: Final = 20
_BESIDE: Final = re.compile(
    r"\b(?:the|one|a) (?P<unit>day|night|evening|morning|week|weekend|month|year|one)s?"
    r" (?P<side>before|earlier|prior|after|later)(?: (?:that|it))?\b"
    r"|(?:再|的)?(?P<before>[前上头后下])(?:面)?(?:那)?(?:一)?个?(?P<of>[天日晚周月年]|星期|礼拜)",
    re.IGNORECASE,
)
_AFTER: Final = frozenset(("after", "later", "后", "下"))
_DAYS: Final = frozenset(("day", "one", "天", "日"))
_WEEKS: Final = frozenset(("week", "周", "星期", "礼拜"))
_MONTHS: Final = {"month": 1, "月": 1, "year": 12, "年": 12}


def without_denied(text: str, now: datetime) -> tuple[str, TimeRange | None]:
    """``text`` without the times that it denies, and the time that it tells from one of them, with its place in there.

    What denies the only time asks whether it was then: "Wasn't it yesterday?". Linear in the length of the text.
    """
    cuts: list[tuple[int, int]] = []
    denied: TimeRange | None = None
    for found in islice(_DENIES.finditer(text), MOST):
        time = _time_at(text, found.end(), now)
        if time is not None and not _means_it(text, found, time[0]):
            behind = _BEHIND.match(text, time[0])
            cuts.append((found.start(), behind.end() if behind else time[0]))
            denied = time[1]
    if denied is None:
        return text, None
    rest = text
    for start, end in reversed(cuts):
        rest = f"{rest[:start]} {rest[end:]}"
    rest = rest.strip()
    if time_in(rest, now) is not None:
        return rest, None
    beside = _BESIDE.search(rest)
    return rest, None if beside is None else _beside(denied, beside)


def _means_it(text: str, found: re.Match[str], end: int) -> bool:
    """Whether what looks like a denial of the time that ends at ``end`` asks for that time."""
    behind = _CLAUSE_END.search(text, end)
    if _DOUBTS.search(text[end : behind.start() if behind else len(text)]) is not None:
        return True
    return _TURNED.search(text[max(0, found.start() - _NEAR) : found.start()]) is not None


def _time_at(text: str, at: int, now: datetime) -> tuple[int, TimeRange] | None:
    """The longest time that begins at ``at``: where it ends, and what it is."""
    ends = _ends(text, at)
    for end in reversed(ends):
        said = text[at:end]
        found = time_in(said, now)
        if found is not None and found.spans == ((0, len(said)),):
            return end, found
    return None


def _ends(text: str, at: int) -> list[int]:
    """Where the words that begin at ``at`` may end, up to a pause."""
    ends: list[int] = []
    for it in _WORD_OR_PAUSE.finditer(text, at, at + LONGEST):
        if len(ends) == _TRIES or (not it[0][0].isalnum() and not is_chinese(it[0][0])):
            break
        ends.append(it.end())
    return ends


def _beside(denied: TimeRange, found: re.Match[str]) -> TimeRange | None:
    """What lies before or behind a denied time, by what is said of it."""
    start, end = denied.start, denied.end
    if start is None or end is None:
        return None
    unit = (found["unit"] or found["of"]).lower()
    step = 1 if (found["side"] or found["before"]).lower() in _AFTER else -1
    midnight = start.replace(hour=0, minute=0, second=0, microsecond=0)
    if unit in _MONTHS:
        first = midnight.replace(day=1, month=1) if _MONTHS[unit] > 1 else midnight.replace(day=1)
        start, end = _months_on(first, step * _MONTHS[unit]), _months_on(first, (step + 1) * _MONTHS[unit])
    elif unit in _WEEKS or unit == "weekend":
        week = midnight - timedelta(days=midnight.weekday())
        start, end = week + timedelta(days=7 * step), week + timedelta(days=7 * (step + 1))
        start += timedelta(days=5 if unit == "weekend" else 0)
    elif unit in _DAYS and end - start <= timedelta(days=1):
        start, end = midnight + timedelta(days=step), midnight + timedelta(days=step + 1)
    else:
        long = max(timedelta(days=1), end - start)
        start, end = start + step * long, end + step * long
    return TimeRange(start, end, spans=(found.span(),))


def _months_on(first: datetime, count: int) -> datetime:
    number = first.year * 12 + first.month - 1 + count
    return first.replace(year=number // 12, month=number % 12 + 1)
