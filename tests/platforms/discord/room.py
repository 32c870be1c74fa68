"""A Discord bot in a house of its own, on the test server."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from pydantic import SecretStr

from bot.delivery.surface import SurfaceMessage
from bot.discord.client import DiscordClient
from bot.discord.surface import DiscordSurface
from engine.config.platforms import DiscordConfig
from engine.values.chats.incoming import Origin
from engine.values.chats.places import Address
from tests.platforms.room import AnyRoom, House, running
from tests.servers.discord import Channel, DiscordServer


@dataclass
class Room(AnyRoom):
    """A bot that hears on Discord."""

    server: DiscordServer
    client: DiscordClient

    @property
    def surface(self) -> DiscordSurface:
        return self.client.surface

    async def reads(self, channel: Channel, *texts: str) -> None:
        """Wait until these are the bot's messages in a channel."""
        await self.server.history.holds(lambda: self.server.texts(channel) == [*texts])

    async def registered(self) -> None:
        """Wait until people find the commands."""
        await self.diary.reads("mark", "commands")


def account(server: DiscordServer, **other: Any) -> DiscordConfig:
    """Where the server is, as configuration says it."""
    fields = {
        "token": SecretStr(server.token),
        "api_url": server.api_url,
        "gateway_url": server.gateway_url,
        "cdn_url": server.cdn_url,
        "guild_ready_timeout": 0.05,
    }
    return DiscordConfig(**(fields | other))


@asynccontextmanager
async def room(
    server: DiscordServer, house: House, owner: Any = None, *opened: Channel, **other: Any
) -> AsyncIterator[Room]:
    """A bot that hears. ``owner`` has let everybody talk where ``opened`` is; ``other`` is configured besides."""
    try:
        async with house.opened(discord=account(server, **other)) as daemon:
            for channel in opened:
                await daemon.let_in(origin(channel, owner))
            client: Any = daemon.guest
            async with running(client):
                yield Room(daemon, server, client)
    finally:
        await _ended()


async def _ended() -> None:
    """Events that the library has not finished end with the process."""
    left = [it for it in asyncio.all_tasks() if it.get_name().startswith("discord.py:")]
    for task in left:
        task.cancel()
    await asyncio.gather(*left, return_exceptions=True)


def at(channel: Channel) -> Address:
    """A place of the server in our words."""
    space = f"dm-{channel.id}" if channel.guild is None else str(channel.guild.id)
    return Address("discord", space, str(channel.id), private=channel.guild is None)


def origin(channel: Channel, person: Any) -> Origin:
    """Somebody in a place of the server, with its titles."""
    it = at(channel)
    titles = (channel.guild.name, f"#{channel.name}") if channel.guild else (person.name, "")
    return Origin("discord", it.space, it.channel, str(person.id), person.name, *titles, private=it.private)


def spoken(text: str, key: str = "t1.0", **more: Any) -> SurfaceMessage:
    """A part of a character's reply."""
    return SurfaceMessage(text, key, **({"speaker": "Lan", "number": 1} | more))
