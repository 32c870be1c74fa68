"""What a character says of its memory besides its reply: quoted, or covered until somebody wants to see it."""

from typing import Any

import pytest

from tests.platforms.front import PLATFORMS, front
from tests.platforms.room import House
from tests.servers.model import say

_SHOWN = {
    ("discord", "quote"): "> 💭 She said so\n> in May.",
    ("discord", "spoiler"): "💭 ||She said so\nin May.||",
    ("telegram", "quote"): "💭 She said so\nin May.",
    ("telegram", "spoiler"): "💭 She said so\nin May.",
}
_MARKS = {"quote": ("blockquote", "💭 She said so\nin May."), "spoiler": ("spoiler", "She said so\nin May.")}


@pytest.mark.parametrize("shown", ["quote", "spoiler"])
@pytest.mark.parametrize("platform", PLATFORMS)
async def test_it_stands_apart_from_the_reply(house: House, platform: str, shown: str) -> None:
    """People would take it for the story, or read what they wanted covered."""
    house.model.script(say("<mem>She said so\nin May.</mem>\nHello."))
    async with front(platform, house) as it:
        seat, ann = it.seat, it.seat.person("Ann", "en")
        alone: Any = seat.private(ann)
        async with it.opened(ann, alone) as r:
            await it.sets(r.daemon, alone, ann, "search", "auto")
            await it.sets(r.daemon, alone, ann, "search_sections", shown)
            it.says(ann, alone, "Did she?")
            await it.reads(alone, "Hello.", _SHOWN[platform, shown])
            if platform == "telegram":
                kind, text = _MARKS[shown]
                assert seat.stands(alone)[-1].it.marked(kind) == [text]
        assert seat.rejected == []
