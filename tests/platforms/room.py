"""A daemon's insides on one platform: the engine on a database of its own, a scripted model, and what both were told.

The house outlives its daemon: leave a room and enter another of the same house, and the daemon has been restarted.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import asyncpg

from bot import platforms
from bot.commands.framework.reply import Reply
from bot.commands.framework.run import NOTHING
from bot.commands.framework.table import table_for
from bot.guest import Guest, PlatformContext
from bot.handler import Handler, Sender
from bot.words.localise import Speech
from engine.actions.chats import sessions
from engine.actions.house import access, settings
from engine.app import Engine
from engine.config.config import Config, GivenDefaults
from engine.context import EngineContext
from engine.errors import DatabaseError
from engine.service.places import PlacesService
from engine.service.turns import TurnsService
from engine.shipped import builtin_characters
from engine.turns.runner import Runner
from engine.values.chats.incoming import Heard, Here, Incoming, Origin
from engine.values.chats.places import Address
from engine.values.house.setting_scopes import SettingScope
from engine.values.ids import ChannelKey
from tests import calendar
from tests.connections import engine_at
from tests.servers.model import ModelServer
from tests.turns.room import config_for

SPEECH = Speech()
PATIENCE = 20.0
GREETINGS = {it: builtin_characters()[f"default.{it}"].greetings[0] for it in ("en", "zh")}
GREETING = GREETINGS["en"]
"""What a story of the default character begins with."""


@dataclass
class Diary:
    """What was done, in order, and news of it."""

    told: list[tuple[Any, ...]] = field(default_factory=list)
    news: asyncio.Event = field(default_factory=asyncio.Event)

    def write(self, *what: Any) -> None:
        self.told.append(what)
        self.news.set()

    async def until(self, condition: Callable[[], Any]) -> None:
        """Wait until ``condition`` is true; it is asked after every line."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not condition():
                    self.news.clear()
                    await self.news.wait()
        except TimeoutError:
            lines = "\n".join(map(repr, self.told[-12:]))
            raise TimeoutError(f"not within {PATIENCE} s; the last lines are:\n{lines}") from None

    async def reads(self, *what: Any) -> None:
        """Wait for this line."""
        await self.until(lambda: what in self.told)


class Listener(Handler):
    """The handler. ``heard`` is what it has stored, in order, with its ``senders`` and ``replies``."""

    def __init__(self, *parts: Any, diary: Diary) -> None:
        super().__init__(*parts)
        self.diary = diary
        self.heard: list[Incoming] = []
        self.senders: list[Sender] = []
        self.replies: list[Reply] = []

    async def hear(self, incoming: Incoming, sender: Sender) -> Reply:
        return self._note(incoming, sender, await super().hear(incoming, sender))

    async def fill(
        self,
        incoming: Incoming,
        sender: Sender,
        line: str,
        fields: Mapping[str, str],
        stood: Mapping[str, str] = NOTHING,
    ) -> Reply:
        return self._note(incoming, sender, await super().fill(incoming, sender, line, fields, stood))

    def _note(self, incoming: Incoming, sender: Sender, reply: Reply) -> Reply:
        if reply.unstored:
            self.diary.write("unstored", incoming.text)
            return reply
        self.heard.append(incoming)
        self.senders.append(sender)
        self.replies.append(reply)
        self.diary.write("heard", incoming.text)
        return reply

    @property
    def texts(self) -> list[str]:
        return [it.text for it in self.heard]

    async def until(self, count: int) -> list[Incoming]:
        """Everything heard, once that is ``count`` things."""
        await self.diary.until(lambda: len(self.heard) >= count)
        return self.heard

    async def hears(self, text: str) -> Incoming:
        """Wait for this text."""
        await self.diary.until(lambda: text in self.texts)
        return self.heard[self.texts.index(text)]


class NotedTurns(TurnsService):
    """The turns. Whoever says ``bug`` meets a mistake of ours."""

    bug = ""

    def __init__(self, ctx: EngineContext, runner: Runner, diary: Diary) -> None:
        super().__init__(ctx, runner)
        self._diary = diary

    async def accept(self, incoming: Incoming) -> Heard:
        self._diary.write("accepting", incoming.text)
        if self.bug and incoming.text == self.bug:
            raise ZeroDivisionError
        return await super().accept(incoming)

    async def react(self, incoming: Incoming) -> Heard:
        heard = await super().react(incoming)
        self._diary.write("reacted", incoming.target)
        return heard

    async def reacted_in(self, at: Address, message: str) -> str | None:
        found = await super().reacted_in(at, message)
        if found is None:
            self._diary.write("not of a session", message)
        return found

    def typing(self, origin: Origin) -> None:
        self._diary.write("typing", origin.space, origin.channel, origin.person)
        super().typing(origin)

    async def leave(self, at: Address) -> None:
        await super().leave(at)
        self._diary.write("leave", at.space, at.channel)

    def catching_up(self, channels: Iterable[ChannelKey]) -> AbstractContextManager[None]:
        return self._noted(super().catching_up(channels))

    @contextmanager
    def _noted(self, held: AbstractContextManager[None]) -> Iterator[None]:
        self._diary.write("catching up")
        with held:
            yield
        self._diary.write("caught up")


