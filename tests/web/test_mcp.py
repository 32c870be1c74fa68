"""Searching by a tool of an MCP server, asked through the official package, as a program and over HTTP."""

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil
import pytest
from pydantic import SecretStr

from engine.errors import (
    SearchError,
    SearchFailed,
    SearchNotStarted,
    SearchSilent,
    SearchToolMissing,
    SearchUnreachable,
)
from engine.llm.http import Http
from engine.processes import RunningProgram, open_program
from engine.values.search import McpServer, ToolNames
from engine.web.mcp import provider
from engine.web.mcp.provider import Mcp
from engine.web.providers import Brave
from engine.web.search import WebSearch
from engine.work.clock import HandClock, SystemClock
from engine.work.tasks import Tasks
from tests.servers import mcp_server
from tests.servers.search import BraveServer, brave_found, brave_row
from tests.web.test_search import Texts

PROGRAM = mcp_server.__file__
ROWS = [
    {"title": "Lamp", "url": "https://lamp.example/", "snippet": "A lamp."},
    {"title": "Oil", "url": "https://oil.example/", "snippet": "Oil for lamps."},
]
HITS = ["https://lamp.example/", "https://oil.example/"]
Tell = Callable[..., None]


@pytest.fixture
def tell(tmp_path: Path) -> Tell:
    """Say how the server behaves."""

    def told(**how: Any) -> None:
        (tmp_path / "answer.json").write_text(json.dumps({"says": ROWS, **how}))

    told()
    return told


@pytest.fixture
def started(tmp_path: Path, tasks: Tasks, tell: Tell) -> Mcp:
    """A server that is a program."""
    return Mcp(McpServer((sys.executable, PROGRAM, str(tmp_path))), tasks, SystemClock())


@pytest.fixture
async def served(tmp_path: Path, tasks: Tasks, tell: Tell) -> AsyncIterator[Mcp]:
    """A server somewhere."""
    command = (sys.executable, PROGRAM, str(tmp_path), "--port", "0")
    program = await open_program(command, env=dict(os.environ), stderr=subprocess.STDOUT)
    address = None
    while address is None:
        address = re.search(rb"running on (http://127.0.0.1:\d+)", await program.readline())
    yield Mcp(McpServer(url=f"{address[1].decode()}/mcp"), tasks, SystemClock())
    await program.end()


