"""The commands of a long story on both platforms, in both languages, through the whole house."""

import pytest

from tests.platforms.room import House
from tests.platforms.test_transfers import evening

SAID = {
    "en": ("Harbour", "A town by the sea.", "They meet at dawn."),
    "zh": ("港口", "海边的小镇。", "他们在黎明相遇。"),
}


@pytest.mark.share(2)
@pytest.mark.parametrize(
    ("platform", "language"),
    [("discord", "zh"), ("telegram", "en"), ("discord", "en"), ("telegram", "zh"), ("minimal", "en")],
)
async def test_pages_outline_and_chapters(house: House, platform: str, language: str) -> None:
    """What a long story is told by could not be seen, or not be put right, on somebody's platform."""
    name, setting, point = SAID[language]
    async with evening(platform, house, language) as it:
        await it.says("Hm.", "Well.")
        await it.says("/story pages", it.words("story-no-page"))
        await it.says("/story outline", it.words("error-no-background"))
        await it.says(f"/story background new {name} {setting}", name)
        await it.says(f"/story background edit 1 1 {point}", point)
        await it.says("/story background use 1", it.words("background-used-at", point=1, points=1))
        await it.says("/剧情 大纲" if language == "zh" else "/story outline", point)
        done = it.words("story-point-set", point=1, points=1, status="completed", directed="no")
        await it.says("/story point 1 completed", done)
        await it.says("/story point 9", it.words("error-point-missing", point=9, points=1))
        asked = await it.says(f"/story chapter {name}", name)
        await it.presses(asked, "run:/story chapter", it.words("story-chapter-closed", number=1))
        await it.says("/story chapters", name)
        await it.says("/story", it.words("story-title"))
        await it.says("/status", it.words("status-later"))
