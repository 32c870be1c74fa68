"""What strangers and models' words can cost: no download, nobody's rest."""

import pytest

from bot.telegram.keyboards import harmless
from tests.platforms.room import House, running
from tests.platforms.telegram.room import account
from tests.servers.telegram import telegram_server


async def test_nothing_is_fetched_for_strangers(house: House) -> None:
    """Anybody could make the house download what they like, as often as they like."""
    async with telegram_server() as t, house.opened(telegram=account(t)) as daemon, running(daemon.guest):
        ann = t.user("Ann")
        ann.sends_document(ann.private(), b"12345", "notes.txt", caption="read this")
        heard = await daemon.handler.hears("read this")
        assert heard.files == ()
        assert not t.calls("getFile")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ask @barbara.", "Ask ＠barbara."),
        ("Ask @@barbara.", "Ask @＠barbara."),
        ("(@barbara)", "(＠barbara)"),
        ("Send /setprivacy to @BotFather, then add @omoide_bot again.",) * 2,
        ("@botanist", "＠botanist"),
        ("ann@barbara.example", "ann@barbara.example"),
        ("at 5 @ home", "at 5 @ home"),
    ],
)
def test_no_name_rings(text: str, shown: str) -> None:
    """A model could call people out of their sleep."""
    assert harmless(text) == shown
