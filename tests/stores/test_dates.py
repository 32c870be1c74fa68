"""Dated facts are facts: told to whom they may be, kept by who takes their place, gone with them."""

from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from engine.db.memory import facts
from engine.db.people import dates
from engine.db.postgres.pool import Database
from engine.values.chats.entries import Place
from engine.values.memory.memories import NewPersonFact, TellingPlace
from engine.values.people.dates import DateCalendar, DateEvery, DateKind, DateWish, FactDate
from tests.conftest import Sql
from tests.stores.memory_room import NOON, MemoryRoom, memory_room
from tests.story.places import fresh_character

BIRTHDAY = FactDate(
    DateKind.BIRTHDAY, 8, 15, 1990, DateCalendar.LUNAR, leap=False, every=DateEvery.YEAR, wish=DateWish.REMIND
)
EXAM = FactDate(DateKind.EXAM, 3, 4, 2026, minute=9 * 60)
NOW = datetime(2026, 3, 1, 20, tzinfo=ZoneInfo("Asia/Shanghai"))


@pytest.fixture
async def room(db: Database, sql: Sql) -> MemoryRoom:
    """With a person of its own: others know nothing of them."""
    made = await memory_room(db)
    person = await sql(
        "INSERT INTO person (platform, external, name) VALUES ('test', gen_random_uuid(), 'Mo') RETURNING id"
    )
    return replace(made, here=replace(made.here, person=person[0]["id"]))


async def dated(room: MemoryRoom, text: str, on: FactDate, seq: int = 2, **changes: object) -> int:
    new = NewPersonFact(room.here.person, text, NOON, session=room.key, place=Place(1, seq))
    number = await facts.add(room.db, replace(new, **changes))
    assert number is not None
    assert await dates.put(room.db, room.here.person, number, on)
    return number


async def days(room: MemoryRoom) -> dict[str, FactDate]:
    found = await dates.dates_of(room.db, room.here.person, private_too=True)
    return {it.fact.text: it.date for it in found}


async def test_everything_of_a_date_comes_back(room: MemoryRoom) -> None:
    """A birthday of the lunar calendar would be told as one of the other."""
    leap = replace(BIRTHDAY, month=6, leap=True, year=None, minute=5, every=DateEvery.YEAR, wish=DateWish.LEAVE)
    await dated(room, "was born at Mid-Autumn", BIRTHDAY)
    await dated(room, "met Eve in a leap month", leap)
    assert await days(room) == {"was born at Mid-Autumn": BIRTHDAY, "met Eve in a leap month": leap}


async def test_a_date_is_told_where_its_fact_is(room: MemoryRoom) -> None:
    """What was said in private would be told in a group because it has a day."""
    eve = await fresh_character(room.db, room.here)
    await dated(room, "has an exam", EXAM)
    await dated(room, "told here", EXAM, private=False)
    await dated(room, "told Eve here", EXAM, 3, private=False, character=eve)
    told = (room.here.person, room.character)
    here, elsewhere = TellingPlace(room.here.space), TellingPlace(room.here.space + 1)
    assert [it.fact.text for it in await dates.near(room.db, told, NOW, 3, at=here)] == ["told here"]
    assert await dates.near(room.db, told, NOW, 3, at=elsewhere) == []
    own = await dates.near(room.db, told, NOW, 3, at=here, private_too=True)
    assert {it.fact.text: it.at for it in own} == dict.fromkeys(
        ("has an exam", "told here"), datetime(2026, 3, 4, 9, tzinfo=NOW.tzinfo)
    )
    assert await dates.near(room.db, told, NOW, 2, at=here, private_too=True) == []


async def test_what_takes_the_place_of_a_dated_fact_keeps_its_day(room: MemoryRoom) -> None:
    """Who puts a word right would lose the day."""
    number = await dated(room, "has a exam", EXAM)
    person = room.here.person
    new = await facts.supersede(room.db, number, NewPersonFact(person, "has an exam", NOON), "edited")
    assert new is not None
    assert await days(room) == {}
    await dates.hand_on(room.db, person, number, new)
    assert await days(room) == {"has an exam": EXAM}
    assert await dates.put(room.db, person, new, replace(EXAM, day=5))
    await dates.hand_on(room.db, person, number, new)
    assert await days(room) == {"has an exam": replace(EXAM, day=5)}


async def test_only_what_is_true_now_gets_a_day_or_a_wish(room: MemoryRoom) -> None:
    """Somebody would be reminded of what they have taken off their card."""
    number = await dated(room, "has an exam", EXAM)
    person = room.here.person
    assert await dates.wish(room.db, person, number, DateWish.LEAVE)
    assert await days(room) == {"has an exam": replace(EXAM, wish=DateWish.LEAVE)}
    assert not await dates.wish(room.db, person + 1, number, DateWish.REMIND)
    assert await facts.end(room.db, person, number, "deleted")
    assert not await dates.wish(room.db, person, number, DateWish.REMIND)
    assert not await dates.put(room.db, person, number, EXAM)
    assert await days(room) == {}


async def test_a_date_goes_with_its_fact(room: MemoryRoom, sql: Sql) -> None:
    """The day of somebody's birth would outlive what they asked to be forgotten."""
    number = await dated(room, "has an exam", EXAM)
    assert await facts.remove(room.db, room.here.person, [number]) == 1
    assert await sql("SELECT FROM fact_date WHERE person_id = $1", room.here.person) == []


async def test_a_day_that_there_is_not_is_not_stored(room: MemoryRoom) -> None:
    """It would never come, and whoever reads the card would stumble over it."""
    number = await dated(room, "has an exam", EXAM)
    assert not await dates.put(room.db, room.here.person, number, replace(EXAM, month=2, day=30))
    assert await days(room) == {"has an exam": EXAM}
