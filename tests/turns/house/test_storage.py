"""What one person, or all in a space together, may keep: nobody fills the disk, and who is held back loses nothing."""

import asyncio
from dataclasses import replace

import pytest

from engine.actions.characters import characters, worlds
from engine.actions.house import settings
from engine.actions.memory import garden
from engine.actions.people import abouts
from engine.actions.transfers import looking, uploads
from engine.errors import StorageFull
from engine.rules.allowance import MEGABYTE
from engine.values.chats.incoming import Attached, Incoming
from engine.values.chats.outgoing import Noticed
from engine.values.chats.sessions import DELETED_KEPT
from engine.values.house.setting_scopes import SettingScope
from engine.values.transfers.transfers import Offer
from tests.turns.files import WORLD, as_json, bring
from tests.turns.room import CARD, Room, enter


async def tune(room: Room, **limits: int) -> None:
    """Set quotas, as who looks after a place does."""
    for name, value in limits.items():
        await settings.put(room.ctx, room.here, SettingScope.SPACE, name, str(value))


async def kept(room: Room) -> int:
    """Bytes that lie on the disk for this space."""
    query = """
        SELECT coalesce(sum(length(bytes)), 0) AS size FROM blob
        WHERE sha256 IN (SELECT sha256 FROM kept_file WHERE space_id = $1)
    """
    return int((await room.sql(query, room.here.space))[0]["size"])


def book(n: int, size: int = 0) -> bytes:
    """A world book, of about so many bytes."""
    return as_json({**WORLD, "name": f"Book {n}", "filler": "x" * size})


async def beside(room: Room, person: str) -> Room:
    """Somebody else in another channel of the same space."""
    return await enter(room.engine, room.model, replace(room.origin, channel=person, person=person), None)


async def test_nobody_fills_the_disk_with_files_that_wait(room: Room) -> None:
    """One person uploads without an end and says neither yes nor no; or they do it all at once."""
    await tune(room, person_imports=5, space_imports=8)
    looks = [looking.look(room.ctx, room.here, book(n)) for n in range(30)]
    found = await asyncio.gather(*looks, return_exceptions=True)
    refused = [it for it in found if isinstance(it, StorageFull)]
    waiting = [it for it in found if not isinstance(it, BaseException)]
    assert (len(waiting), len(refused)) == (5, 25)
    assert refused[0].data == {"kind": "imports", "holder": "person", "used": 5, "limit": 5}
    others = await beside(room, "other")
    for n in range(3):
        await looking.look(others.ctx, others.here, book(40 + n))
    with pytest.raises(StorageFull) as full:
        await looking.look(others.ctx, others.here, book(50))
    assert full.value.data["holder"] == "space"
    before = await kept(room)
    await uploads.drop(room.ctx, room.here, waiting[0].token)
    await looking.look(room.ctx, room.here, book(60))
    assert await kept(room) <= before + 100, "what is refused or dropped lies nowhere"


@pytest.mark.calendar
async def test_files_count_wherever_they_come_from(room: Room) -> None:
    """Cards, books and pictures each have a way around the quota, or what was deleted counts for ever."""
    await tune(room, person_files=1)
    half = MEGABYTE * 6 // 10
    await bring(room, book(1, half), "one.json", Offer.BRING)
    with pytest.raises(StorageFull) as full:
        await looking.look(room.ctx, room.here, book(2, half))
    assert full.value.data == {"kind": "files", "holder": "person", "used": 2, "limit": 1}
    with pytest.raises(StorageFull):
        await characters.import_file(room.ctx, room.here, as_json({**CARD, "filler": "x" * half}))
    assert await kept(room) < MEGABYTE, "nothing of it was kept"
    await looking.look(room.ctx, room.here, book(1, half))  # the same bytes take no more room
    [mine] = [it for it in await worlds.listed(room.ctx, room.here) if it.name == "Book 1"]
    await worlds.delete(room.ctx, room.here, mine.id)
    with pytest.raises(StorageFull):
        await looking.look(room.ctx, room.here, book(2, half))
    await room.sql("UPDATE world_book SET deleted_at = now() - interval '31 days' WHERE id = $1", mine.id)
    await room.sql("DELETE FROM upload WHERE space_id = $1", room.here.space)
    await characters.empty_trash(room.db, DELETED_KEPT)
    await looking.look(room.ctx, room.here, book(2, half))


async def test_a_message_is_taken_in_without_a_file_that_has_no_room(room: Room) -> None:
    """Pictures fill the disk; or a message is lost with its picture, and nobody knows why."""
    await tune(room, space_files=1)
    files = tuple(Attached(f"{n}.png", "image/png", bytes([n]) * (MEGABYTE * 4 // 10)) for n in range(4))
    now = room.ctx.clock.now()
    room.position += 1
    await room.engine.turns.accept(Incoming(room.origin, "pictures", "Look at these!", now, room.position, files=files))
    await room.idle()
    assert room.prompts_say("Look at these!")
    [told] = [it.notice for it in room.shown.of(Noticed) if it.notice.message == "file-no-room"]
    assert (told.data["count"], told.data["holder"], told.data["limit"]) == (2, "space", 1)
    assert await kept(room) < MEGABYTE


async def test_who_speaks_through_a_proxy_gets_no_room_by_another_name(room: Room) -> None:
    """A new name for each file is a new quota."""
    await tune(room, person_imports=2)
    for n in range(2):
        one = await enter(room.engine, room.model, replace(room.origin, person=f"proxy-7-{n}", through="7"), None)
        await looking.look(one.ctx, one.here, book(n))
    third = await enter(room.engine, room.model, replace(room.origin, person="proxy-7-3", through="7"), None)
    with pytest.raises(StorageFull):
        await looking.look(third.ctx, third.here, book(3))
    await looking.look(room.ctx, room.here, book(4))


async def test_memories_that_people_plant_are_counted(room: Room) -> None:
    """Somebody writes memories by a script until the chat knows nothing else; or those they delete count for ever."""
    await tune(room, person_memories=3)
    runner = room.engine.runner
    made = [await garden.add(room.ctx, runner, room.here, f"The lamp {n} is lit.") for n in range(2)]
    await abouts.add(room.ctx, room.here, "I live by the sea.")
    for more in (garden.add(room.ctx, runner, room.here, "Four."), abouts.add(room.ctx, room.here, "I have a cat.")):
        with pytest.raises(StorageFull) as full:
            await more
        assert full.value.data == {"kind": "memories", "holder": "person", "used": 3, "limit": 3}
    edited = await garden.edit(room.ctx, runner, room.here, made[0], "The lamp 0 is out.")
    await garden.delete(room.ctx, runner, room.here, [edited])
    await garden.add(room.ctx, runner, room.here, "There is room again.")
    await tune(room, person_memories=100, space_memories=2)
    with pytest.raises(StorageFull) as full:
        await garden.add(room.ctx, runner, room.here, "For all of us.")
    assert full.value.data["holder"] == "space"
