"""A Discord client on the test server, over an engine and a handler that only write down what they are asked."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

from pydantic import SecretStr

from bot.commands.reply import SILENT, Reply
from bot.commands.table import table_for
from bot.delivery.surface import Part, Surface
from bot.discord.client import DiscordClient
from bot.discord.surface import DiscordSurface
from bot.guest import House
from bot.handler import Sender
from bot.localise import Speech
from engine.config import DiscordConfig
from engine.errors import DatabaseError
from engine.values.ids import ChannelKey
from engine.values.incoming import Here, Incoming, IncomingKind, Origin
from engine.values.places import Address, Admission, Known, SpaceAccess
from engine.values.settings import Settings
from tests.servers.discord import Channel, DiscordServer

SPEECH = Speech()


@dataclass
class Diary:
    """What was asked, and news of it."""

    told: list[tuple[Any, ...]] = field(default_factory=list)
    news: asyncio.Event = field(default_factory=asyncio.Event)

    def write(self, *what: Any) -> None:
        self.told.append(what)
        self.news.set()

    async def until(self, condition: Callable[[], Any]) -> None:
        """Wait until what was written down satisfies ``condition``."""
        async with asyncio.timeout(20):
            while not condition():
                self.news.clear()
                await self.news.wait()


@dataclass
class FakePlaces:
    """Channels by number; marks outlive a client."""

    diary: Diary
    marks: dict[str, str] = field(default_factory=dict)
    known_channels: list[Known] = field(default_factory=list)

    async def resolve(self, origin: Origin) -> Here:
        return Here(1, int(origin.channel), 3, origin.platform, origin.private)

    async def known(self, platform: str) -> list[Known]:
        return self.known_channels

    async def mark(self, platform: str, name: str) -> str | None:
        return self.marks.get(name)

    async def set_mark(self, platform: str, name: str, value: str) -> None:
        self.marks[name] = value
        self.diary.write("mark", name)


@dataclass
class FakeTurns:
    """Writes down what it is told of places."""

    diary: Diary

    def typing(self, origin: Origin) -> None:
        self.diary.write("typing", origin.space, origin.channel, origin.person)

    async def leave(self, at: Address) -> None:
        self.diary.write("leave", at.space, at.channel)

    @contextmanager
    def catching_up(self, channels: Iterable[ChannelKey]) -> Iterator[None]:
        keys = [it.channel for it in channels]
        self.diary.write("catching up", *keys)
        yield
        self.diary.write("caught up", *keys)


@dataclass
class FakeEngine:
    """An engine with open doors. ``face`` is what characters look like."""

    diary: Diary = field(default_factory=Diary)
    owners: list[str] = field(default_factory=list)
    settings_here: dict[str, Any] = field(default_factory=dict)
    picture: bytes | None = None

    def __post_init__(self) -> None:
        self.places = FakePlaces(self.diary)
        self.turns = FakeTurns(self.diary)

    @property
    def access(self) -> Any:
        async def owners(platform: str) -> list[str]:
            return self.owners

        async def admission(here: Here) -> Admission:
            return Admission(owner=False, access=SpaceAccess.OPEN)

        return SimpleNamespace(owners=owners, admission=admission)

    @property
    def settings(self) -> Any:
        async def current(here: Here) -> Settings:
            return Settings.model_validate(self.settings_here)

        return SimpleNamespace(current=current)

    @property
    def characters(self) -> Any:
        async def face(number: int) -> Any:
            return SimpleNamespace(name="Lan", picture=self.picture, sha256=f"{hash(self.picture)}")

        return SimpleNamespace(face=face)


@dataclass
class FakeHandler:
    """``heard`` is what was stored, in order. ``before`` runs first and may raise; ``reply`` answers."""

    diary: Diary
    heard: list[Incoming] = field(default_factory=list)
    senders: list[Sender] = field(default_factory=list)
    asked: list[tuple[Any, ...]] = field(default_factory=list)
    before: Callable[[Incoming], Any] | None = None
    reply: Callable[[Incoming], Reply] = lambda _: SILENT
    offers: list[tuple[str, str]] = field(default_factory=list)

    async def hear(self, incoming: Incoming, sender: Sender) -> Reply:
        try:
            if self.before and (wait := self.before(incoming)) is not None:
                await wait
        except DatabaseError:
            return Reply(unstored=True)
        if incoming.kind is IncomingKind.DELETE and incoming.target not in {it.external for it in self.heard}:
            return SILENT  # about nothing that is stored
        self.heard.append(incoming)
        self.senders.append(sender)
        self.diary.write("heard", incoming.text)
        return self.reply(incoming)

    use = press = hear

    async def complete(self, origin: Origin, sender: Sender, *more: Any) -> list[tuple[str, str]]:
        self.asked.append(more)
        return self.offers

    async def until(self, count: int) -> list[Incoming]:
        """Everything heard, once that is ``count`` things."""
        await self.diary.until(lambda: len(self.heard) >= count)
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

    server: DiscordServer
    client: DiscordClient
    engine: FakeEngine
    handler: FakeHandler
    running: asyncio.Task[None]

    @property
    def surface(self) -> DiscordSurface:
        return self.client.surface


def config_for(server: DiscordServer, **other: Any) -> DiscordConfig:
    """Where the server is, as configuration says it."""
    fields = {
        "token": SecretStr(server.token),
        "api_url": server.api_url,
        "gateway_url": server.gateway_url,
        "cdn_url": server.cdn_url,
        "guild_ready_timeout": 0.05,
    }
    return DiscordConfig(**(fields | other))


def client_for(config: DiscordConfig, engine: FakeEngine, handler: FakeHandler) -> DiscordClient:
    """A client that delivers nothing by itself."""

    def deliver(surface: Surface, tell: Any) -> _Still:
        return _Still()

    given: Any = engine, handler
    house = House(given[0], given[1], table_for("discord"), SPEECH, "en", lambda: datetime(2026, 11, 22, tzinfo=UTC))
    return DiscordClient(config, house, deliver)


@asynccontextmanager
async def room(
    server: DiscordServer, engine: FakeEngine | None = None, handler: FakeHandler | None = None, **other: Any
) -> AsyncIterator[Room]:
    """A running client that hears."""
    engine = engine or FakeEngine()
    handler = handler or FakeHandler(engine.diary)
    client = client_for(config_for(server, **other), engine, handler)
    running = asyncio.ensure_future(client.run())
    ready = asyncio.ensure_future(client.ready.wait())
    try:
        async with asyncio.timeout(20):
            await asyncio.wait({running, ready}, return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            running.result()
        yield Room(server, client, engine, handler, running)
    finally:
        ready.cancel()
        running.cancel()
        await asyncio.gather(running, ready, return_exceptions=True)


def at(channel: Channel) -> Address:
    """A place of the server in our words."""
    space = f"dm-{channel.id}" if channel.guild is None else str(channel.guild.id)
    return Address("discord", space, str(channel.id), private=channel.guild is None)


def spoken(text: str, key: str = "t1.0", **more: Any) -> Part:
    """A part of a character's reply."""
    return Part(text, key, **({"speaker": "Lan", "number": 1} | more))
