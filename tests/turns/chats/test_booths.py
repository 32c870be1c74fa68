"""Booths: a session of one's own in a thread, which is remembered, and goes with the person or the place."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine.actions.chats import booths, sessions
from engine.actions.house import settings
from engine.actions.people import forgetting
from engine.values.chats.booths import Booth
from engine.values.chats.incoming import Here
from engine.values.chats.outgoing import Noticed, PartLimit
from engine.values.chats.places import Address
from engine.values.house.setting_choices import Mode
from engine.values.house.setting_scopes import SettingScope
from tests.servers.model import ModelServer
from tests.turns.room import Room, config_for, enter, new_origin, opened


@pytest.fixture
async def lounge(database_url: str, model: ModelServer, tmp_path: Path) -> AsyncIterator[Room]:
    """A lounge of a platform."""
    origin = replace(new_origin(), private=False)
    async with opened(config_for(database_url, tmp_path, model), origin.platform, limit=PartLimit(500)) as engine:
        room = await enter(engine, model, origin)
        await settings.put(engine.ctx, room.here, SettingScope.SPACE, "mode", "lounge")
        yield room


async def _booth(lounge: Room, channel: str, mode: Mode = Mode.STORY) -> Room:
    """A new thread that is the person's."""
    there = await enter(lounge.engine, lounge.model, replace(lounge.origin, channel=channel), None)
    await booths.begin(lounge.engine.ctx, lounge.engine.runner, lounge.here, there.here, "Ann", mode)
    return there


async def _thread(lounge: Room, here: Here) -> str:
    return (await booths.find(lounge.engine.ctx, here)).thread


async def test_the_places_character_begins_a_session_of_its_own(lounge: Room) -> None:
    """What is said in a booth would be read in the lounge, or it would be silent there as in the lounge."""
    assert await booths.find(lounge.engine.ctx, lounge.here) == Booth("Mira", "")
    there = await _booth(lounge, "thread")
    assert await _thread(lounge, lounge.here) == "thread"
    own, before = [await sessions.played(lounge.engine.ctx, it.here) for it in (there, lounge)]
    assert own is not None
    assert before is not None
    assert own.key != before.key
    assert own.characters == ("Mira",)
    assert [it.notice.message for it in there.shown.of(Noticed)] == ["divider-booth"]
    modes = [(await settings.current(lounge.engine.ctx, it.here)).mode for it in (there, lounge)]
    assert modes == [Mode.STORY, Mode.LOUNGE]
    await there.say("Only for you.")
    assert "Only for you." not in str(await lounge.spoken())
    ben = await lounge.engine.places.resolve(replace(lounge.origin, person="Ben"))
    assert await _thread(lounge, ben) == "", "everybody has their own"


async def test_another_thread_takes_the_place_of_one_that_is_gone(lounge: Room) -> None:
    """The way would lead to a thread that is not there, or a place that is gone would be remembered."""
    await _booth(lounge, "first")
    await _booth(lounge, "second", Mode.CHAT)
    assert await _thread(lounge, lounge.here) == "second"
    await lounge.engine.turns.leave(Address(lounge.origin.platform, lounge.origin.space, "second"))
    assert await _thread(lounge, lounge.here) == ""
    await _booth(lounge, "third")
    await lounge.engine.turns.leave(Address(lounge.origin.platform, lounge.origin.space, lounge.origin.channel))
    assert not await lounge.sql("SELECT 1 FROM booth WHERE space_id = $1", lounge.here.space)


async def test_who_is_forgotten_has_no_booth(lounge: Room) -> None:
    """The house would go on knowing who talked alone with whom."""
    await _booth(lounge, "thread")
    assert (await forgetting.forget_me(lounge.engine.ctx, lounge.engine.runner, lounge.here)).done
    assert not await lounge.sql("SELECT 1 FROM booth WHERE space_id = $1", lounge.here.space)
