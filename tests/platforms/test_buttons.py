"""Buttons on both platforms: pages of a reply, and pages of settings, each in one message that shows what holds."""

from typing import Any

import pytest

from tests.platforms.front import PLATFORMS, Front, front
from tests.platforms.room import House
from tests.servers.model import say


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_replies_are_pages_of_one_message(house: House, platform: str) -> None:
    """A page would be a new message that rings every phone, or die with the daemon."""
    house.model.script(say("One."), say("Two."))
    async with front(platform, house) as it:
        seat, ann = it.seat, it.seat.person("Ann", "en")
        group = seat.group("Home", ann)
        async with it.opened(ann, group):
            it.says(ann, group, "Sing.")
            reply = await seat.reads(group, "One.")
            await seat.presses(ann, seat.fresh(reply), await it.control(reply, "right:"))
            await it.holds(reply, "Two.")
            await it.control(reply, "left:")
            bells = seat.bells(group)
        async with it.opened():
            tapped = await seat.presses(ann, seat.fresh(reply), await it.control(reply, "left:"))
            await it.holds(reply, "One.")
            assert tapped == ""
            assert (await it.control(reply, "right:")) == seat.fresh(reply).controls[0]
            assert len(house.model.generations) == 2
            assert it.texts(group) == ["One."]
            assert seat.bells(group) == bells == 1
        assert seat.rejected == []


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_settings_are_one_message_that_follows(house: House, platform: str) -> None:
    """Each press would answer with another page, and the ones before would go on saying what does not hold."""
    async with front(platform, house) as it:
        seat, ann = it.seat, it.seat.person("Ann", "en")
        # In a server of Discord a page is to be seen by one person alone, and follows as what others see.
        place = seat.group("Home", ann) if platform == "discord" else seat.private(ann)
        async with it.opened(ann, place) as r:
            if platform == "discord":
                await r.registered()
            page = await seat.asks(ann, place, "settings", setting="recalling")
            for control, title in (
                ("run:/settings from recall.1 recall_floor", "= 0.3 ("),
                ("run:/settings recall_floor 0.2", "= 0.2 ("),
                ("run:/settings recalling", "Recall: similarity = 0.2"),
            ):
                assert await seat.presses(ann, seat.fresh(page), control) == ""
                await it.holds(page, title)
            assert [one.id for one in seat.stands(place)] in ([], [page.id])
            changed = await seat.asks(ann, place, "settings", setting="recall_floor", value="0.4")
            assert "0.4" in changed.text
            await it.holds(page, "Recall: similarity = 0.4")
            if platform == "discord":  # whose hidden answers can be changed for a quarter of an hour
                await _closed_by_a_newer(it, ann, place, page)
        if platform != "discord":
            async with it.opened():
                await seat.asks(ann, place, "settings", setting="recall_floor", value="0.5")
                await it.holds(page, "Recall: similarity = 0.5")
                await _closed_by_a_newer(it, ann, place, page)
        assert seat.rejected == []


async def _closed_by_a_newer(it: Front, person: Any, place: Any, page: Any) -> None:
    newer = await it.seat.asks(person, place, "settings", setting="pace")
    await it.holds(page, "this one is closed")
    await it.seat.waits(lambda: it.seat.fresh(page).controls == ())
    await it.control(newer, "run:/settings from pace.1 debounce")