class NotedPlaces(PlacesService):
    """The places; marks that are looked at, and written, are noted, and what found no database."""

    def __init__(self, ctx: EngineContext, diary: Diary) -> None:
        super().__init__(ctx)
        self._diary = diary

    async def resolve(self, origin: Origin) -> Here:
        try:
            return await super().resolve(origin)
        except DatabaseError:
            self._diary.write("away", origin.channel)
            raise

    async def mark(self, platform: str, name: str) -> str | None:
        found = await super().mark(platform, name)
        self._diary.write("looked", name)
        return found

    async def set_mark(self, platform: str, name: str, value: str) -> None:
        await super().set_mark(platform, name, value)
        self._diary.write("mark", name)

    async def moved(self, platform: str, old_space: str, new_space: str) -> None:
        await super().moved(platform, old_space, new_space)
        self._diary.write("moved", old_space, new_space)


@dataclass
class Daemon:
    """One life of a house: the engine and a bot, which is not started."""

    engine: Engine
    model: ModelServer
    handler: Listener
    diary: Diary
    guest: Guest

    @property
    def turns(self) -> NotedTurns:
        turns: Any = self.engine.turns
        return turns

    async def let_in(self, origin: Origin, *, begun: bool = True) -> None:
        """The person is an owner, and everybody may talk in that place.

        Unless ``begun`` is False, a story goes on there: its character greeted them long ago; that message is gone.
        """
        here = await self.engine.places.resolve(origin)
        await access.at_home(self.engine.ctx, here)
        if begun and await sessions.played(self.engine.ctx, here) is None:
            await sessions.begin(self.turns._ctx, here, origin.person_name)

    async def rests(self) -> None:
        """Wait until the place heard last is at rest: a text is seen before its reply has come to its end."""
        await self.turns.idle(await self.engine.places.resolve(self.handler.heard[-1].origin))

    async def set(self, origin: Origin, name: str, value: str) -> None:
        """A setting of the space."""
        await settings.put(self.engine.ctx, await self.engine.places.resolve(origin), SettingScope.SPACE, name, value)


@dataclass
class AnyRoom:
    """A bot that hears, on any platform."""

    daemon: Daemon

    @property
    def engine(self) -> Engine:
        return self.daemon.engine

    @property
    def handler(self) -> Listener:
        return self.daemon.handler

    @property
    def diary(self) -> Diary:
        return self.daemon.diary


@dataclass
class House:
    """A database, a folder and a model, for one test."""

    url: str
    folder: Path
    model: ModelServer
    besides: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """What is configured besides accounts."""
    newcomers: bool = False
    """Whether whoever writes in private is asked for their zone when it matters; else everybody was, long ago."""

    @asynccontextmanager
    async def opened(self, **accounts: Any) -> AsyncIterator[Daemon]:
        """A daemon with one bot: ``discord`` or ``telegram`` says where. Nothing waits for a quiet second."""
        plain = config_for(self.url, self.folder, self.model)
        config = plain.model_copy(update={"defaults": GivenDefaults(debounce=0), **self.besides, **accounts})
        async with engine_at(config, name="daemon", platforms=platforms.limits(config)) as engine:
            asked = "DROP DEFAULT" if self.newcomers else "SET DEFAULT now()"
            await self.sql(f"ALTER TABLE person ALTER COLUMN asked_at {asked}")
            yield daemon_of(engine, config, self.model)

    async def sql(self, query: str, *args: Any) -> list[Any]:
        """Any statement, as if by another process."""
        connection = await asyncpg.connect(self.url)
        try:
            return await connection.fetch(query, *args)
        finally:
            await connection.close()

    async def marks(self) -> Mapping[str, str]:
        """What the bot has written down for its next start."""
        return {it["name"]: it["value"] for it in await self.sql("SELECT name, value FROM reading_mark")}

    @asynccontextmanager
    async def stuck(self, channel: object) -> AsyncIterator[None]:
        """Nothing that arrives in this channel can be stored, and waits; the channel has to be known."""
        connection = await asyncpg.connect(self.url)
        try:
            async with connection.transaction():
                held = await connection.fetch("SELECT 1 FROM channel WHERE external = $1 FOR UPDATE", str(channel))
                assert held
                yield
        finally:
            await connection.close()

    @asynccontextmanager
    async def without_database(self) -> AsyncIterator[None]:
        """The database ends every connection and lets nobody in."""
        name = urlsplit(self.url).path.lstrip("/")
        admin = await asyncpg.connect(self.url.replace(f"/{name}?", "/postgres?"))
        try:
            await admin.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS false')
            await admin.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", name)
            yield
        finally:
            await admin.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS true')
            await admin.close()


@asynccontextmanager
async def running(guest: Guest) -> AsyncIterator[asyncio.Task[None]]:
    """The bot, once it hears."""
    life = asyncio.ensure_future(guest.run())
    ready = asyncio.ensure_future(guest.ready.wait())
    try:
        async with asyncio.timeout(PATIENCE):
            await asyncio.wait({life, ready}, return_when=asyncio.FIRST_COMPLETED)
        if life.done():
            life.result()
        yield life
    finally:
        ready.cancel()
        life.cancel()
        await asyncio.gather(life, ready, return_exceptions=True)


def daemon_of(engine: Engine, config: Config, model: ModelServer) -> Daemon:
    """The insides of a bot on this engine, which is not started."""
    diary = Diary()
    turns = NotedTurns(engine.ctx, engine.runner, diary)
    noted = replace(engine, turns=turns, places=NotedPlaces(engine.ctx, diary))

    def insides(platform: str) -> PlatformContext:
        return PlatformContext(noted, handler, table_for(platform), SPEECH, "en", calendar.now)

    [platform] = platforms.limits(config)
    handler = Listener(noted, table_for(platform), SPEECH, calendar.now, "en", diary=diary)
    [(_, guest)] = platforms.guests(config, insides)
    return Daemon(noted, model, handler, diary, guest)
