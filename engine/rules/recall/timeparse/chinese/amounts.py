"""Chinese amounts of time seen from now: three days ago, the last two weeks, a year and a half ago."""

import re
from datetime import datetime, timedelta
from typing import Final

from engine.rules.recall.timeparse import calendar
from engine.rules.recall.timeparse.calendar import DAY
from engine.rules.recall.timeparse.chinese.stretch import (
    Grain,
    TimeStretch,
    day,
    days,
    moment,
    month,
    months_of,
    stretch,
    week,
    year,
)
from engine.rules.recall.timeparse.chinese.words import number

Parts = dict[str, str]

_UNITS: Final = {
    "年": "year", "季度": "quarter", "季": "quarter", "月": "month", "周": "week", "星期": "week",
    "礼拜": "week", "天": "day",
    "日": "day", "晚": "day", "晚上": "day", "小时": "hour", "钟头": "hour", "刻钟": "minute", "分钟": "minute",
    "分": "minute",
    "秒": "minute", "秒钟": "minute",
}  # fmt: skip
_SPANS: Final = {"week": 7 * DAY, "day": DAY, "hour": timedelta(hours=1), "minute": timedelta(minutes=1)}
_MONTHS: Final = {"year": 12, "quarter": 3, "month": 1}
_SEVERAL: Final = re.compile("好几|几|数|多少")
_AGO: Final = frozenset(("前", "之前", "以前"))
_WITHIN: Final = frozenset(("以来", "来", "之内", "以内", "内", "里", "里面", "里边", "间"))


def back(count: float, unit: str, now: datetime) -> datetime:
    """The moment so many units before now: by the calendar from days upward, by real time below."""
    if unit in _MONTHS:
        months = count * _MONTHS[unit]
        whole = calendar.shifted(now.date(), -int(months))
        return now - DAY * (now.date() - whole).days - DAY * round((months - int(months)) * 30)
    if unit in ("hour", "minute"):
        return calendar.elapsed(now, _SPANS[unit] * count)
    return now - _SPANS[unit] * count


def amount(parts: Parts) -> tuple[float, str]:
    """How many of which unit; a half and a second, smaller unit are counted in."""
    unit = _UNITS[parts["u"]]
    count = number(parts["n"]) + (0.5 if parts.get("c") or parts.get("t") == "半" else 0)
    scale = 15 if parts["u"] == "刻钟" else 1 / 60 if parts["u"].startswith("秒") else 1
    if "n2" in parts and "u2" in parts:
        count += (number(parts["n2"]) + (0.5 if parts.get("c2") else 0)) * _ratio(_UNITS[parts["u2"]], unit)
    return count * scale, unit


def _ratio(small: str, large: str) -> float:
    if small in _MONTHS and large in _MONTHS:
        return _MONTHS[small] / _MONTHS[large]
    return _span(small) / _span(large)


def _span(unit: str) -> timedelta:
    return _SPANS[unit] if unit in _SPANS else 30 * DAY * _MONTHS[unit]


def kind(parts: Parts) -> str:
    """What an amount is used for: "ago", "last" (the last so many), "within", "later" or "" (merely how long)."""
    suffix, prefix = parts.get("suf", ""), parts.get("pre", "")
    if suffix in _AGO:
        return "ago"
    if prefix in ("后", "下") or (suffix and suffix not in _WITHIN):
        return "later"
    if prefix in ("这", "前", "头") and parts["n"] == "一" and parts["u"] in ("天", "年", "晚", "晚上", "日"):
        return "last" if (prefix, parts["u"]) == ("这", "年") else ""
    if prefix or parts.get("this"):
        return "last"
    return "within" if suffix in ("以来", "来") else ""


def resolved(parts: Parts, now: datetime) -> TimeStretch | None:
    """The stretch that an amount means, for "ago" and "last"."""
    use, unit = kind(parts), _UNITS[parts["u"]]
    low, high = _bounds(parts)
    if low < 0 or (use != "ago" and high <= 0):  # the last no weeks are no time at all
        return None
    if use == "ago":
        return _ago(parts, low, high, unit, now)
    if parts.get("pre") == "前" and _SEVERAL.search(parts["n"]):
        return TimeStretch(back(high, unit, now), back(low - 1 or 0.5, unit, now), Grain.SPAN, certain=False)
    if parts.get("pre") == "上" and unit in ("week", "month"):
        return _calendar_units_before(int(high), unit, now)
    if _SEVERAL.search(parts["n"]):
        high = (low + high) / 2 - 0.5
    longer = 1.4 if parts.get("big") else 1
    certain = low == high and not parts.get("more")
    return TimeStretch(back(high * longer, unit, now), now, Grain.SPAN, certain)


