"""Who somebody is in one chat, whoever they are elsewhere."""

from dataclasses import replace

import pytest

from engine.actions.chats import sessions
from engine.actions.people import forgetting, linking, personas
from engine.errors import NoSuchPersona
from engine.values.chats.incoming import Here
from engine.values.story.notes import UserPersona
from tests.turns.people.test_links import joined
from tests.turns.room import Room


async def _own(room: Room, here: Here, name: str) -> UserPersona:
    """A new persona, which the person is from now on."""
    await personas.put(room.engine.ctx, here, UserPersona(name, f"{name} has a wooden leg."))
    return next(it for it in await personas.listed(room.engine.ctx, here) if it.name == name)


async def _played(room: Room, here: Here) -> str:
    found = await personas.current(room.engine.ctx, here)
    return found.name if found else ""


async def test_a_chat_has_its_own_persona_and_no_other_has_it(room: Room) -> None:
    """Whoever plays a captain in one chat and a pilot in the next has to change clothes at each visit."""
    here = room.here
    captain = await _own(room, here, "Captain")
    await personas.wear(room.engine.ctx, here, captain.id)
    await _own(room, here, "Pilot")
    await room.say("Who am I?")
    assert room.prompts_say("Captain has a wooden leg.")
    assert not room.prompts_say("Pilot")
    names = [it.speaker for it in (await sessions.open_here(room.engine.ctx, here, "Ann")).spoken]
    assert "Captain" in names, "also in what is read again"
    assert await personas.current(room.engine.ctx, here, chat_alone=True) == captain
    first = await sessions.played(room.engine.ctx, here)
    assert first is not None
    await sessions.new(room.engine.ctx, room.engine.runner, here, "Ann")
    assert await personas.current(room.engine.ctx, here, chat_alone=True) is None
    await room.say("And here?")
    assert room.prompts_say("Pilot has a wooden leg.")
    assert not room.prompts_say("Captain")
    await sessions.switch(room.engine.ctx, room.engine.runner, here, first.key.session)
    assert await _played(room, here) == "Captain"
    await personas.wear(room.engine.ctx, here, None)
    assert await _played(room, here) == "Pilot"


async def test_only_ones_own_persona_and_not_one_that_is_gone(room: Room) -> None:
    """Somebody would play another's persona, or one that was deleted long ago."""
    here = room.here
    other = await room.engine.places.resolve(replace(room.origin, person="Ben", person_name="Ben"))
    theirs = await _own(room, other, "Smith")
    with pytest.raises(NoSuchPersona):
        await personas.wear(room.engine.ctx, here, theirs.id)
    captain = await _own(room, here, "Captain")
    await personas.wear(room.engine.ctx, here, captain.id)
    assert await _played(room, other) == "Smith", "each for themselves"
    await personas.put(room.engine.ctx, here, None)
    assert await _played(room, here) == "Captain"
    await personas.delete(room.engine.ctx, here, captain.id)
    assert await _played(room, here) == ""


async def test_it_goes_with_the_person_and_with_the_link(room: Room) -> None:
    """A persona would be played by somebody who is no longer its owner, or stay when its owner is forgotten."""
    first, second = await joined(room)
    pilot = await _own(room, first, "Pilot")
    await sessions.new(room.engine.ctx, room.engine.runner, second, "Second")
    await personas.wear(room.engine.ctx, second, pilot.id)
    await personas.put(room.engine.ctx, second, None)
    assert await _played(room, second) == "Pilot"
    await linking.unlink(room.engine.ctx, second)
    assert await _played(room, second) == ""
    captain = await _own(room, room.here, "Captain")
    await personas.wear(room.engine.ctx, room.here, captain.id)
    assert (await forgetting.forget_me(room.engine.ctx, room.engine.runner, room.here)).done
    assert not await room.sql("SELECT 1 FROM chat_persona WHERE person_id = $1", room.here.person)
