"""What comes with the house in ``config/``: its characters, its presets and its own words in prompts, by language."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from engine.rules.formats.cards.card_files import read_card
from engine.rules.formats.presets.presets import read_preset
from engine.values.characters.characters import Card
from engine.values.characters.presets import Preset
from engine.values.house.setting_choices import Language
from engine.values.models.prompts import PromptTexts

CONFIG = Path(__file__).parents[1] / "config"
DEFAULT_CHARACTER = "lan"


@cache
def house_preset(language: Language) -> Preset:
    """The preset that holds where nobody chose another."""
    return read_preset((CONFIG / "presets" / f"{language}.json").read_bytes(), f"{language}.json")


def house_presets() -> Mapping[Language, Preset]:
    """The preset of each language."""
    return {it: house_preset(it) for it in Language}


@cache
def prompt_texts() -> Mapping[Language, PromptTexts]:
    """The house's words for its own parts of a prompt."""
    names = PromptTexts.__dataclass_fields__
    return {
        language: PromptTexts(
            **{name: (CONFIG / "prompts" / language / f"{name}.txt").read_text("utf-8") for name in names}
        )
        for language in Language
    }


@cache
def builtin_characters() -> Mapping[str, Card]:
    """The characters that come with the house, by their built-in name: one person, at home in each language."""
    folder = CONFIG / "characters"
    return {f"default.{it}": read_card((folder / f"{DEFAULT_CHARACTER}.{it}.json").read_bytes()) for it in Language}


@cache
def builtin_picture() -> bytes:
    """The picture of the built-in characters, a PNG."""
    return (CONFIG / "characters" / f"{DEFAULT_CHARACTER}.png").read_bytes()
