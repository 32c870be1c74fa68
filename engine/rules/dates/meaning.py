"""Which dated fact a few words mean: "next Thursday 9am", "农历八月十五", "3 May every year". Pure."""

import re
from collections.abc import Sequence
from datetime import date, datetime
from typing import Final

from engine.rules.dates.occurring import next_at, possible
from engine.rules.recall.timeparse.ahead import named_day
from engine.rules.recall.timeparse.calendar import DAY, NamedDay
from engine.rules.recall.timeparse.chinese.lunar import leap_month, lunar_date, lunar_day
from engine.rules.recall.timeparse.chinese.words import folded
from engine.values.people.dates import DateCalendar, DateEvery, DateKind, FactDate

_WEEKDAY: Final = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_MONTH: Final = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)"
_RECURRING: Final[Sequence[tuple[re.Pattern[str], str, DateEvery]]] = tuple(
    (re.compile(pattern, re.IGNORECASE), instead, every)
    for pattern, instead, every in (
        (r"\b(?:every|each)\s+year(?:\s+on)?\b|\b(?:yearly|annually)\b|每一?年的?|年年", " ", DateEvery.YEAR),
        (rf"\b(?:every|each)\s+(?=\d|{_MONTH})", "", DateEvery.YEAR),
        (r"\b(?:of\s+)?(?:every|each)\s+month(?:\s+on)?\b|\bmonthly(?:\s+on)?\b|每一?个?月的?", " ", DateEvery.MONTH),
        (r"\b(?:every|each)\s+week(?:\s+on)?\b|\bweekly(?:\s+on)?\b", " ", DateEvery.WEEK),
        (rf"\b(?:every\s+|each\s+)?({_WEEKDAY})s\b|\b(?:every|each)\s+({_WEEKDAY})\b", r"\1\2", DateEvery.WEEK),
        (r"每一?个?(?=周|星期|礼拜)", "", DateEvery.WEEK),
    )
)
_STILL_AGAIN: Final = re.compile(r"\b(?:every|each)\b|[每隔]", re.IGNORECASE)
_LUNAR_MONTHLY: Final = re.compile(r"(?:农历|阴历)?(初[一二三四五六七八九十]|十五)日?")
_LUNAR_NUMBERS: Final = re.compile(
    r"\blunar\s+(?:(?P<year>\d{4})[/-])?(?P<leap>leap\s+)?(?P<month>\d{1,2})[/-](?P<day>\d{1,2})\b", re.IGNORECASE
)
_LUNAR: Final = re.compile(r"农历|阴历|旧历|闰|正月|腊月|冬月|初[一二三四五六七八九十]|\blunar\b", re.I)
_KINDS: Final = tuple(
    (kind, re.compile(pattern, re.IGNORECASE))
    for kind, pattern in (
        (DateKind.BIRTHDAY, r"\bbirthdays?\b|\bborn\b|生日|诞辰|寿辰"),
        (DateKind.ANNIVERSARY, r"\banniversar(?:y|ies)\b|纪念日|周年"),
        (DateKind.EXAM, r"\b(?:exams?|tests?|finals?|midterms?|quiz)\b|考试|大考|期末|期中|高考|中考|考研|测验"),
        (DateKind.PROMISE, r"\bpromised?\b|答应|承诺|约好"),
        (
            DateKind.APPOINTMENT,
            r"\b(?:appointments?|meetings?|interviews?|dentist|doctor|flight|class)\b|预约|会议|开会|面试|看医生|看牙|航班|上课",
        ),
    )
)
_FIRST_TEN: Final = "一二三四五六七八九十"
_LAST_LUNAR_MONTH: Final = 12
_LAST_LUNAR_DAYS: Final = (29, 30)
_BY_KIND: Final = {DateKind.BIRTHDAY: DateEvery.YEAR, DateKind.ANNIVERSARY: DateEvery.YEAR}


def date_meant(words: str, now: datetime, kind: DateKind, every: DateEvery | None = None) -> FactDate | None:
    """The date that ``words`` mean, seen from ``now`` (aware; its zone is the person's); None where nobody can say.

    ``every``: how often it comes again, where that is known; else as the words say, else as is usual for ``kind``. What
    they say may be over: that of a year that they name.
    """
    rest, said = _recurring(folded(words))
    often = every or said or _BY_KIND.get(kind, DateEvery.NEVER)
    if _STILL_AGAIN.search(rest):
        return None
    found = _lunar_monthly(rest, now, kind) if often is DateEvery.MONTH else None
    if found is None:
        found = _lunar_numbers(rest, now, kind, often)
    if found is None and (day := named_day(rest, now)) is not None:
        found = _of(day, kind, often, rest, now)
    return found if found is not None and possible(found) else None


