"""Which day that is yet to come Chinese words name."""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from engine.rules.recall.timeparse.calendar import NamedDay, is_future
from engine.rules.recall.timeparse.chinese import amounts
from engine.rules.recall.timeparse.chinese.meaning import anchor
from engine.rules.recall.timeparse.chinese.phrases import ChinesePhrase, phrases
from engine.rules.recall.timeparse.chinese.steps import STEPS, lunar_numbers
from engine.rules.recall.timeparse.chinese.stretch import (
    Grain,
    TimeStretch,
    day,
    moment,
    month,
    months_of,
    week,
    year,
)
from engine.rules.recall.timeparse.chinese.words import folded

_YEARS_ON: Final = 20  # until a leap month comes again
_MONTHS_ON: Final = 13
_WEEKS_ON: Final = 2
_LONG_AGO: Final = timedelta(days=400)
_YEAR: Final = "(?:[0-9]{4}|[一二][零〇一二三四五六七八九]{3}|[今明后])年"
_OLD_YEAR: Final = re.compile(rf"(农历|阴历|旧历)的?({_YEAR})的?")
_DAY_AND_HOUR: Final = re.compile("((?:周|星期|礼拜)[一二三四五六日天])(?=[0-9])")
_SPACED: Final = re.compile("(?<=[0-9]) (?=[年月日号点时个天周])|(?<=[年月日号午晚上点]) (?=[0-9])")
_NUMERALS: Final = frozenset("0123456789零〇一二两三四五六七八九十")
_NAMES_YEAR: Final = frozenset(("year", "relyear", "iso"))
_CLOCKS: Final = frozenset(("hour", "clock"))


def find_ahead(text: str, now: datetime) -> NamedDay | None:
    """The day that ``text`` names, seen from ``now``; None where it names none, or several."""
    words = _DAY_AND_HOUR.sub(r"\1 ", _OLD_YEAR.sub(r"\2\1", _SPACED.sub("", folded(text))))
    found = [it for it in phrases(words) if isinstance(it, ChinesePhrase)]
    named = [it for it in found if it.floats != "day"]
    if len(named) > 1 and named[1].head.kind == "weekday" != named[0].head.kind:
        del named[1]  # 12月3日（周四）
    if len(named) > 1 or not found:
        return None
    first = named[0] if named else found[0]
    if first.words[-1].kind == "lunar" and words[first.end : first.end + 1] in _NUMERALS:
        return None  # 九月三十一
    at = _ahead(first, now)
    clock = next((it for it in found if it.floats == "day"), None)
    if at is not None and named and clock is not None and at.grain == Grain.DAY:
        at = _inside(at, clock, 0, now)
    return _named(at, first) if at is not None else None


def _named(at: TimeStretch, phrase: ChinesePhrase) -> NamedDay | None:
    holiday = phrase.words[-1].kind == "holiday"
    if not (Grain.DAY <= at.grain <= Grain.CLOCK or holiday):
        return None
    minute = at.start.hour * 60 + at.start.minute if at.grain == Grain.CLOCK else None
    dated = any(it.kind in _NAMES_YEAR for it in phrase.words)
    lunar = [parts for word, parts in zip(phrase.words, phrase.parts, strict=True) if word.kind == "lunar"]
    return NamedDay(at.first, minute, dated, lunar_numbers(lunar[0]) if lunar else None, holiday)


def _ahead(phrase: ChinesePhrase, now: datetime) -> TimeStretch | None:
    """What a phrase means: where it is open, the first that is not over."""
    if phrase.head.kind == "duration" and amounts.kind(phrase.parts[0]) == "later":
        base = amounts.ahead(phrase.parts[0], now)
        return base and _inside(base, phrase, 1, now)
    if not phrase.floats:
        base = anchor(phrase, now)
        found = base and _inside(base, phrase, 1, now)
        evening = found and found.grain == Grain.CLOCK and not _comes(found, now) and found.start.hour < 12
        if found and evening and found.first == now.date() and not any(it.kind == "part" for it in phrase.words):
            return moment(found.start + timedelta(hours=12))
        return found or None
    offered = (_inside(base, phrase, 0, now) for base in _bases(phrase.floats, now))
    return next((it for it in offered if it and _comes(it, now)), None)


def _inside(base: TimeStretch, phrase: ChinesePhrase, skip: int, now: datetime) -> TimeStretch | None:
    found: TimeStretch | None = base
    for word, parts in list(zip(phrase.words, phrase.parts, strict=True))[skip:]:
        # An hour of today without more is the latest one to who asks about the past: to them it is never today.
        seen = now - _LONG_AGO if word.kind in _CLOCKS else now
        try:
            found = STEPS[word.kind](found, word.text, parts, seen)
        except ValueError:
            return None
        if found is None:
            return None
    return found


def _comes(found: TimeStretch, now: datetime) -> bool:
    return is_future(found.start if found.grain == Grain.CLOCK else found.end, now)


def _bases(unit: str, now: datetime) -> Iterator[TimeStretch]:
    if unit == "year":
        # The last months of a lunar year lie in the next year.
        yield from (year(it, now) for it in range(now.year - 1, now.year + _YEARS_ON))
    elif unit == "month":
        yield from (month(months_of(now.date()) + it, now) for it in range(_MONTHS_ON))
    elif unit == "week":
        yield from (week(it, now) for it in range(_WEEKS_ON))
    else:
        yield from (day(it, now) for it in range(2))
