"""Turning between 50 replies at the end of a story of 10,000 messages: in the engine, and until a platform shows it."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from engine.actions.characters import characters
from engine.actions.chats import replies, sessions, swipes
from engine.actions.house import access
from engine.app import Engine
from engine.config.config import Config
from engine.db.postgres import embedded
from engine.db.postgres.migrate import migrate
from engine.values.chats.incoming import Here, Origin
from engine.values.chats.outgoing import PartLimit
from engine.wiring.database import MIGRATIONS
from engine.wiring.opening import open_engine
from tests.bench.figures import Figure, Part, spread
from tests.bot.delivery.test_delivery_engine import shown
from tests.platforms.recording import RecordingSurface
from tests.servers.model import ModelServer, say
from tests.turns.room import CARD, config_for

MESSAGES = 10_000
SIBLINGS = 50
TIMES = 300
GOAL = 150.0

_SAID = """
INSERT INTO entry (space_id, session_id, branch_id, seq, kind, person_id, character_id, text, said_at)
SELECT $1, $2, $3, $4 + n, 'message', CASE WHEN n % 2 = 1 THEN $5::bigint END, CASE WHEN n % 2 = 0 THEN $6::bigint END,
    repeat('some words ', 20), now()
FROM generate_series(1, $7::int) AS n
"""


async def run(folder: Path, *, quick: bool) -> Part:
    """Figures on a server of our own in ``folder``."""
    server = await embedded.start(folder / "database", grace=0.2)
    try:
        await migrate(server.dsn, MIGRATIONS)
        async with ModelServer(lambda _: say("Another reply, not a long one.")) as model:
            return await _measure(config_for(server.dsn, folder, model), 40 if quick else TIMES)
    finally:
        await server.stop()


async def _measure(config: Config, times: int) -> Part:
    origin = Origin("bench", "space", "channel", "person", "Ann", private=True)
    surface = RecordingSurface(_AtOnce())
    async with _house(config, origin) as (engine, here), shown(engine, origin, surface):
        await _long_story(engine, here)
        await replies.go_on(engine.ctx, engine.runner, here)
        await engine.turns.idle(here)
        for _ in range(SIBLINGS - 1):
            await replies.again(engine.ctx, engine.runner, here)
            await engine.turns.idle(here)
        async with engine.ctx.db.connection() as connection:
            await connection.execute("VACUUM ANALYZE")
        turned = await _timed(engine, here, times, lambda _: asyncio.sleep(0))
        seen = await _timed(
            engine, here, times, lambda before: surface.until(lambda it: len(it.history) > before), surface
        )
    figures = [
        *spread("turned, with its commit", turned, (None, GOAL)),
        *spread("until the platform has it", seen, (None, GOAL)),
        Figure("replies at the place", SIBLINGS, ""),
    ]
    return Part("Turning to another reply", tuple(figures), (f"{MESSAGES} messages before it, no model asked",))


class _AtOnce:
    """A platform that answers at once."""

    def monotonic(self) -> float:
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


@asynccontextmanager
async def _house(config: Config, origin: Origin) -> AsyncIterator[tuple[Engine, Here]]:
    limits = {origin.platform: PartLimit(2000)}
    async with open_engine(config, name="bench", platforms=limits, background=False) as engine:
        here = await engine.places.resolve(origin)
        await access.at_home(engine.ctx, here)
        made = await characters.import_file(engine.ctx, here, json.dumps(CARD).encode())
        await sessions.new(engine.ctx, engine.runner, here, "Ann", made.id)
        yield engine, here


async def _long_story(engine: Engine, here: Here) -> None:
    """Write what was said straight into the log."""
    ctx = engine.ctx
    view = await sessions.open_here(engine.ctx, here, "Ann")
    async with ctx.db.connection() as connection:
        character = await connection.fetchval(
            "SELECT character_id FROM entry WHERE space_id = $1 AND session_id = $2 AND kind = 'member'",
            here.space,
            view.session,
        )
        key = (here.space, view.session, view.branch, view.spoken[-1].seq)
        await connection.execute(_SAID, *key, here.person, character, MESSAGES)


async def _timed(
    engine: Engine,
    here: Here,
    times: int,
    seen: Callable[[int], Awaitable[object]],
    surface: RecordingSurface | None = None,
) -> list[float]:
    """Seconds of each turn of the page, back to the first and forth again; the first few are not counted."""
    seconds: list[float] = []
    for number in range(times + 6):
        back = (number // (SIBLINGS - 1)) % 2 == 0
        before = len(surface.history) if surface else 0
        started = time.perf_counter()
        await swipes.swipe(engine.ctx, engine.runner, here, -1 if back else 1)
        await seen(before)
        if number >= 6:
            seconds.append(time.perf_counter() - started)
    if times % (SIBLINGS - 1):
        newest = await swipes.newest(engine.ctx, here)
        assert newest is not None
        for _ in range(newest.count - newest.number):
            await swipes.swipe(engine.ctx, engine.runner, here, 1)
    return seconds
