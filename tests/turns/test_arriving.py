"""Messages on their way in: stored once, answered once, in the platform's order."""

import asyncio
from dataclasses import replace

import pytest

from engine.actions.chats import sessions
from engine.actions.house import settings
from engine.errors import TextTooLong
from engine.turns.intake.accept import LONGEST_MESSAGE
from engine.values.house.setting_scopes import SettingScope
from engine.wiring.database import CONNECTIONS
from tests.servers.model import Finish, Gate, ModelServer, Script, say
from tests.turns.room import Room, enter, said

_SPACE = SettingScope.SPACE


async def test_a_second_delivery_is_nothing(room: Room) -> None:
    """A platform that delivers twice gets two answers."""
    room.model.script(say("Once."))
    assert await room.accept("Hello.", "same")
    await room.idle()
    assert not await room.accept("Hello.", "same")
    await room.idle()
    assert len(room.model.generations) == 1
    assert said(await room.log(), by_people=True) == ["Hello."]


async def test_two_deliveries_at_once(room: Room) -> None:
    """Two processes that hear the same message both answer it."""
    room.model.script(say("Once."))
    stored = await asyncio.gather(*(room.accept("Hello.", "same") for _ in range(8)))
    await room.idle()
    assert sorted(stored) == [False] * 7 + [True]
    assert said(await room.log(), by_people=True) == ["Hello."]
    assert len(room.model.generations) == 1


async def test_a_burst_is_answered_once(room: Room) -> None:
    """Three quick messages get three replies that talk past each other."""
    await settings.put(room.engine.ctx, room.here, _SPACE, "debounce", "0.2")
    room.model.script(say("All three."))
    for text in ("One.", "Two.", "Three."):
        await room.accept(text)
    await room.idle()
    assert len(room.model.generations) == 1
    assert [text for role, text in room.prompt() if role == "user"] == ["One.", "Two.", "Three."]
    assert [it["text"] for it in await room.log()][1:] == ["One.", "Two.", "Three.", "All three."]
    rows = await room.sql("SELECT outcome, turn_id FROM inbox WHERE space_id = $1", room.here.space)
    assert {it["outcome"] for it in rows} == {"turn"}
    assert len({it["turn_id"] for it in rows}) == 1


async def test_what_arrives_during_a_reply_is_answered_next(room: Room) -> None:
    """What is said while the character writes is lost, or answered in the wrong order."""
    gate = Gate()
    room.model.script(Script(["First ", gate, "reply.", Finish()]), say("Second reply."))
    await room.accept("One.")
    await gate.reached()
    await room.accept("Two.")
    await room.accept("Three.")
    gate.open()
    await room.idle()
    assert [it["text"] for it in await room.log()][1:] == ["One.", "First reply.", "Two.", "Three.", "Second reply."]
    assert [text for role, text in room.prompt() if role == "user"] == ["One.", "Two.", "Three."]
    assert len(room.model.generations) == 2
    assert [it.text for it in room.ended] == ["First reply.", "Second reply."]


async def test_the_platforms_order_counts(room: Room) -> None:
    """Messages that overtake each other on the way in stand in the log in the wrong order."""
    await settings.put(room.engine.ctx, room.here, _SPACE, "debounce", "0.2")
    room.model.script(say("In order."))
    room.position = 10
    await room.accept("Second.")
    room.position = 0
    await room.accept("First.")
    await room.idle()
    assert said(await room.log(), by_people=True) == ["First.", "Second."]


async def test_more_than_one_turn_may_take(room: Room) -> None:
    """A long silence of the daemon leaves more messages than one turn takes; the rest is forgotten."""
    gate = Gate()
    room.model.script(Script(["Wait.", gate, Finish()]))
    room.model.answer = lambda _: say("Done.")
    await room.accept("Start.")
    await gate.reached()
    for n in range(130):
        await room.accept(f"Message {n}.")
    gate.open()
    await room.idle()
    texts = said(await room.log(), by_people=True)
    assert texts == ["Start.", *(f"Message {n}." for n in range(130))]
    assert not await room.sql("SELECT 1 FROM inbox WHERE space_id = $1 AND outcome IS NULL", room.here.space)


async def test_only_white_space_is_nothing(room: Room) -> None:
    """An empty line makes the character talk to nobody."""
    assert not await room.accept(" \n\t ")
    await room.idle()
    assert not room.model.generations
    assert not await room.sql("SELECT 1 FROM inbox WHERE space_id = $1", room.here.space)


async def test_too_long_is_refused_whole(room: Room) -> None:
    """Five megabytes are cut in the middle, or choke the database."""
    with pytest.raises(TextTooLong) as refused:
        await room.accept("长" * 5_000_000)
    assert refused.value.data["limit"] == LONGEST_MESSAGE
    assert not await room.sql("SELECT 1 FROM inbox WHERE space_id = $1", room.here.space)


async def test_odd_characters_are_cleaned(room: Room) -> None:
    """A NUL or half a surrogate pair in a message, or in a name, cannot be stored, and the message is lost."""
    room.model.script(say("Fine."))
    room.origin = replace(room.origin, person_name="An\x00n\ud83d")
    await room.say("a\x00b \ud83d c\u202e 👩‍👩‍👧 é")
    (entry,) = [it for it in await room.log() if it["person_id"] is not None]
    assert entry["text"] == "ab \ufffd c\u202e 👩‍👩‍👧 é"
    assert (await room.spoken())[-1] == ("complete", "Fine.")


async def test_the_title_is_the_first_line(room: Room) -> None:
    """A list of chats without titles tells nobody which is which."""
    room.model.script(say("Hm."), say("Hm."))
    await room.say("The lamp is broken again.\nCan you help?", "Another thing.")
    (info,) = [it for it in await sessions.listed(room.engine.ctx, room.here) if it.current]
    assert info.title == "The lamp is broken again."


@pytest.mark.share(2)
async def test_fifty_channels_on_two_connections(room: Room, model: ModelServer, database_url: str) -> None:
    """A small pool and a busy evening stand still for ever, each turn waiting for a connection another one holds."""
    db = room.db
    pool = db._pool
    model.answer = lambda _: say("Good ", "evening.")
    origins = [replace(room.origin, channel=f"c{n}") for n in range(50)]
    rooms = [await enter(room.engine, model, origin) for origin in origins]
    taken = [await pool.acquire() for _ in range(CONNECTIONS - 2)]
    try:
        await asyncio.gather(*(each.accept("Hello?") for each in rooms))
        await asyncio.gather(*(each.idle() for each in rooms))
    finally:
        for connection in taken:
            await pool.release(connection)
    assert [each.ended[-1].text for each in rooms] == ["Good evening."] * 50
    async with asyncio.timeout(30):  # a connection that somebody kept would never come
        everything = [await pool.acquire() for _ in range(CONNECTIONS)]
    for connection in everything:
        await pool.release(connection)
