"""How due work runs: side by side, under holds that are renewed, at once when something is marked, and to an end."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest

from engine.db.house import work
from engine.db.postgres.migrate import migrate
from engine.db.postgres.pool import Database, open_database
from engine.errors import ModelPaused, NoModelConfigured, OmoideError
from engine.values.house.work import Due
from engine.values.ids import SessionKey
from engine.work.clock import SystemClock
from engine.work.due import AT_ONCE, BREAKER_PAUSE, HOLD, RENEW_SECONDS, WITHOUT_MODEL, Alone, DueWork, Job
from engine.work.tasks import Tasks
from tests.conftest import MIGRATIONS, NewDatabase, Sql
from tests.work.conftest import SteppingClock

START = datetime(2026, 3, 1, tzinfo=UTC)


class Bench:
    """Workers, the clock they sleep by, and one kind of work that only they know.

    ``job`` tells ``begun`` and waits for ``go``.
    """

    def __init__(self, db: Database, sql: Sql, tasks: Tasks) -> None:
        self.db, self.sql, self.tasks = db, sql, tasks
        self.kind = f"test.{uuid4().hex}"
        self.clock = SteppingClock(START)
        self.begun: asyncio.Queue[int] = asyncio.Queue()
        self.done: list[int] = []
        self.go = asyncio.Event()

    def worker(self, owner: str = "one", job: Job | Alone | None = None) -> DueWork:
        return DueWork(self.db, owner, {self.kind: job or self.job}, self.clock, self.tasks)

    def start(self, worker: DueWork) -> "asyncio.Task[int]":
        return self.tasks.start(worker.run_ready(), "round")

    async def job(self, due: Due) -> None:
        self.begun.put_nowait(due.key.session)
        await self.go.wait()
        assert await work.finish_due(self.db, due)
        self.done.append(due.key.session)

    async def mark(self, *numbers: int) -> None:
        for number in numbers:
            await work.mark_due(self.db, SessionKey(1, number), self.kind)

    async def begin(self, count: int) -> list[int]:
        return sorted([await self.begun.get() for _ in range(count)])

    async def marks(self) -> list[dict[str, object]]:
        query = """
            SELECT session_id, owner, tries, marks, extract(epoch FROM held_until - now())::float AS held,
                extract(epoch FROM nullif(not_before, 'infinity') - now())::float AS rest
            FROM due WHERE kind = $1 ORDER BY session_id
        """
        return [dict(it) for it in await self.sql(query, self.kind)]


@pytest.fixture
async def bench(db: Database, sql: Sql) -> AsyncIterator[Bench]:
    tasks = Tasks()
    one = Bench(db, sql, tasks)
    yield one
    await tasks.stop()
    await sql("DELETE FROM due WHERE kind = $1", one.kind)


async def test_no_more_is_claimed_than_can_start(bench: Bench) -> None:
    """One slow summary keeps all others waiting, and those of other processes as well."""
    await bench.mark(*range(1, AT_ONCE + 3))
    first, second = bench.start(bench.worker("one")), None
    assert await bench.begin(AT_ONCE) == list(range(1, AT_ONCE + 1))
    second = bench.start(bench.worker("two"))
    assert await bench.begin(2) == [AT_ONCE + 1, AT_ONCE + 2]
    bench.go.set()
    assert (await first, await second) == (AT_ONCE, 2)
    assert await bench.marks() == []


async def test_no_more_is_claimed_than_was_asked_for(new_database: NewDatabase) -> None:
    """The server counted when one mark was there, and joins what is ready from the other side: a claim takes all."""
    url = await new_database()
    await migrate(url, MIGRATIONS)
    db = await open_database(url, min_size=1, max_size=1)
    await work.mark_due(db, SessionKey(1, 1), "remember")
    async with db.connection() as connection:
        await connection.execute("ANALYZE due")
    for number in range(2, 6):
        await work.mark_due(db, SessionKey(1, number), "remember")
    assert [len(await work.claim_due(db, ["remember"], "one", HOLD, 2)) for _ in range(3)] == [2, 2, 1]
    await db.close()


async def test_one_look_claims_all_kinds(new_database: NewDatabase) -> None:
    """Each kind that runs alone asked for itself: half of what a turn asks of the database was asked for nothing."""
    url = await new_database()
    await migrate(url, MIGRATIONS)
    db = await open_database(url, min_size=1, max_size=1)
    for kind, sessions in (("remember", 3), ("embed", 2), ("sweep", 1), ("backup", 1)):
        for number in range(sessions):
            await work.mark_due(db, SessionKey(1, number), kind)
    done: list[str] = []

    async def job(due: Due) -> None:
        done.append(due.kind)
        await work.finish_due(db, due)

    alone: dict[str, Job | Alone] = {it: Alone(job) for it in ("embed", "sweep", "backup")}
    tasks = Tasks()
    due = DueWork(db, "one", {"remember": job, **alone}, SystemClock(), tasks)
    before = db.counts.copy()
    assert await due.run_ready() == AT_ONCE
    assert sorted(done) == ["embed", "remember", "remember", "remember"]
    assert db.counts.since(before).by_name["claim_due"] == 1
    done.clear()
    assert await due.run_ready() == 3
    assert sorted(done) == ["backup", "embed", "sweep"]
    await tasks.stop()
    await db.close()


async def test_what_waited_longest_comes_first(bench: Bench) -> None:
    """A busy chat keeps a quiet one from ever being remembered."""
    await bench.mark(*range(1, AT_ONCE + 2))
    await bench.sql(
        "UPDATE due SET not_before = now() - interval '1 minute' WHERE kind = $1 AND session_id > 1", bench.kind
    )
    bench.start(bench.worker())
    assert await bench.begin(AT_ONCE) == list(range(2, AT_ONCE + 2))


async def test_one_alone(bench: Bench) -> None:
    """Embedding an imported chat takes every place, and nothing else is done for minutes."""
    await bench.mark(1, 2)
    one = bench.worker(job=Alone(bench.job))
    rounds = bench.start(one), bench.start(one)
    assert await bench.begin(1) == [1]
    bench.go.set()
    assert sorted([await it for it in rounds]) == [0, 1]
    assert await one.run_ready() == 1
    assert bench.done == [1, 2]


async def test_a_long_job_keeps_its_claim(bench: Bench) -> None:
    """A summary that takes longer than a claim lasts is written twice, and paid for twice."""
    await bench.mark(1, 2)
    running = bench.start(bench.worker())
    await bench.begin(2)
    await bench.clock.asleep()
    await bench.sql("UPDATE due SET held_until = now() + interval '1 second' WHERE kind = $1", bench.kind)
    await bench.clock.step(RENEW_SECONDS)
    for one in await bench.marks():
        assert one["held"] > HOLD.total_seconds() - 2  # type: ignore[operator] — a number
    bench.go.set()
    assert await running == 2


async def test_a_job_that_lost_its_claim_is_cancelled(bench: Bench) -> None:
    """A process that was frozen goes on paying for work that another one does by now."""
    await bench.mark(1, 2)
    running = bench.start(bench.worker())
    await bench.begin(2)
    await bench.clock.asleep()
    await bench.sql("UPDATE due SET fence = fence + 1, owner = 'two' WHERE kind = $1 AND session_id = 1", bench.kind)
    await bench.clock.step(RENEW_SECONDS)
    bench.go.set()
    await running
    assert bench.done == [2]
    assert [(it["session_id"], it["owner"]) for it in await bench.marks()] == [(1, "two")]


async def test_a_mark_is_looked_at_at_once(bench: Bench) -> None:
    """What was just said is remembered some seconds late, and the next question does not find it."""
    bench.go.set()
    one = bench.worker()
    bench.tasks.start(one.run(), "due")
    for number in (1, 2, 3):
        await bench.mark(number)
        one.wake()
        assert await bench.begin(1) == [number]


async def test_a_place_that_is_free_is_taken(bench: Bench) -> None:
    """What found no free place waits for the timer although nothing is done."""
    await bench.mark(*range(1, AT_ONCE + 4))
    one = bench.worker()
    bench.tasks.start(one.run(), "due")
    await bench.begin(AT_ONCE)
    bench.go.set()
    assert await bench.begin(3) == [AT_ONCE + 1, AT_ONCE + 2, AT_ONCE + 3]


async def test_stopping_gives_claims_back(bench: Bench) -> None:
    """After a restart, work that was under way is left alone until its claim has run out."""
    await bench.mark(1, 1, 2)
    one = bench.worker()
    running = bench.start(one)
    await bench.begin(2)
    await one.stop()
    await running
    left = [(it["session_id"], it["owner"], it["tries"], it["marks"], it["held"]) for it in await bench.marks()]
    assert left == [(1, None, 0, 2, None), (2, None, 0, 1, None)]
    assert await one.run_ready() == 0, "and begins nothing more"
    again = bench.start(bench.worker("two"))
    assert await bench.begin(2) == [1, 2]
    bench.go.set()
    assert await again == 2


async def test_what_an_older_boot_left_is_taken_up_at_once(bench: Bench) -> None:
    """After a crash, nothing that was said last is remembered for twenty seconds."""
    await bench.mark(1, 2)
    for owner in ("one", "two"):
        (claimed,) = await work.claim_due(bench.db, [bench.kind], owner, HOLD, 1)
        assert not claimed.abandoned
    bench.go.set()
    one = bench.worker("one")
    await one.recover()
    assert await one.run_ready() == 1
    assert [it["owner"] for it in await bench.marks()] == ["two"]


@pytest.mark.parametrize(
    ("error", "pause"),
    [
        (ModelPaused(endpoint="e", model="m", seconds=3), BREAKER_PAUSE),
        (ModelPaused(endpoint="e", model="m", seconds=90), timedelta(seconds=90)),
        (NoModelConfigured(), WITHOUT_MODEL),
    ],
    ids=["at rest", "long at rest", "none"],
)
async def test_waiting_for_a_model_is_no_failure(bench: Bench, error: OmoideError, pause: timedelta) -> None:
    """After a night without a model, nothing is remembered for another hour; or each chat asks it every few seconds."""
    asked: list[int] = []

    async def job(due: Due) -> None:
        asked.append(due.key.session)
        raise error

    await bench.mark(1)
    one = bench.worker(job=job)
    for turn in (1, 2, 3):
        assert await one.run_ready() == 1
        assert len(asked) == turn
        await bench.mark(1)
        (left,) = await bench.marks()
        assert left["tries"] == 0
        await bench.mark(2)
        await bench.sql("UPDATE due SET not_before = now() WHERE kind = $1", bench.kind)
        assert await one.run_ready() == 0, "nor is it asked for another chat"
        await bench.sql("DELETE FROM due WHERE kind = $1 AND session_id = 2", bench.kind)
        bench.clock.advance(pause.total_seconds())


async def _facts(sql: Sql, key: SessionKey) -> tuple[int, float, float]:
    query = """
        SELECT marks, extract(epoch FROM not_before - now())::float AS rest,
            (SELECT extract(epoch FROM not_before - now())::float FROM due
             WHERE space_id = $1 AND session_id = $2 AND kind = 'remember') AS remember
        FROM due WHERE space_id = $1 AND session_id = $2 AND kind = 'facts'
    """
    (row,) = await sql(query, key.space, key.session)
    return row["marks"], row["rest"], row["remember"]


async def test_facts_wait_for_quiet_or_for_five_turns(db: Database, sql: Sql) -> None:
    """A model is paid to look for facts at every message, or a long evening is not looked through before its end."""
    key = SessionKey(-int(uuid4().int % 1_000_000) - 1, 1)
    for count in range(1, 5):
        await work.mark_said(db, key)
        marks, rest, remember = await _facts(sql, key)
        assert (marks, 170 < rest <= 180) == (count, True)
        assert remember <= 0, "messages themselves are remembered at once"
        query = "UPDATE due SET not_before = not_before - interval '1 minute' WHERE space_id = $1 AND kind = 'facts'"
        await sql(query, key.space)
    await work.mark_said(db, key)
    marks, rest, _ = await _facts(sql, key)
    assert (marks, rest <= 0) == (5, True)
    await work.mark_said(db, key)
    assert (await _facts(sql, key))[1] <= 0, "a sixth does not put it off again"
    (due,) = [it for it in await work.claim_due(db, ["facts"], "one", HOLD, 1_000) if it.key == key]
    assert due.marks == 6
    await work.mark_said(db, key)
    assert await work.finish_due(db, due)
    marks, rest, _ = await _facts(sql, key)
    assert (marks, 170 < rest <= 180) == (1, True), "then it is counted anew"
    await sql("DELETE FROM due WHERE space_id = $1", key.space)
