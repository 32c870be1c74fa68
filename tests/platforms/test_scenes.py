"""Two characters in one place, on both platforms: both answer, one message rings, a reply reaches who it is for."""

import json

import pytest

from engine.actions.characters import casts, characters
from engine.actions.chats import sessions
from tests.platforms.room import House
from tests.platforms.test_transfers import evening
from tests.servers.model import fail, say
from tests.turns.room import CARD
from tests.turns.scenes import asked, card, in_character


@pytest.mark.share(2)
@pytest.mark.parametrize("platform", ["discord", "telegram"])
async def test_two_answer_and_one_rings(house: House, platform: str) -> None:
    """A telephone would ring for each character, or an answer to Bob's words be taken up by Mira."""
    async with evening(platform, house, "en") as it:
        engine, here = it.daemon.engine, it.here
        await it.says("Hello.", "Well.")  # Telegram lets no bot write to somebody first; owners are told of that
        before = len(house.model.generations)
        made = [await characters.import_file(engine.ctx, here, json.dumps(one).encode()) for one in (CARD, card("Bob"))]
        await sessions.new(engine.ctx, engine.runner, here, "Ann", made[0].id)
        await casts.talk(engine.ctx, engine.runner, here, made[0].id, 0)
        await casts.add(engine.ctx, engine.runner, here, made[1].id, "Ann")
        house.model.answer = in_character
        rang = it.seat.bells(it.channel)
        seen = await it.says("Mira and Bob, well?", "Bob speaks.")
        assert "Mira speaks." in "".join(one.text for one in it.seat.stands(it.channel))
        assert it.seat.bells(it.channel) == rang + 1
        said = it.person.says(it.channel, "Why?", reply_to=seen.it)
        await it.seat.reads(it.channel, "Bob speaks.", said.id)
        assert [asked(one) for one in house.model.generations[before:]] == ["Mira", "Bob", "Bob"]


@pytest.mark.share(2)
@pytest.mark.parametrize("platform", ["discord", "telegram", "minimal"])
async def test_trouble_becomes_the_answer(house: House, platform: str) -> None:
    """A technical line of the house would stand in the story for ever, and the answer below it."""
    async with evening(platform, house, "en") as it:
        house.model.script(*[fail(503)] * 3)
        told = await it.says("Are you there?", "I can't think right now. I'll answer when I can.")
        house.model.script(say("Now I am."))
        await it.seat.presses(it.person, told, next(one for one in told.controls if one.startswith("again")))
        seen = await it.seat.reads(it.channel, "Now I am.")
        assert seen.it.id == told.it.id or not it.seat.grows
        assert not it.seat.grows or not any("503" in one.text for one in it.seat.stands(it.channel))
