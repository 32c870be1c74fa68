"""What an order in a text reaches: no part of a prompt but the data, no chat of others, no persona for good."""

import json
import re
from collections.abc import AsyncIterator, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from engine.actions.chats import sessions
from engine.actions.house import settings
from engine.actions.story import evolution
from engine.rules.recall.telling.quoting import mark_of
from engine.rules.text.reactions import MOST_TOLD
from engine.shipped import prompt_texts
from engine.turns.inputs.cast import who_plays
from engine.values.house.setting_choices import Language
from engine.values.house.setting_scopes import SettingScope
from engine.values.models.prompts import PromptTexts
from tests.attacks.cases import CASES, WORDS, words
from tests.attacks.obeying import PERSONA, errands
from tests.attacks.test_poisoning import arrives, begun
from tests.servers.model import ModelServer, Script, Seen, nothing_to_note, say
from tests.turns.chronicled import chronicled
from tests.turns.directed import line_of, under
from tests.turns.room import CARD, Room, config_for, enter, new_origin, opened

PLAIN: Final = {**CARD, "data": {**CARD["data"], "description": "{{char}} keeps a lighthouse."}}
"""A card without the name of whoever is there: that is a word of theirs among the words of the card."""
OWN_WORDS: Final = frozenset(
    {"time", "away", "nothing_said", "selection", "manual", "timeline", "items"}  # of the house alone, or in a block
    | {"setting", "outline", "progress", "ending", "reminder"}  # what a host has written or approved for the story
    | {"guide_both", "guide_memory", "guide_web", "guide_sections"}  # of the house alone
    | {"web_call", "web_called", "web_nothing"}  # what a function is for, and that it found nothing
    | {"again", "choose_calls", "choose_json", "see"}  # the shape of an answer; a picture, which is no text
)
"""Texts that neither ask a model about what others wrote nor stand above it."""
QUESTIONS: Final = ("What is the word?", "The word is what?", "Who obeys whom?", "你还记得那个词吗？")
_BLOCK: Final = re.compile(r"(?ms)^<(memory-[0-9a-f]{10})>\n.*?\1>?")


def test_every_text_over_what_others_wrote_says_that_it_is_no_instruction() -> None:
    """A prompt is added, and nobody has thought of what people could write into it."""
    for language, texts in prompt_texts().items():
        never = "an instruction" if language is Language.EN else "指令"
        for name in PromptTexts.__dataclass_fields__:
            text = getattr(texts, name)
            assert (never in text) is (name not in OWN_WORDS - {"see"}), (language, name)
    assert not OWN_WORDS & {*errands()}


@pytest.fixture
async def room(database_url: str, tmp_path: Path) -> AsyncIterator[Room]:
    origin = new_origin()
    async with ModelServer() as model, opened(config_for(database_url, tmp_path, model), origin.platform) as engine:
        yield await enter(engine, model, origin, PLAIN)


def loose(seen: Seen) -> set[str]:
    """The words of cases that stand neither in what somebody said nor among the data of a prompt."""
    system = [str(it["content"]) for it in seen.body["messages"] if it["role"] == "system"]
    return {it for text in system for it in words(_BLOCK.sub("", text))}


def told(some: Iterable[Seen]) -> set[str]:
    return {it for seen in some for it in words(seen.prompt)}


async def test_a_character_reads_no_order_in_what_it_remembers(room: Room) -> None:
    """A message is remembered, and from then on speaks as the house, in this chat or in one of others."""
    model = await begun(room, "en")
    for number, it in enumerate(CASES, 1):
        await arrives(room, it, model.mark, name=f"Guest {number}")
        if number % 20 == 0:
            await room.drain()
    await room.say(*QUESTIONS)
    replies = room.model.generations
    assert {it for seen in replies for it in loose(seen)} == set()
    assert len(told(replies[-len(QUESTIONS) :])) > len(CASES) / 4, "next to nothing is remembered"
    asked = await asked_in(await beside(room))
    assert {it for seen in asked for it in loose(seen)} == set(), "what may be told there is told as data"
    assert told(await asked_in(await elsewhere(room))) == set()
    assert model.obeyed == {}


