"""A life on a platform: its people sit before the platform's test server, and its characters write there."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import asyncpg

from bot import platforms
from bot.discord.forums.names import title_of
from engine.config.config import GivenDefaults
from engine.values.chats.incoming import Here, Origin
from engine.work.clock import SystemClock
from tests.conftest import MIGRATIONS
from tests.connections import engine_at
from tests.life.checks import comments_in, posts_in, said, violations
from tests.life.clock import LivedClock, living_database
from tests.life.driver import Life
from tests.life.model import LifeModel
from tests.life.month import Month
from tests.life.people import CIRCLE, Cast, Event, Spot, alone
from tests.life.shown import SeenMessage
from tests.platforms.front import Front, front
from tests.platforms.room import PATIENCE, AnyRoom, Daemon, House, daemon_of
from tests.servers.discord.clock import born
from tests.servers.model import ModelServer
from tests.turns.room import config_for

GROUNDS = ("discord forum", "discord", "telegram")
"""Where a circle may be: in a forum, or among other channels."""
_UNPINGED = "\uff20"
"""What stands for "@" on Telegram, where a name behind it would ping somebody."""
_OPEN = "SELECT FROM outbox WHERE state IN ('planned', 'sending') LIMIT 1"


class LifeHouse(House):
    """A house whose work behind the turns is done when its time has come, and not before."""

    @asynccontextmanager
    async def opened(self, **accounts: Any) -> AsyncIterator[Daemon]:
        plain = config_for(self.url, self.folder, self.model)
        config = plain.model_copy(update={"defaults": GivenDefaults(debounce=0), **accounts})
        limits = platforms.limits(config)
        async with engine_at(config, name="daemon", platforms=limits, background=False) as engine:
            await self.sql("ALTER TABLE person ALTER COLUMN asked_at SET DEFAULT now()")
            yield daemon_of(engine, config, self.model)


class ServedClock(LivedClock):
    """The time that is lived, which is the platform's too."""

    def __init__(self, connection: asyncpg.Connection, served: Front) -> None:
        super().__init__(connection)
        self._served = served

    async def to(self, at: datetime, *, back: bool = False) -> None:
        before = SystemClock.ahead
        await super().to(at, back=back)
        moved, server = (SystemClock.ahead - before).total_seconds(), self._served.seat.server
        if self._served.platform == "discord":
            server.world.clock.ahead += moved
        else:
            server.later(moved)


@dataclass(frozen=True, slots=True)
class Ground:
    """The circle's channel, or forum, and the people of a cast."""

    circle: Any
    people: tuple[Any, ...]

    @property
    def is_forum(self) -> bool:
        return getattr(self.circle, "is_forum", False) is True and hasattr(self.circle, "tagged")


class PlatformLife(Life):
    """What people do is done on the server, and what comes of it is waited for."""

    def __init__(
        self, cast: Cast, room: AnyRoom, sql: asyncpg.Connection, clock: LivedClock, it: Front, ground: Ground
    ) -> None:
        self.platform = it.platform
        super().__init__(cast, room.engine, sql, clock)
        self._room, self._it, self._ground = room, it, ground

    def origin(self, spot: Spot, person: int) -> Origin:
        return self._it.rooms.origin(self.channel(spot, person), self._ground.people[person])

    def channel(self, spot: Spot, person: int) -> Any:
        """The server's own."""
        return self._ground.circle if spot == CIRCLE else self._it.seat.private(self._ground.people[person])

    async def says(self, event: Event) -> None:
        heard, who = len(self._room.handler.heard), self._ground.people[event.person]
        channel = self.channel(event.spot, event.person)
        if event.spot == CIRCLE and self._ground.is_forum:
            thread = self._thread_of(event.text)
            if thread is None:
                who.posts(channel, title_of(event.text), event.text)
            else:
                who.says(thread, event.text)
        else:
            self._it.seat.says(who, channel, event.text)
        await self._room.handler.until(heard + 1)

    def _thread_of(self, text: str) -> Any:
        """The thread of the newest post of whom a comment names, else the newest; None for a post."""
        threads = [it for it in self._ground.circle.guild.threads if it.parent is self._ground.circle and it.messages]
        theirs = [it for it in threads if text[1:].startswith(it.messages[it.id].data["author"]["username"])]
        return (theirs or threads)[-1] if threads and text.startswith("@") else None

    async def likes(self, event: Event, here: Here) -> None:
        written = _said_on(self._it, self._ground.circle)
        if not written:
            return
        reacted = self._reacted
        self._it.seat.reacts(self._ground.people[event.person], written[-1], "❤")
        await self._room.diary.until(lambda: self._reacted > reacted)

    @property
    def _reacted(self) -> int:
        return sum(it[0] in ("reacted", "not of a session") for it in self._room.diary.told)

    def tells(self, text: str) -> None:
        """Nobody waits outside."""

    async def rests(self) -> None:
        async with asyncio.timeout(PATIENCE):
            while await self._sql.fetch(_OPEN):
                pass


