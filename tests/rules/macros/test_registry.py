"""Every macro of SillyTavern's registry has a row that says what it stands for."""

from dataclasses import replace

import pytest

from engine.rules.macros.expand import Expander
from engine.rules.macros.reading import IF
from engine.rules.macros.table import MACROS
from tests.rules.macros.registry import ROWS, SCENE, STORED


@pytest.mark.parametrize("name", ROWS)
def test_a_macro_stands_for_what_its_row_says(name: str) -> None:
    """A card or preset that works in SillyTavern would show the model raw braces or other words."""
    text, expected = ROWS[name]
    assert name in text.lower()
    assert Expander(SCENE, STORED).expand(text, "main") == expected


def test_no_macro_lacks_its_row() -> None:
    """A new macro would be there without anybody having said what it stands for."""
    assert {*MACROS, IF} == set(ROWS)


@pytest.mark.parametrize("name", ROWS)
def test_what_is_not_known_is_no_raw_text(name: str) -> None:
    """A preset read outside of any chat would show its braces, or nobody could make it at all."""
    nothing = replace(SCENE, group=(), greetings=(), last_message_id=None, idle=None, summary="", outlets={})
    assert "{{" not in Expander(nothing).expand(ROWS[name][0], "main").replace("{{hasExtension}}", "")


def test_what_has_no_place_here_is_named() -> None:
    """An author would not learn why a part of a preset is empty."""
    expander = Expander(SCENE)
    assert expander.expand("{{INSTRUCTINPUT}}{{user}}{{charPrefix}}{{unknown}}", "main") == "Ann{{unknown}}"
    assert expander.unfilled == {"instructInput", "charPrefix"}
