"""What a backup of a large house costs those who talk meanwhile: turns with and without one, in turns.

Alone: ``python -m tests.bench --only backup``.
"""

import asyncio
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import asyncpg
import psutil

from engine.actions.house import backups
from engine.db.postgres import embedded
from engine.db.postgres.migrate import migrate
from engine.wiring.database import MIGRATIONS
from tests.bench.figures import Figure, Part, percentile
from tests.bench.house import Talker, engine_on, model_process

ENTRIES: Final = 1_000_000
SESSIONS: Final = 100
TALKERS: Final = 4
QUIET_SECONDS: Final = 10.0
ROUNDS: Final = 3
CHUNKS: Final = 40
PACE: Final = 0.01

_FILL = """
WITH place AS (
    INSERT INTO space (platform, external) VALUES ('bench', 'bench') RETURNING id
), born AS (
    INSERT INTO session (space_id, seed) SELECT place.id, 1 FROM place, generate_series(1, $1) RETURNING space_id, id
)
INSERT INTO branch (space_id, session_id, id, reason) SELECT space_id, id, 1, 'start' FROM born
"""
_SAID = """
INSERT INTO entry (space_id, session_id, branch_id, seq, kind, text, said_at)
SELECT branch.space_id, branch.session_id, 1, n, 'message', (
    SELECT string_agg(md5(concat(branch.session_id, '/', n * 7 + k)), ' ') FROM generate_series(1, 6) AS k
), now() FROM branch, generate_series(1, $1) AS n
"""


@dataclass(slots=True)
class _Talk:
    """What was said within some seconds, how long each turn took, and the processor time of what gives way to all."""

    seconds: float = 0.0
    turns: list[float] = field(default_factory=list)
    niced: float = 0.0

    @property
    def rate(self) -> float:
        return len(self.turns) / self.seconds


async def run(folder: Path, *, quick: bool) -> Part:
    """Turns a second and their times, alone and beside a backup by turns: a machine's own moods are in both."""
    entries = ENTRIES // 10 if quick else ENTRIES
    await _fill(folder / "database", entries // SESSIONS)
    async with model_process() as model, engine_on(folder, model) as engine:
        await model.plan(CHUNKS, PACE)
        people = [Talker(engine, number) for number in range(TALKERS)]
        for one in people:
            await one.open()
            await one.say()
        alone, beside, rounds = _Talk(), _Talk(), 1 if quick else ROUNDS
        for _ in range(rounds):
            await _talk(alone, people, asyncio.sleep(QUIET_SECONDS))
            await _talk(beside, people, backups.make_at_home(engine.vault, engine.dsn))
        await _talk(alone, people, asyncio.sleep(QUIET_SECONDS))
    slower = 100 * (1 - beside.rate / alone.rate)
    middle = 100 * (percentile(beside.turns, 0.5) / percentile(alone.turns, 0.5) - 1)
    figures = (
        Figure("turns a second, alone", alone.rate, "1/s"),
        Figure("turns a second, beside a backup", beside.rate, "1/s"),
        Figure("fewer turns", slower, "%", 10.0),
        Figure("a turn, p50, alone", percentile(alone.turns, 0.5) * 1000, "ms"),
        Figure("a turn, p50, beside a backup", percentile(beside.turns, 0.5) * 1000, "ms"),
        Figure("a turn is longer, p50", middle, "%", 10.0),
        Figure("the backup", beside.seconds / rounds, "s"),
        Figure("processor time of its program and of the server's side", beside.niced / rounds, "s"),
    )
    note = f"{entries:,} entries; {TALKERS} people at once, replies of {CHUNKS} tokens, {PACE * 1000:.0f} ms apart"
    return Part("Backup", figures, (note,))


async def _fill(folder: Path, each: int) -> None:
    server = await embedded.start(folder)
    try:
        await migrate(server.dsn, MIGRATIONS)
        connection = await asyncpg.connect(server.dsn)
        try:
            await connection.execute(_FILL, SESSIONS)
            await connection.execute(_SAID, each)
            await connection.execute("VACUUM ANALYZE")
        finally:
            await connection.close()
    finally:
        await server.stop()


async def _talk(talk: _Talk, people: list[Talker], meanwhile: Any) -> None:
    """Everybody talks until ``meanwhile`` has ended."""
    began, niced = time.monotonic(), psutil.cpu_times().nice
    async with asyncio.TaskGroup() as group:
        task = group.create_task(meanwhile)
        for one in people:
            group.create_task(_say(one, talk, task))
    talk.seconds += time.monotonic() - began
    talk.niced += psutil.cpu_times().nice - niced


async def _say(one: Talker, talk: _Talk, task: asyncio.Task[Any]) -> None:
    while not task.done():
        said, ended = await one.say()
        talk.turns.append(ended - said)
