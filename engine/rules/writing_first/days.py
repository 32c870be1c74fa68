"""Days that are still to come, as people type them: "tomorrow", "Friday", "2026-12-04", 周五, 明天. Pure."""

import re
from datetime import date, timedelta
from typing import Final

_NEAR: Final = {
    "today": 0,
    "tomorrow": 1,
    "今天": 0,
    "今日": 0,
    "明天": 1,
    "明日": 1,
    "后天": 2,
    "後天": 2,
    "大后天": 3,
}
_ENGLISH: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_CHINESE: Final = "一二三四五六日"
_WEEKDAY: Final = re.compile(r"(?:周|星期|礼拜|週)([一二三四五六日天])")
_ISO: Final = re.compile(r"(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?")
_SHORT: Final = re.compile(r"(\d{1,2})[-/月](\d{1,2})[日号]?")
_WEEK: Final = 7


def coming_day(text: str, today: date) -> date | None:
    """The next day that ``text`` means, today included; None where it names none or one that is over."""
    word = text.strip().casefold()
    if word in _NEAR:
        return today + timedelta(days=_NEAR[word])
    if (weekday := _weekday(word)) is not None:
        return today + timedelta(days=(weekday - today.weekday()) % _WEEK)
    if found := _ISO.fullmatch(word):
        day = _day(int(found[1]), int(found[2]), int(found[3]))
        return day if day is not None and day >= today else None
    if found := _SHORT.fullmatch(word):
        days = (_day(year, int(found[1]), int(found[2])) for year in (today.year, today.year + 1))
        return next((it for it in days if it is not None and it >= today), None)
    return None


def _weekday(word: str) -> int | None:
    if found := _WEEKDAY.fullmatch(word):
        return _CHINESE.index(found[1].replace("天", "日"))
    short = word.removeprefix("on ").removeprefix("next ")[:3]
    return _ENGLISH.index(short) if short in _ENGLISH and word.isascii() and len(word) >= len(short) else None


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
