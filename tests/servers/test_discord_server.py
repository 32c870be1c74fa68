"""The Discord test server, driven by the real discord.py."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from typing import Any

import discord
import pytest
import yarl
from discord import app_commands

from tests.servers.discord import DiscordServer, discord_server


class Bot(discord.Client):
    """A client that keeps the events it got."""

    def __init__(self, server: DiscordServer, **options: Any) -> None:
        intents = options.pop("intents", discord.Intents.all())
        super().__init__(intents=intents, guild_ready_timeout=0.05, **options)
        self.server = server
        self.tree = app_commands.CommandTree(self)
        self.got: list[tuple[str, Any]] = []
        self.arrived = asyncio.Condition()

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        super().dispatch(event, *args, **kwargs)
        self.got.append((event, args[0] if args else None))
        asyncio.get_running_loop().create_task(self._tell())

    async def _tell(self) -> None:
        async with self.arrived:
            self.arrived.notify_all()

    async def gets(self, event: str, accepts: Callable[[Any], Any] = lambda _: True) -> Any:
        """The first event of this name that is accepted, past or to come."""

        def found() -> list[Any]:
            return [(what,) for name, what in self.got if name == event and accepts(what)]

        async with asyncio.timeout(10), self.arrived:
            await self.arrived.wait_for(found)
        return found()[0][0]

    def count(self, event: str) -> int:
        return sum(name == event for name, _ in self.got)

    def place(self, channel: Any) -> Any:
        """Their channel for one of ours."""
        return self.get_partial_messageable(channel.id)


@contextlib.asynccontextmanager
async def connected(server: DiscordServer, **options: Any) -> AsyncIterator[Bot]:
    """A client that is ready."""
    bot = Bot(server, **options)
    async with bot:
        running = asyncio.get_running_loop().create_task(bot.start(server.token))
        await bot.gets("ready")
        yield bot
        await bot.close()
        await asyncio.wait([running])


@pytest.fixture
async def d(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[DiscordServer]:
    async with discord_server() as server:
        points_to(server, monkeypatch)
        yield server


def points_to(server: DiscordServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discord.http.Route, "BASE", server.api_url)
    monkeypatch.setattr(discord.asset.Asset, "BASE", server.cdn_url)
    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(server.gateway_url))


async def test_a_message_is_heard_and_answered(d: DiscordServer) -> None:
    """Else no test of a conversation on Discord means anything."""
    ann = d.user("Ann")
    general = d.guild("Home", owner=ann)["general"]
    async with connected(d) as bot:
        said = ann.says(general, "hello", mentions=(d.bot,))
        heard = await bot.gets("message")
        assert (heard.content, heard.author.name, heard.id) == (f"<@{d.bot.id}> hello", "Ann", said.id)
        assert heard.mentions == [bot.user]
        assert heard.guild.me.id == d.bot.id
        sent = await heard.reply("good day", silent=True)
        await sent.edit(content="good evening")
        assert d.texts(general) == ["good evening"]
        made, changed = d.history.of("message", "edit", client=True)
        assert (made.text, made.silent, changed.text) == ("good day", True, "good evening")
        assert d.notifying(general) == 0
        assert d.messages(general)[1].data["message_reference"]["message_id"] == str(said.id)
        await bot.gets("message", lambda message: message.id == sent.id)
    assert d.rejected == []
