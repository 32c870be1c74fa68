"""The real demonstration model: ``make demo`` installs it, ``pytest -m demo`` runs this."""

import asyncio
import os
import re
import signal
from collections.abc import AsyncIterator
from contextlib import aclosing, suppress
from dataclasses import replace
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.setup.demo import CONTEXT, NAME, Demonstration, DemoServer
from engine.errors import ModelContextTooLong, ModelKeyRefused
from engine.llm.attempt import CallResources
from engine.llm.context import ask_context
from engine.llm.http import Http
from engine.llm.roles import Roles
from engine.llm.trial import try_chat
from engine.values.models.models import Delta, Ending, Endpoint, Format, Outcome, RoleName, Sampling
from engine.values.models.prompts import PromptMessage, Role
from engine.work.clock import SystemClock
from engine.work.tasks import Tasks
from tests.processes.program import Program

pytestmark = [pytest.mark.demo, pytest.mark.slow]

HELLO = (
    PromptMessage(Role.SYSTEM, "You are Mira, a librarian."),
    PromptMessage(Role.USER, "Hello Mira! How are you today?"),
)


@pytest.fixture(scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[DemoServer]:
    demonstration = Demonstration()
    assert demonstration.installed(), "run `make demo` first"
    running = await demonstration.launch(tmp_path_factory.mktemp("demo"))
    yield running
    await running.stop()


@pytest.fixture(scope="module")
async def endpoint(server: DemoServer) -> Endpoint:
    role = await server.ready()
    return Endpoint("demo", Format(role.format.value), role.url, role.model, role.key, role.context)


@pytest.fixture(scope="module")
async def means() -> AsyncIterator[CallResources]:
    http, tasks = Http(), Tasks()
    yield CallResources(http, tasks, SystemClock())
    await tasks.stop()
    await http.aclose()


async def test_it_streams_a_reply(endpoint: Endpoint, means: CallResources) -> None:
    """A first run without an account would end without a word from the character."""
    roles = Roles({RoleName.CHAT: (endpoint,)}, means)
    texts: list[str] = []
    last: object = None
    async with aclosing(roles.chat(HELLO, Sampling(max_tokens=48))) as events:
        async for event in events:
            if isinstance(event, Delta):
                texts.append(event.text)
            last = event
    assert isinstance(last, Outcome)
    assert last.ending in (Ending.COMPLETE, Ending.LENGTH)
    assert last.model == NAME
    assert last.usage is not None
    assert last.usage.completion_tokens > 0
    assert len(texts) > 1
    assert any(letter.isalpha() for letter in "".join(texts))


async def test_a_json_schema_binds_it(endpoint: Endpoint, means: CallResources) -> None:
    """What asks a model for a form would be tried on scripted servers only."""
    schema = {"type": "object", "properties": {"mood": {"enum": ["good", "bad"]}}, "required": ["mood"]}
    roles = Roles({RoleName.CHAT: (endpoint,)}, means)
    text, _ = await roles.complete(RoleName.CHAT, HELLO, Sampling(max_tokens=32, json_schema=schema))
    assert "".join(text.split()) in ('{"mood":"good"}', '{"mood":"bad"}')


async def test_a_long_card_does_not_slow_it(endpoint: Endpoint, means: CallResources) -> None:
    """Before the first word of a first look, somebody would wait half a minute for a card that it cannot follow."""
    roles = Roles({RoleName.CHAT: (endpoint,)}, means)
    card = PromptMessage(Role.SYSTEM, "Mira keeps the library of a small harbour town. " * 200)
    _, outcome = await roles.complete(RoleName.CHAT, (HELLO[0], card, card, HELLO[1]), Sampling(max_tokens=4))
    assert outcome.usage is not None
    assert 50 < outcome.usage.prompt_tokens < 300


async def test_it_speaks_english_whatever_it_is_told(endpoint: Endpoint, means: CallResources) -> None:
    """A Chinese character would answer in Chinese signs without sense, on and on."""
    roles = Roles({RoleName.CHAT: (endpoint,)}, means)
    chinese = (
        PromptMessage(Role.SYSTEM, "你是顾岚，正在和朋友聊天。"),
        PromptMessage(Role.ASSISTANT, "刚从外面抄完数回来。六度二，东南风。"),
        PromptMessage(Role.USER, "你好，你是谁？山上天气怎么样？"),
    )
    text, _ = await roles.complete(RoleName.CHAT, chinese, Sampling(max_tokens=48))
    assert text
    assert not re.search(r"[\u3000-\uffef]", text)


async def test_it_says_how_much_it_takes_and_refuses_more(endpoint: Endpoint, means: CallResources) -> None:
    """Long prompts would be cut without a word, as with a server that does not say so."""
    assert await ask_context(means.http, endpoint) == CONTEXT
    assert endpoint.context == CONTEXT // 2, "estimates for this model may be too low by a half"
    roles = Roles({RoleName.CHAT: (endpoint,)}, means)
    with pytest.raises(ModelContextTooLong):
        await roles.complete(RoleName.CHAT, (PromptMessage(Role.USER, "word " * 5000),))


async def test_it_is_closed_to_others(endpoint: Endpoint, means: CallResources) -> None:
    """Every program and every web page on the machine could use the model."""
    assert endpoint.url.startswith("http://127.0.0.1:")
    with pytest.raises(ModelKeyRefused):
        await try_chat(means, replace(endpoint, key=SecretStr("wrong")))


async def test_a_killed_starter_takes_it_along(tmp_path: Path) -> None:
    """After a kill -9 of Omoide, 270 MB of a model would run on for ever."""
    text = (
        "import asyncio, pathlib, sys\n"
        "from bot.setup.demo import Demonstration\n"
        "async def main():\n"
        f"    server = await Demonstration().launch(pathlib.Path({str(tmp_path)!r}))\n"
        "    role = await server.ready()\n"
        "    print(role.url, flush=True)\n"
        "    await asyncio.Event().wait()\n"
        "asyncio.run(main())\n"
    )
    async with Program(("-c", text), os.environ, tmp_path / "log") as program:
        await program.launch()
        assert await program.until(lambda: bool(program.said)), program.logged
        port = int(program.said[0].rpartition(":")[2].removesuffix("/v1"))
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        assert await program.kill() == -signal.SIGKILL
    async with asyncio.timeout(30):
        with suppress(ConnectionError):
            assert await reader.read() == b""  # a connection that nobody uses ends with the server only
    writer.close()
