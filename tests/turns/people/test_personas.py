"""Who somebody is in one chat, whoever they are elsewhere."""

from dataclasses import replace

import pytest

from engine.errors import NoSuchPersona
from engine.values.chats.incoming import Here
from engine.values.story.notes import UserPersona
from tests.turns.people.test_links import joined
from tests.turns.room import Room


async def _own(room: Room, here: Here, name: str) -> UserPersona:
    """A new persona, which the person is from now on."""
    await room.engine.people.set_persona(here, UserPersona(name, f"{name} has a wooden leg."))
    return next(it for it in await room.engine.people.personas(here) if it.name == name)


async def _played(room: Room, here: Here) -> str:
    found = await room.engine.people.persona(here)
    return found.name if found else ""


async def test_a_chat_has_its_own_persona_and_no_other_has_it(room: Room) -> None:
    """Whoever plays a captain in one chat and a pilot in the next has to change clothes at each visit."""
    people, here = room.engine.people, room.here
    captain = await _own(room, here, "Captain")
    await people.use_persona_in_chat(here, captain.id)
    await _own(room, here, "Pilot")
    await room.say("Who am I?")
    assert room.prompts_say("Captain has a wooden leg.")
    assert not room.prompts_say("Pilot")
    names = [it.speaker for it in (await room.engine.sessions.open(here, "Ann")).spoken]
    assert "Captain" in names, "also in what is read again"
    assert await people.persona(here, chat_alone=True) == captain
    first = await room.engine.sessions.played(here)
    assert first is not None
    await room.engine.sessions.new(here, "Ann")
    assert await people.persona(here, chat_alone=True) is None
    await room.say("And here?")
    assert room.prompts_say("Pilot has a wooden leg.")
    assert not room.prompts_say("Captain")
    await room.engine.sessions.switch(here, first.key.session)
    assert await _played(room, here) == "Captain"
    await people.use_persona_in_chat(here, None)
    assert await _played(room, here) == "Pilot"


async def test_only_ones_own_persona_and_not_one_that_is_gone(room: Room) -> None:
    """Somebody would play another's persona, or one that was deleted long ago."""
    people, here = room.engine.people, room.here
    other = await room.engine.places.resolve(replace(room.origin, person="Ben", person_name="Ben"))
    theirs = await _own(room, other, "Smith")
    with pytest.raises(NoSuchPersona):
        await people.use_persona_in_chat(here, theirs.id)
    captain = await _own(room, here, "Captain")
    await people.use_persona_in_chat(here, captain.id)
    assert await _played(room, other) == "Smith", "each for themselves"
    await people.set_persona(here, None)
    assert await _played(room, here) == "Captain"
    await people.delete_persona(here, captain.id)
    assert await _played(room, here) == ""


async def test_it_goes_with_the_person_and_with_the_link(room: Room) -> None:
    """A persona would be played by somebody who is no longer its owner, or stay when its owner is forgotten."""
    first, second = await joined(room)
    pilot = await _own(room, first, "Pilot")
    await room.engine.sessions.new(second, "Second")
    await room.engine.people.use_persona_in_chat(second, pilot.id)
    await room.engine.people.set_persona(second, None)
    assert await _played(room, second) == "Pilot"
    await room.engine.links.unlink(second)
    assert await _played(room, second) == ""
    captain = await _own(room, room.here, "Captain")
    await room.engine.people.use_persona_in_chat(room.here, captain.id)
    assert (await room.engine.rights.forget_me(room.here)).done
    assert not await room.sql("SELECT 1 FROM chat_persona WHERE person_id = $1", room.here.person)
