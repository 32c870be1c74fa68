"""Times written by the patterns of the library that card authors know (moment.js), in English and Chinese."""

import re
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Final

from engine.values.house.setting_choices import Language

_TOKEN: Final = re.compile(
    r"\[[^\[\]]*\]|\\.|[Hh]mm(?:ss)?|Mo|M{1,4}|DDDo|Do|D{1,4}|do|d{1,4}|w[ow]?|W[oW]?|Qo?|Y{4,6}|YY|Y|gggg|gg|GGGG|GG"
    r"|[eEaA]|hh?|HH?|kk?|mm?|ss?|S{1,9}|[xX]|zz?|ZZ?|LTS?|L{1,4}|l{1,4}|.",
    re.DOTALL,
)
_MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_DAYS: Final = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
_DIGITS_ZH: Final = "日一二三四五六七八九十"
_MONTHS_ZH: Final = (*(f"{_DIGITS_ZH[n]}月" for n in range(1, 11)), "十一月", "十二月")
_PARTS_OF_DAY_ZH: Final = ((600, "凌晨"), (900, "早上"), (1130, "上午"), (1230, "中午"), (1800, "下午"), (2400, "晚上"))
_LONG: Final[Mapping[Language, Mapping[str, str]]] = {
    Language.EN: {
        "LT": "h:mm A",
        "LTS": "h:mm:ss A",
        "L": "MM/DD/YYYY",
        "LL": "MMMM D, YYYY",
        "LLL": "MMMM D, YYYY h:mm A",
        "LLLL": "dddd, MMMM D, YYYY h:mm A",
        "l": "M/D/YYYY",
        "ll": "MMM D, YYYY",
        "lll": "MMM D, YYYY h:mm A",
        "llll": "ddd, MMM D, YYYY h:mm A",
    },
    Language.ZH: {
        "LT": "HH:mm",
        "LTS": "HH:mm:ss",
        "L": "YYYY/MM/DD",
        "LL": "YYYY年M月D日",
        "LLL": "YYYY年M月D日Ah点mm分",
        "LLLL": "YYYY年M月D日ddddAh点mm分",
        "l": "YYYY/M/D",
        "ll": "YYYY年M月D日",
        "lll": "YYYY年M月D日 HH:mm",
        "llll": "YYYY年M月D日dddd HH:mm",
    },
}
MAX_PATTERN: Final = 500
"""Characters of a pattern that is read; what is longer is cut."""


def moment_text(now: datetime, pattern: str, language: Language) -> str:
    """``now``, which is aware, written by ``pattern``: ``YYYY-MM-DD HH:mm``, ``dddd``, ``[at] LT``, …"""

    def token(match: re.Match[str]) -> str:
        written = match[0]
        if written in _LONG[language]:
            return moment_text(now, _LONG[language][written], language)
        if written[0] in "[\\":
            return written[1:-1] if written[0] == "[" and len(written) > 1 else written[1:]
        value = _VALUES.get(written)
        if value is None:
            return _fraction(now, written) if written[0] == "S" else written
        return value(now, language)

    return _TOKEN.sub(token, pattern[:MAX_PATTERN])


def _fraction(now: datetime, written: str) -> str:
    return f"{now.microsecond:06d}000"[: len(written)]


def _ordinal(number: int, language: Language, zh: str) -> str:
    if language is Language.ZH:
        return f"{number}{zh}"
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def _month(now: datetime, language: Language, *, short: bool) -> str:
    if language is Language.ZH:
        return f"{now.month}月" if short else _MONTHS_ZH[now.month - 1]
    return _MONTHS[now.month - 1][:3] if short else _MONTHS[now.month - 1]


def _weekday(now: datetime, language: Language, length: int) -> str:
    """The day's name; ``length`` 2 and 3 are the short ones."""
    day = now.isoweekday() % 7
    if language is Language.ZH:
        return {2: "", 3: "周"}.get(length, "星期") + _DIGITS_ZH[day]
    return _DAYS[day] if length > 3 else _DAYS[day][:length]


def _half_of_day(now: datetime, language: Language) -> str:
    if language is Language.ZH:
        at = now.hour * 100 + now.minute
        return next(name for end, name in _PARTS_OF_DAY_ZH if at < end)
    return "AM" if now.hour < 12 else "PM"


def _week(now: datetime, language: Language) -> tuple[int, int]:
    """The year and the number of its week: from Monday with the 4th of January, or, in English, from Sunday."""
    if language is Language.ZH:
        return now.isocalendar()[:2]
    saturday = now + timedelta(days=6 - now.isoweekday() % 7)
    return saturday.year, (saturday.timetuple().tm_yday - 1) // 7 + 1


