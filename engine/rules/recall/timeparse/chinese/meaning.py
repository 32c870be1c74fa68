"""What stretch of time a Chinese phrase means, seen from now."""

import re
from collections.abc import Iterator
from datetime import datetime
from typing import Final

from engine.rules.recall.timeparse.chinese import amounts
from engine.rules.recall.timeparse.chinese.phrases import ChinesePhrase
from engine.rules.recall.timeparse.chinese.steps import STEPS
from engine.rules.recall.timeparse.chinese.stretch import Grain, TimeStretch, day, days, month, months_of, week, year
from engine.rules.recall.timeparse.chinese.words import DAYS, YEARS, number

# The first Friday, the last day: of what, the words before must say.
_COUNTED: Final = re.compile("(?:第.|最后.?)个?(?:周|星期|礼拜|天)")


def stretch_of(phrase: ChinesePhrase, now: datetime) -> TimeStretch | None:
    """The stretch that a phrase means: where it is open, the latest that had begun by now. None if none can be said."""
    if _COUNTED.match(phrase.head.text) and phrase.head.kind == "third":
        return None
    if not phrase.floats:
        base = anchor(phrase, now)
        found = base and finer(base, phrase, 1, now)
        if (
            found
            and found.start > now
            and phrase.head.text[0] in "今当"
            and phrase.head.kind == "day"
            and found.grain >= Grain.PART
            and (now.hour < 5 or found.first > now.date())
        ):
            found = finer(day(-1, now), phrase, 1, now)
        return found or None
    for base in bases(phrase.floats, now):
        found = finer(base, phrase, 0, now)
        if found and found.start <= now:
            return found
    return None


def finer(base: TimeStretch, phrase: ChinesePhrase, skip: int, now: datetime) -> TimeStretch | None:
    """The part of ``base`` that the words of a phrase behind the first ``skip`` mean."""
    found: TimeStretch | None = base
    for word, parts in list(zip(phrase.words, phrase.parts, strict=True))[skip:]:
        if found is None:
            return None
        certain = found.certain
        try:
            found = STEPS[word.kind](found, word.text, parts, now)
        except ValueError:
            return None
        if found and not certain:
            found = found.vaguely()
    return found


def bases(unit: str, now: datetime, since: TimeStretch | None = None) -> Iterator[TimeStretch]:
    """The units in which an open word may lie: backward from now, or forward from the one of ``since``."""
    start, step = (now, -1) if since is None else (since.start, 1)
    for count in range(10 if unit == "year" else 13 if unit == "month" else 3):
        if unit == "year":
            # The last months of a lunar year lie in the next year.
            yield year(start.year + step * count + (1 if since is None else 0), now)
        elif unit == "month":
            yield month(months_of(start.date()) + step * count, now)
        elif unit == "week":
            yield (
                week((start.date() - now.date()).days // 7 + step * count, now)
                if since is None
                else _week_from(since, count, now)
            )
        else:
            yield day((start.date() - now.date()).days + step * count, now)


def _week_from(since: TimeStretch, count: int, now: datetime) -> TimeStretch:
    monday = (since.first - now.date()).days - since.first.weekday() + 7 * count
    return TimeStretch(day(monday, now).start, day(monday + 6, now).end, Grain.WEEK)


def follow(phrase: ChinesePhrase, first: TimeStretch, now: datetime) -> TimeStretch | None:
    """What an open phrase means as the end of a range: the first after ``first``."""
    for base in bases(phrase.floats, now, first):
        part = first.grain == Grain.CLOCK and first.start.hour >= 12
        found = finer(base, phrase, 0, now)
        if found and found.grain == Grain.CLOCK and part and found.start < first.start:
            found = TimeStretch(
                found.start + (found.end - found.start) * 16, found.end + (found.end - found.start) * 16, Grain.CLOCK
            )
        if found and found.end > first.start and found.start >= first.start:
            return found
    return None


def anchor(phrase: ChinesePhrase, now: datetime) -> TimeStretch | None:
    """The stretch of a first word that says itself where it lies."""
    kind, text, parts = phrase.head.kind, phrase.head.text, phrase.parts[0]
    if kind == "duration":
        return amounts.resolved(parts, now) if amounts.kind(parts) in ("ago", "last", "within") else None
    if kind == "vague":
        return amounts.vague(text, now)
    if kind == "day":
        return day(DAYS[parts.get("d") or parts.get("ds") or "昨"], now)
    if kind in ("year", "relyear"):
        return _year(kind, text, parts, now)
    if kind in ("week", "relmonth"):
        return _counted(kind, parts, now)
    return _written(parts, now) if kind == "iso" else None


def _year(kind: str, text: str, parts: dict[str, str], now: datetime) -> TimeStretch | None:
    if kind == "relyear":
        if "ys" not in parts:
            return year(now.year + YEARS[text], now)
        base = year(now.year - (parts["ys"] == "去"), now)
        return STEPS["season"](base, parts["yss"], {}, now)
    if "yq" in parts:
        return year(1000 * int(number(parts["yq"][0])) + int(number(parts["yq"][2:].lstrip("零〇"))), now)
    said = parts.get("y4") or parts.get("y2") or parts.get("yh") or ""
    value = int(number(said))
    if len(said) == 2:
        value += now.year // 100 * 100 - (100 if value > now.year % 100 else 0)
    return year(value, now)


def _counted(kind: str, parts: dict[str, str], now: datetime) -> TimeStretch:
    said = parts.get("wo") or parts.get("mo") or ""
    offset = said.count("下") - said.count("上") - ("前" in said) - (1 if "大" in said else 0)
    if kind == "relmonth":
        return month(months_of(now.date()) + offset, now)
    found = week(offset, now)
    if "wd" not in parts:
        return found
    return STEPS["weekday"](found, "周", {"w": parts["wd"]}, now) or found


def _written(parts: dict[str, str], now: datetime) -> TimeStretch | None:
    said = [parts.get(f"iso_{unit}") or parts.get(f"run_{unit}") for unit in "ymd"]
    numbers = [int(unit) for unit in said if unit]
    if not 1 <= numbers[1] <= 12:
        return None
    found = month(numbers[0] * 12 + numbers[1] - 1, now)
    if len(numbers) == 2:
        return found
    which = found.first.replace(day=numbers[2])
    return days(which, which, now)
