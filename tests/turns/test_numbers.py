"""Numbers by which people call things, behind the commands: under several names, in a chat that moves."""

from dataclasses import replace
from datetime import timedelta

from engine.db.chats import sessions
from engine.turns.intake.accept import resolve
from engine.values.house.numbers import Thing
from tests.turns.people.test_links import elsewhere, joined
from tests.turns.room import Room, new_origin


async def test_two_names_of_one_person_read_the_same_numbers(room: Room) -> None:
    """Somebody reads the number of a fact under one name, types it under the other, and another fact is gone."""
    first, second = await joined(room)
    people, numbers = room.engine.people, room.engine.numbers
    made = [(await people.add_fact(who, text)).fact.id for who, text in ((first, "Tea."), (second, "A dog."))]
    assert await numbers.of(second, Thing.FACT, made) == await numbers.of(first, Thing.FACT, made)
    assert [await numbers.meant(second, Thing.FACT, it) for it in (1, 2, 3)] == [*made, None]
    stranger = await elsewhere(room, "stranger")
    own = (await people.add_fact(stranger, "A boat.")).fact.id
    assert await numbers.of(stranger, Thing.FACT, [own]) == {own: 1}


async def test_a_chat_takes_its_numbers_along(room: Room) -> None:
    """A chat moves to another place, and number 2 is another memory there."""
    here = await resolve(room.ctx, replace(new_origin(), private=True))
    there = await resolve(room.ctx, replace(new_origin(), private=True, person=f"p{here.person}"))
    there = replace(there, person=here.person)
    await room.engine.sessions.open(here, "Ann")
    made = [await room.engine.memories.add(here, f"note {n}") for n in range(3)]
    before = await room.engine.numbers.of(here, Thing.MEMORY, made)
    assert sorted(before.values()) == [1, 2, 3]
    await room.engine.memories.delete(here, (made[0],))
    await room.engine.moving.take_over(there, await room.engine.moving.code(here))
    assert await room.engine.numbers.known(there, Thing.MEMORY, made) == before
    assert await room.sql("SELECT FROM numbered WHERE space_id = $1 AND session_id > 0", here.space) == []
    new = await room.engine.memories.add(there, "one more")
    assert await room.engine.numbers.of(there, Thing.MEMORY, [new]) == {new: 4}


async def test_numbers_go_with_their_chat(room: Room) -> None:
    """What was emptied out of the trash leaves rows behind for ever."""
    await room.engine.sessions.open(room.here, "Ann")
    made = await room.engine.memories.add(room.here, "a note")
    await room.engine.numbers.of(room.here, Thing.MEMORY, [made])
    [chat] = await room.engine.sessions.list(room.here)
    await room.engine.sessions.trash(room.here, chat.key.session)
    await sessions.empty_trash(room.ctx.db, timedelta())
    assert await room.sql("SELECT FROM numbered WHERE session_id = $1", chat.key.session) == []
