"""Which time does a question mean? Questions are made from the calendar, their ranges without the rules that read them.

Alone: ``python -m tests.bench.times``.
"""

import asyncio
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo
from datetime import time as of_day
from functools import cache
from pathlib import Path
from typing import Any, Final
from zoneinfo import ZoneInfo

from engine.rules.recall.timeparse import resolve
from tests.bench.figures import Figure, Part, percentile, table

LANGUAGES: Final = ("en", "zh")
_NOWS: Final = (
    datetime(2026, 3, 4, 9, 20, tzinfo=UTC),
    datetime(2026, 8, 30, 22, 5, tzinfo=UTC),
    datetime(2027, 1, 1, 14, tzinfo=UTC),
)
"""A Wednesday, a Sunday at the end of a month, and a new year; by the clock of each language's zone."""
_ZONES: Final = {"en": ZoneInfo("Europe/Berlin"), "zh": ZoneInfo("Asia/Shanghai")}
_DAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS: Final = tuple(date(2000, month, 1).strftime("%B") for month in range(1, 13))
_CHINESE: Final = "一二三四五六日"
_HALF: Final = timedelta(days=1.5)
_HOSTILE: Final = ("1年2月", "last ", "上上", "from 1 to 2 ", "星期")


@dataclass(frozen=True, slots=True)
class Case:
    """A question, when it is asked, and what it means: nothing (None), or from and to, each give or take ``slack``."""

    text: str
    now: datetime
    meant: tuple[datetime, datetime] | None
    kind: str
    slack: timedelta = timedelta(minutes=1)


async def run(folder: Path, *, quick: bool) -> Part:
    """Exact ranges, false ones, and how long reading takes."""
    del folder
    figures: list[Figure] = []
    notes: list[str] = []
    for language in LANGUAGES:
        made = list(cases(language))
        wrong = [it for it in made if not right(it)]
        past = [it for it in made if it.meant is not None]
        none = [it for it in made if it.kind == "none"]
        future = [it for it in made if it.kind == "future"]
        figures += [
            Figure(f"{language}, {len(past)} questions: not exact", _share(wrong, past), "%", 3.0),
            Figure(f"{language}, {len(none)} lines without a time: read as one", _share(wrong, none), "%", 1.0),
            Figure(f"{language}, {len(future)} lines of the future: read as past", _share(wrong, future), "%", 0.0),
        ]
        notes += [f"{language}: {it.text} ({it.now:%Y-%m-%d})" for it in wrong[:6]]
        figures += _speed(language, made, 3 if quick else 9)
    return Part("Words of time", (*figures, _hostile()), tuple(notes))


def right(case: Case) -> bool:
    """Whether a question is read as what it means; what lies ahead of now counts for nothing."""
    found = resolve(case.text, case.now)
    if found is None or (found.start is not None and found.start > case.now):
        return case.meant is None
    if case.meant is None or found.start is None:
        return False
    start, end = case.meant
    ends = min(found.end or case.now, case.now), min(end, case.now)
    return abs(found.start - start) <= case.slack and abs(ends[0] - ends[1]) <= case.slack


def cases(language: str) -> Iterator[Case]:
    """Every question of a language."""
    words = _words()[language]
    zone = _ZONES[language]
    for number, now in enumerate(_NOWS):
        here = now.replace(tzinfo=zone)
        for which, (said, start, end, slack) in enumerate(_CALENDARS[language](now.date())):
            asked = words["asks"][(which + number) % len(words["asks"])].replace("{when}", said)
            meant = _midnight(start, zone), _midnight(end, zone)
            yield Case(asked[:1].upper() + asked[1:], here, meant, "past", slack)
    here = _NOWS[0].replace(tzinfo=zone)
    for kind in ("none", "future"):
        yield from (Case(text, here, None, kind) for text in words[kind])


_Meaning = tuple[str, date, date, timedelta]
_EXACT: Final = timedelta(minutes=1)


def _english(today: date) -> Iterator[_Meaning]:
    """What is said, first day, day after the last."""
    monday, first = today - timedelta(days=today.weekday()), today.replace(day=1)
    yield from (("yesterday", *_day(today, 1)), ("the day before yesterday", *_day(today, 2)))
    for count, word in ((3, "three"), (5, "5"), (10, "ten")):
        yield f"{word} days ago", *_day(today, count)
    for ago in range(1, 7):
        day = today - timedelta(days=ago)
        yield f"on {_DAYS[day.weekday()]}", *_day(today, ago)
    yield "last week", monday - timedelta(days=7), monday, _EXACT
    yield "last weekend", monday - timedelta(days=2), monday, _EXACT
    yield "last month", _months(first, -1), first, _EXACT
    yield "last year", date(today.year - 1, 1, 1), date(today.year, 1, 1), _EXACT
    for ago in (1, 2, 4, 7, 11):
        start = _months(first, -ago)
        yield f"in {_MONTHS[start.month - 1]}", start, _months(start, 1), _EXACT
        yield f"in {_MONTHS[start.month - 1]} {start.year}", start, _months(start, 1), _EXACT
    for ago in (9, 33, 100, 200, 340):
        day = today - timedelta(days=ago)
        forms = (f"on {_MONTHS[day.month - 1]} {day.day}", f"on {day.day} {_MONTHS[day.month - 1]}", f"on {day}")
        yield from ((form, *_day(today, ago)) for form in forms)
    for count in (3, 7):
        yield f"in the last {count} days", today - timedelta(days=count), today + timedelta(days=1), _HALF
    yield from _christmas(today, "at Christmas", "on Christmas Eve")


