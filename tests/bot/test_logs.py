"""The log: nothing secret, in both forms, in a file that stays small."""

import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog

from bot.logs import start_logging
from tests.log_lines import plain_tracebacks

SECRETS = ('canary-key-“ü"\\1', "correct horse battery")
SHAPED = (
    "123456789:AAcanarycanarycanarycanarycanarycan",
    "sk-canarycanarycanary01",
    "AIzacanarycanarycanarycanarycanarycanary",
)


@pytest.fixture
def log_file(tmp_path: Path) -> Iterator[Path]:
    """A folder for the log; the process's logging is as before afterwards."""
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    root.handlers = []
    yield tmp_path / "logs/omoide.log"
    for handler in root.handlers:
        handler.close()
    root.handlers = before
    root.setLevel(level)
    plain_tracebacks()


@pytest.mark.parametrize("as_json", [True, False])
def test_no_secret_reaches_the_log(log_file: Path, as_json: bool) -> None:
    """A log that someone posts to ask for help would give away their keys."""
    start_logging("debug", SECRETS, file=log_file, as_json=as_json)
    log = structlog.get_logger("engine.turns")
    log.info("call", key=SECRETS[0], nested={"list": [SECRETS[0], {SECRETS[1]: 1}]}, text=" ".join(SHAPED))
    log.warning("Bearer canary-bearer", url="https://me:canary-password@host/?key=canary-query&x=1", n=5)
    logging.getLogger("a.library").warning("failed with %s", SECRETS[1])
    try:
        raise ValueError(SECRETS[0])
    except ValueError:
        log.exception("broke")
    written = log_file.read_text("utf-8")
    assert "canary" not in written
    assert "correct horse" not in written
    assert written.count("[hidden]") >= 9
    assert "ValueError" in written
    assert len(written.splitlines()) == 4
    if as_json:
        assert {json.loads(line)["level"] for line in written.splitlines()} == {"info", "warning", "error"}


def test_libraries_are_quiet(log_file: Path) -> None:
    """Each model request would fill the log with lines that nobody reads."""
    start_logging("info", (), file=log_file)
    logging.getLogger("httpx").info("HTTP Request")
    structlog.get_logger("engine").debug("detail")
    structlog.get_logger("engine").info("turn")
    assert log_file.read_text("utf-8").count("\n") == 1
