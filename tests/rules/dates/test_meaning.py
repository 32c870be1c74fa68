"""Which day words mean that people say of what is yet to come, in both languages."""

from datetime import UTC, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.dates.meaning import date_meant, over, speaks_lunar
from engine.rules.dates.occurring import next_at, possible
from engine.rules.recall.timeparse import resolve
from engine.values.people.dates import DateCalendar, DateEvery, DateKind, FactDate

SHANGHAI: Final = ZoneInfo("Asia/Shanghai")
FRIDAY: Final = datetime(2026, 11, 27, 10, 30, tzinfo=SHANGHAI)
EVERY = DateEvery

ONCE: Final = {
    "next Thursday 9am": "2026-12-03 09:00",
    "9am next Thursday": "2026-12-03 09:00",
    "next Friday": "2026-12-04",
    "Thursday": "2026-12-03",
    "Friday at 3": "2026-11-27 15:00",
    "this Saturday": "2026-11-28",
    "Thursday next week": "2026-12-03",
    "tomorrow at 3pm": "2026-11-28 15:00",
    "noon tomorrow": "2026-11-28 12:00",
    "the day after tomorrow": "2026-11-29",
    "tonight at 8": "2026-11-27 20:00",
    "at 9": "2026-11-28 09:00",
    "in two weeks": "2026-12-11",
    "in an hour": "2026-11-27 11:30",
    "a week from Friday": "2026-12-11",
    "two weeks from tomorrow": "2026-12-12",
    "the 5th": "2026-12-05",
    "next month on the 5th": "2026-12-05",
    "3 may": "2027-05-03",
    "May 3rd, 2028": "2028-05-03",
    "2027-03-04 14:00": "2027-03-04 14:00",
    "Monday 7 December at half past nine": "2026-12-07 09:30",
    "the second Tuesday of next month": "2026-12-08",
    "Feb 29": "2028-02-29",
    "Christmas Eve": "2026-12-24",
    "Thanksgiving": "2027-11-25",
    "lunar 8/15": "2027-09-15",
    "下周四上午9点": "2026-12-03 09:00",
    "下周四9点": "2026-12-03 09:00",
    "下周四上午 9 点": "2026-12-03 09:00",
    "下周四上午九点": "2026-12-03 09:00",
    "5 月 3 日": "2027-05-03",
    "五月三日": "2027-05-03",
    "3 天后": "2026-11-30",
    "周四": "2026-12-03",
    "周五3点": "2026-11-27 15:00",
    "这周六": "2026-11-28",
    "明天下午3点半": "2026-11-28 15:30",
    "大后天": "2026-11-30",
    "今晚8点": "2026-11-27 20:00",
    "今天8点": "2026-11-27 20:00",
    "3点": "2026-11-27 15:00",
    "两周后": "2026-12-11",
    "半年后": "2027-05-27",
    "两个小时后": "2026-11-27 12:30",
    "下个月5号": "2026-12-05",
    "5月3号下午三点": "2027-05-03 15:00",
    "明年5月3日": "2027-05-03",
    "2027年3月4日": "2027-03-04",
    "12月3日（周四）下午3点": "2026-12-03 15:00",
    "除夕": "2027-02-05",
    "中秋节": "2027-09-15",
    "农历八月十五": "2027-09-15",
    "正月初三": "2027-02-08",
    "腊月二十三": "2027-01-30",
    "农历2028年闰五月初一": "2028-06-23",
    "農曆八月十五": "2027-09-15",
}
NOBODY_KNOWS: Final = (
    *("soon", "next week", "next month", "in a few days", "Monday or Tuesday", "30 Feb", "every other Tuesday", ""),
    *("every day", "Thanksgiving every year", "lunar 13/2", "lunar 8/31", "x" * 300, "yesterday", "some day"),
    *(
        "下周",
        "月底",
        "三四天后",
        "周一到周三",
        "2月30号",
        "农历九月三十一",
        "农历二月三十一",
        "隔周周三",
        "每天",
        "以后",
    ),
    *("每年母亲节", "农历2026年闰六月初一", "农历2026年腊月三十"),
)


def meant(words: str, kind: DateKind = DateKind.OTHER, now: datetime = FRIDAY) -> FactDate:
    found = date_meant(words, now, kind)
    assert found is not None, words
    return found


@pytest.mark.parametrize(("words", "when"), ONCE.items())
def test_once(words: str, when: str) -> None:
    """An exam would be noted for a day on which there is none, or in the past."""
    found = meant(words)
    at = next_at(found, FRIDAY)
    assert at is not None
    assert f"{at:%Y-%m-%d}" + (f" {at:%H:%M}" if found.minute is not None else "") == when
    assert (found.every, possible(found)) == (EVERY.NEVER, True)


@pytest.mark.parametrize("words", NOBODY_KNOWS)
def test_what_nobody_can_say(words: str) -> None:
    """A guess would stand on somebody's card as a day."""
    assert date_meant(words, FRIDAY, DateKind.OTHER) is None


