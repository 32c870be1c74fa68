"""All that a turn's prompt is made of travels with a story: the same question gives the same prompt elsewhere."""

import json
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import asdict, fields, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from engine.actions.characters import cards, casts, characters, worlds
from engine.actions.chats import replies
from engine.actions.house import settings
from engine.actions.memory import garden
from engine.actions.people import abouts, personas
from engine.actions.transfers import looking, script_answers
from engine.actions.transfers.bringing import bring as bring_action
from engine.actions.transfers.stories_out import story
from engine.values.characters.lore_timers import LoreTimers
from engine.values.characters.worlds import Binding
from engine.values.house.setting_choices import DepthCounting, Language
from engine.values.house.setting_scopes import SettingScope
from engine.values.models.prompts import Generation
from engine.values.models.stage import PromptStage, StoryRules, Variables, WorldRules
from engine.values.story.notes import PersonaPosition, UserPersona
from engine.values.transfers.transfers import Brought, Offer
from tests.rules.formats.memory_samples import OWN
from tests.servers.model import ModelServer, say
from tests.turns.files import BACKGROUND, CHAT, PRESET, WORLD, as_json, as_lines, bring, meet
from tests.turns.room import Room, StillClock, config_for, enter, new_origin, opened
from tests.turns.staging import staged

NOON = datetime(2041, 3, 1, 12, 0, tzinfo=UTC)
SETTINGS: Mapping[SettingScope, Mapping[str, str]] = {
    SettingScope.SPACE: {
        "timezone": "Asia/Shanghai",
        "strict_order": "on",
        "budget_tokens": "20000",
        "director": "on",
        "story_pages": "on",
        "visible_messages": "7",
        "page_choice": "keywords",
    },
    SettingScope.CHARACTER: {"world_scan_depth": "5", "depth_counting": "user"},
    SettingScope.CHANNEL: {"recall_items": "7"},
    SettingScope.PERSON: {"language": "zh"},
}
UNUSUAL: Mapping[str, Callable[[PromptStage], bool]] = {
    "card": lambda it: "knits" in it.card.description and it.card.scenario == "On the pier.",
    "preset": lambda it: it.preset.max_tokens == 333 and bool(it.preset.scripts),
    "moment": lambda it: (
        (it.moment.user, it.moment.language) == ("Captain", Language.ZH)
        and str(it.moment.now.tzinfo) == "Asia/Shanghai"
    ),
    "talk": lambda it: any(line.hidden for line in it.talk.history) and len(it.talk.history) > 3,
    "limits": lambda it: it.limits.reply_max_tokens == 333,
    "generation": lambda it: it.generation is Generation.SWIPE,
    "persona": lambda it: it.persona is not None and it.persona.position is PersonaPosition.AT_DEPTH,
    "note": lambda it: it.note is not None and it.note.text == "Keep it short.",
    "injects": lambda it: len(it.injects) == 1,
    "books": lambda it: (
        {one.binding for one in it.books} == {*Binding} and any(one.key.startswith("card:") for one in it.books)
    ),
    "scripts": lambda it: {one.name for one in it.scripts} == {"Place", "Character", "Preset", "Stars", "Looks"},
    "others": lambda it: [one.name for one in it.others] == ["Zoe"],
    "before": lambda it: it.before == 1,
    "parts": lambda it: len({part.slot for part in it.parts}) > 1,
    "variables": lambda it: it.variables != Variables(),
    "timers": lambda it: it.timers != LoreTimers(),
    "world": lambda it: it.world.scan_depth == 5 != WorldRules().scan_depth,
    "depth_counting": lambda it: it.depth_counting is DepthCounting.USER,
    "strict_order": lambda it: it.strict_order,
    "chronicle": lambda it: bool(it.chronicle.pages and it.chronicle.items),
    "story": lambda it: it.story.visible == 7 != StoryRules().visible,
    "words": lambda it: any("一" <= char <= "鿿" for char in it.words.index),
}
"""When each part of a stage is none that every story has. A new part needs a line here, and an act in ``_lived``."""


@pytest.fixture
async def elsewhere(fresh_database: str, model: ModelServer, tmp_path: Path) -> AsyncIterator[Room]:
    """Another house, where nobody knows anybody and the person has another name."""
    origin = replace(new_origin(), person="zoe", person_name="Zoe")
    async with opened(config_for(fresh_database, tmp_path / "elsewhere", model), origin.platform) as engine:
        yield await enter(engine, model, origin, card=None)


@pytest.fixture
def stages(monkeypatch: pytest.MonkeyPatch) -> list[PromptStage]:
    """Every stage that a prompt is built from."""
    return staged(monkeypatch)


def test_every_part_of_a_stage_is_looked_at() -> None:
    """A part of prompts that is new would stay behind, and nobody would notice."""
    assert set(UNUSUAL) == {it.name for it in fields(PromptStage)}


def _script(name: str, find: str) -> dict[str, Any]:
    return {
        "scriptName": name,
        "findRegex": find,
        "replaceString": name.upper(),
        "placement": [1, 2],
        "promptOnly": True,
    }


