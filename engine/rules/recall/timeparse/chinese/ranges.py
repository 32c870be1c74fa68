"""Reads a Chinese phrase of time with its neighbours: from A to B, since A, before A, around A."""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from engine.rules.recall.timeparse import calendar
from engine.rules.recall.timeparse.chinese import amounts
from engine.rules.recall.timeparse.chinese.atoms import Atom
from engine.rules.recall.timeparse.chinese.context import Firmness
from engine.rules.recall.timeparse.chinese.meaning import follow, stretch_of
from engine.rules.recall.timeparse.chinese.phrases import ChinesePhrase
from engine.rules.recall.timeparse.chinese.stretch import Grain, TimeStretch
from engine.values.memory.recall import TimeRange

Items = list[Atom | ChinesePhrase]

_BETWEEN: Final = re.compile("(?:的)?(?:之间|中间|这段|期间|之内|这些天|这几天)")
_COMPARED: Final = re.compile("[^，,。]{0,3}比")
_SINCE_THEN: Final = re.compile("[^，,。!！?？]{0,6}(?:就|一直|起|开始)")
_BEFORE_CLOCK: Final = timedelta(minutes=15)


@dataclass(frozen=True, slots=True)
class TimeReading:
    """A phrase, or two that make a range, and what it means. ``faint`` ones give way to any other."""

    start: int
    end: int
    range: TimeRange
    firmness: Firmness
    faint: bool = False


def read(text: str, items: Items, at: int, now: datetime) -> tuple[TimeReading | None, int]:
    """What the phrase at ``at`` means with its neighbours, and how many items belong to it."""
    phrase = items[at]
    if not isinstance(phrase, ChinesePhrase):
        return None, 1
    first = _stretch(phrase, now)
    if first is None or calendar.is_future(first.start, now):
        return None, 1
    opened = _opened(text, items, at)
    start = phrase.start if opened is None else opened.start
    firmness = _firmness(phrase, first, now)
    joined = _joined(text, items, at)
    whole = _whole(text, items[at + 1], joined, first, now) if joined else None
    if joined and whole:
        found = TimeRange(whole.start, whole.end, whole.certain, ((start, joined.end),))
        return TimeReading(start, joined.end, found, min(firmness, Firmness.DATE)), 3
    suffix = _suffix(text, items, at)
    if suffix or (opened is not None and _SINCE_THEN.match(text, phrase.end)):
        end = suffix.end if suffix else phrase.end
        bounds = _suffixed(first, suffix.kind if suffix else "since", now, opened=opened is not None)
        found = TimeRange(bounds.start, bounds.end, bounds.certain, ((start, end),))
        return TimeReading(start, end, found, _firm_suffix(suffix, firmness)), 2 if suffix else 1
    return _alone(phrase, first, firmness, now), 1


def _alone(phrase: ChinesePhrase, first: TimeStretch, firmness: Firmness, now: datetime) -> TimeReading:
    begin = first.start - _BEFORE_CLOCK if first.grain == Grain.CLOCK else first.start
    found = TimeRange(begin, first.end, first.certain, ((phrase.start, phrase.end),))
    return TimeReading(phrase.start, phrase.end, found, firmness, _faint(phrase, first, now))


def _stretch(phrase: ChinesePhrase, now: datetime) -> TimeStretch | None:
    try:
        return stretch_of(phrase, now)
    except (OverflowError, ValueError):
        return None


def _opened(text: str, items: Items, at: int) -> Atom | None:
    """The 从 before a phrase."""
    before = items[at - 1] if at else None
    phrase = items[at]
    if isinstance(before, Atom) and before.kind == "from" and not text[before.end : phrase.start].strip():
        return before
    return None


def _joined(text: str, items: Items, at: int) -> ChinesePhrase | None:
    """The phrase that a 到 or 和 joins to this one."""
    if at + 2 >= len(items):
        return None
    before, join, phrase = items[at], items[at + 1], items[at + 2]
    if not (isinstance(join, Atom) and join.kind in ("to", "and") and isinstance(phrase, ChinesePhrase)):
        return None
    gaps = text[before.end : join.start][:6].strip(), text[join.end : phrase.start][:6].strip()
    return phrase if gaps[0] in ("", "的时候", "一直") and gaps[1] in ("", "了") else None


