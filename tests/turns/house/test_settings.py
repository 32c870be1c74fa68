"""Settings by place, person and character, as a turn meets them."""

from engine.actions.house import settings
from engine.values.house.setting_scopes import SettingScope
from tests.turns.room import Room


async def test_a_setting_of_the_character_holds_where_they_play(room: Room) -> None:
    """Someone sets a character's temperature and nothing changes, or everybody's does."""
    assert await settings.put(room.engine.ctx, room.here, SettingScope.CHARACTER, "temperature", "0.5") == 0.5
    await room.say("Hello.")
    assert room.model.generations[-1].body["temperature"] == 0.5
    (explained,) = await settings.explained(room.engine.ctx, room.here, "temperature")
    assert (explained.scope, explained.value) == (SettingScope.CHARACTER, 0.5)
    await settings.put(room.engine.ctx, room.here, SettingScope.CHANNEL, "temperature", "0.9")
    await room.say("Hello again.")
    assert room.model.generations[-1].body["temperature"] == 0.9, "the channel is nearer"
    await settings.clear(room.engine.ctx, room.here, SettingScope.CHANNEL, ["temperature"])
    await settings.clear(room.engine.ctx, room.here, SettingScope.CHARACTER)
    await room.say("And again.")
    assert "temperature" not in room.model.generations[-1].body
