"""What prompts have cost lately, as /status tells it, and that a cache is billed at its own price."""

from dataclasses import replace
from pathlib import Path

import pytest

from engine.actions.house.status import status
from engine.config.config import AllowanceConfig
from engine.values.house.status import PromptsCost
from tests.servers.model import Finish, ModelServer, Script, Tokens
from tests.turns.room import Room, config_for, enter, new_origin, opened


async def test_what_came_out_of_the_cache_costs_what_it_costs(
    database_url: str, model: ModelServer, tmp_path: Path
) -> None:
    """A budget in cents is used up by tokens that cost a tenth, or nobody sees what the prompts of a chat cost."""
    config = config_for(database_url, tmp_path, model)
    assert config.chat is not None
    chat = config.chat.model_copy(update={"price_in": 100.0, "price_cached": 10.0, "price_out": 200.0})
    origin = new_origin()
    model.script(*(Script(["Yes.", Finish(), Tokens(1_000, 100, cached)]) for cached in (0, 900)))
    priced = config.model_copy(update={"chat": chat, "allowance": AllowanceConfig(cents=1_000_000)})
    async with opened(priced, origin.platform) as engine:
        room = await enter(engine, model, origin)
        assert (await status(room.ctx, room.here)).prompts is None
        await room.say("One.", "Two.")
        lately = (await status(room.ctx, room.here)).prompts
        assert lately is not None
        assert replace(lately, dollars=None) == PromptsCost(2, 2_000, None, 2_000, 900)
        assert (lately.dollars, lately.served) == (pytest.approx(0.119), 0.45)
        billed = await room.sql("SELECT cost FROM usage WHERE space_id = $1 ORDER BY id", room.here.space)
        assert [float(it["cost"]) for it in billed] == pytest.approx([0.12, 0.039])


async def test_a_service_that_says_nothing_of_a_cache_has_no_share(room: Room) -> None:
    """Somebody reads that nothing comes from a cache, where only nobody says what does."""
    room.model.script(Script(["Yes.", Finish(), Tokens(1_000, 100)]))
    await room.say("One.")
    lately = (await status(room.ctx, room.here)).prompts
    assert lately == PromptsCost(1, 1_000)
    assert PromptsCost(1, 1_000).served is None
