"""An author at work where people are: prompts are switched off, written and undone, in both languages."""

from typing import Final

import pytest

from engine.actions.characters import worlds
from engine.actions.transfers import looking
from engine.actions.transfers.bringing import bring
from tests.platforms.desk import Desk, desk
from tests.platforms.front import PLATFORMS
from tests.platforms.room import House
from tests.servers.model import say
from tests.turns.files import PRESET, as_json

WRITTEN: Final = {"en": ("Speak in rhymes.", "Changed: Last."), "zh": ("押韵地说。", "已修改：Last。")}


async def brings(it: Desk, name: str, file: object) -> None:
    """A file is in the house."""
    engine, here = it.room.engine, await it.here
    looked = await looking.look(engine.ctx, here, as_json(file), name)
    await bring(engine.ctx, engine.runner, here, it.who.name, looked.token)


@pytest.mark.parametrize("language", WRITTEN)
@pytest.mark.parametrize("platform", PLATFORMS)
async def test_a_prompt_is_switched_off_and_written_where_people_are(
    house: House, platform: str, language: str
) -> None:
    """Prompts can be tried out in the terminal alone."""
    text, written = WRITTEN[language]
    house.model.answer = lambda _: say("Aye.")
    async with desk(platform, house, language) as it:
        await brings(it, "Mine.json", PRESET)
        await it.uses("/scene preset use Mine", "Mine")
        assert "PRESET-LAST" in await it.says("Hello.", "Aye.")
        await it.uses("/scene preset prompts", it.speak.say("preset-filled-in", part="chatHistory"))
        await it.presses("✓ Last", it.speak.say("preset-switched", name="Last", on="no"))
        assert "PRESET-LAST" not in await it.says("Hello?", "Aye.")
        await it.presses("○ Last", it.speak.say("preset-switched", name="Last", on="yes"))
        await it.uses(f"/scene preset write Last {text}", written)
        assert text in await it.says("And now?", "Aye.")


EVERYWHERE: Final = {"en": "one more chat uses", "zh": "又有 1 个会话"}


@pytest.mark.parametrize("language", EVERYWHERE)
@pytest.mark.parametrize("platform", PLATFORMS)
async def test_a_version_is_used_in_all_chats_after_a_question(house: House, platform: str, language: str) -> None:
    """What was tried out in one chat would have to be done again in each."""
    house.model.answer = lambda _: say("Aye.")
    async with desk(platform, house, language) as it:
        await brings(it, "Mine.json", PRESET)
        await it.uses("/scene preset use Mine", "Mine")
        await it.uses("/new", "Lan")
        await it.uses("/scene preset use Mine", "Mine")
        await it.uses("/scene preset switch Last", "Last")
        await it.uses("/scene preset everywhere", "Mine")
        await it.presses("run:/scene preset apply", EVERYWHERE[language])


BOOKS: Final = {
    "en": ("Coast", "tokens: 300", "Changed in Coast"),
    "zh": ("Coast", "预算：300", "Coast"),
}


@pytest.mark.parametrize("language", BOOKS)
@pytest.mark.parametrize("platform", PLATFORMS)
async def test_a_book_and_its_entries_are_set_where_people_are(house: House, platform: str, language: str) -> None:
    """What a book says of all its entries, or how often one comes, could be written in files alone."""
    lines = ("/scene world rename 1 Coast", "/scene world set 1 budget 300", "/scene world field 1 0 every 3")
    async with desk(platform, house, language) as it:
        book = {"entries": {"0": {"uid": 0, "key": ["tide"], "comment": "Tide", "content": "It turns."}}}
        await brings(it, "Sea.json", book)
        for line, seen in zip(lines, BOOKS[language], strict=True):
            await it.uses(line, seen)
        ctx, here = it.room.engine.ctx, await it.here
        [info] = await worlds.listed(ctx, here)
        read = await worlds.show(ctx, here, info.id)
        assert (read.name, read.token_budget, read.entries[0].every) == ("Coast", 300, 3)
