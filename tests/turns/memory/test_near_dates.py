"""What is near for the people who are there, and how long they were away, stands in the prompt by itself."""

import os
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

import pytest

from engine.actions.house import settings
from engine.db.memory import facts
from engine.db.people import dates
from engine.values.house.setting_scopes import SettingScope
from engine.values.memory.memories import NewPersonFact
from engine.values.people.dates import DateCalendar, DateEvery, DateKind, DateWish, FactDate
from tests.turns.remembering import past, recalled, remembering
from tests.turns.room import Room

GOLDEN: Final = Path(__file__).parents[2] / "golden"
FRIDAY: Final = datetime(2026, 3, 20, 9, tzinfo=UTC)
SAID: Final = datetime(2026, 3, 2, 9, tzinfo=UTC)
TOMORROW: Final = FactDate(DateKind.EXAM, 3, 21, 2026, minute=9 * 60, wish=DateWish.REMIND)
YEARLY: Final = DateEvery.YEAR


async def dated(room: Room, text: str, on: FactDate, *, private: bool = False) -> int:
    made = await facts.add(room.db, NewPersonFact(room.here.person, text, SAID, private=private))
    assert made is not None
    assert await dates.put(room.db, room.here.person, made, on)
    return made


def told(room: Room) -> str:
    """The messages of the last prompt that tell of dates, of facts and of the time."""
    shown = [text for role, text in room.prompt() if role == "system" and ("<memory-" in text or "2026" in text)]
    marks = {word for text in shown for word in text.split() if word.startswith("<memory-")}
    text = "\n---\n".join(shown)
    for mark in marks:
        text = text.replace(mark.strip("<>"), "memory")
    return f"{text}\n"


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_what_is_near_is_told_without_being_asked(room: Room, language: str) -> None:
    """The character would forget a birthday unless somebody spoke of it, or be wrong about the day."""
    await remembering(room, now=FRIDAY)
    await settings.put(room.engine.ctx, room.here, SettingScope.SPACE, "language", language)
    zh = language == "zh"
    await dated(room, "生物考试" if zh else "has an exam in biology", TOMORROW)
    born = FactDate(DateKind.BIRTHDAY, 2, 2, 1990, DateCalendar.LUNAR, every=YEARLY)  # 2026: on 20 March
    await dated(room, "安的生日" if zh else "was born", born)
    last = FactDate(DateKind.PROMISED, 3, 23, 2026)
    await dated(room, "米拉答应唱歌" if zh else "was promised a song", last)
    far = FactDate(DateKind.ANNIVERSARY, 3, 24, 2020, every=YEARLY)
    await dated(room, "结婚纪念日" if zh else "married", far)
    left = replace(TOMORROW, wish=DateWish.LEAVE)
    await dated(room, "去法院" if zh else "goes to court", left)
    await past(room, ("嗯。" if zh else "Hm.", "好。" if zh else "Well."), since=FRIDAY - timedelta(days=3, hours=11))
    await room.say("你好！" if zh else "Hello!")
    approved = GOLDEN / f"near_dates.{language}.txt"
    if os.environ.get("APPROVE"):
        approved.write_text(told(room), encoding="utf-8")
    assert told(room) == approved.read_text(encoding="utf-8"), "APPROVE=1 writes the file anew; read the difference"
    assert "court" not in told(room)
    assert "法院" not in told(room)


async def test_a_date_told_in_private_does_not_reach_a_group(room: Room) -> None:
    """A whole server would read of somebody's appointment at the clinic."""
    await remembering(room, now=FRIDAY)
    await dated(room, "has an appointment at the clinic", TOMORROW, private=True)
    number = await dated(room, "has an exam", TOMORROW)
    await room.say("Hello!")
    assert "clinic" not in recalled(room)
    assert "tomorrow, Saturday, 09:00; exam; wants to be reminded" in recalled(room)
    assert await dates.wish(room.db, room.here.person, number, DateWish.LEAVE)
    await room.say("Hello again!")
    assert "exam" not in recalled(room)


async def test_a_day_is_near_by_the_clock_of_the_person(room: Room) -> None:
    """In the evening of Honolulu the exam of Tuesday would be told on Friday, and on Monday as over."""
    await remembering(room, now=FRIDAY)
    await dated(room, "has an exam", FactDate(DateKind.EXAM, 3, 23, 2026))
    await settings.put(room.engine.ctx, room.here, SettingScope.PERSON, "timezone", "Pacific/Honolulu")
    await room.say("Hello!")  # it is still Thursday there
    assert "[in" not in recalled(room)
    assert "has an exam (2026-03-23)" in recalled(room)
    room.stand_still(FRIDAY + timedelta(hours=2))
    await room.say("And now?")
    assert "[in 3 days, Monday; exam]" in recalled(room)


async def test_in_a_group_each_day_is_near_by_the_clock_of_whose_it_is(room: Room) -> None:
    """Ben in Honolulu asks, and Ann's exam in Auckland is told as of the day after tomorrow: it is tomorrow there."""
    await remembering(room, now=FRIDAY)
    ben = replace(room.origin, person="ben", person_name="Ben")
    his = replace(room, here=await room.engine.places.resolve(ben))
    for who, zone in ((room, "Pacific/Auckland"), (his, "Pacific/Honolulu")):
        await settings.put(room.engine.ctx, who.here, SettingScope.PERSON, "timezone", zone)
    await dated(room, "has an exam", replace(TOMORROW, wish=DateWish.MENTION))
    await dated(his, "has a test", TOMORROW)
    await room.say("Hello!")
    room.origin = ben
    await room.say("And hello from me!")
    assert "[tomorrow, Saturday, 09:00; exam] Ann: has an exam" in recalled(room)
    assert "[in 2 days, Saturday, 09:00; exam; wants to be reminded] Ben: has a test" in recalled(room)


async def test_within_a_talk_nothing_is_said_of_time_that_went_by(room: Room) -> None:
    """The character would say time and again that they have not talked for long."""
    await remembering(room, now=FRIDAY)
    await past(room, ("Hm.", "Well."), since=FRIDAY - timedelta(days=3))
    await room.say("Hello!")
    assert room.prompts_say("Nobody had said anything here for 3 days: the last words were said on Tuesday")
    await room.say("And how are you?")
    assert not room.prompts_say("Nobody had said anything")


async def test_the_front_of_the_prompt_stays_with_dates_in_it(room: Room) -> None:
    """A day that comes nearer would have the whole prompt paid for again."""
    await remembering(room, now=FRIDAY)
    await dated(room, "has an exam", FactDate(DateKind.EXAM, 3, 23, 2026))
    await room.say("One.")
    room.stand_still(FRIDAY + timedelta(days=1))
    await room.say("Two.")
    before, after = room.prompt(-2), room.prompt(-1)
    memory = next(at for at, (_, text) in enumerate(before) if "<memory-" in text)
    assert [text for _, text in before[:memory]] == [text for _, text in after[:memory]]
    assert any("in 2 days, Monday" in text for _, text in after[memory:])
