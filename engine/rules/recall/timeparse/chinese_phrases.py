"""Puts Chinese words of time that stand together into phrases, and says what stretch each means."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from engine.rules.recall.timeparse import chinese_amounts as amounts
from engine.rules.recall.timeparse.chinese_atoms import Atom, atoms
from engine.rules.recall.timeparse.chinese_steps import STEPS
from engine.rules.recall.timeparse.chinese_stretch import (
    Grain,
    Stretch,
    day,
    days,
    month,
    months_of,
    week,
    year,
)  # fmt: skip
from engine.rules.recall.timeparse.chinese_words import DAYS, YEARS, number

# What may stand between two words of one phrase.
_GLUE: Final = re.compile(
    r"[,，]?(?:的|那|那个|好像|应该|可能|也许|估计|大概|大约|那天的?|那年的?|[,， ]|，的|里的?|在|我们?|你们?|咱们?|咱|他们?|她们?|你我|我俩|咱俩|大概是?|"
    r"大约是?|差不多|好像是?|应该是?|是|是在|左右的?|份的?|"
    r"期间的?|节的?|号的|的那个?|的时候的?|一整个?|整个|这个?|又|也|就|都)?"
)
# Grain of what comes in → grains that it can make finer.
_COARSER: Final[dict[str, tuple[Grain, ...]]] = {
    "month": (Grain.YEAR,), "dotted": (Grain.YEAR,), "holiday": (Grain.YEAR,), "lunar": (Grain.YEAR,), "season": (Grain.YEAR,),
    "dom": (Grain.MONTH,), "third": (Grain.YEAR, Grain.SEASON, Grain.MONTH, Grain.WEEK), "weekday": (Grain.WEEK,),
    "day": (Grain.YEAR, Grain.MONTH, Grain.WEEK), "same": (Grain.YEAR, Grain.MONTH, Grain.WEEK, Grain.DAY),
    "part": (Grain.DAY, Grain.SEASON), "hour": (Grain.DAY, Grain.PART, Grain.SEASON),
    "clock": (Grain.DAY, Grain.PART, Grain.SEASON), "anaphor": (Grain.YEAR, Grain.MONTH, Grain.DAY, Grain.SEASON), "duration": (Grain.DAY, Grain.SEASON),
}  # fmt: skip
_MAKES: Final = {
    "year": Grain.YEAR, "relyear": Grain.YEAR, "month": Grain.MONTH, "relmonth": Grain.MONTH, "week": Grain.WEEK,
    "weekday": Grain.DAY, "day": Grain.DAY, "dom": Grain.DAY, "dotted": Grain.DAY, "iso": Grain.DAY, "part": Grain.PART,
    "hour": Grain.CLOCK, "clock": Grain.CLOCK, "season": Grain.SEASON, "holiday": Grain.SEASON, "lunar": Grain.SEASON,
    "third": Grain.THIRD, "same": Grain.DAY, "anaphor": Grain.DAY, "duration": Grain.DAY, "vague": Grain.SPAN,
}  # fmt: skip
# Words behind which 那天 adds nothing, and 次日 counts from them.
_DATED: Final = frozenset(("holiday", "lunar", "season", "dom", "dotted", "iso", "weekday", "week", "day", "duration", "month", "third"))
# In which larger unit a word without an anchor is looked for.
_FLOATS: Final = {
    "month": "year", "dotted": "year", "holiday": "year", "lunar": "year", "season": "year", "dom": "month", "weekday": "week",
    "part": "day", "hour": "day", "clock": "day",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words of time that belong together. ``parts`` are those of each word."""

    words: tuple[Atom, ...]
    parts: tuple[dict[str, str], ...]

    @property
    def start(self) -> int:
        """Where it begins in the text."""
        return self.words[0].start

    @property
    def end(self) -> int:
        """Where it ends in the text."""
        return self.words[-1].end

    @property
    def head(self) -> Atom:
        """The first word."""
        return self.words[0]

    @property
    def floats(self) -> str:
        """The unit in which it is looked for; empty if it says itself where it lies."""
        if self.head.kind != "third":
            return _FLOATS.get(self.head.kind, "")
        return "month" if re.search("[月旬]", self.head.text) else "week" if "周" in self.head.text else "year"


def grain_of(word: Atom, parts: dict[str, str]) -> Grain:
    """How fine a word is."""
    if word.kind == "week" and parts.get("wd"):
        return Grain.SEASON if parts["wd"] == "末" else Grain.DAY
    if word.kind == "duration":
        unit = {
            "年": Grain.YEAR,
            "月": Grain.MONTH,
            "天": Grain.DAY,
            "日": Grain.DAY,
            "周": Grain.WEEK,
            "星期": Grain.WEEK,
            "礼拜": Grain.WEEK,
        }
        whole = amounts.kind(parts) == "ago" and not (
            parts.get("c") or parts.get("t") or parts.get("more") or "n2" in parts
        )
        return unit.get(parts["u"], Grain.SPAN) if whole and number(parts["n"]) >= 1 else Grain.SPAN
    if word.kind == "iso" and not (parts.get("iso_d") or parts.get("run_d")):
        return Grain.MONTH
    if word.kind == "lunar" and not parts.keys() & {"ld", "ny", "ny2"}:
        return Grain.THIRD
    return _MAKES.get(word.kind, Grain.SPAN)