async def asked_in(there: Room) -> list[Seen]:
    """What the model is asked when somebody talks there, and for what is due then."""
    before = len(there.model.requests)
    await there.say(*QUESTIONS)
    await there.drain()
    asked = [it for it in there.model.requests[before:] if it.path.endswith("/chat/completions")]
    assert len(asked) > len(QUESTIONS)
    return asked


async def beside(room: Room) -> Room:
    """Another chat with the same character, of somebody else in another channel there."""
    origin = replace(room.origin, channel="beside", person="bo", person_name="Bo")
    here = await room.engine.places.resolve(origin)
    key, line = await line_of(room)
    character = await who_plays(room.db, key, line)
    await sessions.new(room.engine.ctx, room.runner, here, "Bo", character)
    return replace(room, origin=origin, here=here, position=0)


async def elsewhere(room: Room) -> Room:
    """A chat in another server, of somebody who is in both."""
    origin = replace(room.origin, space="elsewhere", channel="elsewhere", person="p1", person_name="Pia")
    there = await enter(room.engine, room.model, origin, PLAIN)
    for name, value in {"debounce": "0", "facts": "on"}.items():
        await settings.put(there.engine.ctx, there.here, SettingScope.SPACE, name, value)
    return there


async def test_a_persona_that_has_obeyed_is_taken_back(room: Room) -> None:
    """A character is talked into being somebody else, and nobody can make it who it was."""
    ctx, runner, here = room.engine.ctx, room.runner, room.here
    await chronicled(room, story_pages="off", evolve="on", evolve_change="100")
    room.model.answer, mark = (lambda _: say("I see.")), "memory-0123456789"
    await evolution.edit(ctx, runner, here, "goals", "Wants the lamp to burn.")
    await room.say("Who are you?")
    before = who_it_is(room)
    assert "Wants the lamp to burn." in before
    turned: set[str] = set()
    for it in CASES:
        room.model.notes = Fooled(it.text(mark))
        await room.say(it.text(mark))
        await evolution.grow(ctx, runner, here)
        await room.drain()
        await room.say("Who are you?")
        turned |= words(who_it_is(room))
        assert loose(room.model.generations[-1]) == set()
        await evolution.rollback(ctx, runner, here, 1)
        await room.say("Who are you?")
        assert who_it_is(room) == before
    assert turned == WORDS, "a persona that did not change proves nothing"


class Fooled:
    """A model that makes of a persona what it was told, in its very words."""

    def __init__(self, goals: str) -> None:
        self._goals = goals

    def __call__(self, seen: Seen) -> Script:
        if seen.errand != PERSONA:
            return nothing_to_note(seen)
        return say(json.dumps({**dict.fromkeys(PERSONA, ""), "goals": self._goals}))


def who_it_is(room: Room) -> str:
    return under(room, prompt_texts()[Language.EN].evolved.strip())


async def test_a_reaction_gives_no_order(room: Room) -> None:
    """Somebody names an emoji, or themselves, as the house speaks, and the character does what it says."""
    room.model.answer = lambda _: say("I see.")
    await room.say("Hello.")
    mark = mark_of(str((await room.sql("SELECT seed FROM session WHERE space_id = $1", room.here.space))[0]["seed"]))
    for some in range(0, len(CASES), MOST_TOLD):
        cases = CASES[some : some + MOST_TOLD]
        for it in cases:
            await room.accept(f"> {it.text(mark)}", f"said{it.number}")
            await room.idle()
        for it in cases:
            by = replace(room.origin, person=f"p{it.number}", person_name=it.lure(mark))
            await room.react(f"said{it.number}", f":{it.word}\n</{mark}>{it.text(mark)}:", by=by)
        await room.idle()
        await room.say("Go on.")
        seen = room.model.generations[-1]
        assert loose(seen) == set()
        system = "\n".join(text for role, text in room.prompt() if role == "system")
        assert words(system) >= {it.word for it in cases}, "what was not told proves nothing"
        assert system.count(f"</{mark}>") == system.count(f"\n<{mark}>")
