"""Windows on Discord: opened at once, with what stands there, and filled in to the letter."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import asyncpg

from engine.actions.characters import worlds
from engine.actions.chats import revisions
from engine.actions.memory import garden
from engine.actions.story import backgrounds
from engine.values.chats.incoming import Here
from engine.values.paging import Wanted
from engine.values.story.director import Background
from tests.platforms.discord.room import Room, origin, room
from tests.platforms.room import House
from tests.servers.discord import Channel, DiscordServer, Message, User
from tests.servers.discord.using import without_sum
from tests.servers.model import say

TRICKY = '/save “全角”\n\n"she" said @everyone, ok yes'


async def test_a_window_shows_what_stands_there_and_takes_it_to_the_letter(d: DiscordServer, house: House) -> None:
    """People would write a memory anew to change a word, or find quotes, new lines and slashes gone."""
    ann = d.user("Ann")
    dm = ann.dm()
    async with room(d, house, ann, dm) as r:
        await r.registered()
        here = await _talked(r, ann, dm)
        await garden.add(r.engine.ctx, r.engine.runner, here, "Her boat is called Tern.")
        asked = await ann.uses(dm, "memory", "edit", memory=1).answered()
        assert _fields(asked.modal) == {"text": "Her boat is called Tern."}
        changed = await ann.submits(asked, {"text": TRICKY}).said()
        assert "Changed" in changed.text
        new = (await garden.page(r.engine.ctx, here, Wanted())).planted[0].memory
        assert " ".join(new.text.split()) == " ".join(TRICKY.split())
        nothing = await ann.uses(dm, "memory", "edit", memory=77).said()
        assert "no memory 77" in nothing.text
        given = ann.uses(dm, "memory", "edit", memory=1, text="short")
        assert "short" in (await given.said()).text
    assert d.rejected == []


async def test_a_button_opens_the_window_also_where_the_line_was_typed(d: DiscordServer, house: House) -> None:
    """A button would only say what to type, and a typed command could open nothing at all."""
    ann = d.user("Ann")
    dm = ann.dm()
    async with room(d, house, ann, dm) as r:
        here = await _talked(r, ann, dm)
        row = await garden.add(r.engine.ctx, r.engine.runner, here, "Her boat is called Tern.")
        ann.says(dm, "/memory show 1")
        await d.history.holds(lambda: "Tern" in d.texts(dm)[-1])
        shown = d.messages(dm)[-1]
        pressed = await ann.clicks(shown, f"run:/memory edit id:{row}").answered()
        assert _fields(pressed.modal) == {"text": "Her boat is called Tern."}
        assert _controls(shown)
        ann.says(dm, "/memory edit 1")
        await d.history.holds(lambda: "To write it" in d.texts(dm)[-1])
        told = d.messages(dm)[-1]
        assert "Her boat is called Tern." in told.text
        opened = await ann.clicks(told, f"form:/memory edit id:{row}").answered()
        await ann.submits(opened, {"text": "Her boat is called Auk."}).said()
        found = (await garden.page(r.engine.ctx, here, Wanted())).planted
        assert [it.memory.text for it in found] == ["Her boat is called Auk."]


async def test_a_long_text_stands_in_several_fields(d: DiscordServer, house: House) -> None:
    """The end of a long note would be lost by changing its first word."""
    ann = d.user("Ann", locale="zh-CN")
    dm = ann.dm()
    long = "雨 " * 3_990 + "。"
    async with room(d, house, ann, dm) as r:
        await r.registered()
        here = await _talked(r, ann, dm)
        background = await backgrounds.create(r.engine.ctx, here, _background(long))
        asked = await ann.uses(dm, "story", "background edit", background=str(background), part="setting").answered()
        fields = _fields(asked.modal)
        assert len(fields) == 3
        assert "".join(fields.values()) == long
        await ann.submits(asked, {"text": "海。" + fields["text"]}).said()
        assert (await backgrounds.show(r.engine.ctx, here, background)).setting == "海。" + long
    assert d.rejected == []


async def test_a_window_opens_empty_where_reading_takes_too_long(d: DiscordServer, house: House) -> None:
    """Discord would say that the application did not respond, and nobody could write."""
    ann = d.user("Ann")
    dm = ann.dm()
    async with room(d, house, ann, dm) as r:
        await r.registered()
        here = await _talked(r, ann, dm)
        async with _nobody_reads(house):
            asked = await ann.uses(dm, "edit", "message").answered()
            assert _fields(asked.modal) == {"text": ""}
        await ann.submits(asked, {"text": "Good morning, dear."}).said()
        assert await revisions.own_words(r.engine.ctx, here) == "Good morning, dear."


async def test_an_empty_window_is_about_the_message_that_was_held(d: DiscordServer, house: House) -> None:
    """What somebody writes into a late window for a reply would take the place of their own newest words."""
    ann = d.user("Ann")
    dm = ann.dm()
    async with room(d, house, ann, dm) as r:
        await r.registered()
        here = await _talked(r, ann, dm)
        async with _nobody_reads(house):
            reply = next(it for it in d.messages(dm) if it.text == "Well.")
            asked = await ann.uses_on(reply, "Edit").answered()
            assert _fields(asked.modal) == {"text": ""}
            assert asked.modal is not None
            assert asked.modal["title"] == "Change this message"
        await ann.submits(asked, {"text": "Ill, really."}).said()
        assert await revisions.own_words(r.engine.ctx, here) == "Good morning."
        await d.history.holds(lambda: "Ill, really." in d.texts(dm))


async def test_words_that_came_to_nothing_come_back(d: DiscordServer, house: House) -> None:
    """Somebody would write a page, and hear that the memory has gone meanwhile."""
    ann = d.user("Ann")
    dm = ann.dm()
    async with room(d, house, ann, dm) as r:
        await r.registered()
        here = await _talked(r, ann, dm)
        row = await garden.add(r.engine.ctx, r.engine.runner, here, "Her boat is called Tern.")
        asked = await ann.uses(dm, "memory", "edit", memory=1).answered()
        await garden.delete(r.engine.ctx, r.engine.runner, here, (row,))
        said = await ann.submits(asked, {"text": "A long story. " * 30}).said()
        assert "no memory" in said.text
        assert [it["filename"] for it in said.data["attachments"]] == ["text.txt"]


async def test_a_draft_is_changed_in_a_window(d: DiscordServer, house: House) -> None:
    """Who wants a draft with something changed would have to copy a token into a command."""
    ann = d.user("Ann")
    general = d.guild("Home", owner=ann)["general"]
    drafted = {"name": "The pier", "setting": "Rain.", "outline": ["A boat comes."], "ending": "Dawn."}
    house.model.notes = lambda _: say(json.dumps(drafted))
    async with room(d, house, ann, general) as r:
        await r.registered()
        lacking = ann.uses(general, "story", "background change")
        assert (await lacking.said()).text.startswith("There is no draft to change here.")
        first = await ann.uses(general, "story", "background draft", text="A pier").said()
        assert "/story background" not in first.text
        named = "Use this background for the story "
        assert f"{named}here?" in first.text, "it is read where it was asked for, by who asked alone"
        [change] = [it for it in _controls(first) if "amend" in it]
        for asked in (ann.clicks(first, change), ann.uses(general, "story", "background change")):
            await asked.answered()
            assert _fields(asked.modal) == {"text": ""}
            second = await ann.submits(asked, {"text": "not a pier"}).said()
            assert "A boat comes." in second.text
            assert "not a pier" in house.model.errands[-1].prompt
        ann.says(general, "/story background draft A pier", mentions=(d.bot,))
        await d.history.holds(lambda: any("A boat comes." in it for it in d.texts(ann.dm())))
        assert f"{named}in “#general”?" in d.texts(ann.dm())[-1], "it is read elsewhere"
    assert d.rejected == []


async def test_a_world_is_written_in_windows_and_switched_by_buttons(d: DiscordServer, house: House) -> None:
    """An author writes a world in another program, because here no window asks for its entries."""
    ann = d.user("Ann")
    dm = ann.dm()
    texts = {"entry-title": "Tide", "keys": "tide, /ebb(s)?/i", "also": "", "entry-text": TRICKY}
    async with room(d, house, ann, dm) as r:
        await r.registered()
        here = await _talked(r, ann, dm)
        asked = await ann.uses(dm, "scene", "world new").answered()
        assert "Harbour" in (await ann.submits(asked, {"name": "Harbour"}).said()).text
        [book] = await worlds.listed(r.engine.ctx, here)
        asked = await ann.uses(dm, "scene", "world add", book="1").answered()
        assert _fields(asked.modal) == dict.fromkeys(texts, "")
        await ann.submits(asked, texts).said()
        listed = await ann.uses(dm, "scene", "world show", book="1").said()
        again = await ann.clicks(listed, f"run:/scene world edit id:{book.id} 0").answered()
        assert _fields(again.modal) == texts
        await ann.submits(again, {**texts, "keys": "tide"}).said()
        ann.clicks(listed, f"run:/scene world switch id:{book.id} 0 off")
        await d.history.holds(lambda: "Switched off: Tide" in listed.text)
        [entry] = (await worlds.show(r.engine.ctx, here, book.id)).entries
        assert (entry.comment, entry.keys, entry.enabled) == ("Tide", ("tide",), False)
        assert entry.content == TRICKY
    assert d.rejected == []


@asynccontextmanager
async def _nobody_reads(house: House) -> AsyncIterator[None]:
    """Meanwhile whoever reads what was said waits."""
    connection = await asyncpg.connect(house.url)
    try:
        async with connection.transaction():
            await connection.execute("LOCK TABLE entry IN ACCESS EXCLUSIVE MODE")
            yield
    finally:
        await connection.close()


async def _talked(r: Room, ann: User, dm: Channel) -> Here:
    ann.says(dm, "Good morning.")
    await r.reads(dm, "Well.")
    return await r.engine.places.resolve(origin(dm, ann))


def _background(setting: str) -> Background:
    return Background("Harbour", setting)


def _fields(modal: dict[str, Any] | None) -> dict[str, str]:
    assert modal is not None
    inputs = [part for row in modal["components"] for part in row["components"]]
    return {without_sum(it["custom_id"]): it.get("value", "") for it in inputs}


def _controls(message: Message) -> list[str]:
    return [part["custom_id"] for row in message.data["components"] for part in row["components"]]
