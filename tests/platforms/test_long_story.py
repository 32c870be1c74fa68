"""A story of many turns on each platform, with a kill, a restart and a way back in its middle.

The past of a short run is written down at once. ``LONG_STORY=1000`` plays so many turns through the platform instead.
"""

import os

import pytest

from tests.platforms.long_story import SETTINGS, Journey, journey
from tests.platforms.room import House

pytestmark = [pytest.mark.slow, pytest.mark.share(2)]

PLAYED = int(os.environ.get("LONG_STORY", "0"))
BEFORE, STRETCH = (0, PLAYED // 4) if PLAYED else (30, 4)
FLAT = 1.15
"""How many times as long as in the first quarter prompts may be, where enough of them are compared."""
LATELY = 40
SAVE = "港口"


@pytest.mark.parametrize("platform", ["terminal", "discord", "telegram"])
async def test_a_story_outlives_its_programs(house: House, platform: str) -> None:
    """Somebody plays for weeks, and a restart or a way back costs messages, or the story that was told of them."""
    async with journey(house, platform, BEFORE) as it:
        await it.play(STRETCH)
        it.program.say(f"/存档 {SAVE}")
        await it.program.reads(SAVE)
        saved = await it.state()
        assert saved.chronicle.pages
        assert saved.chronicle.summaries
        assert saved.chronicle.persona is not None
        assert saved.plot.point >= 1
        await it.play(STRETCH - 1)
        await it.killed_in_a_reply()
        await it.play(STRETCH)
        later = await it.state()
        assert later.chronicle != saved.chronicle
        assert later.chronicle.processed > saved.chronicle.processed
        await it.program.terminate()
        await it.program.start()
        it.program.say(f"/读档 {SAVE} yes")
        await it.program.reads(SAVE)
        assert await it.state() == saved
        it.repeated = STRETCH if platform != "terminal" else 0
        await it.play(STRETCH)
        await _ended_well(it, before=later.spoken)


async def _ended_well(it: Journey, before: tuple[str, ...]) -> None:
    assert await it.faults() == []
    assert max(it.sizes) <= FLAT * int(SETTINGS["budget_tokens"])  # the parts of a prompt are counted apart
    if PLAYED:
        assert sum(it.sizes[-LATELY:]) <= FLAT * sum(it.sizes[STRETCH - LATELY : STRETCH])
    branches = await it.house.sql("SELECT id FROM branch WHERE session_id = (SELECT max(session_id) FROM entry)")
    assert len(branches) > 1
    rows = await it.house.sql("SELECT text FROM entry WHERE kind = 'message'")
    assert set(before) <= {row["text"] for row in rows}, "the line that was left is a branch"
