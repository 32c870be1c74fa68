"""The door of the recall benchmark shows what a turn shows: its settings, its lines, as the model reads them."""

import pytest

from engine.values.house.setting_choices import Mode
from engine.values.house.setting_modes import MODES
from engine.values.house.settings import Settings
from tests.bench.recall_door import Door, opened

NOW = "2026-03-20T12:00:00"
SAID = [
    {"id": "a", "ts": "2026-03-02T09:00:00", "speaker": "Ann", "text": "My cat is called Biscuit."},
    {"id": "b", "ts": "2026-03-02T09:01:00", "speaker": "Ben", "text": "My cat is called Olive."},
    {"id": "c", "ts": "2026-03-03T09:00:00", "speaker": "Ann", "text": "I love the smell of rain."},
    {"id": "d", "ts": "2026-03-04T09:00:00", "speaker": "Ben", "text": "I love the smell of rain."},
]


@pytest.mark.parametrize(("speakers", "mode"), [(["Ann", "AI companion"], Mode.CHAT), (["Ann", "Ben"], Mode.LOUNGE)])
async def test_the_door_has_the_settings_that_ship(speakers: list[str], mode: Mode) -> None:
    """The benchmark measures a product that nobody runs."""
    async with opened() as door:
        await door.reset(speakers, "en")
        assert door.settings == Settings.model_validate(dict(MODES[mode]))
        await door.reset(speakers, "en", "story")
        assert door.settings == Settings.model_validate(dict(MODES[Mode.STORY]))


async def test_lines_are_whole_and_each_speakers_own() -> None:
    """The text of an answer is mangled; two who said the same are one memory; the asker is told of others' cats."""
    async with opened() as door:
        await door.reset(["Ann", "Ben"], "en")
        await door.ingest(SAID)
        assert await _found(door, "Who loves the smell of rain?", None) >= {
            "[2026-03-03 09:00] Ann: I love the smell of rain.",
            "[2026-03-04 09:00] Ben: I love the smell of rain.",
        }
        for asker, first in (("Ann", "a"), ("Ben", "b")):
            items = await door.query("Name of the cat again?", NOW, asker, 5)
            assert items[0]["ids"] == [first]


async def _found(door: Door, text: str, asker: str | None) -> set[str]:
    return {it["text"] for it in await door.query(text, NOW, asker, 10)}
