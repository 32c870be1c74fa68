"""Macros for times and dates."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.macros.context import MacroContext
from engine.rules.macros.durations import humanized
from engine.rules.macros.expand import expand
from engine.rules.macros.moments import moment_text
from engine.values.house.setting_choices import Language

NOW = datetime(2026, 3, 1, 21, 5, 7, 89_000, tzinfo=timezone(timedelta(hours=8)))
CONTEXT = MacroContext(user="Ann", now=NOW)
ZH = replace(CONTEXT, language=Language.ZH)


@pytest.mark.parametrize(
    ("pattern", "english", "chinese"),
    [
        ("YYYY-MM-DD HH:mm:ss.SSS Z", "2026-03-01 21:05:07.089 +08:00", "2026-03-01 21:05:07.089 +08:00"),
        (
            "LT / LTS / L / LL",
            "9:05 PM / 9:05:07 PM / 03/01/2026 / March 1, 2026",
            "21:05 / 21:05:07 / 2026/03/01 / 2026年3月1日",
        ),
        ("LLLL", "Sunday, March 1, 2026 9:05 PM", "2026年3月1日星期日晚上9点05分"),
        ("llll", "Sun, Mar 1, 2026 9:05 PM", "2026年3月1日星期日 21:05"),
        ("dddd ddd dd d E", "Sunday Sun Su 0 7", "星期日 周日 日 0 7"),
        ("Do MMMM, MMM Mo", "1st March, Mar 3rd", "1日 三月, 3月 3月"),
        ("[today is] h a, k, w, W, DDDo, Q", "today is 9 pm, 21, 10, 9, 60th, 1", "today is 9 晚上, 21, 9, 9, 60日, 1"),
        ("X x ZZ YY \\Y", "1772370307 1772370307089 +0800 26 Y", "1772370307 1772370307089 +0800 26 Y"),
    ],
)
def test_patterns_read_as_card_authors_know_them(pattern: str, english: str, chinese: str) -> None:
    """A card that tells the time would tell nonsense."""
    assert expand(f"{{{{datetimeformat::{pattern}}}}}", CONTEXT) == english
    assert expand(f"{{{{datetimeformat {pattern}}}}}", ZH) == chinese


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{{time_UTC+2}} {{time::UTC-5}} {{time_utc+0}}", "3:05 PM 8:05 AM 1:05 PM"),
        ("{{time}} {{isotime}} {{date}} {{weekday}}", "9:05 PM 21:05 March 1, 2026 Sunday"),
        ("{{timeDiff::2023-01-01 12:00:00::2023-01-01 15:00:00}}", "3 hours ago"),
        ("{{ timeDiff :: 2026-03-05 :: {{date}} }}", "in 4 days"),
        ("{{timeDiff::sometime::now}}", "{{timeDiff::sometime::now}}"),
        ("{{idle_duration}}", "just now"),
    ],
)
def test_times_are_told(text: str, expected: str) -> None:
    """A character would not know what time it is, or read raw macros."""
    assert expand(text, CONTEXT) == expected


def test_how_long_nobody_spoke_is_told_in_both_languages() -> None:
    """A character could not say that it had been waiting."""
    assert expand("{{idleDuration}}", replace(CONTEXT, idle=timedelta(minutes=50))) == "an hour"
    assert expand("{{idle_duration}} {{timediff::2026-03-01::2026-03-03}}", replace(ZH, idle=timedelta(days=3))) == (
        "3 天 2 天前"
    )


@pytest.mark.parametrize(
    ("length", "words"),
    [
        (timedelta(seconds=44), "a few seconds"),
        (timedelta(seconds=45), "a minute"),
        (timedelta(minutes=44), "44 minutes"),
        (timedelta(hours=21), "21 hours"),
        (timedelta(hours=22), "a day"),
        (timedelta(days=25), "25 days"),
        (timedelta(days=26), "a month"),
        (timedelta(days=400), "a year"),
        (timedelta(days=3_000), "8 years"),
    ],
)
def test_lengths_are_rounded_as_people_round_them(length: timedelta, words: str) -> None:
    """ "It has been 0 months" would stand in a prompt."""
    assert humanized(-length, Language.EN) == words


ANY_TIME = st.datetimes(datetime(2, 1, 1), datetime(9998, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001


@given(st.text(max_size=60), ANY_TIME, st.sampled_from(Language))
def test_any_pattern_at_any_time_gives_a_text(pattern: str, now: datetime, language: Language) -> None:
    """A strange pattern would stop its character from answering."""
    assert len(moment_text(now, pattern, language)) <= 40 * len(pattern)
