"""What is known of the story and of real people: who is told of it, and where."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from engine.actions.characters import characters
from engine.actions.chats import inspections, sessions
from engine.actions.house import access
from engine.actions.house import settings as settings_actions
from engine.db.memory import facts
from engine.db.people import consents
from engine.values.house.setting_scopes import SettingScope
from engine.values.memory.memories import Consent, MemoryKind, NewPersonFact, Tag
from tests import calendar
from tests.turns.remembering import asked, filled, known, past, recalled, remembering
from tests.turns.room import Room

MARCH = datetime(2026, 3, 2, 9, tzinfo=UTC)
LATER = datetime(2026, 3, 20, 9, tzinfo=UTC)


async def small(room: Room, **settings: str) -> None:
    for name, value in {"budget_tokens": "2000", "facts": "off", **settings}.items():
        await settings_actions.put(room.engine.ctx, room.here, SettingScope.SPACE, name, value)


async def told(room: Room, text: str, *, private: bool = False, person: int | None = None) -> int:
    """A fact about whoever plays here, or about ``person``."""
    new = NewPersonFact(person or room.here.person, text, MARCH, private=private)
    made = await facts.add(room.db, new)
    assert made is not None
    return made


async def test_core_memories_come_with_their_date(room: Room) -> None:
    """The character knows a fact of its story only as long as it stands in the window."""
    await remembering(room, now=LATER)
    await small(room)
    await known(room, "The harbour is mined.")
    await known(room, "Zinnias grow on the roof.")
    lines = await asked(room, "Is the harbour safe?")
    assert "[2026-03-02] The harbour is mined." in lines
    assert "Zinnias" not in lines


async def test_what_somebody_wrote_down_comes_back_in_every_session_of_theirs(room: Room) -> None:
    """A memory that somebody planted by hand stays in the chat where they did it; or reaches other people's chats."""
    await remembering(room, now=LATER)
    await small(room)
    await known(room, "The key lies under the blue stone.", MemoryKind.MANUAL, Tag.MANUAL)
    info = next(it for it in await characters.listed(room.engine.ctx, room.here) if it.name == "Mira")
    await sessions.new(room.engine.ctx, room.engine.runner, room.here, "Ann", info.id)
    assert "Written down: The key lies under the blue stone." in await asked(room, "Where is the key?")
    room.origin = replace(room.origin, person="other", person_name="Ben")
    assert "blue stone" not in await asked(room, "Where does the key lie?")


async def test_what_people_told_about_themselves_is_known(room: Room) -> None:
    """Somebody has to say again what they are allergic to, in every new chat."""
    await remembering(room, now=LATER)
    number = await told(room, "is allergic to peanuts")
    await room.say("Hello!")
    assert recalled(room) == "[2026-03-02] Ann: is allergic to peanuts"
    turn = (await room.turns())[-1]
    assert ["fact", number] in turn["facts"]["recalled"]


async def test_private_facts_stay_private_in_groups(room: Room) -> None:
    """What somebody told the character alone is told to a whole server."""
    await remembering(room, now=LATER)
    await told(room, "is afraid of the dark", private=True)
    await told(room, "plays the oboe")
    await room.say("Hello!")
    assert "oboe" in recalled(room)
    assert "dark" not in recalled(room)
    await consents.put(room.db, room.here.person, Consent(elsewhere=True))
    await room.say("Hello again!")
    assert "dark" in recalled(room)


@pytest.mark.calendar
async def test_facts_are_of_those_who_are_there(room: Room) -> None:
    """The character speaks of people who are not there, or takes one person for another."""
    await remembering(room, now=calendar.now())
    await told(room, "plays the oboe")
    await room.say("Hello!")
    room.origin = replace(room.origin, person="other", person_name="Ben")
    ben = (await room.engine.places.resolve(room.origin)).person
    await told(room, "keeps bees", person=ben)
    stranger = await room.engine.places.resolve(replace(room.origin, person="third", person_name="Cleo"))
    await told(room, "is a spy", person=stranger.person)
    await room.say("Hello from me!")
    assert recalled(room).splitlines() == ["[2026-03-02] Ben: keeps bees", "[2026-03-02] Ann: plays the oboe"]


async def test_nothing_crosses_from_one_space_to_another(room: Room) -> None:
    """A server reads what somebody said in a private chat with the same character."""
    await remembering(room, now=LATER)
    await past(room, ("The canary password is zephyr.", "I will keep it."), since=MARCH)
    await room.drain()
    there = replace(room.origin, space="elsewhere", channel="another")
    here = await room.engine.places.resolve(there)
    await access.at_home(room.engine.ctx, here)
    await settings_actions.put(room.engine.ctx, here, SettingScope.SPACE, "debounce", "0")
    await settings_actions.put(room.engine.ctx, here, SettingScope.SPACE, "mode", "chat")
    await settings_actions.put(room.engine.ctx, here, SettingScope.SPACE, "debounce", "0")
    room.origin, room.here = there, here
    await room.say("What is the canary password?", "Remember the canary password?")
    assert not any(room.prompts_say("zephyr", number) for number in range(len(room.model.generations)))


async def test_the_inspector_shows_what_was_recalled_as_it_may_be_read_now(room: Room) -> None:
    """Nobody can see why the character knows something; or sees there what was erased."""
    await remembering(room, now=LATER)
    await small(room)
    await room.accept("My sister Tamsin breeds falcons.", "first")
    await room.idle()
    await told(room, "plays the oboe")
    await filled(room, 60, MARCH + timedelta(hours=1))
    assert "falcons" in await asked(room, "What does Tamsin breed?")
    seen = await inspections.last(room.engine.ctx, room.here)
    assert seen is not None
    assert [it.memory.text for it in seen.recalled] == ["My sister Tamsin breeds falcons."]
    assert seen.recalled[0].score > 0
    assert seen.recalled[0].bm25 > 0
    assert seen.recalled[0].likeness is not None
    assert [it.text for it in seen.facts] == ["plays the oboe"]
    line = next(it for it in seen.lines if it.origin == "episodic")
    assert line.detail.startswith(f"said:{seen.recalled[0].memory.id} ")
    assert "falcons" not in line.detail
    await room.delete("first")
    await room.idle()
    after = await inspections.last(room.engine.ctx, room.here)
    assert after is not None
    assert after.recalled == ()