def _second(phrase: ChinesePhrase, first: TimeStretch, now: datetime) -> TimeStretch | None:
    try:
        return follow(phrase, first, now) if phrase.floats else stretch_of(phrase, now)
    except (OverflowError, ValueError):
        return None


def _whole(
    text: str, join: Atom | ChinesePhrase, phrase: ChinesePhrase, first: TimeStretch, now: datetime
) -> TimeStretch | None:
    """One stretch out of two; two days merely named side by side must touch."""
    second = _second(phrase, first, now)
    if second is None or isinstance(join, ChinesePhrase):
        return None
    if join.kind == "and" and not _BETWEEN.match(text, phrase.end):
        return None if _COMPARED.match(text, phrase.end) else _both(first, second)
    low, high = (first, second) if first.start <= second.start else (second, first)
    end = high.start if high.grain == Grain.CLOCK else high.end
    return TimeStretch(low.start, end, Grain.SPAN, first.certain and second.certain) if low.start < end else None


def _both(first: TimeStretch, second: TimeStretch) -> TimeStretch | None:
    low, high = (first, second) if first.start <= second.start else (second, first)
    return (
        TimeStretch(low.start, high.end, Grain.SPAN) if low.end == high.start and first.grain == second.grain else None
    )


def _suffix(text: str, items: Items, at: int) -> Atom | None:
    """The 以后, 以来, 之前 or 前后 behind a phrase."""
    if at + 1 >= len(items):
        return None
    word, phrase = items[at + 1], items[at]
    if isinstance(word, Atom) and word.kind in ("since", "after", "before", "around"):
        return word if text[phrase.end : word.start] in ("", "的", "那天", "期间", "节", " ", "我们") else None
    return None


@dataclass(frozen=True, slots=True)
class _Bounds:
    start: datetime | None
    end: datetime | None
    certain: bool = True


def _suffixed(first: TimeStretch, kind: str, now: datetime, *, opened: bool) -> _Bounds:
    if kind == "before":
        return _Bounds(None, first.start, first.certain)
    if kind == "since":
        return _Bounds(first.start, now, first.certain)
    if kind == "after":
        whole = first.grain == Grain.CLOCK or first.end >= now or (opened and first.grain < Grain.DAY)
        return _Bounds(first.start if whole else first.end, now, first.certain)
    reach = timedelta(days=7 if first.grain <= Grain.WEEK else 2)
    if first.grain >= Grain.PART:
        reach = timedelta(minutes=30)
    return _Bounds(first.start - reach, min(now, first.end + reach), certain=False)


def _firm_suffix(suffix: Atom | None, firmness: Firmness) -> Firmness:
    if suffix and suffix.kind == "before" and firmness != Firmness.PAST:
        return Firmness.SOFT
    return firmness


def _firmness(phrase: ChinesePhrase, found: TimeStretch, now: datetime) -> Firmness:
    """How much help the words need to mean the past."""
    if phrase.head.kind == "duration" and amounts.kind(phrase.parts[0]) in ("ago", "last"):
        return Firmness.PAST
    if not phrase.floats:
        return Firmness.PAST if found.end <= now else Firmness.NOW
    kinds = {word.kind for word in phrase.words}
    if phrase.head.kind == "third" and re.search("[半季qQ]", phrase.head.text):
        return Firmness.PLAIN
    if kinds & {"dom", "dotted"} and len(kinds) > 1:
        return Firmness.DATE
    if kinds & {"dom", "dotted", "month", "hour", "clock"} or (kinds & {"weekday"} and "末" not in phrase.head.text):
        return Firmness.PLAIN
    return Firmness.SOFT


def _faint(phrase: ChinesePhrase, found: TimeStretch, now: datetime) -> bool:
    if phrase.head.kind == "vague":
        return found.end >= now
    return len(phrase.words) == 1 and phrase.head.kind == "day" and found.start <= now < found.end
