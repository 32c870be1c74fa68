"""A Telegram bot in a house of its own, on the test server; or its surface alone."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from pydantic import SecretStr

from bot.telegram.limiter import Limiter
from bot.telegram.request import Request
from bot.telegram.surface import TelegramSurface
from bot.telegram.updates import RawBot
from engine.config.platforms import TelegramConfig
from engine.values.chats.incoming import Origin
from tests.platforms.room import AnyRoom, House, running
from tests.servers.telegram import Chat, Message, TelegramServer, User


@dataclass
class Room(AnyRoom):
    """A bot that Telegram has let in."""

    server: TelegramServer

    def shown(self, chat: Chat) -> list[str]:
        """What the bot says in a chat now."""
        return [it.text for it in self.server.messages(chat, by_bot=True)]

    async def reads(self, chat: Chat, *texts: str) -> None:
        """Wait until these are the bot's messages in a chat."""
        await self.server.history.holds(lambda: self.shown(chat) == [*texts])

    async def sees(self, chat: Chat, text: str) -> Message:
        """Wait until the newest message of the bot in ``chat`` holds ``text``."""
        await self.server.history.holds(lambda: text in (self.shown(chat) or [""])[-1])
        return self.server.messages(chat, by_bot=True)[-1]

    async def answered(self, chat: Chat, text: str) -> Message:
        """The same, and it is stored."""
        seen = await self.sees(chat, text)
        await self.daemon.rests()
        return seen


def account(server: TelegramServer, token: str = "") -> TelegramConfig:
    """Where the server is, as configuration says it."""
    return TelegramConfig(token=SecretStr(token or server.token), api_url=server.api_url, file_url=server.file_url)


@asynccontextmanager
async def room(
    server: TelegramServer, house: House, owner: User | None = None, *opened: Chat, **other: Any
) -> AsyncIterator[Room]:
    """A bot that hears. ``owner`` has let everybody talk in ``opened``; ``other`` is configured besides."""
    async with house.opened(telegram=account(server), **other) as daemon:
        for chat in opened:
            assert owner
            await daemon.let_in(origin(chat, owner))
        async with running(daemon.guest):
            yield Room(daemon, server)


def origin(chat: Chat, person: User) -> Origin:
    """Somebody in a chat, with its title."""
    private = chat.kind == "private"
    title = person.name if private else chat.title
    return Origin("telegram", str(chat.id), str(chat.id), str(person.id), person.name, title, private=private)


@asynccontextmanager
async def surface_of(server: TelegramServer, clock: Callable[[], float] | None = None) -> AsyncIterator[Any]:
    """A surface without a client; ``moves`` are the groups it was told of."""
    moves: list[tuple[str, str]] = []

    async def moved(old: str, new: str) -> None:
        moves.append((old, new))

    async with Request() as request:
        bot = RawBot(
            server.token,
            base_url=server.api_url,
            base_file_url=server.file_url,
            request=request,
            get_updates_request=request,
        )
        limiter = Limiter(clock or asyncio.get_running_loop().time)
        yield SimpleNamespace(it=TelegramSurface(bot, limiter, moved), moves=moves, bot=bot, limiter=limiter)
