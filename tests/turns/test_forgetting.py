"""Forget me: everything of a person goes, at once and for good; what others said stays."""

from dataclasses import replace
from typing import Any

from engine.values.incoming import Here, Incoming
from tests.servers.model import say
from tests.turns.room import Room

TABLES = """SELECT table_name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name NOT IN ('schema_migration', 'blob')"""


async def everything(room: Room, *words: str) -> list[str]:
    """Where in the whole database any of ``words`` stands, as table: row."""
    found: list[str] = []
    for table in [it["table_name"] for it in await room.sql(TABLES)]:
        rows = await room.sql(f"SELECT row_to_json(it)::text AS row FROM {table} AS it")
        found += [f"{table}: {it['row']}" for it in rows if any(word in it["row"] for word in words)]
    return found


def echo(asked: Any) -> Any:
    """A model that repeats what it was told, and to whom."""
    if "messages" not in asked.body:
        return say("I see.")
    last = next((it["content"] for it in asked.body["messages"][::-1] if it["role"] == "user"), "")
    return say(f"You said: {last}")


async def say_as(room: Room, name: str, text: str, external: str, **more: Any) -> Here:
    """Somebody else says something in the room."""
    origin = replace(room.origin, person=name, person_name=name)
    room.position += 1
    said = Incoming(origin, external, text, await now(room), room.position, **more)
    await room.engine.turns.accept(said)
    await room.idle()
    return await room.engine.places.resolve(origin)


async def now(room: Room) -> Any:
    return (await room.sql("SELECT now() AS at"))[0]["at"]


async def test_nothing_is_left_of_who_asks(room: Room) -> None:
    """Somebody asks to be forgotten, and the character, the database or a quote of somebody else still tells of them."""
    room.model.answer = echo
    ben = await say_as(room, "Ben", "My boat is red.", "b1")
    who = await say_as(room, "Kestrelle", "My bird is called Zebediah.", "k1")
    await say_as(room, "Ben", "Really?", "b2", replied="k1")
    await room.drain()
    assert len({it.partition(":")[0] for it in await everything(room, "Zebediah")}) > 3
    receipt = await room.engine.rights.forget_me(who)
    assert receipt.done
    assert (receipt.holdings.messages, receipt.holdings.chats, receipt.holdings.places) == (1, 1, 1)
    left = await everything(room, "Zebediah", "Kestrelle")
    texts = [it["text"] for it in await room.log() if it["text"]]
    assert "My boat is red." in texts
    assert "Really?" in texts
    assert [it for it in left if "Ben" not in it] == []
    await room.drain()
    assert ben.person != who.person
