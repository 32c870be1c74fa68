"""Stretches of time that are named from today, on the dates on which calendars break."""

from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, time, timedelta

import pytest

from engine.rules.recall.remembering.day_limits import day_began, until_tomorrow
from engine.rules.recall.timeparse import resolve
from tests import calendar
from tests.dates import DATES

Days = tuple[date, date]


def _days(first: int, last: int) -> Callable[[date], Days]:
    """From so many days ago to so many days ago."""
    return lambda today: (today - timedelta(days=first), today - timedelta(days=last))


def _week(ago: int) -> Callable[[date], Days]:
    def of(today: date) -> Days:
        monday = today - timedelta(days=today.weekday() + 7 * ago)
        return monday, monday + timedelta(days=6)

    return of


def _month(ago: int) -> Callable[[date], Days]:
    def of(today: date) -> Days:
        number = today.year * 12 + today.month - 1 - ago
        return _first(number), _first(number + 1) - timedelta(days=1)

    return of


def _first(number: int) -> date:
    return date(number // 12, number % 12 + 1, 1)


def _year(ago: int) -> Callable[[date], Days]:
    return lambda today: (date(today.year - ago, 1, 1), date(today.year - ago, 12, 31))


NAMED: Mapping[str, Callable[[date], Days]] = {
    "today": _days(0, 0),
    "今天": _days(0, 0),
    "yesterday": _days(1, 1),
    "昨天": _days(1, 1),
    "the day before yesterday": _days(2, 2),
    "前天": _days(2, 2),
    "大前天": _days(3, 3),
    "last week": _week(1),
    "上周": _week(1),
    "上个星期": _week(1),
    "上上周": _week(2),
    "last month": _month(1),
    "上个月": _month(1),
    "last year": _year(1),
    "去年": _year(1),
    "前年": _year(2),
}
AGO: Mapping[str, timedelta] = {
    "What did I say half an hour ago?": timedelta(minutes=30),
    "What did I say two hours ago?": timedelta(hours=2),
    "What did we talk about in the last three hours?": timedelta(hours=2, minutes=59),
    "What did we talk about in the last 24 hours?": timedelta(hours=23, minutes=59),
    "半小时前我说了什么？": timedelta(minutes=30),
    "两个小时前我说了什么？": timedelta(hours=2),
    "最近三个小时我们聊了什么": timedelta(hours=2, minutes=59),
    "过去24小时我们聊了什么？": timedelta(hours=23, minutes=59),
}
ASKED = {
    True: ("What did we talk about {}?", "{} what did I tell you?"),
    False: ("{}我们聊了什么？", "我们{}说过什么来着"),
}


@pytest.mark.parametrize("date", DATES)
def test_a_time_is_whole_days_of_the_persons_calendar(date: str) -> None:
    """On the last of a month, the leap day or the day the clocks change, the character tells of another day."""
    now = calendar.read(date)
    for named, days in NAMED.items():
        first, last = days(now.date())
        start, end = (datetime.combine(it, time(), now.tzinfo) for it in (first, last + timedelta(days=1)))
        for wording in ASKED[named.isascii()]:
            found = resolve(wording.format(named), now)
            assert found is not None, wording.format(named)
            assert (found.start, min(found.end or now, now)) == (start, min(end, now)), wording.format(named)


@pytest.mark.parametrize("date", DATES)
def test_hours_are_as_long_as_they_are(date: str) -> None:
    """In the night the clocks change, "two hours ago" is one hour ago, or three."""
    began, zone = calendar.read(date).astimezone(UTC), calendar.read(date).tzinfo
    for at in (began, began + timedelta(minutes=90), began + timedelta(hours=5)):
        for asked, ago in AGO.items():
            found = resolve(asked, at.astimezone(zone))
            assert found is not None, (at, asked)
            assert found.holds(at - ago), (at, asked)
            assert not found.holds(at - ago - timedelta(minutes=55)), (at, asked)


@pytest.mark.parametrize("date", DATES)
def test_a_day_is_as_long_as_it_is(date: str) -> None:
    """What a day allows comes an hour early, or late, on the day the clocks change."""
    now = calendar.read(date)
    assert now.tzinfo is not None
    today, tomorrow = (datetime.combine(now.date() + timedelta(days=n), time(), now.tzinfo) for n in (0, 1))
    for it in (now, now.astimezone(UTC)):
        assert day_began(it, now.tzinfo) == today
        assert it.astimezone(UTC) + until_tomorrow(it, now.tzinfo) == tomorrow
