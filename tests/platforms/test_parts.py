"""Threads of Discord and topics of Telegram: a channel of its own each, in which a story may go on."""

import pytest

from tests.platforms.front import PLATFORMS, front
from tests.platforms.room import GREETING, House
from tests.servers.model import say


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_a_part_is_a_channel_of_its_own(house: House, platform: str) -> None:
    """What is said in a thread or topic would be answered above it, and two talks become one story."""
    async with front(platform, house) as it:
        seat, ann = it.seat, it.seat.person("Ann", "en")
        group = seat.group("Home", ann)
        part = seat.part(ann, group, "harbour")
        async with it.opened(ann, group) as r:
            above = it.says(ann, group, "in general")
            await it.reads(group, "Well.")
            await r.daemon.rests()
            within = it.says(ann, part, "in here")
            await it.reads(part, GREETING, "Well.")
            general, harbour = r.daemon.handler.heard
        assert "in general" not in house.model.generations[-1].prompt
        space = it.rooms.origin(group, ann).space
        assert (general.origin.space, general.origin.channel) == (space, seat.place_of(above))
        assert (harbour.origin.space, harbour.origin.channel) == (space, seat.place_of(within))
        assert harbour.origin.channel != general.origin.channel
        assert harbour.origin.channel_title == ("#harbour" if platform == "discord" else "harbour")
        assert harbour.replied == ""
        outside = [one for one in seat.stands(group) if one.id not in {its.id for its in seat.stands(part)}]
        assert [one.text for one in outside] == ["Well."]


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_a_story_goes_on_in_a_part(house: House, platform: str) -> None:
    """What is said in the thread or topic would come to the channel, or it would begin with nothing."""
    async with front(platform, house) as it:
        seat, ann = it.seat, it.seat.person("Ann", "en")
        group = seat.group("Home", ann)
        async with it.opened(ann, group) as r:
            if platform == "discord":
                await r.registered()
            it.says(ann, group, "My cat is called Tom.")
            await it.reads(group, "Well.")
            await r.daemon.rests()
            told = await seat.uses(ann, group, "chats fork", title="The pier")
            assert "“The pier”" in told
            part = await seat.waits(lambda: seat.part_named(group, "The pier"))
            await seat.waits(lambda: it.texts(part)[1:] == ["Well."])
            assert "goes on here" in it.texts(part)[0]
            house.model.script(say("In here."))
            it.says(ann, part, "And in here?")
            await seat.waits(lambda: it.texts(part)[-1] == "In here.")
            assert "My cat is called Tom." in house.model.generations[-1].prompt
            await r.daemon.rests()
            house.model.script(say("Out there."))
            it.says(ann, group, "And out there?")
            await seat.reads(group, "Out there.")
            assert "And in here?" not in house.model.generations[-1].prompt
            assert it.texts(part)[-1] == "In here."
        if platform == "discord":
            [call] = seat.server.rest_calls("POST", "/threads$")
            assert (call.body["type"], call.body["auto_archive_duration"]) == (11, 10_080)
