"""The regex scripts of a file are read one after another, each whole, before any of them may run."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.commands.framework.table import table_for
from bot.terminal.wording import reply_lines
from tests.bot.at_terminal import AtTerminal
from tests.servers.model import say
from tests.turns.files import CARD, as_json, as_png, as_zip

STORM, LONG, SEA = "/storm/g", "/x/", "/sea/g"


def _script(find: str, becomes: str, **more: Any) -> dict[str, Any]:
    return {"scriptName": becomes[:5], "findRegex": find, "replaceString": becomes, "placement": [2], **more}


SCRIPTS = (_script(STORM, "STORM"), _script(LONG, "<p>" * 5_000, markdownOnly=True), _script(SEA, "SEA"))


def _card(*scripts: dict[str, Any]) -> dict[str, Any]:
    extensions = {"regex_scripts": list(scripts)}
    return {"spec": CARD["spec"], "data": {"name": "Yuki", "first_mes": "Good morning.", "extensions": extensions}}


Typed = str | Callable[[str], str]
"""A line: as it is, or made of what the file that was just looked at is called."""


def script(words: str) -> Typed:
    """The line of a button that answers scripts of the file that was just looked at."""
    return lambda token: f"/import script {token} {words}"


async def looked_at(mo: AtTerminal, *typed: Typed) -> tuple[list[str], str]:
    """What is printed behind each line, the first of which looks at a file, and what that is called meanwhile."""
    talk, table, token = mo.conversation(), table_for("terminal"), ""
    await talk.begin()
    printed: list[str] = []
    for line in typed:
        reply = await talk.submit(line if isinstance(line, str) else line(token))
        token = token or (reply.confirm.command.split()[2] if reply.confirm else "")
        printed.append("".join(f"{it.text}\n" for it in reply_lines(reply, table, talk.speak)))
    return printed, token


@pytest.mark.parametrize(
    ("typed", "reply"),
    [
        (("yes", "no", "yes"), "A STORM at SEA."),
        (("no", script("bring 2 all")), "A storm at SEA."),
        (("yes", script("bring 2 none")), "A STORM at sea."),
        ((script("bring 3 yes"), "no", "no"), "A storm at SEA."),
    ],
)
async def test_each_script_has_its_own_answer(
    mo: AtTerminal, tmp_path: Path, typed: tuple[Typed, ...], reply: str
) -> None:
    """One yes is taken for all, or the import begins before the last script was seen."""
    (tmp_path / "a.json").write_bytes(as_json(_card(*SCRIPTS)))
    mo.model.script(say("A storm at sea."))
    printed, _ = await looked_at(mo, "/import a.json", "yes", *typed, "1")
    said = "".join(printed)
    assert said.index("Script 1 of 3") < said.index("Allow it to run?") < said.index("Imported: Yuki.")
    assert said.count("Imported: Yuki.") == 1
    assert "Finds: /storm/g\nReplaces it with: STORM" in said
    assert (await mo.types("What now?")).endswith(f"Yuki: {reply}\n")


async def test_a_long_script_is_shown_short_and_comes_whole(mo: AtTerminal, tmp_path: Path) -> None:
    """A script of fifteen thousand characters fills twenty screens of a phone, or nobody can read its end."""
    settings = {"extension_settings": {"regex": [SCRIPTS[0]], "character_allowed_regex": []}}
    folder = {"settings.json": as_json(settings), "characters/Yuki.png": as_png(_card(SCRIPTS[1]))}
    (tmp_path / "a.zip").write_bytes(as_zip(folder))
    [_, first, second] = await mo.answers("/import a.zip", "2", "yes")
    assert "It was not allowed to run where it comes from." not in first
    assert "Script 2 of 2" in second
    assert "It was not allowed to run where it comes from." in second
    assert "The full texts are in script-2.txt." in second
    assert len(second) < 3_000
    assert "<p>" * 5_000 in (tmp_path / "script-2.txt").read_text("utf-8")


async def test_without_its_scripts_nothing_is_asked(mo: AtTerminal, tmp_path: Path) -> None:
    """Who wants none of a file's scripts has to say no to each of them."""
    (tmp_path / "a.json").write_bytes(as_json(_card(*SCRIPTS)))
    mo.model.script(say("A storm at sea."))
    printed, _ = await looked_at(mo, "/import a.json", "2")
    assert "[2] Import without scripts\n" in printed[0]
    said = "".join(printed) + await mo.types("/char use Yuki", "What now?")
    assert "Script 1 of 3" not in said
    assert said.endswith("Yuki: A storm at sea.\n")
