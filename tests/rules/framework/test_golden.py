"""Prompts as approved text. ``UPDATE_GOLDEN=1`` writes them anew: read what changed before you commit it."""

import os
from pathlib import Path

import pytest

from engine.rules.framework.build import build
from tests.rules.framework.stages import STAGES
from tests.rules.framework.table import readable

GOLDEN = Path(__file__).parents[2] / "golden" / "framework"


@pytest.mark.parametrize("name", STAGES)
def test_a_prompt_is_what_was_approved(name: str) -> None:
    """What people built with their presets, cards and books would reach the model in another order or not at all."""
    found = readable(build(STAGES[name]()))
    file = GOLDEN / f"{name}.txt"
    if os.environ.get("UPDATE_GOLDEN"):
        file.write_text(found, encoding="utf-8")
    assert found == file.read_text(encoding="utf-8")


def test_every_approved_prompt_has_its_stage() -> None:
    """A prompt nobody builds any more would look as if it were still looked after."""
    assert {file.stem for file in GOLDEN.glob("*.txt")} == set(STAGES)
