"""Where it is told whom a person plays: where they wrote it, chose it, or said yes."""

from collections import defaultdict
from dataclasses import replace

import pytest

from engine.actions.people import personas
from engine.actions.story import notes
from engine.errors import NoSuchPersona
from engine.values.chats.incoming import Here
from engine.values.story.notes import AuthorsNote, UserPersona
from tests.bench.probes import Durations, statement_times
from tests.turns.people.test_consent_asked import home
from tests.turns.remembering import KNOWN_SINCE, remembering
from tests.turns.room import Room

NIGHT = UserPersona("Nightjar", description="Hides a wooden leg.")


@pytest.fixture
async def room(room: Room) -> Room:
    await remembering(room, now=KNOWN_SINCE)
    return room


async def _questions(room: Room, where: Here) -> list[dict[str, object]]:
    rows = await room.sql(
        "SELECT body FROM outbox WHERE space_id = $1 AND body ->> 'message' = 'persona-asked' ORDER BY id", where.space
    )
    return [it["body"]["data"] for it in rows]


def _told(room: Room) -> bool:
    return room.prompts_say("Nightjar") or room.prompts_say("wooden leg")


async def test_what_was_written_in_private_is_asked_about_first(room: Room) -> None:
    """A whole server reads in the replies who somebody is in their private stories; or is asked for ever."""
    there = await home(room)
    await personas.put(room.ctx, there, NIGHT)
    room.origin = replace(room.origin, channel_title="tea", space_title="Inn")
    await room.say("Hello!", "Hello again!")
    assert not any("Nightjar" in seen.prompt or "wooden leg" in seen.prompt for seen in room.model.generations)
    [question] = await _questions(room, there)
    assert (question["name"], question["where"]) == ("Nightjar", "tea · Inn")
    with pytest.raises(NoSuchPersona):
        await personas.let_be_known(room.ctx, replace(room.here, person=0), int(str(question["number"])))
    assert await personas.let_be_known(room.ctx, there, int(str(question["number"]))) == "Nightjar"
    await room.say("And now?")
    assert _told(room)


async def test_nothing_is_asked_of_the_database_for_it_afterwards(room: Room) -> None:
    """Each turn of whoever has not said yes, or has no private place, would look once more whether to ask them."""
    await personas.put(room.ctx, await home(room), NIGHT)
    await room.say("Hello!")
    asked: Durations = defaultdict(list)
    with statement_times(asked):
        await room.say("Hello again!")
        await room.sql("UPDATE person SET home_id = NULL WHERE id = $1", room.here.person)
        await room.sql("DELETE FROM persona_place")
        await room.say("And again!")
    assert "load_turn" in asked
    assert not {"home_of", "ask_persona_once"} & {*asked}


async def test_other_words_are_another_secret(room: Room) -> None:
    """Who let a persona be known and then writes more of it in private finds that in the group."""
    there = await home(room)
    await personas.put(room.ctx, room.here, NIGHT)
    await room.say("Hello!")
    assert _told(room)
    [known] = await personas.listed(room.ctx, there)
    await personas.put(room.ctx, there, replace(known, description="Has drowned a man."))
    await room.say("And now?")
    assert not room.prompts_say("drowned", -1)
    assert [it["name"] for it in await _questions(room, there)] == ["Nightjar"]


async def test_it_is_known_where_it_was_chosen_and_to_no_more_people(room: Room) -> None:
    """Whom somebody plays before the crew is told before everybody."""
    crew = await room.engine.places.resolve(replace(room.origin, channel="crew", audience=(("role:1",),)))
    await personas.put(room.ctx, await home(room), NIGHT)
    [known] = await personas.listed(room.ctx, crew)
    await personas.use(room.ctx, crew, known.id)
    await room.say("Hello!")
    assert not _told(room)
    assert (await personas.known(room.ctx, crew, known.id))[0]
    assert not (await personas.known(room.ctx, room.here, known.id))[0]
    await personas.use(room.ctx, room.here, known.id)
    await room.say("And now?")
    assert _told(room)


async def test_a_note_of_few_is_not_told_to_more(room: Room) -> None:
    """The crew's channel is opened to everybody, and the model goes on with the crew's note."""
    crew = replace(room.origin, audience=(("role:1",),))
    await room.engine.places.resolve(crew)
    await notes.set_note(room.ctx, room.runner, room.here, AuthorsNote("The lamp is a trap."))
    for audience, told in (((("role:1",),), True), ((), False), ((("role:1",),), True)):
        room.origin = replace(room.origin, audience=audience)
        await room.say("Hello!")
        assert room.prompts_say("The lamp is a trap.") is told
        assert (await notes.note(room.ctx, room.here) is not None) is told
