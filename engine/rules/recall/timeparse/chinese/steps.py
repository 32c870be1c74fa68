"""One Chinese word of time makes a stretch finer: a month in a year, a weekday in a week, an hour in an evening."""

import re
from collections.abc import Callable
from datetime import date, datetime, timedelta
from typing import Final

from engine.rules.recall.timeparse import calendar, holidays
from engine.rules.recall.timeparse.calendar import DAY
from engine.rules.recall.timeparse.chinese import lunar
from engine.rules.recall.timeparse.chinese.stretch import Grain, TimeStretch, days, moment, month, months_of, stretch
from engine.rules.recall.timeparse.chinese.words import HOLIDAYS, PARTS, SEASONS, WEEKDAYS, number

Parts = dict[str, str]
Step = Callable[[TimeStretch, str, Parts, datetime], TimeStretch | None]

# Two numerals side by side: "four or five".
_PAIRS: Final = frozenset(a + b for a, b in zip("一二三四五六七八九两", "二三四五六七八九十三", strict=True))
_QUARTERS: Final = {c: n for n, c in enumerate("一二三四")} | {c: n for n, c in enumerate("1234")}


def _month(of: TimeStretch, _text: str, parts: Parts, now: datetime) -> TimeStretch | None:
    said = parts.get("m") or parts.get("m2") or ""
    if said in _PAIRS:
        return stretch(calendar.months(of.start.year, int(number(said[0])), 2, now), Grain.SEASON)
    which = int(number(said))
    return month(of.start.year * 12 + which - 1, now) if 1 <= which <= 12 else None


def _day_of_month(of: TimeStretch, _text: str, parts: Parts, now: datetime) -> TimeStretch | None:
    which = of.first.replace(day=int(number(parts.get("dn") or parts.get("dm") or "")))
    return days(which, which, now)


def _dotted(of: TimeStretch, _text: str, parts: Parts, now: datetime) -> TimeStretch | None:
    which = date(of.start.year, int(parts.get("dot_m") or parts["dot_m2"]), int(parts.get("dot_d") or parts["dot_d2"]))
    return days(which, which, now)


def _holiday(of: TimeStretch, text: str, _parts: Parts, now: datetime) -> TimeStretch | None:
    first, last = HOLIDAYS[text](of.start.year)
    return days(first, last, now, Grain.DAY if first == last else Grain.SEASON)


def _lunar(of: TimeStretch, _text: str, parts: Parts, now: datetime) -> TimeStretch | None:
    which, inside, leap = lunar_numbers(parts)
    if inside:
        found = lunar.lunar_day(of.start.year, which, inside, leap=leap)
        return days(found, found, now)
    return days(*lunar.lunar_month(of.start.year, which), now, Grain.SEASON)


def lunar_numbers(parts: Parts) -> tuple[int, int, bool]:
    """Month and day of lunar words, and whether the month is a leap one; day 0 where they name the month alone."""
    name = parts.get("lm", "正")
    which = {"正": 1, "冬": 11, "腊": 12}.get(name) or int(number(name))
    inside = parts.get("ld") or parts.get("ny") or parts.get("ny2") or ""
    return which, int(number(inside.lstrip("初"))) if inside else 0, "leap" in parts


def _season(of: TimeStretch, text: str, _parts: Parts, now: datetime) -> TimeStretch | None:
    if "暑" in text:
        return stretch(calendar.months(of.start.year, 7, 2, now), Grain.SEASON)
    which = next(SEASONS[char] for char in text if char in SEASONS)
    found = stretch(calendar.season(of.start.year, which, now), Grain.SEASON)
    third = (found.end - found.start) / 3
    if re.match("[初早开入]", text):
        return TimeStretch(found.start, found.start + third * 1.5, Grain.SEASON)
    return TimeStretch(found.end - third * 1.5, found.end, Grain.SEASON) if re.match("[暮深晚]", text) else found


def _weekday(of: TimeStretch, text: str, parts: Parts, now: datetime) -> TimeStretch | None:
    name = parts.get("w", "末")
    monday = calendar.monday(of.first)
    if name == "末" or "双休" in text:
        return days(monday + 5 * DAY, monday + 6 * DAY, now, Grain.SEASON)
    which = monday + DAY * WEEKDAYS[name]
    return days(which, which, now)


