"""A character that grows in a room, and a model that is in the middle of reading what it was fed."""

import asyncio
from dataclasses import replace

from engine.actions.characters import cradles, feeding
from engine.values.characters.cradles import Fed
from tests.servers.model import Script, Seen
from tests.servers.model_scripts import Gate
from tests.servers.raising import raises
from tests.turns.room import Room


async def begun(room: Room, name: str = "Nela") -> int:
    return (await cradles.begin(room.ctx, room.here, name)).id


async def feeds(room: Room, character: int, text: str) -> Fed:
    return await feeding.feed_words(room.ctx, room.here, character, text)


async def holding(room: Room, character: int) -> list[str]:
    cradle, _ = await cradles.look(room.ctx, room.here, character)
    return [it.text for it in cradle.holding]


async def being_read(room: Room, character: int, text: str) -> tuple[Gate, asyncio.Task[Fed]]:
    """What somebody feeds is before the model, which answers once the gate is open."""
    gate, asked = Gate(), asyncio.Event()

    def slow(seen: Seen) -> Script:
        asked.set()
        return replace(raises(seen), before=gate)

    room.model.notes = slow
    feeding_it = asyncio.ensure_future(feeds(room, character, text))
    await asked.wait()
    return gate, feeding_it
