"""The prices of the model that plays decide how many messages stay word for word before older ones are summarized."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from engine.actions.house import settings
from engine.config.endpoints import RoleConfig
from engine.db.house import work
from engine.rules.recall.remembering.sources import CHRONICLE
from engine.values.house.setting_scopes import SettingScope
from tests.servers.model import ModelServer
from tests.turns.remembering import past, remembering
from tests.turns.room import Room, config_for, enter, new_origin, opened
from tests.turns.story.test_summaries import Notes, here, live

NOON = datetime(2040, 3, 5, 12, 0, tzinfo=UTC)
TALK = [(f"a{number} " + "well now " * 30, f"b{number} " + "so then " * 30) for number in range(22)]
"""44 messages of about 60 tokens: less than the usual window, more than one where nothing is cached."""


async def told(room: Room) -> int:
    """How many summaries there are once that talk was said in a private chat and everything due is done."""
    await remembering(room, now=NOON + timedelta(days=1))
    for name, value in (("mode", "chat"), ("facts", "off"), ("evolve", "off")):
        await settings.put(room.engine.ctx, room.here, SettingScope.SPACE, name, value)
    room.model.notes = Notes()
    await past(room, *TALK, since=NOON)
    key, _ = await here(room)
    await work.mark_due(room.db, key, CHRONICLE)
    return len(await live(room))


@pytest.mark.parametrize(
    ("prices", "summaries"),
    [
        ({}, 0),
        ({"price_in": 2.0, "price_out": 8.0}, 0),
        ({"price_in": 2.0, "price_cached": 0.2, "price_out": 8.0}, 0),
        ({"price_in": 2.0, "price_cached": 2.0, "price_out": 8.0}, 1),
    ],
)
async def test_a_talk_is_summed_up_when_that_costs_least(
    fresh_database: str, model: ModelServer, tmp_path: Path, prices: dict[str, Any], summaries: int
) -> None:
    """A service without a cache reads a long talk again in every turn, or one with a cache reads summaries instead."""
    config = config_for(fresh_database, tmp_path, model)  # with a price a house has a budget, which other tests use up
    assert config.chat is not None
    chat = RoleConfig.model_validate(config.chat.model_dump() | prices)
    origin = new_origin()
    async with opened(config.model_copy(update={"chat": chat}), origin.platform) as engine:
        assert await told(await enter(engine, model, origin)) == summaries


async def test_who_says_what_a_cache_costs_or_how_long_prompts_are_gets_that(room: Room) -> None:
    """A proxy bills otherwise than its list says, or somebody wants a long memory, and no setting changes anything."""
    await settings.put(room.engine.ctx, room.here, SettingScope.SPACE, "cached_percent", "100")
    await settings.put(room.engine.ctx, room.here, SettingScope.CHANNEL, "budget_tokens", "24000")
    assert await told(room) == 0
    await settings.put(room.engine.ctx, room.here, SettingScope.CHANNEL, "budget_tokens", "default")
    assert len(await live(room)) == 1
