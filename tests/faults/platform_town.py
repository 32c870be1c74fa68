"""People who talk on a real platform to a daemon that is killed and started again, and what of it must come to rest."""

import asyncio
import itertools
import os
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import asyncpg

from bot.words.localise import Speaker, Speech
from engine.db.postgres.migrate import migrate
from tests.conftest import MIGRATIONS
from tests.faults.numbered import numbered
from tests.platforms.discord_seat import DiscordSeat
from tests.platforms.seat import Seen
from tests.platforms.seats import seat_at
from tests.platforms.telegram_seat import TelegramSeat
from tests.processes.daemon import Daemon, ForkedDaemon, daemon
from tests.servers.model import Finish, Gate, ModelServer, Script, Tokens, fail
from tests.servers.model import Seen as Asked

PATIENCE = float(os.environ.get("OMOIDE_PATIENCE", "40"))

_OPEN = """
INSERT INTO space (platform, external, private, access) VALUES ($1, $2, $3, 'open')
ON CONFLICT (platform, external) DO UPDATE SET access = 'open'
"""
_STORED = """
SELECT channel.external, inbox.external FROM inbox
JOIN channel ON channel.space_id = inbox.space_id AND channel.id = inbox.channel_id WHERE kind = 'message'
"""
_UNDONE = """
SELECT 'inbox ' || external FROM inbox WHERE outcome IS NULL AND NOT quiet
UNION ALL SELECT 'turn ' || id FROM turn WHERE state = 'running'
UNION ALL SELECT 'outbox ' || id || ' ' || kind || ' ' || state FROM outbox WHERE state IN ('planned', 'sending')
UNION ALL SELECT 'due ' || kind FROM due WHERE kind LIKE 'answer.%'
"""


@dataclass(frozen=True, slots=True)
class Said:
    """A message that the platform took. ``place`` and ``external`` are the daemon's words for it."""

    place: str
    external: str
    text: str
    room: Any
    it: Any


