"""Work that is due: done once, again after a failure, never by somebody whose claim has run out."""

import asyncio
from collections import Counter
from datetime import timedelta
from uuid import uuid4

import pytest

from engine.db import work
from engine.db.pool import Database
from engine.errors import StateError
from engine.values.ids import SessionKey
from engine.values.work import Due
from engine.work.due import AT_ONCE, HOLD, LONGEST_PAUSE, DueWork, pause_after
from tests.conftest import Sql

MARKS = 3 * AT_ONCE


@pytest.fixture
def kind() -> str:
    """A kind of work that only this test knows."""
    return f"test.{uuid4().hex}"


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


async def test_two_workers_do_each_mark_once(db: Database, sql: Sql, kind: str) -> None:
    """Two processes would both write the same summary, and both pay for it."""
    for number in range(MARKS):
        await mark(db, kind, number)
    done: Counter[int] = Counter()

    async def job(due: Due) -> None:
        await asyncio.sleep(0)
        async with db.transaction() as on:
            assert await work.finish_due(on, due)
        done[due.body["number"]] += 1

    async def worker(owner: str) -> None:
        while await DueWork(db, owner, {kind: job}).run_ready():
            pass

    await asyncio.gather(worker("one"), worker("two"), worker("three"))
    assert done == Counter(range(MARKS))
    assert await _left(sql, kind) == []


async def test_what_fails_stays_due_and_holds_up_nothing(db: Database, sql: Sql, kind: str) -> None:
    """One summary that cannot be written would be tried without end, or stop all others, or be forgotten."""
    for number in (1, 2):
        await mark(db, kind, number)
    done: list[int] = []

    async def job(due: Due) -> None:
        if due.body["number"] == 1:
            raise StateError
        done.append(due.body["number"])
        assert await work.finish_due(db, due)

    worker = DueWork(db, "one", {kind: job})
    for tries in (1, 2, 3):
        assert await worker.run_ready() == (2 if tries == 1 else 1)
        assert await worker.run_ready() == 0, "it rests"
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
    await work.postpone_due(db, late, timedelta(hours=1))
    ((_, rest),) = await _left(sql, kind)
    assert rest < 0, "nor does it put it off"
    assert await work.finish_due(db, taken)
    assert await _left(sql, kind) == []


async def test_a_mark_is_one_mark(db: Database, sql: Sql, kind: str) -> None:
    """Each message would ask for a summary of its own, or put the one that is due off for ever."""
    key = await mark(db, kind, after=60)
    assert await claim(db, kind) == []
    await mark(db, kind, after=10)
    await mark(db, kind, after=3_600)
    ((_, rest),) = await _left(sql, kind)
    assert 0 < rest <= 10
    await work.drop_due(db, key, kind)
    assert await _left(sql, kind) == []


async def test_what_is_marked_while_it_is_done_stays_due(db: Database, sql: Sql, kind: str) -> None:
    """What somebody said while the summary was written would never be summarised."""
    await mark(db, kind)
    (claimed,) = await claim(db, kind)
    await mark(db, kind)
    assert await work.finish_due(db, claimed)
    (again,) = await claim(db, kind)
    assert await work.finish_due(db, again)
    assert await _left(sql, kind) == []


async def test_other_kinds_are_left_alone(db: Database, kind: str) -> None:
    """A process that cannot do a kind of work would take it from the one that can."""
    await mark(db, kind)
    assert await DueWork(db, "one", {}).run_ready() == 0
    assert await claim(db, f"{kind}.other") == []
    assert len(await claim(db, kind)) == 1


async def test_a_crash_leaves_it_due(db: Database, sql: Sql, kind: str) -> None:
    """A summary that was begun when the process was killed would never be written."""
    await mark(db, kind)

    async def job(due: Due) -> None:
        async with db.transaction() as on:
            assert await work.finish_due(on, due)
            raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        await DueWork(db, "one", {kind: job}).run_ready()
    assert await claim(db, kind, "two") == []
    await _run_out(sql, kind)
    assert len(await claim(db, kind, "two")) == 1
