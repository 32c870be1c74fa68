"""How days are told: a lunar one as it is written, and how far away it is. Pure."""

from typing import Final

from engine.values.house.setting_choices import Language
from engine.values.people.dates import DateCalendar, DateEvery, FactDate

_MONTHS: Final = "正二三四五六七八九十冬腊"
_TENS: Final = ("初", "十", "廿")
_WHOLE_TENS: Final = {10: "初十", 20: "二十", 30: "三十"}
_ONES: Final = "一二三四五六七八九"


def lunar_words(on: FactDate, language: Language) -> str:
    """A day of the lunar calendar: 农历闰六月初十, lunar leap 6/10; "" for one of the other."""
    if on.calendar is not DateCalendar.LUNAR:
        return ""
    if language is Language.ZH:
        return f"农历{'闰' if on.leap else ''}{_MONTHS[on.month - 1]}月{_lunar_day(on.day)}"
    return f"lunar {'leap ' if on.leap else ''}{on.month}/{on.day}"


def _lunar_day(day: int) -> str:
    return _WHOLE_TENS.get(day) or f"{_TENS[day // 10]}{_ONES[day % 10 - 1]}"


def dated_text(text: str, on: FactDate | None) -> str:
    """A fact with its day in numbers, by which facts are told apart: "Ann has an exam (2026-12-03 09:00)"."""
    if on is None:
        return text
    year = "" if on.year is None else f"{on.year}-"
    lunar = "" if on.calendar is DateCalendar.SOLAR else "lunar leap " if on.leap else "lunar "
    clock = "" if on.minute is None else f" {on.minute // 60:02}:{on.minute % 60:02}"
    again = "" if on.every is DateEvery.NEVER else f", every {on.every.value}"
    return f"{text} ({lunar}{year}{on.month:02}-{on.day:02}{clock}{again})"
