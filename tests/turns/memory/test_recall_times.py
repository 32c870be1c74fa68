"""Questions about a time are answered from that time."""

from datetime import UTC, datetime, timedelta

import pytest

from engine.actions.house import settings as settings_actions
from engine.values.house.setting_scopes import SettingScope
from tests.turns.remembering import asked, at, filled, past, remembering
from tests.turns.room import Room

pytestmark = pytest.mark.calendar

NOW = datetime(2026, 3, 18, 20, tzinfo=UTC)
"""A Wednesday."""
TUESDAY = datetime(2026, 3, 17, 19, tzinfo=UTC)
LAST_TUESDAY = datetime(2026, 3, 10, 19, tzinfo=UTC)


@pytest.fixture
async def diary(room: Room) -> Room:
    """A room where people have talked about three things on three days."""
    await remembering(room, now=NOW)
    await small(room)
    await past(room, ("The cat had kittens.", "How many?"), ("Five, all black.", "Oh my."), since=LAST_TUESDAY)
    await past(room, ("I baked a rhubarb cake.", "Any left?"), since=TUESDAY - timedelta(days=3))
    await past(room, ("The roof leaks again.", "I will bring the ladder."), since=TUESDAY)
    await filled(room, 30, NOW - timedelta(hours=2))
    return room


async def small(room: Room, **settings: str) -> None:
    for name, value in {"budget_tokens": "2000", "facts": "off", **settings}.items():
        await settings_actions.put(room.engine.ctx, room.here, SettingScope.SPACE, name, value)


async def test_what_did_we_talk_about_yesterday(diary: Room) -> None:
    """The character tells of another day, or of what it said only by halves."""
    lines = (await asked(diary, "What did we talk about yesterday?")).splitlines()
    assert lines == [
        "[2026-03-17 19:00] Ann: The roof leaks again.",
        "[2026-03-17 19:00] Mira: I will bring the ladder.",
    ]


async def test_the_same_in_chinese(diary: Room) -> None:
    """The question is not understood in Chinese, or the day begins at midnight in Greenwich."""
    await small(diary, language="zh", timezone="Asia/Shanghai")
    lines = (await asked(diary, "我们上周三聊了什么")).splitlines()  # it is Thursday there, and was Wednesday then
    assert [line.split("] ")[1] for line in lines] == [
        "Ann：The cat had kittens.",
        "Mira：How many?",
        "Ann：Five, all black.",
        "Mira：Oh my.",
    ]
    assert lines[0].startswith("[2026-03-11 03:00]")


async def test_a_topic_in_a_time(diary: Room) -> None:
    """Of a busy month the character tells what was said first, not what it was asked about."""
    await small(diary, recall_items="1")
    lines = await asked(diary, "What did we say about the kittens last week?")
    assert "kittens" in lines
    assert "rhubarb" not in lines


async def test_nothing_was_said_then(diary: Room) -> None:
    """The character invents what was said on a day on which nobody said anything."""
    assert await asked(diary, "我们上周四聊了什么") == ""
    assert diary.prompts_say("2026-03-12 to 2026-03-12")
    await asked(diary, "What did we talk about yesterday?")
    assert not diary.prompts_say("Nothing was said")


async def test_what_is_in_the_window_was_said(diary: Room) -> None:
    """The character is told that nothing was said today while today's talk stands right there."""
    await asked(diary, "我们今天聊了什么")
    assert not diary.prompts_say("Nothing was said")


async def test_a_long_time_is_told_in_short_from_every_part_of_it(diary: Room) -> None:
    """Of a month the character hears its first evening, or its prompt bursts."""
    await small(diary, recall_tokens="400")
    talk = [(f"Entry {number}, a long evening with many words about nets and ropes.", "Aye.") for number in range(200)]
    await past(diary, *talk, since=datetime(2026, 1, 2, tzinfo=UTC), every=timedelta(hours=3))
    await filled(diary, 30, NOW - timedelta(hours=1))  # no part of January stands in the history
    lines = (await asked(diary, "我们一月份聊了什么？")).splitlines()
    days = [int(line[9:11]) for line in lines]
    assert days == sorted(days)
    assert {day // 7 for day in days} >= {0, 1, 2, 3}
    assert 8 <= len(lines) <= 40
    assert sum(map(len, lines)) < 400 * 6


async def test_a_day_that_is_named_in_passing_filters_nothing(diary: Room) -> None:
    """Somebody says what they did today and the character forgets everything from before."""
    assert "rhubarb" in await asked(diary, "今天我又想起 rhubarb cake 了")


async def test_the_clock_moves_the_question(diary: Room) -> None:
    """Yesterday stays the day on which the process was started."""
    at(diary, NOW + timedelta(days=1))
    lines = await asked(diary, "昨天我们聊了什么？")
    assert "2026-03-18" in lines
    assert "roof" not in lines
