"""The server, the real client and a person."""

from collections.abc import AsyncIterator

import pytest
from telegram import Bot

from tests.servers.telegram import TelegramServer, User, telegram_server


@pytest.fixture
async def t() -> AsyncIterator[TelegramServer]:
    """A server with nobody in it yet."""
    async with telegram_server() as server:
        yield server


@pytest.fixture
async def bot(t: TelegramServer, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Bot]:
    """The real client, logged in. It warns of its old way to say how long a wait is."""
    monkeypatch.setenv("PTB_TIMEDELTA", "1")
    async with Bot(t.token, base_url=t.api_url, base_file_url=t.file_url) as client:
        yield client


@pytest.fixture
def ann(t: TelegramServer) -> User:
    """A person who has written to the bot in private; the update is forgotten."""
    person = t.user("Ann")
    person.says(person.private(), "/start")
    t.updates.forget()
    return person
