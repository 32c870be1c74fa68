"""The product of a life on a platform or at a terminal, as a process that may be killed.

``python -m tests.life.served {"cast": …, "platforms": […], "origins": […]}`` with the daemon's configuration. It takes
orders, a JSON line each: ``{"id": 1, "do": "wakes"}``, also ``begins``, ``idle`` and what people do where no platform
is (``says``, ``likes``, ``never``), with the ``number`` of the event, and ``types``, with a line for the terminal. It
answers ``{"done": 1}``, and says ``{"printed": "…"}`` of what the terminal prints, ``{"opens": true}`` before that.
"""

import asyncio
import io
import json
import os
import signal
import sys
from collections.abc import AsyncIterator, Mapping
from typing import Any, Final

import asyncpg

from bot import app, daemon, platforms
from bot.commands.framework.table import table_for
from bot.guest import PlatformContext
from bot.handler import Handler
from bot.logs import secrets_in, start_logging
from bot.terminal.conversation import PLATFORM as TERMINAL
from bot.terminal.plain import talk_plainly
from bot.words.localise import Speech
from engine.app import Engine
from engine.config.config import Config
from engine.config.reading import read_config
from engine.values.chats.incoming import Origin
from engine.values.chats.outgoing import PartLimit
from engine.wiring.opening import open_engine
from tests.life.clock import LivedClock
from tests.life.driver import tell
from tests.life.household import OPEN, Household
from tests.life.people import PLATFORM, Cast, Event, Spot, events

_A_LOOK: Final = 0.01
"""Seconds between two looks at what is still to be delivered."""


class Served(Household):
    """What is said is to be seen when nothing is planned for the platform any more."""

    async def rests(self) -> None:
        while await self._sql.fetch(OPEN, PLATFORM):  # noqa: ASYNC110 - only the database knows
            await asyncio.sleep(_A_LOOK)


class Typed:
    """The lines that are typed. One is done when the next is asked for."""

    def __init__(self) -> None:
        self._lines = asyncio.Queue[str]()
        self._asked = asyncio.Event()

    async def types(self, line: str) -> None:
        """Type a line, and wait for all that it begins."""
        await self._asked.wait()
        self._asked.clear()
        self._lines.put_nowait(line)
        await self._asked.wait()

    async def lines(self) -> AsyncIterator[str]:
        while True:
            self._asked.set()
            yield await self._lines.get()


class Paper(io.StringIO):
    """What a terminal prints, told as it comes."""

    def write(self, text: str, /) -> int:
        tell(json.dumps({"printed": text}, ensure_ascii=False))
        return len(text)


class Server:
    """Does what it is told, with a bot on each platform and somebody at the terminal."""

    def __init__(self, told: Mapping[str, Any], config: Config, engine: Engine, sql: asyncpg.Connection) -> None:
        self._cast = Cast.of(told["cast"])
        self._config, self._engine, self._sql = config, engine, sql
        self._events = {it.number: it for it in events(self._cast)}
        self._origins = {(*at,): Origin(*it) for at, it in told["origins"]}
        self._home = Served(self._cast, engine, sql, told["platforms"], self._origin)
        self._terminal = TERMINAL in told["platforms"]
        self._typed = Typed()
        self._talking: asyncio.Task[None] | None = None

    def _origin(self, spot: Spot, person: int) -> Origin:
        return self._origins.get((spot.space, spot.channel, person)) or self._cast.origin(spot, person)

    async def begins(self) -> None:
        """What a life before this one had claimed is free; whoever sits at the terminal talks on."""
        await self._home.recovers()
        if await self._sql.fetchval("SELECT whole FROM public.lived_in"):
            self._talks()

    def _talks(self) -> None:
        if self._terminal and self._talking is None:
            tell(json.dumps({"opens": True}))
            conversation = app._conversation(self._engine, self._config, Speech())
            self._talking = asyncio.ensure_future(talk_plainly(conversation, self._typed.lines(), Paper(), "m"))

    async def does(self, order: Mapping[str, Any]) -> None:
        """Carry out an order."""
        await LivedClock.wound(self._sql)
        event = self._events.get(order.get("number", 0))
        match order["do"]:
            case "begins":
                await self._home.begins()
                self._talks()
            case "types":
                await self._typed.types(order["line"])
            case "wakes":
                await self._home.wakes()
            case "clock":
                pass
            case deed:
                assert event
                await self._happens(deed, event)

    async def _happens(self, deed: str, event: Event) -> None:
        match deed:
            case "says":
                await self._home.says(event)
            case "likes":
                await self._home.likes(event)
            case "never":
                await self._home.never(event)
            case "idle":
                pass
            case other:
                raise ValueError(other)
        await self._home.idle(event.spot, event.person)
        await self._home.rests()

    async def ends(self) -> None:
        """What was counted is kept."""
        if self._talking is not None:
            self._talking.cancel()
        await self._home.ends()


async def serve(server: Server, engine: Engine, config: Config) -> None:
    """Obey, one order after another, until nobody orders any more."""
    speech, reader = Speech(), asyncio.StreamReader(limit=1 << 24)
    orders = os.fdopen(os.dup(0), "rb")  # a thread of the nursery's was reading ``sys.stdin`` when this was forked
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), orders)

    def insides(platform: str) -> PlatformContext:
        handler = Handler(engine, table_for(platform), speech, engine.now, config.language)
        return PlatformContext(engine, handler, table_for(platform), speech, config.language, engine.now)

    bots = dict(platforms.guests(config, insides))
    running = asyncio.ensure_future(daemon.serve(engine, bots, speech.speaker(config.language), tell)) if bots else None
    await asyncio.gather(*(it.ready.wait() for it in bots.values()))
    await server.begins()
    tell(json.dumps({"done": 0}))
    while line := await reader.readline():
        order = json.loads(line)
        await server.does(order)
        tell(json.dumps({"done": order["id"]}))
    await server.ends()
    if running is not None:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


async def main(told: dict[str, Any]) -> None:
    """Serve a life until the orders end."""
    config, _ = read_config()
    assert config.database_url is not None
    start_logging("info", secrets_in(config))
    for name in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(name, os._exit, 1)
    sql = await asyncpg.connect(config.database_url.get_secret_value())
    try:
        await LivedClock.wound(sql)
        others: dict[str, PartLimit | None] = {it: None for it in told["platforms"] if it in (TERMINAL, PLATFORM)}
        served = {**platforms.limits(config), **others}
        async with open_engine(config, name="daemon", platforms=served, background=False) as engine:
            await serve(Server(told, config, engine, sql), engine, config)
    finally:
        await sql.close()


if __name__ == "__main__":
    asyncio.run(main(json.loads(sys.argv[1])))