def _same(of: TimeStretch, text: str, parts: Parts, now: datetime) -> TimeStretch | None:
    """This day or hour a year, a month, a week or a day before."""
    if parts.get("d", "今") != "今":
        return None
    if of.grain in (Grain.YEAR, Grain.MONTH):
        which = calendar.shifted(
            now.date(),
            months_of(of.first) - months_of(now.date()) if of.grain == Grain.MONTH else 12 * (of.start.year - now.year),
        )
    elif of.grain == Grain.WEEK:
        which = of.first + DAY * now.weekday()
    else:
        return moment(now - DAY * (now.date() - of.first).days)
    if parts or text == "同一天":
        return days(which, which, now)
    reach = 14 if of.grain == Grain.YEAR else 3 if of.grain == Grain.MONTH else 0
    return days(which - DAY * reach, which + DAY * reach, now).vaguely()


def _nth_weekday(of: TimeStretch, text: str, now: datetime) -> TimeStretch | None:
    """The second Friday of a month; a weekend is called after its Saturday."""
    weekday = 5 if text[-1] == "末" else WEEKDAYS[text[-1]]
    count = -1 if text[0] == "最" else int(number(text[1]))
    month_ = of.last.month if count < 0 else of.first.month
    found = holidays.nth(of.last.year if count < 0 else of.first.year, month_, weekday, count)
    return days(found, found + DAY if text[-1] == "末" else found, now)


_MONTH_THIRDS: Final = (("初头上", 1, 10), ("中", 11, 20), ("底末尾下", 21, 31))


def _third(of: TimeStretch, text: str, _parts: Parts, now: datetime) -> TimeStretch | None:
    text = text.removeprefix("的")
    if re.fullmatch("(?:第.|最后一)个?(?:周|星期|礼拜).", text):
        return _nth_weekday(of, text, now)
    if text[-1] in "天周" and text[:2] in ("最后", "第一"):
        length = DAY * (7 if text[-1] == "周" else 1) * max(1, int(number(text[2:-1])))
        return (
            TimeStretch(of.start, of.start + length, Grain.DAY)
            if text[0] == "第"
            else TimeStretch(of.end - length, of.end, Grain.DAY)
        )
    if "半" in text:
        middle = of.start + (of.end - of.start) / 2 if of.grain != Grain.YEAR else of.start.replace(month=7)
        early = "上" in text or "前" in text
        return TimeStretch(of.start, middle, Grain.SEASON) if early else TimeStretch(middle, of.end, Grain.SEASON)
    if of.grain == Grain.YEAR:
        return _part_of_year(of, text, now)
    if of.grain == Grain.WEEK:
        first, last = (0, 1) if re.search("[初头开]", text) else (5, 6) if re.search("[末尾底]", text) else (1, 3)
        return days(of.first + DAY * first, of.first + DAY * last, now, Grain.THIRD)
    return _part_of_month(of, text, now)


def _part_of_month(of: TimeStretch, text: str, now: datetime) -> TimeStretch | None:
    first, last = next(((a, b) for marks, a, b in _MONTH_THIRDS if re.search(f"[{marks}]", text)), (1, 10))
    if text == "中下旬":
        last = 31
    return days(of.first.replace(day=first), min(of.last, of.first + DAY * (last - 1)), now, Grain.THIRD)


