"""Raising a character on a platform, from its name to a card in hand, in both languages."""

import json
from dataclasses import dataclass
from typing import Any, Final

import pytest

from engine.actions.characters import cradles
from engine.actions.transfers import exports
from tests.platforms.front import PLATFORMS, front
from tests.platforms.room import House
from tests.servers.model import say
from tests.servers.raising import raises


@dataclass(frozen=True)
class Story:
    """What somebody types, and what each line is answered with."""

    lines: tuple[tuple[str, str], ...]
    hello: str
    known: tuple[str, ...]
    gone: str


STORIES: Final = {
    "en": Story(
        (
            ("/cradle new Nela", "in the cradle now"),
            ("/cradle feed Nela mends nets. speech: She never says please.", "She never says please."),
            ("/cradle feed She is 30 years old.", "She is 30 years old."),
            ("/cradle feed world Tern: The Tern is her father's boat.", "The Tern is her father's boat."),
            ("/cradle feed She is 34 years old.", "Contradicts"),
            ("/cradle feed greeting: Mind the ropes.", "Mind the ropes."),
            ("/cradle show", "Nela mends nets."),
            ("/cradle born", "Nela is born"),
            ("/char use Nela", "Mind the ropes."),
        ),
        "Where is the Tern?",
        ("Nela mends nets.", "She never says please.", "She is 34 years old.", "The Tern is her father's boat."),
        "She is 30 years old.",
    ),
    "zh": Story(
        (
            ("/摇篮 新建 奈拉", "已经躺进摇篮"),
            ("/摇篮 投喂 奈拉会补渔网。speech: 她从不说请。", "她从不说请。"),
            ("/摇篮 投喂 她30岁。", "她30岁。"),
            ("/摇篮 投喂 world 燕鸥号: 燕鸥号是她父亲的船。", "燕鸥号是她父亲的船。"),
            ("/摇篮 投喂 她34岁。", "与之矛盾"),
            ("/摇篮 投喂 greeting: 小心绳子。", "小心绳子。"),
            ("/摇篮 查看", "奈拉会补渔网。"),
            ("/摇篮 诞生", "奈拉诞生了"),
            ("/角色 使用 奈拉", "小心绳子。"),
        ),
        "燕鸥号在哪里？",
        ("奈拉会补渔网。", "她从不说请。", "她34岁。", "燕鸥号是她父亲的船。"),
        "她30岁。",
    ),
}


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("platform", PLATFORMS)
async def test_a_character_is_raised_born_talked_with_and_exported(house: House, platform: str, language: str) -> None:
    """What grows in the terminal cannot be raised where people are, or plays without what it was fed."""
    story = STORIES[language]
    house.model.answer, house.model.notes = lambda _: say("Out at sea."), raises
    async with front(platform, house) as it:
        ann = it.seat.person("Ann", language)
        alone: Any = it.seat.private(ann)
        async with it.opened(ann, alone) as r:
            await it.sets(r.daemon, alone, ann, "language", language)
            for line, answer in story.lines:
                it.says(ann, alone, line)
                await it.seat.waits(lambda answer=answer: any(answer in said for said in it.texts(alone)))
            it.says(ann, alone, story.hello)
            await it.seat.waits(lambda: "Out at sea." in it.texts(alone))
            prompt = house.model.generations[-1].prompt
            assert [words for words in story.known if words not in prompt] == []
            assert story.gone not in prompt
            here = await r.daemon.engine.places.resolve(it.rooms.origin(alone, ann))
            [info] = await cradles.listed(r.daemon.engine.ctx, here)
            card = json.loads((await exports.character(r.daemon.engine.ctx, here, info.id, "json")).data)
            assert card["spec"] == "chara_card_v3"
            assert [it["content"] for it in card["data"]["character_book"]["entries"]] == [story.known[-1]]
        assert it.seat.rejected == []