def ahead(parts: Parts, now: datetime) -> TimeStretch | None:
    """The day so many units after today, of hours and minutes the moment; None where nobody says how many."""
    low, high = _bounds(parts)
    count, unit = amount(parts) if low == high and not parts.get("more") else (-1.0, "")
    if count < 0:
        return None
    if unit in ("hour", "minute"):
        return moment(back(-count, unit, now))
    there = back(-count, unit, now).date()
    return days(there, there, now)


def _bounds(parts: Parts) -> tuple[float, float]:
    said = parts["n"]
    if _SEVERAL.search(said):
        scale = 10 if said.startswith("几十") else 1
        base = 20 if said.startswith("二十几") else 10 if said.startswith("十几") else 0
        return (base + 1, base + 9) if base else (2 * scale, 7 * scale)
    if re.fullmatch("[两二三四五六七八][三四五六七八九]", said):
        return number(said[0]), number(said[1])
    count, _ = amount(parts)
    if parts.get("more") or parts.get("t") == "多":
        return count, count * 1.35 if parts.get("more") and count >= 10 else count + 1
    return count, count


def _calendar_units_before(count: int, unit: str, now: datetime) -> TimeStretch:
    if count == 0:  # 上半周, 上半个月: the first half of the present one
        whole = week(0, now) if unit == "week" else month(months_of(now.date()), now)
        return TimeStretch(whole.start, whole.start + (whole.end - whole.start) / 2, Grain.SPAN)
    if unit == "week":
        return TimeStretch(week(-count, now).start, week(0, now).start, Grain.SPAN)
    this = months_of(now.date())
    return TimeStretch(month(this - count, now).start, month(this, now).start, Grain.SPAN)


def _ago(parts: Parts, low: float, high: float, unit: str, now: datetime) -> TimeStretch | None:
    if low == high:
        return _exactly(low, unit, now)
    if unit == "day" and not _SEVERAL.search(parts["n"]):
        today = now.date()
        return days(today - DAY * int(high), today - DAY * int(low), now).vaguely()
    return TimeStretch(back(high, unit, now), back(low, unit, now), Grain.SPAN, certain=False)


def _exactly(count: float, unit: str, now: datetime) -> TimeStretch | None:
    """The calendar unit so long ago; what is not a whole number of units goes by the next smaller ones."""
    if unit in _MONTHS:
        months = count * _MONTHS[unit]
        if unit == "year" and count == int(count):
            return year(now.year - int(count), now)
        if months == int(months):
            return month(months_of(now.date()) - int(months), now)
        return _days_around(back(count, unit, now), 2, now)
    if unit == "week" and count == int(count):
        return week(-int(count), now)
    if unit == "day" and count == int(count):
        return day(-int(count), now)
    if unit in ("week", "day"):
        return _days_around(back(count, unit, now), 0, now)
    minutes = count * (60 if unit == "hour" else 1)
    return stretch(calendar.around(back(count, unit, now), min(25, max(2, minutes * 0.4))), Grain.SPAN)


def _days_around(at: datetime, reach: int, now: datetime) -> TimeStretch:
    return days(at.date() - DAY * reach, at.date() + DAY * reach, now)


def vague(text: str, now: datetime) -> TimeStretch:
    """What stretch people mean by lately, just now, the other day."""
    if re.search("刚|方才|适才", text):
        return TimeStretch(calendar.elapsed(now, timedelta(hours=1)), now, Grain.SPAN, certain=False)
    first, last = next((span for mark, span in _VAGUE.items() if mark in text), (14, 0))
    if text in ("这两天", "这两日"):
        first = 2
    return TimeStretch(now - DAY * first, now - DAY * last, Grain.SPAN, certain=False)


# How many days back they begin and end.
_VAGUE: Final = {
    "前两": (4, 1), "前几": (6, 1), "前些天": (8, 1), "前些日": (20, 3), "前": (30, 5), "几": (4, 0),
    "些天": (5, 0), "两": (2, 0),
    "近日": (7, 0), "不久": (30, 5), "近": (14, 0), "这": (14, 0),
}  # fmt: skip