def compose(text: str, found: list[Atom]) -> list[Atom | Phrase]:
    """The phrases of a folded text in order, with the joining words between them."""
    items: list[Atom | Phrase] = []
    at = 0
    while at < len(found):
        taken = _taken(text, found, at)
        if found[at].kind in _MAKES:
            items.append(Phrase(tuple(taken), tuple(word.part(text) for word in taken)))
        else:
            items.append(found[at])
        at += len(taken)
    return items


def _taken(text: str, found: list[Atom], at: int) -> list[Atom]:
    """The word at ``at`` and the ones after it that make it finer."""
    taken = [found[at]]
    if found[at].kind not in _MAKES:
        return taken
    parts = found[at].part(text)
    grain = Grain.DAY if found[at].kind == "anaphor" or _is_length(found[at], parts) else grain_of(found[at], parts)
    for word in found[at + 1 :]:
        if grain not in _COARSER.get(word.kind, ()) and not (taken[0].kind == "anaphor" and word.kind in STEPS):
            break
        if not _GLUE.fullmatch(text[taken[-1].end : word.start][:8]) or not _belongs(text, taken[-1], word):
            break
        taken.append(word)
        grain = max(grain, grain_of(word, word.part(text))) if word.kind not in ("anaphor", "duration") else Grain.DAY
    return taken


def _is_length(word: Atom, parts: dict[str, str]) -> bool:
    return word.kind == "duration" and amounts.kind(parts) in ("", "later")


def _belongs(text: str, before: Atom, word: Atom) -> bool:
    """Whether a word that could make the one before it finer does."""
    gap = text[before.end : word.start]
    if word.kind == "day":
        return word.text in ("今天", "今日", "今儿") and gap in ("", "的") and before.kind != "day"
    if word.kind == "anaphor":
        counted = word.text[0] == "第" and word.text[-1] in "天周"
        return gap in ("", "的", "的那个") and (counted or (before.kind in _DATED and word.text[0] in "那当次翌隔前头后"))
    if word.kind == "same":
        return gap in ("", "的")
    if word.kind == "third" and before.kind in ("holiday", "season", "lunar"):
        return word.text.endswith(("天", "周"))
    if word.kind == "duration":
        parts = word.part(text)
        return gap in ("", "的") and parts.get("pre") in ("前", "后", "头") and not parts.get("suf")
    return True


def stretch_of(phrase: Phrase, now: datetime) -> Stretch | None:
    """The stretch that a phrase means: where it is open, the latest that had begun by now. None if none can be said."""
    if not phrase.floats:
        base = _anchor(phrase, now)
        found = base and _finer(base, phrase, 1, now)
        if (
            found
            and found.start > now
            and phrase.head.text[0] in "今当"
            and phrase.head.kind == "day"
            and found.grain >= Grain.PART
            and (now.hour < 5 or found.first > now.date())
        ):
            found = _finer(day(-1, now), phrase, 1, now)
        return found or None
    for base in bases(phrase.floats, now):
        found = _finer(base, phrase, 0, now)
        if found and found.start <= now:
            return found
    return None


def _finer(base: Stretch, phrase: Phrase, skip: int, now: datetime) -> Stretch | None:
    found: Stretch | None = base
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


def bases(unit: str, now: datetime, since: Stretch | None = None) -> Iterator[Stretch]:
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


def _week_from(since: Stretch, count: int, now: datetime) -> Stretch:
    monday = (since.first - now.date()).days - since.first.weekday() + 7 * count
    return Stretch(day(monday, now).start, day(monday + 6, now).end, Grain.WEEK)


def follow(phrase: Phrase, first: Stretch, now: datetime) -> Stretch | None:
    """What an open phrase means as the end of a range: the first after ``first``."""
    for base in bases(phrase.floats, now, first):
        part = first.grain == Grain.CLOCK and first.start.hour >= 12
        found = _finer(base, phrase, 0, now)
        if found and found.grain == Grain.CLOCK and part and found.start < first.start:
            found = Stretch(
                found.start + (found.end - found.start) * 16, found.end + (found.end - found.start) * 16, Grain.CLOCK
            )
        if found and found.end > first.start and found.start >= first.start:
            return found
    return None


def _anchor(phrase: Phrase, now: datetime) -> Stretch | None:
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


def _year(kind: str, text: str, parts: dict[str, str], now: datetime) -> Stretch | None:
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


def _counted(kind: str, parts: dict[str, str], now: datetime) -> Stretch:
    said = parts.get("wo") or parts.get("mo") or ""
    offset = said.count("下") - said.count("上") - ("前" in said) - (1 if "大" in said else 0)
    if kind == "relmonth":
        return month(months_of(now.date()) + offset, now)
    found = week(offset, now)
    if "wd" not in parts:
        return found
    return STEPS["weekday"](found, "周", {"w": parts["wd"]}, now) or found


def _written(parts: dict[str, str], now: datetime) -> Stretch | None:
    said = [parts.get(f"iso_{unit}") or parts.get(f"run_{unit}") for unit in "ymd"]
    numbers = [int(unit) for unit in said if unit]
    if not 1 <= numbers[1] <= 12:
        return None
    found = month(numbers[0] * 12 + numbers[1] - 1, now)
    if len(numbers) == 2:
        return found
    which = found.first.replace(day=numbers[2])
    return days(which, which, now)


def phrases(text: str) -> list[Atom | Phrase]:
    """The phrases of a folded text with the joining words between them."""
    return compose(text, atoms(text))
