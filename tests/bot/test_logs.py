"""The log: nothing secret, in both forms, in a file that stays small."""

import asyncio
import gc
import json
import logging
import re
import unicodedata
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, quote_plus

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
    logging.getLogger("a.library").warning(f"failed with {SECRETS[1]}")
    try:
        raise ValueError(SECRETS[0])
    except ValueError:
        log.exception("broke")
    written = log_file.read_text("utf-8")
    assert "canary" not in written
    assert "correct horse" not in written
    assert written.count("[hidden]") >= 8
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


FORMS = {
    "in an address": quote,
    "in an address, small": lambda it: re.sub("%..", lambda found: found[0].lower(), quote(it, safe="")),
    "in a form": quote_plus,
    "as json": lambda it: json.dumps({"key": it}),
    "as python": repr,
    "for Basic": lambda it: b64encode(f"me:{it}".encode()).decode(),
    "for Basic, after two": lambda it: b64encode(f"ab:{it}:more".encode()).decode(),
    "for Basic, alone": lambda it: b64encode(it.encode()).decode(),
    "in a token": lambda it: urlsafe_b64encode(f"{it}".encode()).decode().rstrip("="),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("secret", ["pass/word?&= 1ü>>~~", "0123456789:AA-short", "密码密码密码"])
def test_no_secret_reaches_the_log_in_disguise(log_file: Path, form: str, secret: str) -> None:
    """A proxy's password stands in the address that failed, a key in the header of a request, and both can be read."""
    start_logging("debug", [secret], file=log_file)
    written = FORMS[form](secret)
    structlog.get_logger("engine").warning("failed", url=f"https://host/{written}", header=written)
    found = log_file.read_text("utf-8")
    assert "[hidden]" in found
    assert secret not in found
    for part in (written, *(b64encode(b"x" * n + secret.encode()).decode()[4:-4] for n in range(3))):
        assert part.strip("\"'{}") not in found


@pytest.mark.parametrize("as_json", [True, False])
def test_what_a_terminal_obeys_is_written_out(log_file: Path, as_json: bool) -> None:
    """Somebody's name clears the operator's screen, or forges a line that was never logged."""
    start_logging("info", (), file=log_file, as_json=as_json)
    name = "Eve\x1b[2J\x1b]0;owned\x07\x9b31m\x00\r\x08\x7f\u202egnp.\u2066\u2028\n2026 level=error event=forged"
    structlog.get_logger("engine").info("met", name=name, **{f"key{name[:5]}": 1}, inside=[{"deep": name}])
    logging.getLogger("a.library").warning(name)
    written = log_file.read_text("utf-8")
    assert [it for it in written if it != "\n" and unicodedata.category(it) in ("Cc", "Cf", "Zl", "Zp")] == []
    assert len(written.splitlines()) == 2
    assert "x1b[2J" in written


class Failed(Exception):
    """As libraries have them: with the answer inside, and numbers."""

    status = 400
    sqlstate = "22P02"
    code = "secretly"


def _fails(words: str) -> None:
    """Raise an error with ``words`` in it, that comes of others with the same."""
    try:
        try:
            int(words)
        except ValueError as first:
            raise Failed(words, {"body": words}) from first
    except Failed:
        raise KeyError(words)  # noqa: B904 - an error while another is handled


def _chained(words: str) -> Exception:
    try:
        _fails(words)
    except KeyError as error:
        error.add_note(words)
        return ExceptionGroup(words, [error, Failed(words)])
    raise AssertionError


def test_a_traceback_tells_no_words(log_file: Path) -> None:
    """A library's error quotes what it was given, and a private message stands in a file that is sent to strangers."""
    start_logging("debug", (), file=log_file)
    words = "the-persons-own-words"
    structlog.get_logger("engine").error("died", exc_info=_chained(words))
    logging.getLogger("a.library").error("failed", exc_info=_chained(words))
    written = log_file.read_text("utf-8")
    assert words not in written
    assert "secretly" not in written
    for told in ("ValueError", "KeyError", "status=400", "sqlstate=22P02", "in _fails", "int(words)", "Part 2 of 2"):
        assert written.count(told) >= 2, told


def test_a_librarys_line_tells_numbers_and_no_words(log_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """python-telegram-bot writes every update that it cannot read into the log, with the message in it."""
    start_logging("debug", (), file=log_file)
    words = "the-persons-own-words"
    log = logging.getLogger("telegram.Bot")
    log.error("Error while parsing updates! Received data was %r", [{"text": words}])
    log.error('Can not load invalid JSON data: "%s"', words)
    log.error("%(what)s failed", {"what": words})
    log.error("Shard ID %s waits %.2f seconds: %s", 7, 1.5, ValueError(words))
    log.error("too few: %s %s", words)  # noqa: PLE1206 - as libraries do by mistake
    log.error("%s", words, extra={"update": words})
    written = log_file.read_text("utf-8")
    assert words not in written
    assert words not in capsys.readouterr().err
    assert "Shard ID 7 waits 1.50 seconds: <ValueError>" in written
    assert "Received data was '<list>'" in written.replace('\\"', "'")


def test_a_task_that_nobody_awaits_tells_no_words(log_file: Path) -> None:
    """The loop itself writes the error of a lost task into the log, words and all."""
    start_logging("debug", (), file=log_file)
    words = "the-persons-own-words"

    async def dies() -> None:
        raise ValueError(words)

    async def lost() -> None:
        loop = asyncio.get_running_loop()
        await asyncio.wait([loop.create_task(dies(), name=words)])
        gc.collect()
        loop.call_exception_handler({"message": f"Exception in callback f({words!r})", "exception": Failed(words)})

    asyncio.run(lost())
    written = log_file.read_text("utf-8")
    assert "Task exception was never retrieved" in written
    assert "Exception in callback f" in written
    assert words not in written