def _zone(now: datetime, between: str) -> str:
    minutes = int((now.utcoffset() or timedelta()).total_seconds() // 60)
    return f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02d}{between}{abs(minutes) % 60:02d}"


def _clock12(now: datetime) -> int:
    return now.hour % 12 or 12


_Value = Callable[[datetime, Language], str]
_VALUES: Final[Mapping[str, _Value]] = {
    "M": lambda now, _: str(now.month),
    "Mo": lambda now, language: _ordinal(now.month, language, "月"),
    "MM": lambda now, _: f"{now.month:02d}",
    "MMM": lambda now, language: _month(now, language, short=True),
    "MMMM": lambda now, language: _month(now, language, short=False),
    "Q": lambda now, _: str((now.month + 2) // 3),
    "Qo": lambda now, language: _ordinal((now.month + 2) // 3, language, ""),
    "D": lambda now, _: str(now.day),
    "Do": lambda now, language: _ordinal(now.day, language, "日"),
    "DD": lambda now, _: f"{now.day:02d}",
    "DDD": lambda now, _: str(now.timetuple().tm_yday),
    "DDDo": lambda now, language: _ordinal(now.timetuple().tm_yday, language, "日"),
    "DDDD": lambda now, _: f"{now.timetuple().tm_yday:03d}",
    "d": lambda now, _: str(now.isoweekday() % 7),
    "do": lambda now, language: _ordinal(now.isoweekday() % 7, language, "日"),
    "dd": lambda now, language: _weekday(now, language, 2),
    "ddd": lambda now, language: _weekday(now, language, 3),
    "dddd": lambda now, language: _weekday(now, language, 4),
    "e": lambda now, language: str((now.isoweekday() - (1 if language is Language.ZH else 0)) % 7),
    "E": lambda now, _: str(now.isoweekday()),
    "w": lambda now, language: str(_week(now, language)[1]),
    "wo": lambda now, language: _ordinal(_week(now, language)[1], language, "周"),
    "ww": lambda now, language: f"{_week(now, language)[1]:02d}",
    "W": lambda now, _: str(now.isocalendar()[1]),
    "Wo": lambda now, language: _ordinal(now.isocalendar()[1], language, "周"),
    "WW": lambda now, _: f"{now.isocalendar()[1]:02d}",
    "Y": lambda now, _: str(now.year),
    "YY": lambda now, _: f"{now.year % 100:02d}",
    "YYYY": lambda now, _: f"{now.year:04d}",
    "YYYYY": lambda now, _: f"{now.year:05d}",
    "YYYYYY": lambda now, _: f"+{now.year:06d}",
    "gg": lambda now, language: f"{_week(now, language)[0] % 100:02d}",
    "gggg": lambda now, language: f"{_week(now, language)[0]:04d}",
    "GG": lambda now, _: f"{now.isocalendar()[0] % 100:02d}",
    "GGGG": lambda now, _: f"{now.isocalendar()[0]:04d}",
    "A": _half_of_day,
    "a": lambda now, language: _half_of_day(now, language).lower(),
    "H": lambda now, _: str(now.hour),
    "HH": lambda now, _: f"{now.hour:02d}",
    "h": lambda now, _: str(_clock12(now)),
    "hh": lambda now, _: f"{_clock12(now):02d}",
    "k": lambda now, _: str(now.hour or 24),
    "kk": lambda now, _: f"{now.hour or 24:02d}",
    "hmm": lambda now, _: f"{_clock12(now)}{now.minute:02d}",
    "hmmss": lambda now, _: f"{_clock12(now)}{now.minute:02d}{now.second:02d}",
    "Hmm": lambda now, _: f"{now.hour}{now.minute:02d}",
    "Hmmss": lambda now, _: f"{now.hour}{now.minute:02d}{now.second:02d}",
    "m": lambda now, _: str(now.minute),
    "mm": lambda now, _: f"{now.minute:02d}",
    "s": lambda now, _: str(now.second),
    "ss": lambda now, _: f"{now.second:02d}",
    "X": lambda now, _: str(int(now.timestamp())),
    "x": lambda now, _: str(int(now.timestamp() * 1000)),
    "z": lambda _now, _: "",
    "zz": lambda _now, _: "",
    "Z": lambda now, _: _zone(now, ":"),
    "ZZ": lambda now, _: _zone(now, ""),
}
