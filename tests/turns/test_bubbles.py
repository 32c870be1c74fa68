"""A reply in bubbles, as a platform gets it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from engine.actions.house import settings
from engine.values.chats.outgoing import PartLimit
from engine.values.house.setting_scopes import SettingScope
from tests.servers.model import ModelServer, say
from tests.turns.room import Room, config_for, enter, new_origin, opened

SAID = "Hi!\n\nHow was your day?\n\nMine was long.\n\nI cooked."


@pytest.fixture
async def platform(database_url: str, model: ModelServer, tmp_path: Path) -> AsyncIterator[Room]:
    """A channel of a platform."""
    origin = new_origin()
    async with opened(config_for(database_url, tmp_path, model), origin.platform, limit=PartLimit(500)) as engine:
        yield await enter(engine, model, origin)


async def test_a_place_to_chat_gets_few_short_messages_of_one_reply(platform: Room) -> None:
    """Company that sends an essay, or a memory torn into pieces, is not what the mode promises."""
    room = platform
    await settings.put(room.engine.ctx, room.here, SettingScope.CHANNEL, "mode", "chat")
    room.model.script(say(SAID))
    await room.say("Hello.")
    sendings = room.ended[-1].sendings
    assert len(sendings) == 3
    assert "".join(it.text for it in sendings) == SAID
    assert [text for _, text in await room.spoken()][-1] == SAID

    await settings.put(room.engine.ctx, room.here, SettingScope.CHANNEL, "mode", "story")
    room.model.script(say(SAID))
    await room.say("Again.")
    assert [it.text for it in room.ended[-1].sendings] == [SAID]
