"""A thousand replies that grow at once: the saver alone, with Postgres on the same machine and no model in the way."""

import asyncio
import itertools
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

from engine.db.characters.characters import find_builtin
from engine.db.chats import sessions, turns
from engine.db.postgres import embedded
from engine.db.postgres.pool import Database, open_database
from engine.values.chats.sessions import ChannelHead
from engine.values.chats.turns import Turn, TurnKind
from engine.values.ids import TurnKey
from engine.wiring.database import CONNECTIONS
from engine.work.clock import SystemClock
from engine.work.saver import GrowingDraft, Saver
from tests.bench.figures import Figure, Part, spread
from tests.bench.house import Talker, engine_on, needs_of
from tests.bench.probes import Durations, loop_lag, statement_times

DRAFTS = 1000
RATE = 20
TICK = 0.01
WORD = " word"


async def run(folder: Path, *, quick: bool) -> Part:
    """Statement times and loop lag while nobody watches (a save every 0.5 s) and while somebody does (0.15 s)."""
    stands = await _stands(folder)
    seconds = 6.0 if quick else 30.0
    async with _database(folder) as db:
        found = await find_builtin(db, "default.en")
        assert found is not None
        begun = [await _begin(db, it, found[0]) for it in stands]
        unwatched = await _grow(db, begun, seconds, watched=False)
        watched = await _grow(db, begun, seconds, watched=True)
    return Part(f"{DRAFTS:,} drafts growing at once, {RATE} tokens/s each", (*unwatched, *watched))


async def _stands(folder: Path) -> list[ChannelHead]:
    stands: list[ChannelHead] = []
    async with engine_on(folder, None) as engine:
        for number in range(DRAFTS):
            talker = Talker(engine, number)
            await talker.open()
            channel_head = await sessions.current(needs_of(engine).db, talker.here.key)
            assert channel_head is not None
            stands.append(channel_head)
    return stands


@asynccontextmanager
async def _database(folder: Path) -> AsyncIterator[Database]:
    """The same database without the engine, which would take these turns for left over."""
    server = await embedded.start(folder / "database")
    db = await open_database(server.dsn, max_size=CONNECTIONS)
    try:
        yield db
    finally:
        await db.close()
        await server.stop()


async def _begin(db: Database, channel_head: ChannelHead, character: int) -> Turn:
    turn = Turn(
        key=TurnKey(channel_head.key.space, channel_head.session, 0),
        channel_head=channel_head.key,
        channel=channel_head.channel,
        branch=channel_head.branch,
        after_seq=2,
        kind=TurnKind.CONTINUE,
        character=character,
        fence=1,
    )
    number, _ = await turns.begin(db, turn, ())
    return replace(turn, key=replace(turn.key, turn=number))


async def _grow(db: Database, begun: list[Turn], seconds: float, *, watched: bool) -> list[Figure]:
    saver = Saver(db, SystemClock())
    found = Durations(list)
    lags: list[float] = []
    gaps: list[float] = []
    growing = [saver.begin(it, _gaps(gaps), watched=watched) for it in begun]
    with statement_times(found):
        async with asyncio.TaskGroup() as tasks:
            watching = [tasks.create_task(saver.run()), tasks.create_task(loop_lag(lags))]
            used = time.process_time()
            await _feed(saver, growing, seconds)
            used = time.process_time() - used
            for task in watching:
                task.cancel()
    who = "watched" if watched else "unwatched"
    return [
        *spread(f"{who}: saver's statement", found["save_drafts"], (None, 150.0)),
        *spread(f"{who}: loop lag", lags, (None, 50.0)),
        *spread(f"{who}: between two saves of a draft", gaps),
        Figure(f"{who}: CPU", used / seconds * 100, "% of a core"),
    ]


def _gaps(found: list[float]) -> Callable[[str], None]:
    """Adds the seconds between two saves of one draft to ``found``."""
    last: list[float] = []

    def saved(_visible: str) -> None:
        last.append(time.monotonic())
        if len(last) > 1:
            found.append(last[1] - last.pop(0))

    return saved


async def _feed(saver: Saver, growing: list[GrowingDraft], seconds: float) -> None:
    """Tokens come in turn to each draft, when they are due, whether or not anybody keeps up."""
    started = time.monotonic()
    each = itertools.cycle(growing)
    fed = 0
    while (elapsed := time.monotonic() - started) < seconds:
        due = int(elapsed * RATE * len(growing))
        for one in itertools.islice(each, due - fed):
            saver.put(one, WORD, one.visible + WORD)
        fed = due
        await asyncio.sleep(TICK)
