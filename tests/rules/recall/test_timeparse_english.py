"""Which stretch of time an English message means."""

import re
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from engine.rules.recall.timeparse import resolve
from engine.values.memory.recall import TimeRange

ZONE = ZoneInfo("America/New_York")
JULY = datetime(2026, 7, 24, 15, 30, tzinfo=ZONE)  # a Friday
NOVEMBER = datetime(2026, 11, 4, 20, 45, tzinfo=ZONE)  # a Wednesday
FEBRUARY = datetime(2026, 2, 10, 9, 20, tzinfo=ZONE)  # a Tuesday

# english_times.txt says what is meant: a day or the first and last of several ("07-20..07-22", in 2026 unless
# a year stands before), wall clock times from and to ("..T.."), or a moment ("@"). Behind "~" stands how far off an
# answer may be, in days or minutes. "/" separates answers that are equally good.
ASKED_IN_JULY, ASKED_IN_NOVEMBER, ASKED_IN_FEBRUARY, NO_TIME = (
    part.strip().splitlines()[1:]
    for part in Path(__file__).with_name("english_times.txt").read_text("utf-8").split("== ")[1:]
)


def moment(text: str, now: datetime) -> datetime:
    """A date, with the year of ``now`` unless it has one."""
    dated = text if len(text) > 5 else f"{now.year}-{text}"
    return datetime.fromisoformat(dated).replace(tzinfo=ZONE)


def meant(answer: str, now: datetime) -> tuple[datetime, datetime, timedelta]:
    """From when to when, and how far off both may be."""
    answer, _, slack = answer.partition(" ~")
    reach = (
        timedelta(**{"days" if slack.endswith("d") else "minutes": int(slack[:-1])}) if slack else timedelta(minutes=1)
    )
    first, _, last = answer.partition("..")
    end = moment(last or first, now)
    return moment(first, now), end if "T" in (last or first) else end + timedelta(days=1), reach


def fits(found: TimeRange, answer: str, now: datetime) -> bool:
    """Whether a range is the one that is meant, as far as the past goes."""
    start = found.start or datetime(1970, 1, 1, tzinfo=ZONE)
    end = min(found.end or now, now)
    if answer.startswith("@"):
        return start <= moment(answer[1:], now) <= end <= start + timedelta(hours=2)
    first, last, reach = meant(answer, now)
    return abs(start - first) <= reach and (abs(end - min(last, now)) <= reach or abs(end - last) <= reach)


@pytest.mark.parametrize(
    ("row", "now"),
    [(row, JULY) for row in ASKED_IN_JULY]
    + [(row, NOVEMBER) for row in ASKED_IN_NOVEMBER]
    + [(row, FEBRUARY) for row in ASKED_IN_FEBRUARY],
)
def test_the_time_that_is_asked_about_is_found(row: str, now: datetime) -> None:
    """A question about last week would be answered from any week."""
    text, _, answers = row.rpartition(" | ")
    found = resolve(text, now)
    assert found is not None
    assert any(fits(found, answer, now) for answer in re.split(r" / ", answers)), found


@pytest.mark.parametrize("text", NO_TIME)
def test_words_that_only_look_like_a_time_give_none(text: str) -> None:
    """What somebody says of Fridays, wishes or plans would hide every memory but a few."""
    assert resolve(text, JULY) is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("What did we say about the dog last Tuesday?", ["last Tuesday"]),
        ("In March we saw a whale", ["In March"]),
        ("Last week, did we talk about Tom on Tuesday?", ["Last week", "on Tuesday"]),
        ("what’s the song you sang on the morning of March 5th", ["on the morning of March 5th"]),
        ("from Monday to Wednesday I was ill", ["from Monday to Wednesday"]),
    ],
)
def test_the_words_of_time_are_pointed_out(text: str, words: list[str]) -> None:
    """The words of the date would be searched for as if they were the topic."""
    found = resolve(text, JULY)
    assert found is not None
    assert [text[first:last] for first, last in found.spans] == words


@pytest.mark.parametrize(
    ("text", "certain"),
    [
        ("what did we do yesterday", True),
        ("the other day you told me a joke", False),
        ("you have been sad lately", False),
        ("a few days ago you sang", False),
        ("what did we do around Christmas", False),
    ],
)
def test_vague_words_are_not_certain(text: str, certain: bool) -> None:
    """ "The other day" would shut out a memory of nine days ago."""
    found = resolve(text, JULY)
    assert found is not None
    assert found.certain is certain


def test_a_day_has_its_own_length_when_the_clocks_change() -> None:
    """On the day after the change an hour of the day before would be missing."""
    found = resolve("what did I do yesterday", datetime(2026, 3, 9, 12, tzinfo=ZONE))
    assert found is not None
    assert found.start is not None
    assert found.end is not None
    assert found.end.timestamp() - found.start.timestamp() == 23 * 3600


def test_hours_ago_are_hours_that_passed() -> None:
    """In the night of the change twelve hours ago would be thirteen."""
    now = datetime(2026, 3, 8, 12, tzinfo=ZONE)
    found = resolve("what was I saying 12 hours ago", now)
    assert found is not None
    assert found.holds(datetime(2026, 3, 7, 23, tzinfo=ZONE))
