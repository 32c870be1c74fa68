"""How days are told: a lunar one as it is written, what is near, and the numbers that facts are told apart by. Pure."""

from datetime import datetime, timedelta
from typing import Final

from engine.rules.macros.durations import humanized
from engine.rules.macros.moments import moment_text
from engine.values.house.setting_choices import Language
from engine.values.people.dates import ComingDate, DateCalendar, DateEvery, DateKind, DateWish, FactDate

_MONTHS: Final = "正二三四五六七八九十冬腊"
_TENS: Final = ("初", "十", "廿")
_WHOLE_TENS: Final = {10: "初十", 20: "二十", 30: "三十"}
_ONES: Final = "一二三四五六七八九"
_TODAY: Final = {Language.EN: ("today", "tomorrow", "in {} days"), Language.ZH: ("今天", "明天", "{} 天后")}
_KINDS: Final = {
    DateKind.BIRTHDAY: ("birthday", "生日"),
    DateKind.ANNIVERSARY: ("anniversary", "纪念日"),
    DateKind.EXAM: ("exam", "考试"),
    DateKind.APPOINTMENT: ("appointment", "约会"),
    DateKind.PROMISE: ("their promise", "对方的承诺"),
    DateKind.PROMISED: ("a promise to them", "对对方的承诺"),
}
_EVERY_ZH: Final = {DateEvery.YEAR: "每年", DateEvery.MONTH: "每月", DateEvery.WEEK: "每周"}
_PARTS: Final = (
    *((5, "the middle of the night", "深夜"), (8, "early morning", "清晨"), (12, "morning", "上午")),
    *((14, "around noon", "中午"), (18, "afternoon", "下午"), (22, "evening", "晚上"), (24, "late evening", "深夜")),
)
"""Parts of the day, each with the hour at which it ends."""


def lunar_words(on: FactDate, language: Language) -> str:
    """A day of the lunar calendar: 农历闰六月初十, lunar leap 6/10; "" for one of the other."""
    if on.calendar is not DateCalendar.LUNAR:
        return ""
    if language is Language.ZH:
        return f"农历{'闰' if on.leap else ''}{_MONTHS[on.month - 1]}月{_lunar_day(on.day)}"
    return f"lunar {'leap ' if on.leap else ''}{on.month}/{on.day}"


def _lunar_day(day: int) -> str:
    return _WHOLE_TENS.get(day) or f"{_TENS[day // 10]}{_ONES[day % 10 - 1]}"


def dated_text(text: str, on: FactDate | None, language: Language = Language.EN) -> str:
    """A fact with its day in numbers, by which facts are told apart: "Ann has an exam (2026-12-03 09:00)"."""
    if on is None:
        return text
    chinese = language is Language.ZH
    year = "" if on.year is None else f"{on.year}-"
    leap = ("闰月 " if chinese else "leap ") if on.leap else ""
    lunar = "" if on.calendar is DateCalendar.SOLAR else ("农历 " if chinese else "lunar ") + leap
    clock = "" if on.minute is None else f" {on.minute // 60:02}:{on.minute % 60:02}"
    told = f"{lunar}{year}{on.month:02}-{on.day:02}{clock}"
    if on.every is not DateEvery.NEVER:
        told += f"，{_EVERY_ZH[on.every]}" if chinese else f", every {on.every.value}"
    return f"{text}（{told}）" if chinese else f"{text} ({told})"


def near_line(it: ComingDate, now: datetime, language: Language) -> str:
    """What a fact that comes soon says besides its text, in a prompt: "tomorrow, Saturday, 09:00; exam"."""
    on, chinese = it.date, language is Language.ZH
    days = (it.at.date() - now.date()).days
    names = _TODAY[language]
    words = [names[days] if days < len(names) - 1 else names[-1].format(days), moment_text(it.at, "dddd", language)]
    words += [] if on.minute is None else [f"{it.at:%H:%M}"]
    notes = [(", ", "，")[chinese].join(words)]
    notes += [_KINDS[on.kind][chinese]] if on.kind in _KINDS else []
    notes += [lunar_words(on, language)] if on.calendar is DateCalendar.LUNAR else []
    if on.kind in (DateKind.BIRTHDAY, DateKind.ANNIVERSARY) and on.year is not None and it.at.year > on.year:
        notes.append(f"{it.at.year - on.year} 周年" if chinese else f"{it.at.year - on.year} years")
    if on.wish is DateWish.REMIND:
        notes.append("要你提醒" if chinese else "wants to be reminded")
    return (("; ", "；")[chinese]).join(notes)


def day_part(at: datetime, language: Language) -> str:
    """Which part of the day it is at ``at``, by its own clock."""
    return next((zh if language is Language.ZH else en) for end, en, zh in _PARTS if at.hour < end)


def away_words(text: str, gap: timedelta, last: datetime, now: datetime, language: Language) -> str:
    """The words for who comes back after a while: ``text`` with how long it was, when that was, and what it is now.

    ``last`` and ``now`` are in the person's zone.
    """
    day = moment_text(last, "dddd, LL" if language is Language.EN else "LLdddd", language)
    parts = {"then": day_part(last, language), "part": day_part(now, language)}
    for name, words in {"length": humanized(gap, language), "day": day, **parts}.items():
        text = text.replace(f"{{{name}}}", words)
    return text.strip()
