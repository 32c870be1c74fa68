"""The character that comes with Omoide."""

from pathlib import Path

import pytest

from engine.rules.formats.cards.card_files import read_card, write_png

FOLDER = Path(__file__).parents[3] / "config" / "characters"


@pytest.mark.parametrize(("language", "name"), [("zh", "顾岚"), ("en", "Gu Lan")])
def test_default_character(language, name):
    """Someone's first conversation must open with a greeting in their language and leave room for their own words."""
    card = read_card((FOLDER / f"lan.{language}.json").read_bytes())
    assert (card.name, card.creator, card.version, card.warnings) == (name, "Omoide", 3.0, ())
    assert len(card.greetings) == 3
    assert card.system_prompt == ""
    assert "{{user}}" in card.description
    prompt = card.description + card.personality + card.scenario + card.mes_example
    assert len(prompt) <= (1_000 if language == "zh" else 3_600)


def test_default_picture_carries_the_card():
    """Exporting the default character must give a picture that other programs can read."""
    card = read_card((FOLDER / "lan.zh.json").read_bytes())
    picture = (FOLDER / "lan.png").read_bytes()
    assert len(picture) <= 60_000
    assert read_card(write_png(card, picture)) == card
