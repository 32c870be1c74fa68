"""What people and operators get wrong: a clear word in their language, nothing lost, no secret told."""

import asyncio
import os
import socket
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.words.localise import Speech
from engine.values.house.setting_choices import Language
from tests import calendar
from tests.processes.program import ROOT
from tests.servers.model import ModelServer, Script, fail, say
from tests.turns.room import config_for, enter, new_origin, opened

pytestmark = pytest.mark.share(2)

CANARY = "sk-canary-key"


@dataclass(frozen=True, slots=True)
class Case:
    """What is wrong with the model, and the message that says so."""

    message: str
    script: Script | None = None
    gone: bool = False


CASES = [
    Case("error-model-key", fail(401, f"Incorrect API key provided: {CANARY}")),
    Case("error-model-credit", fail(402, "no credit")),
    Case("error-model-not-found", fail(404, "The model does not exist", "model_not_found")),
    Case("error-model-url", Script(status=404, body="<html>Not Found</html>")),
    Case("error-model-unreachable", gone=True),
]


@pytest.fixture
async def model() -> AsyncIterator[ModelServer]:
    async with ModelServer() as server:
        yield server


@pytest.mark.parametrize("case", CASES, ids=lambda it: it.message)
async def test_a_wrong_model(
    case: Case, database_url: str, model: ModelServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Somebody who mistyped the key is told a code, or the key itself, and their message is gone."""
    origin = new_origin()
    if case.script:
        model.script(case.script)
    if case.gone:
        await model.stop()
        model.port = _closed_port()
    async with opened(config_for(database_url, tmp_path, model), origin.platform) as engine:
        room = await enter(engine, model, origin)
        await room.say("Hello?")
        notice = room.ended[-1].notice
        assert notice is not None
        assert notice.message == case.message
        assert (await room.log())[-1]["text"] == "Hello?"
        _clear_in_both_languages(notice.message, dict(notice.data))
        facts = await room.sql("SELECT facts::text, outcome FROM turn WHERE space_id = $1", room.here.space)
        outbox = await room.sql("SELECT body::text FROM outbox WHERE space_id = $1", room.here.space)
    assert CANARY not in str([facts, outbox])
    assert CANARY not in "".join(capsys.readouterr())


def _clear_in_both_languages(message: str, data: dict[str, object]) -> None:
    texts = {language: Speech().speaker(language).say(message, **data) for language in Language}
    for language, text in texts.items():
        assert message not in text, "no such message"
        assert "{" not in text
        assert CANARY not in text
        assert any("\u4e00" <= letter <= "\u9fff" for letter in text) is (language is Language.ZH)


@dataclass(frozen=True, slots=True)
class Ran:
    """What a run of the program came to."""

    code: int
    out: str
    err: str


async def _chat(said: bytes, tmp_path: Path, **environment: str) -> Ran:
    """The real program with its input piped, telling its log everything."""
    process = await asyncio.create_subprocess_exec(
        *calendar.program("bot", "chat"),
        cwd=ROOT,
        env={
            **{name: value for name, value in os.environ.items() if not name.startswith("OMOIDE_")},
            "OMOIDE_DATA_DIR": str(tmp_path),
            "OMOIDE_LOG": "debug",
            "OMOIDE_CHAT__MODEL": "m",
            "OMOIDE_CHAT__KEY": CANARY,
            **environment,
        },
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, err = await process.communicate(said)
    assert process.returncode is not None
    return Ran(process.returncode, out.decode(), err.decode())


@pytest.mark.slow
async def test_odd_lines_in_the_terminal(database_url: str, model: ModelServer, tmp_path: Path) -> None:
    """A huge or broken line ends the program, or swallows the next one."""
    model.answer = lambda _: say("听到了。")
    said = b"\n".join([b"a\x00b \xed\xa0\xbd c", b"", "长".encode() * 1_700_000, "还在吗？".encode(), b""])
    ran = await _chat(said, tmp_path, DATABASE_URL=database_url, OMOIDE_LANGUAGE="zh", OMOIDE_CHAT__URL=model.url)
    assert ran.code == 0
    asked = [seen.body["messages"] for seen in model.generations]
    assert len(asked) == 2
    assert [it["content"] for it in asked[-1] if it["role"] == "user"][-1] == "还在吗？"
    assert "100,000" in ran.out
    logs = _logs(tmp_path)
    assert logs
    assert CANARY not in ran.out + ran.err + logs
    assert "还在吗" not in logs
    assert "Traceback" not in ran.out + ran.err + logs


@pytest.mark.slow
@pytest.mark.parametrize(("language", "log"), [(Language.EN, "debug"), (Language.ZH, "warning")])
async def test_no_database(language: Language, log: str, tmp_path: Path) -> None:
    """An operator whose database is down sees a stack of Python, or their password."""
    address = f"postgresql://omoide:{CANARY}@127.0.0.1:{_closed_port()}/omoide"
    more = {"OMOIDE_LANGUAGE": language, "OMOIDE_CHAT__URL": "http://127.0.0.1:1/v1", "OMOIDE_LOG": log}
    ran = await _chat(b"Hello?\n", tmp_path, DATABASE_URL=address, **more)
    assert ran.code != 0
    assert CANARY not in ran.out + ran.err
    assert ("Traceback" in ran.out + ran.err) is (log == "debug")
    told = Speech().speaker(language).say("error-database-unreachable", code="ConnectionRefusedError")
    assert told in ran.out + ran.err


def _logs(folder: Path) -> str:
    return "".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.log"))


def _closed_port() -> int:
    """A port where nobody listens."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]
