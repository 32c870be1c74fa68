"""A Discord for each test; the library keeps its addresses in its classes, so they are put back."""

from collections.abc import AsyncIterator

import pytest
from discord.asset import Asset
from discord.gateway import DiscordWebSocket
from discord.http import Route

from tests.servers.discord import DiscordServer, discord_server


@pytest.fixture(autouse=True)
def _addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    monkeypatch.setattr(Asset, "BASE", Asset.BASE)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)


@pytest.fixture
async def d() -> AsyncIterator[DiscordServer]:
    async with discord_server() as server:
        yield server
