"""The program around the conversation: sub-commands, exit codes, one line instead of a traceback."""

import logging
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot import __version__
from bot.__main__ import main
from bot.logs import secrets_in
from engine.config.reading import read_config
from tests.code.sources import ROOT
from tests.log_lines import plain_tracebacks


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No configuration but the test's own; logging and modes of new files are as before afterwards."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OMOIDE_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("OMOIDE_LANGUAGE", "zh")
    for name in ("DATABASE_URL", "OMOIDE_LOG", "OMOIDE_CHAT__URL", "OMOIDE_CHAT__MODEL", "OMOIDE_CHAT__KEY"):
        monkeypatch.delenv(name, raising=False)
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    root.handlers = []
    umask = os.umask(0)
    yield
    os.umask(umask)
    for handler in root.handlers:
        handler.close()
    root.handlers = before
    root.setLevel(level)
    plain_tracebacks()


def test_the_version_is_the_packages(capsys: pytest.CaptureFixture[str]) -> None:
    """A report of a fault would name another version than the one that runs."""
    with pytest.raises(SystemExit, match="0"):
        main(["--version"])
    assert capsys.readouterr().out == f"Omoide {__version__}\n"
    assert f'version = "{__version__}"' in (ROOT / "pyproject.toml").read_text("utf-8")


def test_an_error_is_one_line_and_an_exit_code(capsys: pytest.CaptureFixture[str]) -> None:
    """Someone would read a traceback, in English, instead of what to do."""
    assert main(["import", "nope.png"]) == 1
    shown = capsys.readouterr()
    assert (shown.out, shown.err) == ("", "找不到文件“nope.png”。请检查路径。\n")


def test_a_wrong_configuration_is_told_without_its_values(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A mistyped address would show its key on the screen."""
    monkeypatch.setenv("OMOIDE_CHAT__URL", "canary-address")
    monkeypatch.setenv("OMOIDE_CHAT__MODEL", "m")
    assert main([]) == 1
    shown = capsys.readouterr().err
    assert "OMOIDE_CHAT__URL" in shown
    assert "canary" not in shown


@pytest.mark.parametrize("line", ["chat", "run", "import file", "migrate", "backup", "restore file.dump", "doctor"])
def test_a_data_folder_that_cannot_be_made_is_told(
    line: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Someone who mistyped the folder would read a traceback."""
    (tmp_path / "file").touch()
    (tmp_path / "file.dump").touch()
    monkeypatch.setenv("OMOIDE_DATA_DIR", str(tmp_path / "file/data"))
    assert main(line.split()) == 1
    shown = capsys.readouterr()
    assert "OMOIDE_DATA_DIR" in shown.err + shown.out


def test_a_wrong_sub_command_is_a_usage_error() -> None:
    """A script could not tell a typing mistake from a failure."""
    with pytest.raises(SystemExit, match="2"):
        main(["chatt"])


def test_every_secret_of_the_configuration_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """A key that the log does not know of would be written into it."""
    monkeypatch.setenv("OMOIDE_CHAT__URL", "https://host/v1")
    monkeypatch.setenv("OMOIDE_CHAT__MODEL", "m")
    monkeypatch.setenv("OMOIDE_CHAT__KEY", "canary-key")
    monkeypatch.setenv("OMOIDE_CHAT__FALLBACKS", '[{"url": "https://b/v1", "model": "m", "key": "canary-spare"}]')
    monkeypatch.setenv("DATABASE_URL", "postgresql://me:canary%20word@host/x")
    found = secrets_in(read_config()[0])
    assert {"canary-key", "canary-spare", "canary%20word", "canary word"} <= set(found)
