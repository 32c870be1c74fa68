"""What a platform without edits, buttons, files and threads can do, on a real connection to a small IRC server."""

from pathlib import Path

import pytest

from bot import platforms
from engine.config import read_config
from engine.errors import ConfigInvalid, PlatformTokenWrong
from tests.platforms.minimal.room import ENTRY, room
from tests.platforms.minimal.seat import minimal_seat
from tests.platforms.minimal.server import irc_server
from tests.platforms.minimal.surface import IrcSurface
from tests.platforms.room import House
from tests.servers.model import say


async def test_a_message_and_its_reply(house: House) -> None:
    """Somebody who writes on a platform that was added would hear nothing."""
    async with minimal_seat() as seat:
        ann = seat.person("Ann", "en")
        home = seat.private(ann)
        async with room(seat.server, house, ann, home) as r:
            house.model.script(say("Good evening, Ann."))
            seat.says(ann, home, "Good evening.")
            seen = await seat.reads(home, "Good evening, Ann.")
            await r.daemon.rests()
            assert seen.text == "Good evening, Ann."
            assert [it.text for it in seat.stands(home)] == ["Good evening, Ann."]


async def test_a_platform_is_switched_on_by_names(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A platform of one's own could be added by a change of the product alone."""
    monkeypatch.chdir(tmp_path)
    for name, value in {"ENTRY": ENTRY, "HOST": "127.0.0.1", "PORT": "1", "PASSWORD": "123456"}.items():
        monkeypatch.setenv(f"OMOIDE_PLATFORMS__IRC__{name}", value)
    assert platforms.limits(read_config()[0]) == {"irc": IrcSurface.limit}
    monkeypatch.setenv("OMOIDE_PLATFORMS__IRC__PORT", "a door")
    with pytest.raises(ConfigInvalid) as refused:
        platforms.limits(read_config()[0])
    assert "OMOIDE_PLATFORMS__IRC__PORT: " in str(refused.value.data["problems"])
    monkeypatch.setenv("OMOIDE_PLATFORMS__IRC__ENTRY", "no.such.module")
    with pytest.raises(ConfigInvalid) as missing:
        platforms.limits(read_config()[0])
    assert "OMOIDE_PLATFORMS__IRC__ENTRY: no.such.module" in str(missing.value.data["problems"])


async def test_a_wrong_password_is_said(house: House) -> None:
    """The operator would see a bot that is silent, and no reason."""
    async with irc_server(password="right") as server:
        with pytest.raises(PlatformTokenWrong):
            async with room(server, house, password="wrong"):
                pass
