"""``python -m bot preview``: what files would send, without a house around it."""

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from tests.code.sources import ROOT
from tests.turns.room import CARD

WORLD: Mapping[str, Any] = {
    "entries": {
        "0": {"uid": 0, "key": ["storm"], "content": "Storms last three days.", "position": 4, "depth": 0, "role": 0},
        "1": {"uid": 1, "key": ["dragon"], "content": "Dragons sleep.", "position": 0},
    }
}
CHAT = (
    {"user_name": "Mo", "character_name": "Mira", "chat_metadata": {}},
    {"name": "Mira", "is_user": False, "mes": "You made it, Mo."},
    {"name": "Mo", "is_user": True, "mes": "What a storm."},
)
HEAVY = ("aiohttp", "asyncpg", "discord", "httpx", "prompt_toolkit", "telegram")


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A card, a world book and a chat, and nothing of a house."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OMOIDE_LANGUAGE", "en")
    monkeypatch.setenv("OMOIDE_CHAT__URL", "this would be refused if anything read the configuration")
    (tmp_path / "mira.json").write_text(json.dumps(CARD), "utf-8")
    (tmp_path / "sea.json").write_text(json.dumps(WORLD), "utf-8")
    (tmp_path / "evening.jsonl").write_text("\n".join(json.dumps(line) for line in CHAT), "utf-8")
    (tmp_path / "empty.png").write_bytes(b"")
    (tmp_path / "broken.json").write_text('{"entries": ', "utf-8")
    return tmp_path


def test_the_prompt_is_shown_as_json_and_nothing_else(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A script that compares prompts would stumble over a greeting, or over another prompt each time."""
    line = ["preview", "mira.json", "--world", "sea.json", "--chat", "evening.jsonl", "--seed", "7", "--json"]
    line += ["--now", "2027-03-01T18:30"]
    said: list[str] = []
    for _ in range(2):
        assert main(line) == 0
        said.append(capsys.readouterr().out)
    assert said[0] == said[1]
    shown = json.loads(said[0])
    contents = [it["content"] for it in shown["messages"]]
    assert "Mira keeps a lighthouse. Mo came by boat." in contents
    assert contents.index("Storms last three days.") == contents.index("What a storm.") + 1
    assert not any("Dragons sleep." in it for it in contents)
    assert all(set(it) <= {"role", "content", "name"} for it in shown["messages"])
    [fired] = [it for it in shown["ledger"] if "storm @ 2" in it["detail"]]
    assert fired["included"] is True
    assert fired["tokens"] > 0


def test_the_prompt_is_shown_to_people(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Somebody who looks for a lost sentence would have to read JSON, or colour codes in a file."""
    assert main(["preview", "mira.json", "--user", "小莫", "--lang", "zh"]) == 0
    shown = capsys.readouterr()
    assert "=== assistant\nYou made it, 小莫. Sit down.\n" in shown.out
    assert "+ card:description" in shown.out
    assert "- time" in shown.out
    assert "组成如下" in shown.out
    assert "\x1b" not in shown.out
    assert shown.err == ""


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["nope.png"], "There is no file nope.png. Please check the path.\n"),
        (["nope.png", "--lang", "zh"], "找不到文件“nope.png”。请检查路径。\n"),
        (["sea.json"], "sea.json: This file isn't a character card: it's a world book.\n"),
        (["evening.jsonl", "--lang", "zh"], "evening.jsonl: 这个文件不是角色卡，而是聊天记录。\n"),
        (["empty.png"], "empty.png: This file is empty."),
        (["mira.json", "--world", "sea.json", "--world", "broken.json"], "broken.json: This file isn't valid JSON"),
    ],
)
def test_a_file_that_cannot_be_used_is_named(
    files: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], error: str
) -> None:
    """Somebody with five world books would have to guess which of them is broken."""
    assert main(["preview", *arguments, "--json"]) == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith(error)


def test_wrong_usage_is_told_apart(files: Path) -> None:
    """A script could not tell a typing mistake from a broken card."""
    for arguments in ([], ["mira.json", "--format", "claude"], ["mira.json", "--seed", "x"]):
        with pytest.raises(SystemExit, match="2"):
            main(["preview", *arguments])


def test_the_help_is_in_the_language_that_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    """Somebody who asks for Chinese would read English."""
    with pytest.raises(SystemExit, match="0"):
        main(["preview", "--help", "--lang", "zh"])
    assert "角色卡" in capsys.readouterr().out


def test_a_preview_loads_no_platform_and_no_database() -> None:
    """Looking at one card would take as long as starting the house."""
    code = f"import sys, bot.__main__; print([it for it in {HEAVY!r} if it in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert found.stdout == "[]\n"