@dataclass
class Town:
    """``rooms`` are channels that everybody may talk in, each with its person. ``said`` must be stored and answered.
    ``chunks`` and ``pace`` are the model's replies, ``gate`` holds them back, ``failures`` counts
    how often it refuses first. ``moved``: what rooms are called now.
    """

    seat: DiscordSeat | TelegramSeat
    daemon: Daemon
    model: ModelServer
    sql: asyncpg.Connection
    chunks: int = 12
    pace: float = 0.01
    failures: int = 0
    gate: Gate | None = None
    speak: Speaker = field(default_factory=lambda: Speech().speaker("en"))
    rooms: list[tuple[Any, Any]] = field(default_factory=list)
    said: list[Said] = field(default_factory=list)
    kills: int = 0
    moved: dict[str, str] = field(default_factory=dict)
    _numbers: Any = field(default_factory=lambda: itertools.count(1))

    @property
    def server(self) -> Any:
        """The platform's test server."""
        return self.seat.server

    @property
    def is_discord(self) -> bool:
        return self.seat.platform == "discord"

    def answer(self, asked: Asked) -> Script:
        """A reply whose words tell which reply they belong to."""
        if self.failures:
            self.failures -= 1
            return fail(503)
        return numbered(asked, self._numbers, self.chunks, self.pace, self.gate)

    async def room(self, *, private: bool = True, name: str = "") -> Any:
        """A new place that is open; whose it is speaks there."""
        number = len(self.rooms)
        person = self.seat.person(name or f"Ann{number}", "en")
        if private:
            made = self.seat.private(person)
        elif self.is_discord:
            made = self.server.guild(f"Home {number}", person)["general"]
        else:
            made = self.server.group(f"Home {number}", [person])
        await self.open(made)
        self.rooms.append((made, person))
        return made

    async def open(self, room: Any) -> None:
        """Let everybody in. The daemon reads that at its next start, or when the place is new to it."""
        alone = f"dm-{room.id}" if self.is_discord else str(room.id)
        space = str(room.guild.id) if self.is_discord and room.guild else alone
        await self.sql.execute(_OPEN, self.seat.platform, space, self.is_private(room))

    def is_private(self, room: Any) -> bool:
        """Whether one person is alone with the bot there."""
        return self.seat.is_private(room)

    def owner_of(self, room: Any) -> Any:
        """The person who talks there."""
        return next(person for made, person in self.rooms if made is room)

    async def settle_in(self) -> None:
        """Start the daemon and talk once in every room: a bot cannot know of a conversation it has never heard of."""
        await self.start()
        for room, _ in self.rooms:
            self.says(room)
        await self.rest()

    def says(self, room: Any, text: str = "", who: Any = None) -> Said:
        """Somebody says something that must be stored and answered."""
        text = text or f"[{self.name_of(room)}] message {next(self._numbers)}"
        return self.keep(room, text, self.seat.says(who or self.owner_of(room), room, text))

    def keep(self, room: Any, text: str, message: Any) -> Said:
        """Write down what somebody said."""
        one = Said(self.name_of(room), str(message.id), text, room, message)
        self.said.append(one)
        return one

    def name_of(self, room: Any) -> str:
        """The room's name in the daemon's words."""
        return self.moved.get(str(room.id), str(room.id))

    def called_now(self, one: Said) -> Said:
        """The same message in the daemon's words of now."""
        return replace(one, place=self.name_of(one.room), external=self.number_of(one.room, one.it.id))

    def number_of(self, room: Any, number: Any) -> str:
        """A message's number in the daemon's words: where a group moved, what it left behind has the old name's."""
        return f"{room.id}:{number}" if str(room.id) in self.moved else str(number)

    async def start(self, crashpoint: str = "") -> None:
        """Start the daemon; returns when it is ready."""
        await self.daemon.start(crashpoint)

    async def kill(self) -> None:
        """kill -9."""
        await self.daemon.kill()
        self.kills += 1

    async def undone(self) -> list[str]:
        """What is still to be done, and what was said but is not stored."""
        stored = await self._stored()  # first: what is stored between the two is open by then
        rows = [it[0] for it in await self.sql.fetch(_UNDONE)]
        unheard = (it for it in self.said if (it.place, it.external) not in stored)
        return [*rows, *(f"unheard {it.external} {it.text}" for it in unheard)]

    async def _stored(self) -> set[tuple[str, str]]:
        return {(it[0], it[1]) for it in await self.sql.fetch(_STORED)}

    async def rest(self, seconds: float = PATIENCE) -> None:
        """Wait until everything is stored, answered and delivered."""
        try:
            async with asyncio.timeout(seconds):
                while await self.undone():  # noqa: ASYNC110 - only the database knows
                    await asyncio.sleep(0.03)
        except TimeoutError:
            raise AssertionError(f"never came to rest: {await self.undone()}") from None

    async def becomes(self, query: str, *args: Any, seconds: float = PATIENCE) -> None:
        """Wait until a query's value is true."""
        async with asyncio.timeout(seconds):
            while not await self.sql.fetchval(query, *args):  # noqa: ASYNC110 - only the database knows
                await asyncio.sleep(0.02)

    async def kept(self, *said: Said) -> None:
        """Wait until messages are stored."""
        async with asyncio.timeout(PATIENCE):
            while not {(it.place, it.external) for it in said} <= await self._stored():  # noqa: ASYNC110
                await asyncio.sleep(0.02)

    async def heard(self, room: Any, message: Any) -> None:
        """Wait until any message is stored."""
        await self.kept(Said(self.name_of(room), str(message.id), "", room, message))

    async def growing(self, room: Any, text: str = "") -> Gate:
        """Somebody says something, and the first words of the reply are to be seen; it goes on once the gate opens."""
        gate, number = Gate(), next(self._numbers)
        words = [f"r{number}w{n} " for n in range(8)]
        self.model.script(Script([*words[:3], gate, *words[3:], Finish(), Tokens(9, 9)]))
        said = self.says(room, text)
        await self.seen(room, f"r{number}w2", said.it.id)
        return gate

    async def seen(self, room: Any, text: str, behind: int = 0) -> Seen:
        """Wait for a message of the bot with this text."""
        return await self.seat.reads(room, text, behind)

    def stands(self, room: Any) -> list[Seen]:
        """The bot's messages there."""
        return self.seat.stands(room)

    def prompts(self, since: int = 0) -> list[str]:
        """What the model was asked, from generation ``since`` on."""
        return [it.prompt for it in self.model.generations[since:]]


@asynccontextmanager
async def town(
    platform: str, url: str, folder: Path, /, *, migrated: bool = False, **names: str
) -> AsyncIterator[Town]:
    """A town whose daemon is not started yet, on an empty database. ``names`` are more OMOIDE_ names."""
    if not migrated:
        await migrate(url, MIGRATIONS)
    await _ask_nobody(url)
    async with AsyncExitStack() as stack:
        seat = await stack.enter_async_context(seat_at(platform))
        model = await stack.enter_async_context(ModelServer())
        if isinstance(seat, TelegramSeat):
            seat.server.profile.can_read_all_group_messages = True
        vectors = {"EMBEDDING__URL": model.url, "EMBEDDING__MODEL": "vectors"}  # the built-in one loads slowly
        usual = {"DEFAULTS__DEBOUNCE": "0", "DEFAULTS__SPEAKS": "always", "LOG": "info"}
        given = {**seat.names, **vectors, **usual, **names}
        one = await stack.enter_async_context(daemon(url, folder, model.url, ForkedDaemon, **given))
        sql = await asyncpg.connect(url)
        stack.push_async_callback(sql.close)
        made = Town(seat, one, model, sql)
        model.answer = made.answer
        yield made


async def _ask_nobody(url: str) -> None:
    """Whoever comes was asked for language and zone long ago."""
    connection = await asyncpg.connect(url)
    try:
        await connection.execute("ALTER TABLE person ALTER COLUMN asked_at SET DEFAULT now()")
    finally:
        await connection.close()


async def rooms(here: Town, private: int, shared: int = 0) -> list[Any]:
    """So many rooms."""
    kinds: Iterable[bool] = [True] * private + [False] * shared
    return [await here.room(private=it) for it in kinds]