def _there(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists()


def _lines(folder: Path, name: str) -> list[str]:
    return (folder / name).read_text().split() if (folder / name).exists() else []


@pytest.mark.parametrize(
    "how",
    [
        {"structured": True},
        {},
        {"blocks": [json.dumps(it) for it in ROWS]},
        {"says": "# Results\n\n1. [Lamp](https://lamp.example/)\n   A lamp.\n2. [Oil](https://oil.example/)\n"},
    ],
)
@pytest.mark.parametrize("program", [True, False])
async def test_a_tool_searches(
    started: Mcp, served: Mcp, tmp_path: Path, tell: Tell, program: bool, how: dict[str, Any]
) -> None:
    """Whoever has a search tool for MCP could not use it, or only if it answers in one of many forms."""
    tell(**how)
    hits = await (started if program else served).search("!g  lamp", 2, "en")
    assert [it.url for it in hits] == HITS
    assert hits[0].title == "Lamp"
    assert json.loads((tmp_path / "asked").read_text()) == {"query": "g lamp", "count": 2}


async def test_one_program_serves_all_searches(started: Mcp, tmp_path: Path) -> None:
    """Each search starts a program, or three at once start three."""
    found = await asyncio.gather(*(started.search(f"lamp {n}", 5, "en") for n in range(3)))
    assert [len(it) for it in found] == [2, 2, 2]
    assert await started.search("lamp", 5, "en")
    assert _lines(tmp_path, "pids") == [str(started.pid)]


async def test_no_program_starts_before_somebody_searches(started: Mcp, tmp_path: Path) -> None:
    """A house that nobody searches in pays for it."""
    assert (started.pid, _lines(tmp_path, "pids")) == (None, [])
    assert "engine.web.mcp.session" not in (await _modules())


async def _modules() -> str:
    """What a start imports."""
    command = (sys.executable, "-c", "import sys, bot.app; print(*sys.modules)")
    program = await open_program(command, env=dict(os.environ), longest_line=1 << 20)
    line = (await program.readline()).decode()
    await program.end()
    assert "engine.web.mcp.provider" in line.split()
    assert not {"mcp", "httpx2", "starlette", "uvicorn", "cryptography"} & set(line.split())
    return line


@pytest.mark.parametrize(
    ("how", "error"),
    [
        ({"does": "die"}, SearchUnreachable),
        ({"does": "flood"}, SearchUnreachable),
        ({"does": "babble"}, SearchUnreachable),
        ({"fails": True, "says": "lamp: quota of the key exceeded"}, SearchFailed),
        ({"tools": ["read_file", "search_images_of_lamps"]}, SearchToolMissing),
        ({"starts": "not"}, SearchUnreachable),
    ],
)
async def test_what_is_wrong_is_an_error_and_the_next_search_finds_a_server(
    started: Mcp,
    tell: Tell,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    how: dict[str, Any],
    error: type[SearchError],
) -> None:
    """A server that dies once is dead until the next start; or a search takes the turn with it, or tells its words."""
    monkeypatch.setattr(provider, "REST_SECONDS", 0.0)
    tell(**how)
    with pytest.raises(error) as raised:
        await started.search("lamp", 5, "en")
    assert "lamp" not in str(raised.value.data).replace("search_images_of_lamps", "")
    first = int(_lines(tmp_path, "pids")[0])
    tell()
    assert [it.url for it in await started.search("lamp", 5, "en")] == HITS
    if error is not SearchFailed:
        await _gone(first)


async def test_what_cannot_be_started_is_told(tasks: Tasks, tmp_path: Path) -> None:
    """A typing mistake in the command looks like a server that is away; and each search tries it again."""
    clock = HandClock(SystemClock().now())
    mcp = Mcp(McpServer((str(tmp_path / "nothing"),)), tasks, clock)
    for _ in range(2):
        with pytest.raises(SearchNotStarted):
            await mcp.search("lamp", 5, "en")
    (tmp_path / "nothing").write_text(f"#!/bin/sh\nexec {sys.executable} {PROGRAM} {tmp_path}\n")
    (tmp_path / "nothing").chmod(0o755)
    (tmp_path / "answer.json").write_text(json.dumps({"says": ROWS}))
    with pytest.raises(SearchNotStarted):
        await mcp.search("lamp", 5, "en")
    clock.advance(provider.REST_SECONDS + 1)
    assert len(await mcp.search("lamp", 5, "en")) == 2


async def test_one_that_hangs_is_started_anew(
    started: Mcp, tell: Tell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would hang for ever; or each slow answer would cost a start."""
    assert await started.search("lamp", 5, "en")
    monkeypatch.setattr(provider, "SECONDS", 0.3)
    tell(does="hang")
    first = started.pid
    for pid in (first, first):
        assert started.pid == pid
        with pytest.raises(SearchSilent):
            await started.search("lamp", 5, "en")
    monkeypatch.setattr(provider, "SECONDS", 30.0)
    tell()
    assert len(await started.search("lamp", 5, "en")) == 2
    assert started.pid != first
    assert first is not None
    await _gone(first)


async def test_one_that_ended_meanwhile_is_started_anew(started: Mcp, tmp_path: Path) -> None:
    """It ended in the night, and the first search of the day fails."""
    await started.search("lamp", 5, "en")
    assert started.pid is not None
    os.kill(started.pid, signal.SIGKILL)
    await _gone(started.pid)
    assert len(await started.search("lamp", 5, "en")) == 2
    assert len(_lines(tmp_path, "pids")) == 2


async def test_nothing_is_left_behind(tmp_path: Path, tell: Tell) -> None:
    """Each restart of the daemon leaves a server behind, or what that has started."""
    tell(child=True)
    tasks = Tasks()
    mcp = Mcp(McpServer((sys.executable, PROGRAM, str(tmp_path))), tasks, SystemClock())
    await mcp.search("lamp", 5, "en")
    pids = [int(it) for name in ("pids", "children") for it in _lines(tmp_path, name)]
    assert len(pids) == 2
    assert all(map(_there, pids))
    await tasks.stop()
    for pid in pids:
        await _gone(pid)


async def _gone(pid: int) -> None:
    """Wait until it is not there, or a zombie, which is its new parent's to see to."""
    with suppress(psutil.NoSuchProcess):
        process = psutil.Process(pid)
        if process.status() != psutil.STATUS_ZOMBIE:
            await asyncio.to_thread(process.wait, 30)


async def test_a_daemon_that_ends_while_it_starts_leaves_nothing(tmp_path: Path, tell: Tell) -> None:
    """The same, in the first second."""
    tell(starts="never")
    tasks = Tasks()
    mcp = Mcp(McpServer((sys.executable, PROGRAM, str(tmp_path))), tasks, SystemClock())
    os.mkfifo(tmp_path / "pids")
    searching = asyncio.ensure_future(mcp.search("lamp", 5, "en"))
    pid = int(await asyncio.to_thread((tmp_path / "pids").read_text))
    await tasks.stop()
    with pytest.raises(SearchUnreachable):
        await searching
    assert not _there(pid)


async def test_it_is_given_its_own_keys_and_none_of_ours(
    tmp_path: Path, tell: Tell, tasks: Tasks, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program from somewhere reads the token of the bot; or lacks the key that it was configured with."""
    monkeypatch.setenv("OMOIDE_DISCORD__TOKEN", "canary")
    mcp = Mcp(McpServer((sys.executable, PROGRAM, str(tmp_path)), {"LAMP_KEY": "oil"}), tasks, SystemClock())
    await mcp.search("lamp", 5, "en")
    given = json.loads((tmp_path / "environment").read_text())
    assert "canary" not in given.values()
    assert given["LAMP_KEY"] == "oil"


async def test_the_next_provider_is_asked(
    started: Mcp, tell: Tell, brave: BraveServer, tasks: Tasks, http: Http
) -> None:
    """A broken server is the end of the search."""
    tell(does="die")
    brave.answer = brave_found(brave_row("Lampe", "https://lampe.example/"))
    second = Brave(SecretStr(brave.key), http, brave.url)
    web = WebSearch((started, second), Texts(lampe="A lamp."), SystemClock(), tasks)
    found = await web.look_up(["lamp"], seconds=60.0)
    assert ([it.url for it in found.hits], found.provider) == (["https://lampe.example/"], "Brave")
    assert found.failures == (("MCP", "error-search-unreachable"),)


async def test_a_tool_may_be_named(tmp_path: Path, tell: Tell, tasks: Tasks) -> None:
    """The wrong one of several is asked, and nobody can say which is meant."""
    tell(tools=["search", "web_search"])
    names = ToolNames(tool="web_search", query="query", count="max_results")
    mcp = Mcp(McpServer((sys.executable, PROGRAM, str(tmp_path)), names=names), tasks, SystemClock())
    assert len(await mcp.search("lamp", 5, "en")) == 2
    names = ToolNames(tool="missing")
    mcp = Mcp(McpServer((sys.executable, PROGRAM, str(tmp_path)), names=names), tasks, SystemClock())
    with pytest.raises(SearchToolMissing) as raised:
        await mcp.search("lamp", 5, "en")
    assert raised.value.data["tools"] == "search, web_search"


async def test_a_program_that_leads_others_ends_with_them(tmp_path: Path) -> None:
    """What npx and the like start outlives them."""
    script = (
        "import subprocess, sys; p = subprocess.Popen(['sleep', '999']); print(p.pid, flush=True); sys.stdin.read()"
    )
    program: RunningProgram = await open_program((sys.executable, "-c", script), own_session=True)
    child = int(await program.readline())
    await program.end()
    await _gone(child)
