"""A discord.py client that points at a test server and keeps the events it got."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from typing import Any

import discord
import pytest
import yarl
from discord import app_commands
from discord.asset import Asset
from discord.gateway import DiscordWebSocket
from discord.http import Route

from tests.servers.discord import DiscordServer


class Bot(discord.Client):
    """``got`` are the events with their first argument; ``gets`` waits for one."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            intents=options.pop("intents", None) or discord.Intents.all(), guild_ready_timeout=0.05, **options
        )
        self.tree = app_commands.CommandTree(self)
        self.got: list[tuple[str, Any]] = []
        self._waiting: list[tuple[asyncio.Future[Any], str, Callable[[Any], Any]]] = []

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        super().dispatch(event, *args, **kwargs)
        what = args[0] if args else None
        self.got.append((event, what))
        for future, name, accepts in self._waiting:
            if name == event and not future.done() and accepts(what):
                future.set_result(what)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """No pause of five seconds before a new session."""

    async def gets(self, event: str, accepts: Callable[[Any], Any] = lambda _: True, again: bool = False) -> Any:
        """The first event of this name that is accepted, past (unless ``again``) or to come."""
        for name, what in self.got:
            if name == event and not again and accepts(what):
                return what
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.append((future, event, accepts))
        async with asyncio.timeout(10):
            return await future

    def texts(self) -> list[str]:
        """Of the messages it heard."""
        return [what.content for name, what in self.got if name == "message"]


@contextlib.asynccontextmanager
async def running(server: DiscordServer, **options: Any) -> AsyncIterator[Bot]:
    """A client that is ready."""
    async with Bot(**options) as bot, asyncio.TaskGroup() as group:
        group.create_task(bot.start(server.token))
        await bot.gets("ready")
        yield bot
        await bot.close()


def point_to(server: DiscordServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make discord.py speak to this server."""
    monkeypatch.setattr(Route, "BASE", server.api_url)
    monkeypatch.setattr(Asset, "BASE", server.cdn_url)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(server.gateway_url))
