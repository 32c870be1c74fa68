"""Which messages belong to which day, and which days are over."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.recall.telling.diary_days import Uttered, days, finished, over

SHANGHAI, NEW_YORK = ZoneInfo("Asia/Shanghai"), ZoneInfo("America/New_York")


def talk(zone: ZoneInfo, *times: str) -> list[Uttered]:
    """Messages at local times, every second one a reply."""
    at = [datetime.fromisoformat(it).replace(tzinfo=zone).astimezone(UTC) for it in times]
    return [Uttered(number, one, number % 2 == 0) for number, one in enumerate(at, 1)]


def shape(zone: ZoneInfo, *times: str) -> list[tuple[str, int, int, int]]:
    return [(it.date.isoformat(), it.first, it.last, it.replies) for it in days(talk(zone, *times), zone)]


def test_a_day_is_the_persons_own() -> None:
    """What was said at breakfast stands on the page of the evening before, as it is in Greenwich."""
    assert shape(SHANGHAI, "2026-03-05 07:00", "2026-03-05 07:01", "2026-03-06 07:30") == [
        ("2026-03-05", 1, 2, 1),
        ("2026-03-06", 3, 3, 0),
    ]


def test_a_talk_over_midnight_is_one_talk() -> None:
    """A night's talk is torn into two pages in the middle of a sentence."""
    assert shape(SHANGHAI, "2026-03-05 23:10", "2026-03-06 00:50", "2026-03-06 02:40", "2026-03-06 09:00") == [
        ("2026-03-05", 1, 3, 1),
        ("2026-03-06", 4, 4, 1),
    ]


def test_a_pause_after_midnight_ends_the_talk() -> None:
    """What was said on waking early belongs to the day before."""
    assert shape(SHANGHAI, "2026-03-05 23:10", "2026-03-06 01:10", "2026-03-06 01:20") == [
        ("2026-03-05", 1, 1, 0),
        ("2026-03-06", 2, 3, 1),
    ]


def test_a_channel_that_never_rests_has_days() -> None:
    """A busy channel has one page, years long."""
    hours = [f"2026-03-{day:02} {hour:02}:30" for day in (5, 6, 7) for hour in range(24)]
    assert [it[0] for it in shape(SHANGHAI, *hours)] == ["2026-03-05", "2026-03-06", "2026-03-07"]


def test_the_hour_that_is_there_twice() -> None:
    """In the night when clocks go back, an hour of talk looks like a pause, or like a day before."""
    before = datetime(2026, 11, 1, 5, 50, tzinfo=UTC)  # 01:50 in summer time
    said = [Uttered(n, before + timedelta(minutes=20 * n), reply=True) for n in range(6)]
    assert [(it.date, it.replies) for it in days(said, NEW_YORK)] == [(date(2026, 11, 1), 6)]
    spring = datetime(2026, 3, 8, 4, 30, tzinfo=UTC)  # 23:30 of the 7th; 02:00 to 03:00 is not there
    said = [Uttered(n, spring + timedelta(minutes=100 * n), reply=True) for n in range(3)]
    assert [it.date for it in days(said, NEW_YORK)] == [date(2026, 3, 7)]


@pytest.mark.parametrize(
    ("now", "wanted"),
    [("2026-03-05 23:59", False), ("2026-03-06 00:30", False), ("2026-03-06 01:20", True), ("2026-03-07 00:00", True)],
)
def test_when_a_day_is_over(now: str, wanted: bool) -> None:
    """The page is written before the talk has ended, and its end is never told."""
    (day,) = days(talk(SHANGHAI, "2026-03-05 22:00", "2026-03-05 23:20"), SHANGHAI)
    at = datetime.fromisoformat(now).replace(tzinfo=SHANGHAI)
    assert over(day, SHANGHAI, at) is wanted
    assert finished([day], SHANGHAI, at) == ([day] if wanted else [])


@given(st.lists(st.integers(0, 10_000), max_size=60), st.sampled_from([SHANGHAI, NEW_YORK]))
def test_every_message_is_of_one_day(minutes: list[int], zone: ZoneInfo) -> None:
    """A message is on no page, or a page claims another day's."""
    start = datetime(2026, 10, 28, tzinfo=UTC)
    said = [Uttered(n, start + timedelta(minutes=at), n % 2 == 0) for n, at in enumerate(minutes, 1)]
    found = days(said, zone)
    assert [seq for it in found for seq in range(it.first, it.last + 1)] == [it.seq for it in said]
    assert [it.date for it in found] == sorted({it.date for it in found})
    assert sum(it.replies for it in found) == sum(it.reply for it in said)