@contextmanager
def _own_time() -> Iterator[None]:
    """The clocks of this process go as before afterwards."""
    before = SystemClock.ahead
    try:
        yield
    finally:
        SystemClock.ahead = before


@dataclass
class PlatformMonth:
    """A life that is over: ``seen`` is what people see of the circle."""

    month: Month
    posts: list[list[SeenMessage]]
    rejected: list[Any]

    async def violations(self) -> list[str]:
        """What should not be; what a character said stands there once."""
        lines = await said(self.month)
        there = Counter(it.text.replace(_UNPINGED, "@") for post in self.posts for it in post if it.name)
        meant = [*posts_in(lines), *comments_in(lines)]
        found = [f"{there[it.text]} times there: {it.text!r}" for it in meant if there[it.text] < 1]
        doubled = sum(there.values()) - len([it for it in lines if it.channel == CIRCLE.channel])
        found += [f"{doubled} messages stand there that nobody said"] if doubled else []
        return [*await violations(self.month), *found, *(f"refused: {it}" for it in self.rejected)]


@asynccontextmanager
async def lived_on(ground: str, admin: str, folder: Path, cast: Cast) -> AsyncIterator[PlatformMonth]:
    """A life on a platform, lived to its end."""
    cast, platform = replace(cast, attic=False), ground.split(maxsplit=1)[0]
    url = await living_database(admin, f"life_{ground.replace(' ', '_')}_{cast.language}_{cast.seed}", MIGRATIONS)
    mind = LifeModel(cast)
    async with ModelServer(mind.answer) as model:
        model.notes, model.embed = mind.notes, mind.embed
        sql = await asyncpg.connect(url)
        try:
            with _own_time():
                async with front(platform, LifeHouse(url, folder, model)) as it:
                    clock = ServedClock(sql, it)
                    await clock.to(cast.begin, back=True)
                    at = _ground(it, cast, forum=ground.endswith("forum"))
                    async with it.opened() as room:
                        life = PlatformLife(cast, room, sql, clock, it, at)
                        await life.lives()
                    spots = _spots(life, cast)
                    yield PlatformMonth(
                        Month(cast, model, mind, spots=spots, _sql=sql), _read(it, at, cast), it.seat.rejected
                    )
        finally:
            await sql.close()


def _ground(it: Front, cast: Cast, *, forum: bool) -> Ground:
    people = tuple(it.seat.person(name, cast.language) for name in cast.words["people"])
    for who in people if it.platform == "telegram" else ():
        who.started = True  # a bot of Telegram writes to nobody who has not pressed that
    circle = it.seat.group("Home", *people)
    return Ground(it.seat.server.forum(circle.guild, "life") if forum else circle, people)


def _spots(life: PlatformLife, cast: Cast) -> Mapping[tuple[str, str], Spot]:
    owned = [(CIRCLE, 0), *((alone(it), it) for it in range(len(cast.words["people"])))]
    found = ((life.origin(spot, person), spot) for spot, person in owned)
    return {(it.space, it.channel): spot for it, spot in found}


def _said_on(it: Front, circle: Any) -> list[Any]:
    """The messages of characters there, oldest first."""
    if it.platform == "discord":
        places = [one for one in circle.guild.threads if one.parent is circle] or [circle]
        every = [message for place in places for message in it.seat.server.messages(place)]
        return sorted((one for one in every if one.webhook is not None), key=lambda one: one.id)
    return [one for one in it.seat.server.messages(circle, by_bot=True) if "\n" in one.text]


def _read(it: Front, ground: Ground, cast: Cast) -> list[list[SeenMessage]]:
    """What stands in the circle: in a forum by threads, elsewhere in its order."""
    server, circle = it.seat.server, ground.circle
    if it.platform != "discord":
        names = tuple(one["name"] for one in cast.words["characters"])
        return [[_on_telegram(one, names)] for one in server.messages(circle)]
    if not ground.is_forum:
        return [[_on_discord(one, server)] for one in server.messages(circle)]
    threads = (server.messages(one) for one in circle.guild.threads if one.parent is circle)
    return [
        [replace(_on_discord(one, server), depth=int(number > 0)) for number, one in enumerate(every)]
        for every in threads
        if every
    ]


def _on_discord(message: Any, server: Any) -> SeenMessage:
    name = "" if message.author is server.bot else message.data["author"]["username"]
    return SeenMessage(datetime.fromtimestamp(born(message.id), UTC), name, message.text)


def _on_telegram(message: Any, names: tuple[str, ...]) -> SeenMessage:
    at = datetime.fromtimestamp(message.date, UTC)
    if not message.sender.is_bot:
        return SeenMessage(at, message.sender.name, message.text)
    name, _, text = message.text.partition("\n")
    return SeenMessage(at, name, text) if name in names else SeenMessage(at, "", message.text)