async def _lived(room: Room) -> None:
    """A chat with something of everything that a prompt can be made of, each by the product's own acts."""
    room.model.answer = lambda _: say("The lamp burns. The boat is out, a gull cries.")
    await meet(room)
    metadata = {
        **CHAT[0]["chat_metadata"],
        "scenario": "On the pier.",
        "script_injects": {"fog": {"value": "Fog comes.", "position": 1, "depth": 1, "role": 0}},
    }
    await bring(room, as_lines([{**CHAT[0], "chat_metadata": metadata}, *CHAT[1:]]), "chat.jsonl")
    [mira] = [
        it for it in await characters.listed(room.engine.ctx, room.here) if it.name == "Mira" and it.version == 1
    ][-1:]
    await cards.edit(room.engine.ctx, room.here, mira.id, {"description": "{{char}} knits nets."})
    zoe = await bring(room, as_json({"spec": "chara_card_v2", "data": {"name": "Zoe", "first_mes": ""}}), "zoe.json")
    await casts.add(room.engine.ctx, room.engine.runner, room.here, zoe.id, "Ann")
    await casts.mute(room.engine.ctx, room.engine.runner, room.here, zoe.id)
    await _books_and_scripts(room)
    await bring(room, as_json(BACKGROUND), "background.json", Offer.CHAT)
    for scope, chosen in SETTINGS.items():
        for name, value in chosen.items():
            await settings.put(room.engine.ctx, room.here, scope, name, value)
    await abouts.add(room.engine.ctx, room.here, "Keeps bees at home.")
    await garden.add(room.engine.ctx, room.engine.runner, room.here, "The boat belongs to Tom.")
    await bring(room, as_json(OWN), "memories.json")
    await room.say("Is the lamp on? Where is the boat?", "I hear the gull.")
    await room.drain()


async def _books_and_scripts(room: Room) -> None:
    await personas.put(
        room.engine.ctx, room.here, UserPersona("Captain", "{{user}} limps.", PersonaPosition.AT_DEPTH, 3)
    )
    for name, binding in (("Harbour", Binding.CHAT), ("Island", Binding.CHARACTER), ("Ship", Binding.PERSONA)):
        entry = {**WORLD["entries"]["0"], "content": f"{name}: {{{{getvar::mood}}}}.", "sticky": 5}
        book = await bring(room, as_json({"name": name, "entries": {"0": entry}}), f"{name}.json", Offer.BRING)
        await worlds.bind(room.engine.ctx, room.engine.runner, room.here, book.id, binding, on=True)
    await bring(room, as_json({**PRESET, "extensions": {"regex_scripts": [_script("Preset", "/cries/g")]}}), "p.json")
    await bring(room, as_json(_script("Place", "/burns/g")), "place.json", Offer.BRING)
    await bring(room, as_json(_script("Character", "/gull/g")), "character.json", Offer.CHARACTER)


async def _moved(room: Room, elsewhere: Room) -> tuple[Brought, str]:
    out = await story(room.engine.ctx, room.here, "1.0")
    looked = await looking.look(elsewhere.engine.ctx, elsewhere.here, out.document.data, out.document.filename)
    await script_answers.answer(elsewhere.engine.ctx, elsewhere.here, looked.token, None, allow=True)
    return await bring_action(
        elsewhere.engine.ctx, elsewhere.engine.runner, elsewhere.here, "Zoe", looked.token, Offer.MINE
    ), out.digest


OF_THE_HOUSE = frozenset({"id", "key", "speaker", "holder", "digest", "book", "factor"})
"""Numbers of a database, and how a model's tokens are counted, which each process learns anew."""


def _settled(value: Any) -> str:
    """A part of a stage without what is a house's own."""
    told = asdict(value) if hasattr(value, "__dataclass_fields__") else value
    return json.dumps(_plain(told), default=str, ensure_ascii=False, sort_keys=True)


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(k): _plain(v) for k, v in value.items() if k not in OF_THE_HOUSE}
    if isinstance(value, list | tuple):
        return [_plain(it if not hasattr(it, "__dataclass_fields__") else asdict(it)) for it in value]
    return value


async def test_the_same_question_gives_the_same_prompt(room: Room, elsewhere: Room, stages: list[PromptStage]) -> None:
    """Who moves would play another story: a book counts nowhere, a script is silent, the person is somebody else."""
    await _lived(room)
    made, digest = await _moved(room, elsewhere)
    assert [it.message for it in made.facts] == ["brought-story-equal", "brought-story-played"]
    assert made.facts[0].data["hash"] == digest[:12]
    assert (await story(elsewhere.engine.ctx, elsewhere.here, "1.0")).digest == digest
    await elsewhere.drain()
    prompts: list[list[list[tuple[str, str]]]] = []
    asked: list[list[PromptStage]] = []
    for it in (room, elsewhere):
        it.change(clock=StillClock(NOON))
        stages.clear()
        before = len(it.model.generations)
        await it.accept("And the boat? The gull? The lamp?", at=NOON)
        await it.idle()
        await replies.again(it.engine.ctx, it.engine.runner, it.here)
        await it.idle()
        zoe = next(one for one in await casts.cast(it.engine.ctx, it.here) if one.name == "Zoe")
        await casts.speak(it.engine.ctx, it.engine.runner, it.here, zoe.character)
        await it.idle()
        made_here = it.model.generations[before:]
        prompts.append([[(one["role"], one["content"]) for one in seen.body["messages"]] for seen in made_here])
        asked.append([*stages])
    assert len(asked[0]) == len(asked[1]) == 3
    for name, is_unusual in UNUSUAL.items():
        number = {"generation": 1, "before": 2}.get(name, 0)
        here, there = asked[0][number], asked[1][number]
        assert is_unusual(here), f"{name} is what every story has: {getattr(here, name)!r}"
        assert _settled(getattr(here, name)) == _settled(getattr(there, name)), name
    assert prompts[0] == prompts[1]