def _chinese(today: date) -> Iterator[_Meaning]:
    monday, first = today - timedelta(days=today.weekday()), today.replace(day=1)
    yield from (("昨天", *_day(today, 1)), ("前天", *_day(today, 2)), ("大前天", *_day(today, 3)))
    for count, word in ((3, "三"), (5, "5"), (10, "十")):
        yield f"{word}天前", *_day(today, count)
    for weekday in range(7):
        day = monday - timedelta(days=7 - weekday)
        for word in ("上周", "上星期", "上个礼拜"):
            yield f"{word}{_CHINESE[weekday]}", day, day + timedelta(days=1), _EXACT
    yield "上周", monday - timedelta(days=7), monday, _EXACT
    yield "上上周", monday - timedelta(days=14), monday - timedelta(days=7), _EXACT
    yield "上周末", monday - timedelta(days=2), monday, _EXACT
    yield "上个月", _months(first, -1), first, _EXACT
    yield "去年", date(today.year - 1, 1, 1), date(today.year, 1, 1), _EXACT
    yield "前年", date(today.year - 2, 1, 1), date(today.year - 1, 1, 1), _EXACT
    for ago in (1, 2, 4, 7, 11):
        start = _months(first, -ago)
        yield f"{start.month}月份", start, _months(start, 1), _EXACT
        yield f"{start.year}年{start.month}月", start, _months(start, 1), _EXACT
    for ago in (9, 33, 200, 340):
        day = today - timedelta(days=ago)
        for form in (f"{day.month}月{day.day}号", f"{day.year}年{day.month}月{day.day}日"):
            yield form, *_day(today, ago)
    for count, word in ((3, "三"), (7, "七")):
        yield f"过去{word}天里", today - timedelta(days=count), today + timedelta(days=1), _HALF
    yield from _christmas(today, "圣诞节", "平安夜")


_CALENDARS: Final[dict[str, Callable[[date], Iterator[_Meaning]]]] = {"en": _english, "zh": _chinese}


def _day(today: date, ago: int) -> tuple[date, date, timedelta]:
    day = today - timedelta(days=ago)
    return day, day + timedelta(days=1), _EXACT


def _christmas(today: date, name: str, eve: str) -> Iterator[_Meaning]:
    day = date(today.year - 1, 12, 25)
    yield name, day, day + timedelta(days=1), 2 * _HALF  # one to three days, as people keep it
    yield eve, day - timedelta(days=1), day, _EXACT


def _months(first: date, count: int) -> date:
    """The first of a month so many months later."""
    number = first.year * 12 + first.month - 1 + count
    return date(number // 12, number % 12 + 1, 1)


def _midnight(day: date, zone: tzinfo) -> datetime:
    return datetime.combine(day, of_day(), zone)


@cache
def _words() -> dict[str, Any]:
    return json.loads((Path(__file__).parent / "recall_words/times.json").read_text("utf-8"))


def _share(wrong: list[Case], of: list[Case]) -> float:
    return 100 * sum(it in wrong for it in of) / len(of)


def _speed(language: str, made: list[Case], rounds: int) -> list[Figure]:
    seconds = [_read(it.text, it.now, rounds) for it in made]
    long = [_read((it.text * 200)[:200], it.now, rounds) for it in made]
    return [
        Figure(f"{language}, a line, p50", percentile(seconds, 0.5) * 1e6, "µs"),
        Figure(f"{language}, a line, p99", percentile(seconds, 0.99) * 1e6, "µs"),
        Figure(f"{language}, 200 characters, p99", percentile(long, 0.99) * 1e6, "µs", 2000.0),
    ]


def _hostile() -> Figure:
    now = datetime(2026, 3, 4, 9, tzinfo=UTC)
    seconds = [_read((text * 4000)[:4000], now, 5) for text in _HOSTILE]
    return Figure("4,000 hostile characters, p99", percentile(seconds, 0.99) * 1000, "ms", 10.0)


def _read(text: str, now: datetime, rounds: int) -> float:
    """Seconds of the quickest of some rounds: what others do on the machine meanwhile is not counted."""
    taken: list[float] = []
    for _ in range(rounds):
        began = time.perf_counter()
        resolve(text, now)
        taken.append(time.perf_counter() - began)
    return min(taken)


if __name__ == "__main__":
    print(table([asyncio.run(run(Path(), quick=True))]))  # noqa: T201 — its output
