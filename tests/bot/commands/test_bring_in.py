"""``python -m bot import``: nobody is asked, so nothing runs that was not seen."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot import app
from engine.app import Engine
from engine.config.config import Config
from engine.values.house.setting_choices import Language
from tests.bot.at_terminal import SPEECH, AtTerminal
from tests.servers.model import say
from tests.turns.files import CHAT, WORLD, as_json, as_lines, as_png, as_zip

Import = Callable[[str, bool], Awaitable[tuple[int, str]]]

SCRIPT: Mapping[str, Any] = {
    "scriptName": "Stars", "findRegex": "/storm/g", "replaceString": "STORM", "placement": [2],
}  # fmt: skip
YUKI = {"name": "Yuki", "first_mes": "Good morning.", "extensions": {"regex_scripts": [SCRIPT]}}
YUKI_CARD = {"spec": "chara_card_v2", "spec_version": "2.0", "data": YUKI}
SETTINGS = {"extension_settings": {"character_allowed_regex": ["Yuki.png"]}}
FILES = {
    "character.json": as_json(YUKI_CARD),
    "backup.zip": as_zip({"settings.json": as_json(SETTINGS), "characters/Yuki.png": as_png(YUKI_CARD)}),
    "scripts.json": as_json(SCRIPT),
    "world.json": as_json(WORLD),
    "chat.jsonl": as_lines(CHAT),
}


@pytest.fixture
def imports(
    mo: AtTerminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Import:
    """Import a file for whoever sits there; the code of the end, and what was printed."""

    @asynccontextmanager
    async def opened(*_: Any, **__: Any) -> AsyncIterator[Engine]:
        yield mo.engine

    monkeypatch.setattr(app, "open_engine", opened)  # one for all of them
    monkeypatch.setattr(app, "_origin", lambda _: mo.origin)

    async def run(name: str, sure: bool) -> tuple[int, str]:
        (tmp_path / name).write_bytes(FILES[name])
        capsys.readouterr()
        code = await app.bring_in(Config(language=Language.EN), SPEECH, str(tmp_path / name), sure=sure)
        return code, capsys.readouterr().out

    return run


@pytest.mark.parametrize("sure", [False, True])
@pytest.mark.parametrize("name", ["character.json", "backup.zip", "scripts.json"])
async def test_scripts_run_only_for_somebody_who_is_sure(
    mo: AtTerminal, imports: Import, name: str, sure: bool
) -> None:
    """A folder of cards is imported in a loop, and their scripts rewrite every message from then on."""
    await mo.types()
    code, said = await imports(name, sure)
    alone = name == "scripts.json"
    assert code == (1 if alone and not sure else 0)
    assert ("--yes" in said) is not sure
    assert ("Finds: /storm/g\nReplaces it with: STORM" in said) is sure, "whoever is sure sees what will run"
    assert all(it.startswith("  ") for it in said.splitlines()[1:2]), "what is in it is told first"
    mo.model.script(say("A storm."))
    shown = await mo.types(*(() if alone else ("/char use Yuki",)), "What now?")
    assert shown.splitlines()[-1].partition(": ")[2] == ("A STORM." if sure else "A storm.")


@pytest.mark.parametrize("sure", [False, True])
async def test_what_has_no_scripts_needs_no_yes(mo: AtTerminal, imports: Import, sure: bool) -> None:
    """Somebody has to be sure of what can do no harm, or their book holds nowhere."""
    await mo.types()
    for name in ("world.json", "chat.jsonl"):
        code, said = await imports(name, sure)
        assert code == 0
        assert "--yes" not in said
    assert "Lan: It burns." in await mo.types("/chats open 2"), "the chat goes on with whoever plays"
    assert "Harbour · one entry, used for the character" in await mo.types("/scene world")
