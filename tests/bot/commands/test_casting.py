"""The commands by which several characters play in one chat."""

from pathlib import Path

import pytest

from bot.commands.framework.table import table_for
from engine.actions.characters import casts
from tests.bot.at_terminal import AtTerminal
from tests.turns.files import as_json
from tests.turns.test_absent import without_card

REN = {
    "spec": "chara_card_v3",
    "spec_version": "3.0",
    "data": {"name": "Ren", "description": "Sails.", "first_mes": "Ahoy.", "group_only_greetings": ["I am here."]},
}


@pytest.fixture
async def two(mo: AtTerminal, tmp_path: Path) -> AtTerminal:
    """Somebody who has a second character, which plays too."""
    (tmp_path / "ren.json").write_bytes(as_json(REN))
    said = await mo.types("/import ren.json", "yes", "/scene cast add ren")
    assert said.endswith("Ren joined.\nRen: I am here.\n")
    return mo


async def test_who_plays_is_seen_and_changed(two: AtTerminal) -> None:
    """Nobody could bring a second character in, or keep one quiet."""
    for line, lan, ren in (
        ("/scene cast mute Lan", "muted · joins in 50 %", "joins in 50 %"),
        ("/场景 登场 取消静音 1", "joins in 50 %", "joins in 50 %"),
        ("/scene cast talk ren 30", "joins in 50 %", "joins in 30 % of the time, set here"),
        ("/scene cast talk Lan 101", "joins in 50 %", "joins in 30 % of the time, set here"),
        ("/scene cast talk ren", "joins in 50 %", "joins in 50 %"),
    ):
        [said, cast] = await two.answers(line, "/scene cast")
        assert f"1  Lan · {lan}" in cast, line
        assert f"3  Ren · {ren}" in cast, line
        assert ("Please give a number from 0 to 100." in said) is line.endswith("101")
    assert await two.answers("/scene cast speak ren") == ["Ren: …\n"]
    [said, cast] = await two.answers("/scene cast remove ren", "/scene cast")
    assert said == "Ren left.\n"
    assert "Ren" not in cast


async def test_who_cannot_play_is_seen(two: AtTerminal) -> None:
    """A character that lies in the trash stands among those who play, and nobody sees why it is silent."""
    said = await two.types("/char delete ren", "yes", "/scene cast")
    assert "1  Lan · joins in" in said
    assert "3  Ren · in the trash" in said
    await two.types("/char restore ren")
    [ren] = [it.character for it in await casts.cast(two.engine.ctx, two.here) if it.name == "Ren"]
    await without_card(two.room, ren)
    said = await two.types("/scene cast", "/场景 登场")
    assert "3  Ren · its card is missing" in said
    assert "3  Ren · 角色卡丢失" in said
    assert "Ren · joins in" not in said


@pytest.mark.parametrize("platform", ["discord", "telegram", "terminal"])
def test_every_platform_has_the_commands(platform: str) -> None:
    """People on one platform would have to play with one character."""
    scene = table_for(platform).find("scene")
    assert scene is not None
    assert {it.name for it in scene.actions} >= {"cast", "cast add", "cast remove", "cast talk", "cast speak"}
