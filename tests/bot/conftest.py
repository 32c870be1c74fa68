"""People at terminals of one real engine."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.at_terminal import AtTerminal, Terminals, terminals_at


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
