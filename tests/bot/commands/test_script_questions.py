"""The regex scripts of a file are read one after another, each whole, before any of them may run."""

from dataclasses import replace
from pathlib import Path

import pytest

from engine.values.characters.scripts import AskedScript, Placement, RegexScript, ScriptOwner
from engine.values.transfers.transfers import Offer
from tests.bot.conftest import Type
from tests.bot.fake_scene import TOKEN
from tests.bot.fakes import FakeEngine

STARS = RegexScript("Stars", "/storm/g", "STORM", placements=frozenset({Placement.AI_OUTPUT}))
LONG = replace(STARS, name="Long", find="/x/", replace="<p>" * 5_000, display_only=True)


def _engine() -> FakeEngine:
    engine = FakeEngine()
    engine.files.asked = [
        AskedScript(1, STARS, ((ScriptOwner.CARD, "Yuki"),)),
        AskedScript(2, LONG, ((ScriptOwner.PLACE, ""),), ran=False),
        AskedScript(3, replace(STARS, name="Third"), ((ScriptOwner.PRESET, "Short"),)),
    ]
    return engine


@pytest.mark.parametrize(
    ("typed", "answers"),
    [
        (("yes", "no", "yes"), [True, False, True]),
        (("no", f"/import script {TOKEN} bring 2 all"), [False, True, True]),
        (("yes", f"/import script {TOKEN} bring 2 none"), [True, False, False]),
        ((f"/import script {TOKEN} bring 3 yes", "no", "no"), [False, False, True]),
    ],
)
async def test_each_script_has_its_own_answer(
    piped: Type, tmp_path: Path, typed: tuple[str, ...], answers: list[bool]
) -> None:
    """One yes is taken for all, or the import begins before the last script was seen."""
    (tmp_path / "a.json").write_text("character")
    engine = _engine()
    said = await piped(engine, f"/import {tmp_path / 'a.json'}", "yes", *typed)
    assert [it.answer for it in engine.files.asked] == answers
    assert engine.files.calls[1:] == [("bring", TOKEN, Offer.BRING)]
    assert said.index("Script 1 of 3") < said.index("Allow it to run?") < said.index("Imported: Yuki.")
    assert "Finds: /storm/g\nReplaces it with: STORM" in said


async def test_a_long_script_is_shown_short_and_comes_whole(piped: Type, tmp_path: Path) -> None:
    """A script of fifteen thousand characters fills twenty screens of a phone, or nobody can read its end."""
    (tmp_path / "a.json").write_text("character")
    said = await piped(_engine(), f"/import {tmp_path / 'a.json'}", "yes", "yes")
    shown = said[said.index("Script 2 of 3") :]
    assert "It was not allowed to run where it comes from." in shown
    assert "The full texts are in script-2.txt." in shown
    assert len(shown) < 3_000


async def test_without_its_scripts_nothing_is_asked(piped: Type, tmp_path: Path) -> None:
    """Who wants none of a file's scripts has to say no to each of them."""
    (tmp_path / "a.json").write_text("character")
    engine = _engine()
    await piped(engine, f"/import {tmp_path / 'a.json'}", f"/import yes {TOKEN} calm")
    assert engine.files.calls[1:] == [("bring", TOKEN, Offer.CALM)]
    assert [it.answer for it in engine.files.asked] == [None, None, None]
