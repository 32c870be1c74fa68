"""A story begins with its greeting wherever replies are delivered, once, and people are answered behind it."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Literal

import pytest

from engine.actions.chats import sessions, swipes
from engine.actions.house import settings
from engine.shipped import builtin_characters
from engine.values.chats.incoming import Heard
from engine.values.chats.outgoing import Began, PartLimit, ShownAgain
from engine.values.house.setting_scopes import SettingScope
from tests.servers.model import ModelServer, say
from tests.stores.cutting_proxy import CuttingProxy, cutting_proxy
from tests.turns.doorway import Doorway
from tests.turns.room import Recorder, Room, config_for, enter, new_origin, opened

LIMIT = PartLimit(4_000)
GREETINGS = {it: builtin_characters()[f"default.{it}"].greetings for it in ("en", "zh")}


@pytest.fixture
async def room(database_url: str, model: ModelServer, tmp_path: Path) -> AsyncIterator[Room]:
    """A place of a platform that delivers, which is open and where nothing was said yet."""
    model.answer = lambda _: say("Yes.")
    origin = new_origin()
    async with opened(config_for(database_url, tmp_path, model), origin.platform, limit=LIMIT) as engine:
        yield await enter(engine, model, origin, None)


def _greetings(shown: Recorder) -> list[str]:
    return ["".join(part.text for part in it.sendings) for it in shown.of(ShownAgain)]


async def _lines(room: Room) -> list[str]:
    return [text for _, kind, _, text, _ in await room.outbox() if kind == "line"]


async def test_the_first_words_are_answered_behind_the_greeting(room: Room) -> None:
    """The card's first scene is never read, and the model does not know of it either."""
    greeting = GREETINGS["en"][0]
    await room.say("Rain, mostly.")
    assert _greetings(room.shown) == [greeting]
    told = [type(it) for it in room.shown.events if isinstance(it, ShownAgain | Began)]
    assert told == [ShownAgain, Began]
    assert [text for _, text in await room.spoken()] == [greeting, "Rain, mostly.", "Yes."]
    said = [(role, text) for role, text in room.prompt() if text in (greeting, "Rain, mostly.")]
    assert said == [("assistant", greeting), ("user", "Rain, mostly.")]


async def test_the_greeting_turns_to_the_others_of_the_card(room: Room) -> None:
    """Who would rather begin elsewhere has to know a command, or never learns of the other beginnings."""
    greetings = GREETINGS["en"]
    await sessions.open_here(room.engine.ctx, room.here, "Ann")
    [first] = room.shown.of(ShownAgain)
    assert first.swipe.number == 1
    for _ in greetings[1:]:
        await swipes.swipe(room.engine.ctx, room.engine.runner, room.here, 1)
    assert _greetings(room.shown) == list(greetings)
    await room.say("Gladly.")
    assert room.prompts_say(greetings[-1])
    assert not room.prompts_say(greetings[0])
    assert len(room.model.generations) == 1


async def test_two_first_messages_bring_one_greeting(room: Room) -> None:
    """Two people who write at the same moment are greeted twice."""
    door = Doorway(room.engine, room.origin)
    people = ("ann", "bob", "cem", "dee")
    heard = await asyncio.gather(*(door.hear("Hello!", person=it) for it in people))
    await door.idle()
    assert set(heard) == {Heard.TAKEN}
    assert _greetings(room.shown) == [GREETINGS["en"][0]]
    assert await _lines(room) == [GREETINGS["en"][0]]


async def test_a_message_that_comes_again_brings_no_greeting(room: Room) -> None:
    """After an outage the platform delivers the first message again, and the story begins a second time."""
    assert await room.accept("Hello!", "m-first")
    await room.idle()
    assert not await room.accept("Hello!", "m-first")
    await room.accept("Still there?")
    await room.idle()
    assert _greetings(room.shown) == [GREETINGS["en"][0]]
    assert await _lines(room) == [GREETINGS["en"][0]]


async def test_a_greeting_that_was_not_sent_is_sent_by_the_next_process(
    room: Room, database_url: str, model: ModelServer, tmp_path: Path
) -> None:
    """A daemon that dies right behind the first message leaves a story that people see begin with its second line."""
    await room.accept("Hello!")
    await room.idle()
    platform = room.origin.platform
    async with opened(config_for(database_url, tmp_path, model), platform, limit=LIMIT, name="other") as other:
        left = await other.turns.open_sendings(platform)
    line, reply = left
    assert (line.sending.kind, line.sending.text, line.character) == ("line", GREETINGS["en"][0], "Lan")
    assert line.swipe is not None
    assert reply.sending.text == "Yes."


@pytest.mark.parametrize("cut", ["before", "after"])
async def test_a_lost_answer_loses_no_greeting(
    database_url: str, model: ModelServer, tmp_path: Path, cut: Literal["before", "after"]
) -> None:
    """The network breaks while the story begins, and its greeting waits for the next start."""
    model.answer = lambda _: say("Yes.")
    origin = new_origin()
    async with cutting_proxy(database_url) as proxy:
        assert isinstance(proxy, CuttingProxy)
        async with opened(config_for(proxy.dsn, tmp_path, model), origin.platform, limit=LIMIT) as engine:
            room = await enter(engine, model, origin, None)
            proxy.cut = cut
            await room.say("Hello!")
            assert proxy.cuts == 1
            assert _greetings(room.shown) == [GREETINGS["en"][0]]
            assert [text for _, text in await room.spoken()] == [GREETINGS["en"][0], "Hello!", "Yes."]


@pytest.mark.parametrize("mode", ["chat", "story", "lounge"])
async def test_it_greets_in_every_mode(room: Room, mode: str) -> None:
    """Where people chat, or stand together, nobody would say who is there."""
    await settings.put(room.engine.ctx, room.here, SettingScope.CHANNEL, "mode", mode)
    await room.say("Hello, Lan.")
    assert _greetings(room.shown) == [GREETINGS["en"][0]]
    assert [text for _, text in await room.spoken()] == [GREETINGS["en"][0], "Hello, Lan.", "Yes."]
