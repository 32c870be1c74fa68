"""How long something is, in the round words that people use."""

from datetime import timedelta
from typing import Final

from engine.values.house.setting_choices import Language

_DAYS_A_MONTH: Final = 146_097 / 4_800
_WORDS: Final = {
    "seconds": ("a few seconds", "几秒"),
    "minute": ("a minute", "1 分钟"),
    "minutes": ("{} minutes", "{} 分钟"),
    "hour": ("an hour", "1 小时"),
    "hours": ("{} hours", "{} 小时"),
    "day": ("a day", "1 天"),
    "days": ("{} days", "{} 天"),
    "month": ("a month", "1 个月"),
    "months": ("{} months", "{} 个月"),
    "year": ("a year", "1 年"),
    "years": ("{} years", "{} 年"),
}


def humanized(length: timedelta, language: Language) -> str:
    """``length`` without its sign: "2 hours", "一天"."""
    unit, count = _rounded(abs(length.total_seconds()))
    return _WORDS[unit][1 if language is Language.ZH else 0].format(count)


def relative(length: timedelta, language: Language) -> str:
    """``length`` from now: "in 2 hours", or, when it is not positive, "2 hours ago"."""
    words = humanized(length, language)
    later = length.total_seconds() > 0
    if language is Language.ZH:
        return f"{words}{'后' if later else '前'}"
    return f"in {words}" if later else f"{words} ago"


def _rounded(seconds: float) -> tuple[str, int]:
    days = seconds / 86_400
    steps = (
        ("second", seconds, 45),
        ("minute", seconds / 60, 45),
        ("hour", seconds / 3_600, 22),
        ("day", days, 26),
        ("month", days / _DAYS_A_MONTH, 11),
    )
    for unit, exact, end in steps:
        count = int(exact + 0.5)
        if count < end:
            return (unit, 1) if count <= 1 and unit != "second" else (f"{unit}s", count)
    years = int(days / _DAYS_A_MONTH / 12 + 0.5)
    return ("year", 1) if years <= 1 else ("years", years)
