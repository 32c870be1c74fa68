"""Days that people tell in talk: noted with what they said, by their own clock, never by what a model works out."""

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest

from engine.actions.chats import savepoints
from engine.actions.house import settings
from engine.db.people import dates
from engine.values.house.setting_scopes import SettingScope
from engine.values.people.dates import DateCalendar, DateEvery, DateKind, DateWish
from tests.servers.model import say
from tests.turns.memory.test_extract import chat, fact, finds, known, of_person, tells
from tests.turns.room import Room

__all__ = ["chat"]


async def days(room: Room) -> dict[str, tuple[DateKind, int, int, int | None, DateEvery]]:
    found = await dates.dates_of(room.db, room.here.person, private_too=True)
    return {it.fact.text: (it.date.kind, it.date.month, it.date.day, it.date.minute, it.date.every) for it in found}


async def in_zone(room: Room, zone: str) -> tuple[int, int]:
    """The person's clock; month and day of tomorrow there."""
    await settings.put(room.engine.ctx, room.here, SettingScope.PERSON, "timezone", zone)
    tomorrow = room.ctx.clock.now().astimezone(ZoneInfo(zone)) + timedelta(days=1)
    return tomorrow.month, tomorrow.day


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago"])
async def test_a_day_that_is_told_is_noted_by_the_person_s_clock(chat: Room, zone: str) -> None:
    """The exam of tomorrow would be noted for the day that a model works out, or for that of another continent."""
    me, (month, day) = f"p{chat.here.person}", await in_zone(chat, zone)
    told = fact("Ann has an exam in biology.", 2, me, scope="person", when="tomorrow at 9am", kind="exam")
    tells(chat, told)
    await chat.say("My exam in biology is Tomorrow  at 9AM!")
    await chat.drain()
    assert await days(chat) == {"Ann has an exam in biology.": (DateKind.EXAM, month, day, 540, DateEvery.NEVER)}


async def test_a_chinese_lunar_birthday_is_noted(chat: Room) -> None:
    """Half of the birthdays of China would be wished on the wrong day."""
    me = f"p{chat.here.person}"
    tells(chat, fact("安的生日。", 2, me, scope="person", when="农历八月十五", kind="birthday", every="year"))
    await chat.say("我的生日是农历八月十五。")
    await chat.drain()
    assert await days(chat) == {"安的生日。": (DateKind.BIRTHDAY, 8, 15, None, DateEvery.YEAR)}
    [found] = await dates.dates_of(chat.db, chat.here.person, private_too=True)
    assert found.date.calendar is DateCalendar.LUNAR


async def test_words_that_nobody_said_or_understands_give_no_day(chat: Room) -> None:
    """A model that makes up a day would have somebody reminded of it."""
    me = f"p{chat.here.person}"
    tells(
        chat,
        fact("Ann has an exam.", 2, me, scope="person", when="next Friday", kind="exam"),
        fact("Ann moves house.", 2, me, scope="person", when="one of these days", kind="other"),
    )
    await chat.say("I have an exam, and one of these days I move house.")
    await chat.drain()
    assert await days(chat) == {}
    assert await of_person(chat) == ["Ann has an exam. (next Friday)", "Ann moves house. (one of these days)"]


async def test_a_day_that_moves_takes_the_place_of_the_old_one(chat: Room) -> None:
    """Somebody would be told of two exams, or of the one that was put off."""
    me = f"p{chat.here.person}"
    tells(chat, fact("Ann has an exam.", 2, me, scope="person", when="tomorrow", kind="exam"))
    await chat.say("My exam is tomorrow.")
    await chat.drain()
    [first] = await dates.dates_of(chat.db, chat.here.person, private_too=True)
    assert await dates.wish(chat.db, chat.here.person, first.fact.id, DateWish.LEAVE)
    moved = {"text": "Ann has an exam.", "scope": "person", "when": "in two weeks", "kind": "exam"}
    finds(chat, {"moved it": moved | {"action": "supersede", "old": f"f{first.fact.id}"}, "As I said": moved})
    await chat.say("They moved it, my exam is in two weeks.")
    await chat.drain()
    [found] = await dates.dates_of(chat.db, chat.here.person, private_too=True)
    assert found.fact.id != first.fact.id
    assert (found.date.day, found.date.wish) != (first.date.day, first.date.wish)
    assert found.date.wish is DateWish.LEAVE
    shown = [it["text"] for it in known(chat.model.errands[-1])]
    assert shown == [f"Ann has an exam. ({first.date.year}-{first.date.month:02}-{first.date.day:02})"]
    await chat.say("As I said, my exam is in two weeks.")
    await chat.drain()
    assert len(await of_person(chat)) == 1


async def test_a_fact_that_is_completed_keeps_its_day(chat: Room) -> None:
    """The room of the exam is told, and the day of it is gone."""
    me = f"p{chat.here.person}"
    tells(chat, fact("Ann has an exam.", 2, me, scope="person", when="tomorrow", kind="exam"))
    await chat.say("My exam is tomorrow.")
    await chat.drain()
    [first] = await dates.dates_of(chat.db, chat.here.person, private_too=True)
    fuller = {"text": "Ann has an exam in room 5.", "scope": "person", "action": "update", "old": f"f{first.fact.id}"}
    finds(chat, {"room 5": fuller})
    await chat.say("The exam is in room 5.")
    await chat.drain()
    assert {it.fact.text: it.date for it in await dates.dates_of(chat.db, chat.here.person, private_too=True)} == {
        "Ann has an exam in room 5.": first.date
    }


async def test_what_a_character_promises_is_theirs_to_whom_it_promises(chat: Room) -> None:
    """A character would forget its word, since nobody else said it."""
    me = f"p{chat.here.person}"
    chat.model.answer = lambda _: say("I will sing for you tomorrow evening.")
    tells(chat, fact("Mira sings for Ann.", 3, me, scope="person", when="tomorrow", kind="promised"))
    await chat.say("I am sad.")
    await chat.drain()
    assert [it[0] for it in (await days(chat)).values()] == [DateKind.PROMISED]


async def test_in_a_story_a_day_is_one_of_the_story(chat: Room) -> None:
    """A sailor's wedding would stand on the card of who plays him."""
    await settings.put(chat.engine.ctx, chat.here, SettingScope.SPACE, "mode", "story")
    me = f"p{chat.here.person}"
    tells(chat, fact("Ann marries.", 2, me, scope="person", when="tomorrow", kind="anniversary"))
    await chat.say("I marry tomorrow.")
    await chat.drain()
    assert await days(chat) == {}
    assert await of_person(chat) == []


async def test_a_load_keeps_the_days_of_people(chat: Room) -> None:
    """Who goes back in a story would forget the exam that they told of on the way."""
    await savepoints.save(chat.engine.ctx, chat.here, "early")
    me = f"p{chat.here.person}"
    tells(chat, fact("Ann has an exam.", 2, me, scope="person", when="tomorrow", kind="exam"))
    await chat.say("My exam is tomorrow.")
    await chat.drain()
    before = await days(chat)
    (save,) = [it for it in await savepoints.newest(chat.engine.ctx, chat.here) if it.kind == "manual"]
    await savepoints.load(chat.engine.ctx, chat.engine.runner, chat.here, save.id)
    assert before
    assert await days(chat) == before
