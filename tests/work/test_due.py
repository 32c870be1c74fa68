"""Work that is due: done once, again after a failure, never by somebody whose claim has run out."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from uuid import uuid4

import pytest

from engine.db.house import work
from engine.db.postgres.pool import Database
from engine.errors import NoModelConfigured, StateError
from engine.values.house.work import Due
from engine.values.ids import SessionKey
from engine.work.clock import SystemClock
from engine.work.due import AT_ONCE, HOLD, LONGEST_PAUSE, MOST_CRASHES, Alone, DueWork, Job, pause_after
from engine.work.tasks import Tasks
from tests.conftest import Sql

MARKS = 3 * AT_ONCE

MakeWorker = Callable[..., DueWork]


@pytest.fixture
async def worker(db: Database) -> AsyncIterator[MakeWorker]:
    """Makes workers: who they are, and what they do."""
    tasks = Tasks()

    def make(owner: str, jobs: dict[str, Job | Alone]) -> DueWork:
        return DueWork(db, owner, jobs, SystemClock(), tasks)

    yield make
    await tasks.stop()


@pytest.fixture
async def kind(sql: Sql) -> AsyncIterator[str]:
    """A kind of work that only this test knows."""
    name = f"test.{uuid4().hex}"
    yield name
    await sql("DELETE FROM due WHERE split_part(kind, '.other', 1) = $1", name)


async def mark(db: Database, kind: str, number: int = 1, after: float = 0.0) -> SessionKey:
    key = SessionKey(1, number)
    await work.mark_due(db, key, kind, after=timedelta(seconds=after), body={"number": number})
    return key


async def claim(db: Database, kind: str, owner: str = "one") -> list[Due]:
    return await work.claim_due(db, [kind], owner, HOLD, AT_ONCE)


async def _run_out(sql: Sql, kind: str) -> None:
    await sql("UPDATE due SET held_until = now() - interval '1 second' WHERE kind = $1", kind)


async def _ready(sql: Sql, kind: str) -> None:
    await sql("UPDATE due SET not_before = now() WHERE kind = $1", kind)


async def _left(sql: Sql, kind: str) -> list[tuple[int, float]]:
    """The marks that are there: how often they were tried, and in how many seconds they may be claimed."""
    query = """
        SELECT tries, extract(epoch FROM not_before - now())::float AS rest FROM due WHERE kind = $1 ORDER BY session_id
    """
    return [(it["tries"], it["rest"]) for it in await sql(query, kind)]


async def test_workers_do_each_mark_once(db: Database, sql: Sql, worker: MakeWorker, kind: str) -> None:
    """Two processes would both write the same summary, and both pay for it."""
    for number in range(MARKS):
        await mark(db, kind, number)
    done: Counter[int] = Counter()

    async def job(due: Due) -> None:
        await asyncio.sleep(0)
        async with db.transaction() as on:
            assert await work.finish_due(on, due)
        done[due.body["number"]] += 1

    async def work_on(owner: str) -> None:
        one = worker(owner, {kind: job})
        while await one.run_ready():
            pass

    await asyncio.gather(work_on("one"), work_on("two"), work_on("three"))
    assert done == Counter(range(MARKS))
    assert await _left(sql, kind) == []


async def test_what_fails_stays_due_and_holds_up_nothing(db: Database, sql: Sql, worker: MakeWorker, kind: str) -> None:
    """One summary that cannot be written would be tried without end, or stop all others, or be forgotten."""
    for number in (1, 2):
        await mark(db, kind, number)
    done: list[int] = []

    async def job(due: Due) -> None:
        if due.body["number"] == 1:
            raise StateError
        done.append(due.body["number"])
        assert await work.finish_due(db, due)

    one = worker("one", {kind: job})
    for tries in (1, 2, 3):
        assert await one.run_ready() == (2 if tries == 1 else 1)
        assert await one.run_ready() == 0, "it rests"
        ((tried, rest),) = await _left(sql, kind)
        assert tried == tries
        assert 0 < rest <= pause_after(tries).total_seconds()
        assert tries == 1 or rest > pause_after(tries - 1).total_seconds()
        await _ready(sql, kind)
    assert done == [2]


def test_pauses_grow_up_to_an_hour() -> None:
    """A model that is down for a night would be asked every few seconds, or never again."""
    pauses = [pause_after(tries) for tries in range(1, 200)]
    assert pauses[:3] == [timedelta(seconds=it) for it in (5, 10, 20)]
    assert pauses == sorted(pauses)
    assert pauses[-1] == LONGEST_PAUSE == timedelta(hours=1)


async def test_a_claim_that_ran_out_finishes_nothing(db: Database, sql: Sql, kind: str) -> None:
    """A worker that slept would write its old result over the newer one."""
    await mark(db, kind)
    (late,) = await claim(db, kind)
    assert await claim(db, kind, "two") == []
    await _run_out(sql, kind)
    (taken,) = await claim(db, kind, "two")
    assert (taken.fence, taken.tries) == (late.fence + 1, 2)
    assert not await work.finish_due(db, late)
    assert not await work.postpone_due(db, late, timedelta(hours=1))
    await work.release_due(db, [late])
    assert await claim(db, kind, "three") == [], "nor does it give it away"
    assert await work.finish_due(db, taken)
    assert await _left(sql, kind) == []


async def test_a_mark_is_one_mark(db: Database, sql: Sql, kind: str) -> None:
    """Each message would ask for a summary of its own, or put the one that is due off for ever."""
    await mark(db, kind, after=60)
    assert await claim(db, kind) == []
    await mark(db, kind, after=10)
    await mark(db, kind, after=3_600)
    ((_, rest),) = await _left(sql, kind)
    assert 0 < rest <= 10


async def test_what_is_marked_while_it_is_done_stays_due(db: Database, sql: Sql, kind: str) -> None:
    """What somebody said while the summary was written would never be summarised, or at once although it may wait."""
    await mark(db, kind)
    (claimed,) = await claim(db, kind)
    for after in (90, 60, 120):
        await mark(db, kind, after=after)
    assert await work.finish_due(db, claimed)
    ((tries, rest),) = await _left(sql, kind)
    assert (tries, 50 < rest <= 60) == (0, True)
    await _ready(sql, kind)
    (again,) = await claim(db, kind)
    assert again.marks == 3
    assert await work.finish_due(db, again)
    assert not await work.finish_due(db, again), "a commit without an answer is repeated"
    assert await _left(sql, kind) == []


async def test_marked_in_the_moment_it_is_finished(db: Database, sql: Sql, kind: str) -> None:
    """What is said in the very moment in which the summary is finished undoes that summary, or is not summarised."""
    key = await mark(db, kind)
    (claimed,) = await claim(db, kind)
    async with db.transaction() as marking:
        await work.mark_due(marking, key, kind)
        finishing = asyncio.ensure_future(work.finish_due(db, claimed))
        waiting = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%renewed%'"
        while not await sql(waiting):
            pass
    assert await finishing
    assert [it.marks for it in await claim(db, kind)] == [1]


async def test_marked_while_somebody_takes_several_marks(db: Database, sql: Sql) -> None:
    """Two who mark and take marks of one chat wait for each other, and one of them is thrown out."""
    key = SessionKey(uuid4().int >> 80, 1)
    await work.mark_said(db, key)
    async with db.transaction() as taking:
        await taking.execute("drop_due", key.space, key.session, "facts")  # it locks that mark
        marking = asyncio.ensure_future(work.mark_said(db, key))
        waiting = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%''remember'', now()%'"
        async with asyncio.timeout(20):
            while not await sql(waiting):
                pass
        await taking.execute("drop_due", key.space, key.session, "remember")
    await marking
    assert {it.kind for it in await work.waiting(db, key)} == {"chronicle", "facts", "remember"}


async def test_new_marks_do_not_hurry_what_fails(db: Database, sql: Sql, kind: str) -> None:
    """In a busy chat, a summary that cannot be written would be paid for with each message."""
    await mark(db, kind)
    (claimed,) = await claim(db, kind)
    await work.postpone_due(db, claimed, timedelta(seconds=40), failed=True)
    await mark(db, kind)
    ((_, rest),) = await _left(sql, kind)
    assert 30 < rest <= 40


async def test_other_kinds_are_left_alone(db: Database, worker: MakeWorker, kind: str) -> None:
    """A process that cannot do a kind of work would take it from the one that can."""
    await mark(db, kind)
    assert await worker("one", {}).run_ready() == 0
    assert await claim(db, f"{kind}.other") == []
    assert len(await claim(db, kind)) == 1


async def test_a_crash_leaves_it_due(db: Database, sql: Sql, worker: MakeWorker, kind: str) -> None:
    """A summary that was begun when the process was killed would never be written."""
    await mark(db, kind)

    async def job(due: Due) -> None:
        async with db.transaction() as on:
            assert await work.finish_due(on, due)
            raise asyncio.CancelledError

    await worker("one", {kind: job}).run_ready()
    assert await claim(db, kind, "two") == []
    await _run_out(sql, kind)
    (again,) = await claim(db, kind, "two")
    assert again.abandoned


async def test_what_kills_the_process_rests(db: Database, sql: Sql, worker: MakeWorker, kind: str) -> None:
    """One message that a job dies of would take the whole daemon down, again and again."""
    await mark(db, kind)
    await mark(db, kind, 2)
    for crash in range(MOST_CRASHES):
        claimed = await claim(db, kind)
        assert claimed[0].tries == crash + 1
        if crash == 0:
            assert await work.finish_due(db, claimed.pop())
        await _run_out(sql, kind)
    done: list[int] = []

    async def job(due: Due) -> None:
        done.append(due.body["number"])
        assert await work.finish_due(db, due)

    await mark(db, kind, 3)
    one = worker("one", {kind: job})
    assert await one.run_ready() == 2
    assert done == [3]
    ((_, rest),) = await _left(sql, kind)
    assert rest > LONGEST_PAUSE.total_seconds() - 60
    await _ready(sql, kind)
    assert await one.run_ready() == 1, "then it is tried once more"
    assert done == [3, 1]


async def test_what_only_waits_for_its_time_is_told_from_what_is_under_way(db: Database, sql: Sql, kind: str) -> None:
    """Somebody reads in /status that facts are being noted, minutes before anything is."""
    key = await mark(db, kind, after=180)

    async def begins() -> list[bool]:
        return [it.begins is not None for it in await work.waiting(db, key) if it.kind == kind]

    assert await begins() == [True]
    await mark(db, f"{kind}/other")
    assert await begins() == [False], "one of them may be done now"
    await sql("DELETE FROM due WHERE kind = $1", f"{kind}/other")
    await _ready(sql, kind)
    assert await begins() == [False]
    await claim(db, kind)
    assert await begins() == [False], "somebody does it"
    await sql("DELETE FROM due WHERE kind LIKE $1 || '/%'", kind)


async def test_why_a_try_failed_is_known_until_one_succeeds(
    db: Database, sql: Sql, worker: MakeWorker, kind: str
) -> None:
    """Somebody waits for a summary, and /status cannot say why it does not come."""
    key = await mark(db, kind)

    async def job(due: Due) -> None:
        raise NoModelConfigured(role="utility")

    await worker("one", {kind: job}).run_ready()
    assert [it.fault for it in await work.waiting(db, key) if it.kind == kind] == ["error-model-none"]
    assert kind in {it.kind for it in await work.waiting(db, None)}
    await sql("UPDATE due SET not_before = now() WHERE kind = $1", kind)
    (claimed,) = await claim(db, kind)
    await mark(db, kind)
    assert await work.finish_due(db, claimed)
    assert [it.fault for it in await work.waiting(db, key) if it.kind == kind] == [""]


async def test_what_waits_for_a_yes_is_nobodys_work(db: Database, sql: Sql, kind: str) -> None:
    """Somebody who proposed a correction asks for /status, and gets an error code: it begins never."""
    key = await mark(db, kind)
    await sql("UPDATE due SET not_before = 'infinity' WHERE kind = $1", kind)
    assert [it for it in await work.waiting(db, key) if it.kind == kind] == []