@pytest.mark.parametrize(
    ("words", "numbers"),
    [
        ("3 May every year", (None, 5, 3, EVERY.YEAR)),
        ("every 3 May", (None, 5, 3, EVERY.YEAR)),
        ("Christmas every year", (None, 12, 25, EVERY.YEAR)),
        ("every Monday 9am", (2026, 11, 30, EVERY.WEEK)),
        ("Mondays at 9am", (2026, 11, 30, EVERY.WEEK)),
        ("weekly on Friday", (2026, 11, 27, EVERY.WEEK)),
        ("on the 5th of every month", (2026, 12, 5, EVERY.MONTH)),
        ("每年5月3日", (None, 5, 3, EVERY.YEAR)),
        ("每周四上午9点", (2026, 12, 3, EVERY.WEEK)),
        ("每個禮拜四", (2026, 12, 3, EVERY.WEEK)),
        ("每个月15号", (2026, 12, 15, EVERY.MONTH)),
    ],
)
def test_again_and_again(words: str, numbers: tuple[int | None, int, int, DateEvery]) -> None:
    """A course would be told of once, a birthday with the year of the next one as that of the birth."""
    found = meant(words)
    assert (found.year, found.month, found.day, found.every) == numbers


@pytest.mark.parametrize(
    ("words", "numbers"),
    [
        ("农历八月十五", (None, 8, 15, False)),
        ("1990年农历八月十五", (1990, 8, 15, False)),
        ("农历1990年八月十五", (1990, 8, 15, False)),
        ("闰六月初十", (None, 6, 10, True)),
        ("lunar leap 6/10", (None, 6, 10, True)),
        ("中秋节", (None, 8, 15, False)),
        ("除夕", (None, 12, 30, False)),
        ("腊月二十三", (None, 12, 23, False)),
    ],
)
def test_lunar_birthdays_stay_lunar(words: str, numbers: tuple[int | None, int, int, bool]) -> None:
    """From its second year on the day would be that of the common calendar, and wrong."""
    found = meant(words, DateKind.BIRTHDAY)
    assert (found.year, found.month, found.day, found.leap) == numbers
    assert (found.calendar, found.every) == (DateCalendar.LUNAR, EVERY.YEAR)
    assert speaks_lunar(words) or words in ("中秋节", "除夕", "腊月二十三")


def test_birthdays_come_again_by_themselves() -> None:
    """Who tells the day of their birth would have no birthday."""
    assert meant("3 May 1990", DateKind.BIRTHDAY) == FactDate(DateKind.BIRTHDAY, 5, 3, 1990, every=EVERY.YEAR)
    assert meant("tomorrow", DateKind.BIRTHDAY) == FactDate(DateKind.BIRTHDAY, 11, 28, every=EVERY.YEAR)
    first = meant("每月初一")
    assert (first.calendar, first.day, first.every) == (DateCalendar.LUNAR, 1, EVERY.MONTH)
    assert date_meant("3 May", FRIDAY, DateKind.BIRTHDAY, EVERY.NEVER) == FactDate(DateKind.BIRTHDAY, 5, 3, 2027)


def test_what_is_over_is_told_as_over() -> None:
    """Who gets the year wrong would be told nothing at all."""
    assert over(meant("3 May 2020"), FRIDAY)
    assert over(meant("昨天"), FRIDAY)
    assert not over(meant("3 May 1990", DateKind.BIRTHDAY), FRIDAY)


def test_the_zone_says_which_day_tomorrow_is() -> None:
    """In the evening of one side of the world the exam would be a day late."""
    instant = datetime(2026, 11, 27, 20, tzinfo=UTC)
    found = [
        meant("tomorrow", now=instant.astimezone(ZoneInfo(it))).day for it in ("Asia/Shanghai", "America/New_York")
    ]
    assert found == [29, 28]


def test_questions_still_mean_the_past() -> None:
    """What is read for plans would turn questions about what was into questions about what will be."""
    found = resolve("what did we talk about on Thursday?", FRIDAY)
    assert found is not None
    assert found.start == datetime(2026, 11, 26, tzinfo=SHANGHAI)
    assert resolve("what are we doing next Thursday?", FRIDAY) is None
    assert resolve("下周四我们做什么？", FRIDAY) is None


@given(
    st.sampled_from([*ONCE, *NOBODY_KNOWS, "3 May every year", "每周四", "闰六月初十"]),
    st.integers(0, 6 * 366 * 24 * 60),
    st.sampled_from(["Asia/Shanghai", "America/New_York", "Europe/London", "Pacific/Apia", "America/Sao_Paulo"]),
    st.sampled_from(DateKind),
    st.sampled_from([None, *DateEvery]),
)
def test_from_every_moment_of_every_zone(
    words: str, minutes: int, zone: str, kind: DateKind, every: DateEvery | None
) -> None:
    """At some minute of some zone the words would raise, or mean a day that is over."""
    now = (datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=minutes)).astimezone(ZoneInfo(zone))
    found = date_meant(words, now, kind, every)
    if found is None:
        return
    assert possible(found)
    assert every is None or found.every is every
    years_said = any(it in words for it in ("2027", "2028", "这周", "this", "今", "tonight"))
    assert years_said or next_at(found, now) is not None


@given(st.text(max_size=60))
def test_any_text_is_read_or_not(text: str) -> None:
    """A strange character in a message would end the job that notes what it tells."""
    found = date_meant(text, FRIDAY, DateKind.OTHER)
    assert found is None or possible(found)