def kind_of(text: str) -> DateKind:
    """What a day is, by the words of its fact."""
    return next((kind for kind, words in _KINDS if words.search(folded(text))), DateKind.OTHER)


def over(on: FactDate, now: datetime) -> bool:
    """Whether a date never comes any more."""
    return next_at(on, now) is None


def speaks_lunar(words: str) -> bool:
    """Whether words name a day by the lunar calendar."""
    return bool(_LUNAR.search(folded(words)))


def _recurring(words: str) -> tuple[str, DateEvery | None]:
    """The words without those that say how often, and what these say."""
    for pattern, instead, every in _RECURRING:
        rest, count = pattern.subn(instead, words)
        if count:
            return rest, every
    return words, None


def _of(named: NamedDay, kind: DateKind, every: DateEvery, words: str, now: datetime) -> FactDate | None:
    if every is DateEvery.YEAR and named.holiday:
        return _of_holiday(named, kind, words, now)
    yearless = every is DateEvery.YEAR and not named.dated
    day = named.day
    if named.lunar is None:
        year = None if yearless else day.year
        return FactDate(kind, day.month, day.day, year, minute=named.minute, every=every)
    month, number, leap = named.lunar
    year = None if yearless else lunar_date(day)[0]
    return FactDate(kind, month, number, year, DateCalendar.LUNAR, leap, named.minute, every)


def _of_holiday(named: NamedDay, kind: DateKind, words: str, now: datetime) -> FactDate | None:
    """A holiday by the calendar in which it has the same day each year; None where it has none."""
    after = named_day(words, now.replace(year=now.year + 1, day=min(now.day, 28)))
    if after is None:
        return None
    this, other = _lunar_md(named.day), _lunar_md(after.day)
    if (named.day.month, named.day.day) == (after.day.month, after.day.day):
        return FactDate(kind, named.day.month, named.day.day, minute=named.minute, every=DateEvery.YEAR)
    if this != other:
        return None
    return FactDate(kind, *this, None, DateCalendar.LUNAR, minute=named.minute, every=DateEvery.YEAR)


def _lunar_md(day: date) -> tuple[int, int]:
    """Month and day; of the last day of a year the 30th."""
    _, month, number, _ = lunar_date(day)
    last = month == _LAST_LUNAR_MONTH and number in _LAST_LUNAR_DAYS and lunar_date(day + DAY)[1:3] == (1, 1)
    return (month, 30) if last else (month, number)


def _lunar_monthly(words: str, now: datetime, kind: DateKind) -> FactDate | None:
    """初一 and 十五 of each lunar month."""
    match = _LUNAR_MONTHLY.fullmatch(words.strip())
    if match is None:
        return None
    year, month, _, leap = lunar_date(now.date())
    number = 15 if match[1] == "十五" else _FIRST_TEN.index(match[1][1]) + 1
    return FactDate(kind, month, number, year, DateCalendar.LUNAR, leap, every=DateEvery.MONTH)


def _lunar_numbers(words: str, now: datetime, kind: DateKind, every: DateEvery) -> FactDate | None:
    """ "Lunar 8/15": month and day in digits."""
    match = _LUNAR_NUMBERS.search(words)
    if match is None:
        return None
    month, day, leap = int(match["month"]), int(match["day"]), bool(match["leap"])
    year = int(match["year"]) if match["year"] else None
    yearly = FactDate(kind, month, day, year, DateCalendar.LUNAR, leap, every=DateEvery.YEAR)
    if not possible(yearly) or every is DateEvery.WEEK:
        return None
    if year is None and every is not DateEvery.YEAR:
        this = lunar_date(now.date())[0]
        years = (it for it in range(this, this + 20) if not leap or leap_month(it) == month)
        year = next((it for it in years if lunar_day(it, month, day, leap=leap) >= now.date()), None)
    return FactDate(kind, month, day, year, DateCalendar.LUNAR, leap, every=every)
