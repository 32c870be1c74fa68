"""A stage for the work around a turn: a session with one character, turns that run there, holders of its lease."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from uuid import uuid4

import pytest

from engine.db.chats import sessions, turns
from engine.db.house import work
from engine.db.house.work import LeaseHolder
from engine.db.postgres.driver import open_pool
from engine.db.postgres.pool import Database
from engine.db.postgres.queries import product_queries
from engine.values.chats.incoming import Here
from engine.values.chats.sessions import ChannelHead
from engine.values.chats.turns import Turn, TurnKind
from engine.values.ids import TurnKey
from engine.work.clock import HandClock
from tests.conftest import Sql
from tests.story.places import fresh_character, fresh_place

KEEP = timedelta(seconds=15)


@dataclass(frozen=True, slots=True)
class Stage:
    """A session of ``character`` in a place of its own, played on ``channel_head``."""

    db: Database
    sql: Sql
    here: Here
    character: int
    channel_head: ChannelHead

    async def begin(self, fence: int) -> Turn:
        """A running turn under ``fence``, with its empty draft."""
        channel_head = self.channel_head
        key = TurnKey(channel_head.key.space, channel_head.session, 0)
        turn = Turn(
            key,
            channel_head.key,
            channel_head.channel,
            channel_head.branch,
            0,
            TurnKind.REPLY,
            self.character,
            fence,
            self.here.person,
        )
        number, _ = await turns.begin(self.db, turn, [])
        return replace(turn, key=replace(key, turn=number))

    async def draft(self, turn: Turn) -> str:
        """What is saved of a reply."""
        rows = await self.sql("SELECT text FROM draft WHERE space_id = $1 AND turn_id = $2", *_ids(turn))
        return rows[0]["text"]

    async def expire(self) -> None:
        """Let the lease run out."""
        query = "UPDATE lease SET expires_at = now() - interval '1 second' WHERE space_id = $1 AND stand_id = $2"
        await self.sql(query, self.channel_head.key.space, self.channel_head.key.channel_head)

    async def wait(self, text: str = "Is anyone here?") -> None:
        """A message that nobody has looked at."""
        query = """
            INSERT INTO inbox (space_id, channel_id, external, kind, person_id, position, text, sent_at)
            VALUES ($1, $2, $3, 'message', $4, 1, $5, now())
        """
        await self.sql(query, self.here.space, self.here.channel, uuid4().hex, self.here.person, text)


class SteppingClock(HandClock):
    """A clock that tells when somebody sleeps on it."""

    def __init__(self, start: datetime) -> None:
        super().__init__(start)
        self._asleep = asyncio.Event()

    async def sleep(self, seconds: float) -> None:
        self._asleep.set()
        await super().sleep(seconds)

    async def asleep(self) -> None:
        """Wait until somebody sleeps."""
        await self._asleep.wait()

    async def step(self, seconds: float) -> None:
        """Wait until somebody sleeps, move on by ``seconds``, wait until somebody sleeps again."""
        await self.asleep()
        self._asleep.clear()
        self.advance(seconds)
        await self.asleep()


MakeStage = Callable[[], Awaitable[Stage]]


@pytest.fixture
def make_stage(db: Database, sql: Sql) -> MakeStage:
    """Makes stages, each in a space of its own."""

    async def make() -> Stage:
        here = await fresh_place(db)
        character = await fresh_character(db, here)
        channel_head = await sessions.create(db, here.key, seed=1, person=here.person)
        return Stage(db, sql, here, character, channel_head)

    return make


@pytest.fixture
async def stage(make_stage: MakeStage) -> Stage:
    """One stage."""
    return await make_stage()


@pytest.fixture
async def impatient(database_url: str) -> AsyncIterator[Database]:
    """A door to the same database on which every statement that has to wait fails at once."""
    database = Database(await open_pool(database_url, min_size=1, max_size=1, statement_seconds=0.1), product_queries())
    yield database
    await database.close()


def holder(owner: str | None = None) -> LeaseHolder:
    """An instance in a new life of its."""
    return LeaseHolder(owner or f"house/{uuid4().hex}", uuid4())


async def take(stage: Stage, who: LeaseHolder) -> int | None:
    """The lease of the stage, as its holders ask for it."""
    return await work.take_lease(stage.db, stage.channel_head.key, who, KEEP)


def _ids(turn: Turn) -> tuple[int, int]:
    return turn.key.space, turn.key.turn
