"""A reply that is changed where people are: the words before are a page back, or a list away where more was said."""

from typing import Final

import pytest

from tests.platforms.front import PLATFORMS, front
from tests.platforms.room import House
from tests.servers.model import say

LINES: Final = {
    "en": ("/edit other 1 It is light.", "Changed.", "/edit swipes 3", "Take 1", "Done."),
    "zh": ("/改写 别的 1 It is light.", "已修改", "/改写 候选 3", "换用 1", "已换用"),
}


@pytest.mark.parametrize("language", LINES)
@pytest.mark.parametrize("platform", PLATFORMS)
async def test_the_words_before_are_a_page_back(house: House, platform: str, language: str) -> None:
    """Whoever changes a reply could not read any more what the character had written."""
    edit, changed, swipes, take, done = LINES[language]
    house.model.script(say("It is dark."), say("A lamp."), say("Yes."))
    async with front(platform, house) as it:
        seat, ann = it.seat, it.seat.person("Ann", language)
        group = seat.group("Home", ann)
        async with it.opened(ann, group) as r:
            await it.sets(r.daemon, group, ann, "language", language)
            it.says(ann, group, "What do you see?")
            reply = await seat.reads(group, "It is dark.")
            await it.control(reply, "right:")
            seat.says(ann, group, edit)
            await seat.reads(group, changed)
            await it.holds(reply, "It is light.")
            await seat.waits(lambda: any("2/2" in label for label in seat.labels(seat.fresh(reply))))
            await seat.presses(ann, seat.fresh(reply), await it.control(reply, "left:"))
            await it.holds(reply, "It is dark.")
            await seat.waits(lambda: any("1/2" in label for label in seat.labels(seat.fresh(reply))))
            await seat.presses(ann, seat.fresh(reply), await it.control(reply, "right:"))
            await it.holds(reply, "It is light.")
            assert len(house.model.generations) == 1
            it.says(ann, group, "And there?")
            await seat.reads(group, "A lamp.")
            seat.says(ann, group, swipes)
            listed = await seat.reads(group, "It is dark.", reply.id)
            await seat.presses(ann, seat.fresh(listed), seat.labels(seat.fresh(listed))[take])
            await seat.waits(lambda: done in seat.seen)
            it.says(ann, group, "Really?")
            await seat.reads(group, "Yes.")
            read = house.model.generations[-1].prompt
            assert "It is dark." in read
            assert "A lamp." in read
            assert "It is light." not in read
        assert seat.rejected == []