def _part_of_year(of: TimeStretch, text: str, now: datetime) -> TimeStretch | None:
    if "季" in text or text[0] in "qQ":
        which = next((_QUARTERS[char] for char in text if char in _QUARTERS), (now.month - 1) // 3)
        found = stretch(calendar.months(of.start.year, 1 + 3 * which, 3, now), Grain.SEASON)
        return month(months_of(found.last), now) if text[-1] == "末" else found
    if re.search("[底末尾]", text):
        return stretch(calendar.months(of.start.year, 12, 1, now), Grain.SEASON)
    if "中" in text:
        return stretch(calendar.months(of.start.year, 6, 2, now), Grain.SEASON)
    return days(of.first, of.first + 45 * DAY, now, Grain.SEASON)


def _part(of: TimeStretch, text: str, _parts: Parts, now: datetime) -> TimeStretch | None:
    return stretch(calendar.hours(of.first, *PARTS[text], now), Grain.PART)


def _minutes(parts: Parts) -> int:
    said = parts.get("clock_m") or (parts.get("hm") or "").strip("零过分")
    quarters = {"半": 30, "一刻": 15, "三刻": 45}
    return quarters[said] if said in quarters else max(0, int(number(said)))


def _hour(of: TimeStretch, _text: str, parts: Parts, now: datetime) -> TimeStretch | None:
    said = parts.get("h") or parts.get("h2") or parts.get("clock_h") or ""
    if said in _PAIRS:
        first, second = (_hour(of, _text, {"h": one}, now) for one in said)
        return first and second and TimeStretch(first.start, second.end, Grain.CLOCK)
    hour, minute = int(number(said)), _minutes(parts)
    if not 0 <= hour <= 24 or minute > 59:
        return None
    begin = calendar.midnight(of.first, now)
    if of.grain == Grain.PART:
        return moment(
            begin + timedelta(hours=_hour_in_part(hour, (of.start - begin) / timedelta(hours=1)), minutes=minute)
        )
    at = begin + timedelta(hours=hour, minutes=minute)
    if hour == 0 or hour > 12 or said[0] == "0":
        return moment(at)
    later = at + timedelta(hours=12) if hour < 12 else at
    if of.first == now.date():
        return moment(later if later <= now else at)
    return moment(later if hour < 7 else at)


def _hour_in_part(hour: int, begin: float) -> int:
    """Which hour is meant by ``hour`` in a part of the day that begins at ``begin``; beyond 24 is the next day."""
    if begin >= 17:
        return 24 if hour == 12 else hour + 24 if hour < 5 else hour + 12 if hour < 12 else hour
    if begin >= 11:
        return hour + 12 if hour < (9 if begin >= 12 else 6) else hour
    return 0 if hour == 12 and begin < 5 else hour


def _nth(of: TimeStretch, text: str, parts: Parts, now: datetime) -> TimeStretch | None:
    """The second day of a holiday, the day after a day, its evening, or just that day."""
    if re.match("次日|翌日|第二天|隔天", text) and of.grain == Grain.DAY:
        return days(of.first + DAY, of.first + DAY, now)
    if text[0] == "后":
        later = of.last + DAY * int(number(text.lstrip("后的第")[:-1]))
        return days(later, later, now)
    if re.match("前一[天日]", text):
        return days(of.first - DAY, of.first - DAY, now)
    if re.match("[当那][晚夜]", text) or text.endswith("晚上"):
        return _part(of, "晚上", parts, now)
    counted = re.match("第(.{1,3}?)(天|周)", text)
    if not counted:
        return of
    nth, length = int(number(counted[1])), 1 if counted[2] == "天" else 7
    return days(of.first + DAY * length * (nth - 1), of.first + DAY * (length * nth - 1), now)


def _beside(of: TimeStretch, _text: str, parts: Parts, now: datetime) -> TimeStretch | None:
    """The day before a holiday, two days after it, the week before."""
    count, unit = (
        number(parts["n"]),
        {"天": 1, "日": 1, "晚": 1, "晚上": 1, "周": 7, "星期": 7, "礼拜": 7, "年": 365}.get(parts["u"], 30),
    )
    length = max(1, int(count * unit))
    if parts.get("suf") or count < 0:
        return None
    if parts.get("pre") == "头":
        return days(of.first, of.first + DAY * (length - 1), now)
    if parts.get("pre") == "后":
        return days(of.last + DAY, of.last + DAY * length, now)
    return days(of.first - DAY * length, of.first - DAY, now)


STEPS: Final[dict[str, Step]] = {
    "month": _month, "dom": _day_of_month, "dotted": _dotted, "holiday": _holiday, "lunar": _lunar, "season": _season,
    "weekday": _weekday, "day": _same, "same": _same, "third": _third, "part": _part, "hour": _hour, "clock": _hour,
    "anaphor": _nth, "duration": _beside,
}  # fmt: skip
