"""A conversation over the fake engine, and a way to type into it."""

import io
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from bot.commands.framework.table import table_for
from bot.handler import Handler
from bot.terminal.conversation import Conversation, terminal_origin
from bot.terminal.plain import talk_plainly
from bot.words.localise import Speech
from tests.bot.at_terminal import AtTerminal, Terminals, terminals_at
from tests.bot.fakes import NOW, FakeEngine

Type = Callable[..., Awaitable[str]]

SPEECH = Speech()


def now() -> datetime:
    """The instant at which every test of the bot happens."""
    return NOW


def conversation_with(engine: Any, language: str = "en") -> Conversation:
    """A conversation of the terminal's owner."""
    table = table_for("terminal")
    handler = Handler(engine, table, SPEECH, now, language)
    return Conversation(engine, handler, table, terminal_origin("Mo"), now, SPEECH.speaker(language))


@pytest.fixture
def piped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Type:
    """Type lines without a terminal; what was printed comes back, without the header."""
    monkeypatch.chdir(tmp_path)  # files land where one sits

    async def run(engine: FakeEngine, *lines: str, whole: bool = False) -> str:
        async def typed() -> AsyncIterator[str]:
            for line in lines:
                yield line

        out = io.StringIO()
        await talk_plainly(conversation_with(engine), typed(), out, "a model")
        text = out.getvalue()
        return text if whole else text.split("Good morning.\n", 1)[-1]

    return run


@pytest.fixture(scope="module")
async def terminals(database_url: str, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Terminals]:
    """One engine for all tests of a module; each sits at a terminal of its own."""
    async with terminals_at(database_url, tmp_path_factory.mktemp("data")) as made:
        yield made


@pytest.fixture(scope="module")
async def anybody(terminals: Terminals) -> AtTerminal:
    """Somebody for all tests of a module that change nothing."""
    return await terminals.somebody()


@pytest.fixture
async def mo(terminals: Terminals, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AtTerminal:
    """Somebody who speaks English, at a new terminal, in a chat with the character that is built in."""
    monkeypatch.chdir(tmp_path)  # files land where one sits
    return await terminals.somebody()
