"""A private chat that has grown long gets an index and pages by itself; a short one, or after a no, gets none."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine.actions.house import settings
from engine.jobs.story.long_talk import LONG, TOLD
from engine.values.chats.outgoing import Noticed
from engine.values.house.setting_scopes import SettingScope
from tests.servers.model import ModelServer
from tests.turns.chronicled import PAGE, blocks, chronicled, kept, told
from tests.turns.room import Room, config_for, enter, new_origin, opened


@pytest.fixture
async def chat(database_url: str, model: ModelServer, tmp_path: Path) -> AsyncIterator[Room]:
    """A private chat in which nobody chose a mode; thirty messages make a page, so that a long one takes few calls."""
    origin = replace(new_origin(), private=True)
    async with opened(config_for(database_url, tmp_path, model), origin.platform) as engine:
        room = await enter(engine, model, origin)
        await chronicled(room, mode="default", page_every="30")
        yield room


def tellings(room: Room) -> list[Noticed]:
    return [it for it in room.shown.of(Noticed) if it.notice.message == TOLD]


async def talked(room: Room, messages: int) -> None:
    await told(room, *(f"Number {n} tells of the sea." for n in range(messages)))


async def test_a_long_private_chat_gets_pages_and_says_so_once(chat: Room) -> None:
    """In a chat of months, where they are needed most, older talk is never looked up; or its cost is not told."""
    await talked(chat, LONG - 10)
    assert (await kept(chat)).pages == ()
    assert tellings(chat) == []
    await talked(chat, 20)
    story = await kept(chat)
    assert len(story.pages) >= LONG // 30
    assert story.timeline
    [telling] = tellings(chat)
    asked = [it for it in chat.model.errands if it.errand == PAGE]
    assert telling.notice.data["behind"] >= len(asked) * telling.notice.data["tokens"] * 0.9
    assert all(blocks(it)["The talk"] for it in asked)
    await talked(chat, 60)
    await kept(chat)
    assert len(tellings(chat)) == 1


@pytest.mark.parametrize("scope", [SettingScope.SPACE, SettingScope.CHANNEL])
async def test_a_no_stays_a_no(chat: Room, scope: SettingScope) -> None:
    """Pages that somebody switched off cost money all the same."""
    await settings.put(chat.engine.ctx, chat.here, scope, "story_pages", "off")
    await talked(chat, LONG + 20)
    assert (await kept(chat)).pages == ()
    assert tellings(chat) == []
