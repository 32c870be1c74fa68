"""A Telegram client on the test server, over an engine and a handler that only write down what they are asked."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

from pydantic import SecretStr

from bot.commands.reply import SILENT, Reply
from bot.commands.table import table_for
from bot.delivery.surface import Surface
from bot.guest import House
from bot.handler import Sender
from bot.localise import Speech
from bot.telegram.client import TelegramClient
from bot.telegram.limiter import Limiter
from bot.telegram.request import Request
from bot.telegram.surface import TelegramSurface
from bot.telegram.updates import RawBot
from engine.config import TelegramConfig
from engine.errors import DatabaseUnreachable
from engine.values.incoming import Incoming
from engine.values.places import Address
from tests.servers.telegram import TelegramServer

SPEECH = Speech()


@dataclass
class FakeEngine:
    """``told`` are the calls that it was asked for; ``deaf``: no message would be kept."""

    owners: list[str] = field(default_factory=list)
    marks: dict[str, str] = field(default_factory=dict)
    told: list[tuple[Any, ...]] = field(default_factory=list)
    news: asyncio.Event = field(default_factory=asyncio.Event)
    deaf: bool = False

    async def until(self, condition: Callable[[], Any]) -> None:
        """Wait until what was asked of it satisfies ``condition``."""
        async with asyncio.timeout(20):
            while not condition():
                self.news.clear()
                await self.news.wait()

    @property
    def places(self) -> Any:
        async def moved(*names: str) -> None:
            self.told.append(("moved", *names))
            self.news.set()

        async def mark(platform: str, name: str) -> str | None:
            self.told.append(("mark", name))
            self.news.set()
            return self.marks.get(name)

        async def set_mark(platform: str, name: str, value: str) -> None:
            self.marks[name] = value
            self.news.set()

        return SimpleNamespace(moved=moved, mark=mark, set_mark=set_mark)

    @property
    def access(self) -> Any:
        async def owners(platform: str) -> list[str]:
            return self.owners

        return SimpleNamespace(owners=owners)

    @property
    def turns(self) -> Any:
        async def listens(incoming: Incoming) -> bool:
            return not self.deaf

        async def leave(at: Address) -> None:
            self.told.append(("leave", at.space))
            self.news.set()

        return SimpleNamespace(leave=leave, listens=listens)


@dataclass
class FakeHandler:
    """``heard`` is what was stored, in order. ``before`` runs first and may raise; ``reply`` answers."""

    heard: list[Incoming] = field(default_factory=list)
    senders: list[Sender] = field(default_factory=list)
    before: Callable[[Incoming], Any] | None = None
    reply: Callable[[Incoming], Reply] = lambda _: SILENT
    uploads: list[Any] = field(default_factory=list)
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    async def hear(self, incoming: Incoming, sender: Sender) -> Reply:
        try:
            if self.before and (wait := self.before(incoming)) is not None:
                await wait
        except DatabaseUnreachable:
            return replace(SILENT, unstored=True)
        self.heard.append(incoming)
        self.senders.append(sender)
        self._news.set()
        return self.reply(incoming)

    press = hear

    async def until(self, count: int) -> list[Incoming]:
        """Everything heard, once that is ``count`` things."""
        async with asyncio.timeout(20):
            while len(self.heard) < count:
                self._news.clear()
                await self._news.wait()
        return self.heard

    @property
    def texts(self) -> list[str]:
        return [it.text for it in self.heard]


class _Still:
    async def run(self) -> None:
        await asyncio.Event().wait()


@dataclass
class Room:
    """``client`` runs against ``server``."""

    server: TelegramServer
    client: TelegramClient
    engine: FakeEngine
    handler: FakeHandler
    running: asyncio.Task[None]
    surface: Any = None


def account(server: TelegramServer, token: str = "") -> TelegramConfig:
    """Where the server is, as configuration says it."""
    return TelegramConfig(token=SecretStr(token or server.token), api_url=server.api_url, file_url=server.file_url)


def client_for(at: TelegramConfig, engine: FakeEngine, handler: FakeHandler, surfaces: list[Surface]) -> TelegramClient:
    """A client that delivers nothing by itself."""

    def deliver(surface: Surface, tell: Any) -> _Still:
        surfaces.append(surface)
        return _Still()

    given: Any = engine, handler
    house = House(given[0], given[1], table_for("telegram"), SPEECH, "en", lambda: datetime.now(UTC))  # noqa: TID251 — people's time
    return TelegramClient(at, house, deliver)


@asynccontextmanager
async def room(
    server: TelegramServer, engine: FakeEngine | None = None, handler: FakeHandler | None = None
) -> AsyncIterator[Room]:
    """A running client that Telegram has let in."""
    engine, handler = engine or FakeEngine(), handler or FakeHandler()
    surfaces: list[Surface] = []
    client = client_for(account(server), engine, handler, surfaces)
    running = asyncio.ensure_future(client.run())
    try:
        await asyncio.wait({running, asyncio.ensure_future(client.ready.wait())}, return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            await running
        yield Room(server, client, engine, handler, running, surfaces[0] if surfaces else None)
    finally:
        running.cancel()
        await asyncio.wait({running})


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
