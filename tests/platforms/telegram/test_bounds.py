"""What a model's words can cost: nobody's rest."""

import pytest

from bot.telegram.keyboards import harmless


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ask @barbara.", "Ask ＠barbara."),
        ("Ask @@barbara.", "Ask @＠barbara."),
        ("(@barbara)", "(＠barbara)"),
        ("Send /setprivacy to @BotFather, then add @omoide_bot again.",) * 2,
        ("@botanist", "＠botanist"),
        ("@Mo, @Lan!", "＠Mo, ＠Lan!"),
        ("ann@barbara.example", "ann@barbara.example"),
        ("at 5 @ home", "at 5 @ home"),
    ],
)
def test_no_name_rings(text: str, shown: str) -> None:
    """A model could call people out of their sleep."""
    assert harmless(text) == shown