def test_the_same_prompt_is_shown_as_gemini_takes_it(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An author who uses Gemini would be shown roles that it never gets, or a text would be missing there."""
    line = ["preview", "mira.json", "--world", "sea.json", "--chat", "evening.jsonl", "--json"]
    forms: list[list[tuple[str, str]]] = []
    for form in ("openai", "gemini"):
        assert main([*line, "--format", form]) == 0
        shown = json.loads(capsys.readouterr().out)
        forms.append([(it["role"], it["content"]) for it in shown["messages"]])
    openai, gemini = forms
    assert len(gemini) == len(openai)
    for (_, there), (_, here) in zip(gemini, openai, strict=True):
        assert there.endswith(here)  # Gemini takes no names, so the speakers of examples stand before their words
    roles = dict(zip((text for _, text in openai), (role for role, _ in gemini), strict=True))
    assert roles["You made it, Mo."] == "model"
    assert roles["What a storm."] == "user"
    assert roles["Storms last three days."] == "user"
    assert gemini[0][0] == "system"


SCRIPTED: Mapping[str, Any] = {
    "temperature": 1,
    "logit_bias": [{"id": "x"}],
    "prompts": [
        {"identifier": "main", "name": "Main", "role": "system", "content": "It is {{date}}. You see {{persona}}."}
    ],
    "extensions": {
        "regex_scripts": [
            {"scriptName": "Odd", "findRegex": "/\\p{Klingon}/u", "replaceString": "b", "placement": [2]},
            {
                "scriptName": "Twice",
                "findRegex": "/(o)\\1/g",
                "replaceString": "«$1»",
                "placement": [1],
                "promptOnly": True,
            },
            {
                "scriptName": "Slow",
                "findRegex": "/(x+x+)+y\\1$/",
                "replaceString": "",
                "placement": [1],
                "promptOnly": True,
            },
        ]
    },
}
CALLING: Mapping[str, Any] = {
    "entries": {
        "0": {"uid": 0, "key": ["storm"], "content": "A storm wakes the dragon.", "position": 4, "depth": 0, "role": 0},
        "1": {"uid": 1, "key": ["dragon"], "content": "Dragons sleep.", "position": 0},
    }
}


def shown(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    """What a preview of these files says."""
    assert main(["preview", "mira.json", "--chat", "evening.jsonl", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_date_and_persona_are_those_that_are_given(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is 1970 in the preview, and nobody is there."""
    (files / "mine.json").write_text(json.dumps(SCRIPTED), "utf-8")
    read = str(
        shown(capsys, "--preset", "mine.json", "--now", "2027-03-01", "--persona", "A tired captain")["messages"]
    )
    assert "It is March 1, 2027." in read
    assert "You see A tired captain." in read


def test_what_depends_on_the_model_is_shown_for_the_one_that_is_given(
    files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An author could not see how replies of Claude begin, nor learn why those of other models do not."""
    (files / "mine.json").write_text(json.dumps({**SCRIPTED, "assistant_prefill": "Sure, {{model}}:"}), "utf-8")
    claude = shown(capsys, "--preset", "mine.json", "--model", "claude-sonnet-4-5")
    assert claude["messages"][-1] == {"role": "assistant", "content": "Sure, claude-sonnet-4-5:"}
    assert claude["request"]["model"] == "claude-sonnet-4-5"
    other = shown(capsys, "--preset", "mine.json")
    assert other["messages"][-1]["role"] == "user"
    assert [it["part"] for it in other["ledger"] if it["reason"] == "claude_only"] == ["preset:prefill"]


def test_what_does_nothing_is_named(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A script that cannot run is missed for weeks."""
    (files / "mine.json").write_text(json.dumps(SCRIPTED), "utf-8")
    told = [it["text"] for it in shown(capsys, "--preset", "mine.json")["notices"] if it["file"] == "mine.json"]
    assert "The script “Odd” will not run." in told
    assert not any("Twice" in it for it in told if "will not run" in it)
    assert any("logit_bias" in it for it in told)
    assert main(["preview", "mira.json", "--preset", "mine.json"]) == 0
    assert "mine.json: The script “Odd” will not run." in capsys.readouterr().out


def test_a_script_that_refers_back_runs_and_one_that_takes_too_long_is_named(
    files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An author would see another prompt than in SillyTavern, or wait for a script that is stopped without a word."""
    (files / "mine.json").write_text(json.dumps(SCRIPTED), "utf-8")
    lines = (*CHAT, {"name": "Mo", "is_user": True, "mes": f"Too {'x' * 5_000}y!"})
    (files / "evening.jsonl").write_text("\n".join(json.dumps(line) for line in lines), "utf-8")
    told = shown(capsys, "--preset", "mine.json")
    assert told["messages"][-1]["content"].startswith("T«o» xxx")
    assert [it["part"] for it in told["ledger"] if it["reason"] == "too_slow"] == ["script:Slow"]


def test_world_settings_hold_as_they_are_given(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What a book does elsewhere cannot be tried here."""
    (files / "calling.json").write_text(json.dumps(CALLING), "utf-8")
    assert "Dragons sleep." in str(shown(capsys, "--world", "calling.json")["messages"])
    alone = shown(capsys, "--world", "calling.json", "--set", "world_recursion=off")
    assert "Dragons sleep." not in str(alone["messages"])
    for wrong, said in (("voice=on", "world_recursion"), ("world_budget=lots", "")):
        assert main(["preview", "mira.json", "--set", wrong]) == 1
        assert said in capsys.readouterr().err


def test_what_another_file_changes_is_shown_alone(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two presets are compared by reading two prompts of a hundred lines."""
    for name, text in (("one.json", "Be brief."), ("two.json", "Be slow.")):
        preset = {**SCRIPTED, "prompts": [{"identifier": "main", "role": "system", "content": text}]}
        (files / name).write_text(json.dumps(preset), "utf-8")
    assert main(["preview", "mira.json", "--diff", "one.json", "two.json"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [it for it in lines if it.startswith(("-", "+"))] == [
        "--- one.json",
        "+++ two.json",
        "-Be brief.",
        "+Be slow.",
    ]
    assert main(["preview", "mira.json", "--diff", "one.json", "one.json"]) == 0
    assert capsys.readouterr().out == "With either file the prompt is the same.\n"
    assert main(["preview", "mira.json", "--diff", "one.json", "sea.json"]) == 1
    assert "world book" in capsys.readouterr().err
