"""World books that are changed while they are played: in every chat, by several at once, found by meaning anew."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime

from engine.actions.characters import world_editing, worlds
from engine.actions.chats import sessions
from engine.actions.house import settings
from engine.values.characters.worlds import Binding
from engine.values.house.setting_scopes import SettingScope
from engine.values.transfers.transfers import Offer
from tests.servers.model import say
from tests.turns.files import as_json, bring
from tests.turns.remembering import remembering
from tests.turns.room import CARD, Room, enter

NOW = datetime(2026, 3, 20, 9, tzinfo=UTC)
ENTRIES = {str(at): {"uid": at, "key": [f"lore{at}"], "content": f"Text {at}."} for at in range(4)}


async def placed(room: Room) -> int:
    """A book that is bound to the chat; its number."""
    room.model.answer = lambda _: say("Aye.")
    await bring(room, as_json({"entries": ENTRIES}), "Harbour.json", Offer.CHAT)
    (info,) = [it for it in await worlds.listed(room.engine.ctx, room.here) if it.name == "Harbour"]
    return info.id


async def test_a_change_holds_in_every_chat_that_uses_the_book(room: Room) -> None:
    """What an author corrects is told as it was wherever else the book is in use."""
    book, ctx = await placed(room), room.engine.ctx
    other = await enter(room.engine, room.model, replace(room.origin, channel="elsewhere"), CARD)
    await worlds.bind(ctx, room.engine.runner, other.here, book, Binding.CHARACTER, on=True)
    for one in (room, other):
        await one.say("What is lore1?")
        assert one.prompts_say("Text 1.")
    await world_editing.edit(ctx, room.here, book, "1", {"text": "Another text."})
    for one in (room, other):
        await one.say("And lore1 now?")
        assert one.prompts_say("Another text.")
        assert not one.prompts_say("Text 1.")
    await world_editing.back(ctx, other.here, book, 1)
    for one in (room, other):
        await one.say("And lore1 once more?")
        assert one.prompts_say("Text 1.")


async def test_two_who_change_a_book_at_once_both_do(room: Room) -> None:
    """What one author has just written is overwritten by the other's older book."""
    book, ctx = await placed(room), room.engine.ctx
    await asyncio.gather(
        *(world_editing.edit(ctx, room.here, book, str(at), {"text": f"New {at}."}) for at in range(4)),
        world_editing.add(ctx, room.here, book, {"text": "Fifth."}),
        world_editing.add(ctx, room.here, book, {"text": "Sixth."}),
    )
    told = {it.content for it in (await worlds.show(ctx, room.here, book)).entries}
    assert told == {*(f"New {at}." for at in range(4)), "Fifth.", "Sixth."}
    assert len(await world_editing.versions(ctx, room.here, book)) == 7


async def test_a_changed_text_is_found_by_its_meaning(room: Room) -> None:
    """An entry goes on being found for what it said before its author wrote it anew."""
    words, ctx = await remembering(room, now=NOW), room.engine.ctx
    await settings.put(ctx, room.here, SettingScope.SPACE, "books_threshold", "0.3")
    book = await placed(room)
    await room.drain()
    words.asked.clear()
    otters = "Old Bram feeds three tame otters in the boathouse."
    await world_editing.edit(ctx, room.here, book, "2", {"text": otters})
    assert f"world/book:{book}" in [it["kind"] for it in await room.due()]
    await room.drain()
    assert words.asked == [otters]
    await sessions.open_here(ctx, room.here, "Ann")
    await room.say("What do otters in the boathouse eat?")
    assert room.prompts_say(otters)
