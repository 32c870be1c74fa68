"""What holds for questions about time in every language."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.rules.recall.timeparse import resolve
from engine.rules.recall.timeparse.english import reading
from engine.rules.recall.timeparse.english.tokens import Token, tokens
from engine.rules.recall.timeparse.english.words import words
from engine.values.memory.recall import TimeRange
from tests import share

ZONES = ("America/New_York", "Asia/Shanghai", "Europe/London", "Australia/Lord_Howe", "Africa/Cairo", "Pacific/Apia")
NOON = datetime(2026, 7, 24, 15, 30, tzinfo=ZoneInfo("America/New_York"))

WORDS = sorted(
    words(
        "last this next past the of in on at to from between and a few couple two 3 5th monday tuesday may "
        "march week day days ago before after since until every 2024 0001 9999 9:30 3pm yesterday today "
        "tomorrow early late first half second night morning weekend month year years decade christmas easter "
        "new year's eve quarter q1 90s 1.5 , . ? ! - / “ ” ' summer spring 10000000 999999 hour recently "
        "other just now same time feb 29 2026-02-30 13/13 noon midnight "
        "昨天 上周 三月 五号 去年 两年前 前天 晚上 八点 从 到 之前 以后 最近 国庆 除夕 上个月 "
        "这周 第 初 底 年 月 日 号 点 半 "
    )
)

texts = st.one_of(st.text(max_size=120), st.lists(st.sampled_from(WORDS), max_size=30).map(" ".join))
moments = st.builds(
    lambda at, zone: at.replace(tzinfo=zone),
    st.datetimes(),
    st.one_of(
        st.sampled_from(ZONES).map(ZoneInfo),
        st.sampled_from((UTC, timezone(timedelta(hours=14)), timezone(timedelta(hours=-12)))),
    ),
)


@given(texts, moments)
@example("a million years ago", datetime(1, 1, 1, tzinfo=UTC))
@example("last year", datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=14))))
@example("what did we do tonight", datetime(9999, 12, 31, 23, 59, tzinfo=timezone(timedelta(hours=-12))))
@example("9999999 days ago", NOON)
@example("the last 0 weeks", NOON)
@example("the past zero hours", NOON)
@example("这周后", datetime(2026, 7, 20, tzinfo=ZoneInfo("Asia/Shanghai")))
@example("two hours ago", datetime(2026, 11, 1, 2, 30, tzinfo=ZoneInfo("America/New_York")))
@settings(max_examples=share.examples(300), deadline=None)
def test_any_text_is_read_without_an_error_and_never_means_the_future(text: str, now: datetime) -> None:
    """A message would end its turn with an error, or memories be looked for in days to come."""
    found = resolve(text, now)
    if found is None:
        return
    assert_some_past(found, now)
    for first, last in found.spans:
        assert 0 <= first < last <= len(text)


def assert_some_past(found: TimeRange, now: datetime) -> None:
    """In real time: in the hour that comes twice the wall clock goes back."""
    assert found.start is not None or found.end is not None
    for end in (found.start, found.end):
        assert end is None or end.tzinfo is now.tzinfo
    if found.start is not None:
        assert found.start.timestamp() <= now.timestamp()
        assert found.end is None or found.start.timestamp() < found.end.timestamp()


SINCE = {
    "en": ("since {}", "ever since {}", "from {} onwards"),
    "zh": ("{}以后", "{}之后", "{}后", "{}以来", "从{}开始", "从{}以后"),
}
OTHER_SIDES = {
    "en": ("after {}", "before {}", "until {}", "till {}", "by {}", "around {}", "earlier {}", "from {} to now"),
    "zh": ("{}之前", "{}以前", "{}前", "{}前后", "{}左右", "{}到现在", "{}至今", "从{}到现在", "到{}"),
}
ASKED = {"en": "What did we talk about {}?", "zh": "{}我们聊了什么？"}
BEGINNINGS = sorted(
    {date(2026, 12, 28) + timedelta(days=day) for day in range(14)}
    | {date(2026, month, 1) for month in range(1, 13)}
    | {date(year, 1, 1) for year in (1999, 2018, 2024, 2025)}
)


def begun_on(day: date) -> dict[str, list[str]]:
    """What the stretches are called that begin with ``day``, by language."""
    english, chinese = ["today"], ["今天", f"{day.month}月{day.day}号", f"周{'一二三四五六日'[day.weekday()]}"]
    if day.weekday() == 0:
        english, chinese = [*english, "this week"], [*chinese, "这周", "本周", "这个星期"]
    if day.day == 1:
        english, chinese = [*english, "this month", f"{day:%B}"], [*chinese, "这个月", f"{day.month}月"]
    if day.day == day.month == 1:
        english, chinese = [*english, "this year", f"{day.year}"], [*chinese, "今年", "元旦", f"{day.year}年"]
    return {"en": english, "zh": chinese}


@pytest.mark.parametrize("language", SINCE)
@pytest.mark.parametrize("day", BEGINNINGS, ids=str)
def test_since_what_begins_only_now_is_no_time_at_all(day: date, language: str) -> None:
    """At midnight of a Monday "since this week" looks where no memory can be; a minute later it means that minute."""
    for zone in map(ZoneInfo, ZONES[:3]):
        now = datetime(day.year, day.month, day.day, tzinfo=zone)
        later = now + timedelta(minutes=1)
        for text in asked(SINCE, begun_on(day), language):
            assert resolve(text, now) is None, text
            found = resolve(text, later)
            assert found is not None, text
            assert (found.start, found.end) == (now, later), text


@pytest.mark.parametrize("language", SINCE)
@pytest.mark.parametrize("day", BEGINNINGS, ids=str)
def test_no_side_of_what_begins_or_ends_now_is_empty(day: date, language: str) -> None:
    """At midnight a question about yesterday or this week finds nothing, whatever was said."""
    for zone in map(ZoneInfo, ZONES[:3]):
        now = datetime(day.year, day.month, day.day, tzinfo=zone)
        ended = {"en": ["yesterday", "last week", "last month", "last year"], "zh": ["昨天", "上周", "上个月", "去年"]}
        for named, sides in ((begun_on(day), OTHER_SIDES), (ended, OTHER_SIDES), (ended, SINCE)):
            for text in asked(sides, named, language):
                if (found := resolve(text, now)) is not None:
                    assert_some_past(found, now)


def asked(sides: dict[str, tuple[str, ...]], named: dict[str, list[str]], language: str) -> Iterator[str]:
    """A question for each side of each stretch."""
    for name in named[language]:
        for side in sides[language]:
            yield ASKED[language].format(side.format(name))


@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=8).map(" ".join))
@settings(max_examples=share.examples(100), deadline=None)
def test_the_same_question_has_the_same_answer(text: str) -> None:
    """Yesterday would be found on one try and not on the next."""
    assert resolve(text, NOON) == resolve(text, NOON)


HOSTILE = (
    "last ",
    "1 day 2 days ",
    "1-",
    "'",
    "the first week of ",
    "from monday to ",
    "two and a half hours and ",
    "of ",
)


class Counted(list[Token]):
    """Tokens that count how often they are looked at."""

    looks = 0

    def __getitem__(self, index):  # pyright: ignore[reportIncompatibleMethodOverride]  # both forms of index in one
        self.looks += 1
        return super().__getitem__(index)

    def __iter__(self) -> Iterator[Token]:
        self.looks += len(self)
        return super().__iter__()


@pytest.mark.parametrize("part", HOSTILE)
def test_reading_takes_work_in_proportion_to_the_text(part: str) -> None:
    """One message made to be slow would hold up everybody's turn."""

    def looks(length: int) -> int:
        counted = Counted(tokens((part * length)[:length]))
        reading.pieces(counted, frozenset())
        return counted.looks

    assert looks(1_600) <= 2.5 * looks(800)
    assert looks(1_600) <= 60 * 1_600


def test_of_a_long_text_the_beginning_and_the_end_are_read() -> None:
    """A pasted page behind or before the question would hide it, or take a second to read."""
    page = "lorem ipsum dolor sit amet " * 400
    yesterday = resolve("What did I do yesterday?", NOON)
    assert yesterday is not None
    for text in (f"What did I do yesterday? {page}", f"{page}. What did I do yesterday?"):
        found = resolve(text, NOON)
        assert found is not None
        assert (found.start, found.end) == (yesterday.start, yesterday.end)
        ((first, last),) = found.spans
        assert text[first:last] == "yesterday"
    assert len(tokens("last " * 100_000)) == len(tokens("last " * 1_000))
