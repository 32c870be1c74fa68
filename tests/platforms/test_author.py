"""An author at work where people are: prompts are switched off, written and taken back, in both languages."""

from typing import Any, Final

import pytest

from engine.actions.characters import worlds
from engine.actions.transfers import looking
from engine.actions.transfers.bringing import bring
from tests.platforms.front import PLATFORMS, Front, front
from tests.platforms.room import House
from tests.servers.model import say
from tests.turns.files import PRESET, as_json

LINES: Final = {
    "en": (
        "/scene preset use Mine",
        "/scene preset prompts",
        "/scene preset write Last Speak in rhymes.",
        "Changed: Last.",
    ),
    "zh": ("/场景 预设 使用 Mine", "/场景 预设 提示词", "/场景 预设 改写 Last 押韵地说。", "已修改：Last。"),
}


@pytest.mark.parametrize("language", LINES)
@pytest.mark.parametrize("platform", PLATFORMS)
async def test_a_prompt_is_switched_off_and_written_where_people_are(
    house: House, platform: str, language: str
) -> None:
    """Prompts can be tried out in the terminal alone."""
    use, prompts, write, written = LINES[language]
    house.model.answer = lambda _: say("Aye.")
    async with front(platform, house) as it:
        ann = it.seat.person("Ann", language)
        alone: Any = it.seat.private(ann)
        async with it.opened(ann, alone) as r:
            await it.sets(r.daemon, alone, ann, "language", language)
            engine = r.daemon.engine
            here = await engine.places.resolve(it.rooms.origin(alone, ann))
            looked = await looking.look(engine.ctx, here, as_json(PRESET), "Mine.json")
            await bring(engine.ctx, engine.runner, here, "Ann", looked.token)

            async def reads() -> str:
                """What the model reads when Ann says something."""
                before = len(house.model.generations)
                it.says(ann, alone, f"Hello {before}.")
                await it.seat.waits(lambda: len(house.model.generations) > before)
                await it.seat.waits(lambda: sum(text == "Aye." for text in it.texts(alone)) > before)
                return house.model.generations[-1].prompt

            it.says(ann, alone, use)
            await it.seat.waits(lambda: any("Mine" in said for said in it.texts(alone)))
            assert "PRESET-LAST" in await reads()
            it.says(ann, alone, prompts)
            seen = await it.seat.reads(alone, "chatHistory")
            await it.seat.presses(ann, seen, it.seat.labels(seen)["✓ Last"])
            await it.seat.waits(lambda: "○ Last" in it.seat.labels(it.seat.now(alone, seen)))
            assert "PRESET-LAST" not in await reads()
            await it.seat.presses(ann, it.seat.now(alone, seen), it.seat.labels(it.seat.now(alone, seen))["○ Last"])
            await it.seat.waits(lambda: "✓ Last" in it.seat.labels(it.seat.now(alone, seen)))
            it.says(ann, alone, write)
            await it.seat.waits(lambda: any(written in said for said in it.texts(alone)))
            assert write.split(maxsplit=4)[-1] in await reads()
        assert it.seat.rejected == []


def _often(it: Front, channel: Any, words: str) -> int:
    """How many messages of the bot have this in their text."""
    return sum(words in text for text in it.texts(channel))


EVERYWHERE: Final = {
    "en": ("/scene preset use Mine", "/scene preset switch Last", "/scene preset everywhere", "one more chat uses"),
    "zh": ("/场景 预设 使用 Mine", "/场景 预设 开关 Last", "/场景 预设 全部会话", "又有 1 个会话"),
}


@pytest.mark.parametrize("language", EVERYWHERE)
@pytest.mark.parametrize("platform", PLATFORMS)
async def test_a_version_is_used_in_all_chats_after_a_question(house: House, platform: str, language: str) -> None:
    """What was tried out in one chat would have to be done again in each."""
    use, switch, everywhere, done = EVERYWHERE[language]
    house.model.answer = lambda _: say("Aye.")
    async with front(platform, house) as it:
        ann = it.seat.person("Ann", language)
        alone: Any = it.seat.private(ann)
        async with it.opened(ann, alone) as r:
            await it.sets(r.daemon, alone, ann, "language", language)
            engine = r.daemon.engine
            here = await engine.places.resolve(it.rooms.origin(alone, ann))
            looked = await looking.look(engine.ctx, here, as_json(PRESET), "Mine.json")
            await bring(engine.ctx, engine.runner, here, "Ann", looked.token)
            for words, seen, often in ((use, "Mine", 1), ("/new", "Lan", 1), (use, "Mine", 2), (switch, "Mine", 3)):
                it.says(ann, alone, words)
                await it.seat.waits(lambda seen=seen, often=often: _often(it, alone, seen) >= often)
            it.says(ann, alone, everywhere)
            asked = await it.seat.reads(alone, "Mine", max(one.id for one in it.seat.stands(alone)))
            run = next(one for one in it.seat.fresh(asked).controls if one.startswith("run:/scene preset apply"))
            await it.seat.presses(ann, it.seat.fresh(asked), run)
            await it.seat.waits(lambda: done in it.seat.seen)
        assert it.seat.rejected == []


BOOKS: Final = {
    "en": {
        "/scene world rename 1 Coast": "Coast",
        "/scene world set 1 budget 300": "tokens: 300",
        "/scene world field 1 0 every 3": "Changed in Coast",
    },
    "zh": {
        "/场景 世界书 改名 1 Coast": "Coast",
        "/场景 世界书 设定 1 预算 300": "预算：300",
        "/场景 世界书 栏目 1 0 每隔几条回复 3": "Coast",
    },
}


@pytest.mark.parametrize("language", BOOKS)
@pytest.mark.parametrize("platform", PLATFORMS)
async def test_a_book_and_its_entries_are_set_where_people_are(house: House, platform: str, language: str) -> None:
    """What a book says of all its entries, or how often one comes, could be written in files alone."""
    house.model.answer = lambda _: say("Aye.")
    async with front(platform, house) as it:
        ann = it.seat.person("Ann", language)
        alone: Any = it.seat.private(ann)
        async with it.opened(ann, alone) as r:
            await it.sets(r.daemon, alone, ann, "language", language)
            engine = r.daemon.engine
            here = await engine.places.resolve(it.rooms.origin(alone, ann))
            book = {"entries": {"0": {"uid": 0, "key": ["tide"], "comment": "Tide", "content": "It turns."}}}
            looked = await looking.look(engine.ctx, here, as_json(book), "Sea.json")
            await bring(engine.ctx, engine.runner, here, "Ann", looked.token)
            for line, seen in BOOKS[language].items():
                behind = max((one.id for one in it.seat.stands(alone)), default=0)
                it.says(ann, alone, line)
                await it.seat.reads(alone, seen, behind)
            [info] = await worlds.listed(engine.ctx, here)
            read = await worlds.show(engine.ctx, here, info.id)
            assert (read.name, read.token_budget, read.entries[0].every) == ("Coast", 300, 3)
        assert it.seat.rejected == []
