"""Numbers by which people call things, behind the commands: under several names, in a chat that moves."""

from dataclasses import replace
from datetime import timedelta

from engine.actions.chats import moving
from engine.actions.chats import sessions as sessions_actions
from engine.actions.house import numbers as numbers_actions
from engine.actions.memory import garden
from engine.actions.people import abouts
from engine.db.chats import sessions
from engine.turns.intake.accept import resolve
from engine.values.chats.sessions import SessionStatus
from engine.values.house.numbers import Thing
from tests.turns.people.test_links import elsewhere, joined
from tests.turns.room import Room, new_origin


async def test_two_names_of_one_person_read_the_same_numbers(room: Room) -> None:
    """Somebody reads the number of a fact under one name, types it under the other, and another fact is gone."""
    first, second = await joined(room)
    made = [
        (await abouts.add(room.engine.ctx, who, text)).fact.id for who, text in ((first, "Tea."), (second, "A dog."))
    ]
    assert await numbers_actions.of(room.engine.ctx, second, Thing.FACT, made) == await numbers_actions.of(
        room.engine.ctx, first, Thing.FACT, made
    )
    assert [await numbers_actions.meant(room.engine.ctx, second, Thing.FACT, it) for it in (1, 2, 3)] == [*made, None]
    stranger = await elsewhere(room, "stranger")
    own = (await abouts.add(room.engine.ctx, stranger, "A boat.")).fact.id
    assert await numbers_actions.of(room.engine.ctx, stranger, Thing.FACT, [own]) == {own: 1}


async def test_a_chat_takes_its_numbers_along(room: Room) -> None:
    """A chat moves to another place, and number 2 is another memory there."""
    here = await resolve(room.ctx, replace(new_origin(), private=True))
    there = await resolve(room.ctx, replace(new_origin(), private=True, person=f"p{here.person}"))
    there = replace(there, person=here.person)
    await sessions_actions.open_here(room.engine.ctx, here, "Ann")
    made = [await garden.add(room.engine.ctx, room.engine.runner, here, f"note {n}") for n in range(3)]
    before = await numbers_actions.of(room.engine.ctx, here, Thing.MEMORY, made)
    assert sorted(before.values()) == [1, 2, 3]
    await garden.delete(room.engine.ctx, room.engine.runner, here, (made[0],))
    await moving.take_over(
        room.engine.ctx, room.engine.runner, room.engine.moving_tries, there, await moving.code(room.engine.ctx, here)
    )
    assert await numbers_actions.known(room.engine.ctx, there, Thing.MEMORY, made) == before
    assert await room.sql("SELECT FROM numbered WHERE space_id = $1 AND session_id > 0", here.space) == []
    new = await garden.add(room.engine.ctx, room.engine.runner, there, "one more")
    assert await numbers_actions.of(room.engine.ctx, there, Thing.MEMORY, [new]) == {new: 4}


async def test_numbers_go_with_their_chat(room: Room) -> None:
    """What was emptied out of the trash leaves rows behind for ever."""
    await sessions_actions.open_here(room.engine.ctx, room.here, "Ann")
    made = await garden.add(room.engine.ctx, room.engine.runner, room.here, "a note")
    await numbers_actions.of(room.engine.ctx, room.here, Thing.MEMORY, [made])
    [chat] = await sessions_actions.listed(room.engine.ctx, room.here)
    await sessions_actions.put_away(
        room.engine.ctx, room.engine.runner, room.here, chat.key.session, SessionStatus.TRASHED
    )
    await sessions.empty_trash(room.ctx.db, timedelta())
    assert await room.sql("SELECT FROM numbered WHERE session_id = $1", chat.key.session) == []
