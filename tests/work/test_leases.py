"""Who may write on a channel head: one at a time, whoever sleeps, dies or comes later."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from engine.db.chats import log, turns
from engine.db.chats.turns import GrownDraft
from engine.db.house import work
from engine.db.house.work import LeaseHolder
from engine.db.postgres.driver import Connection
from engine.db.postgres.pool import Database
from engine.errors import DatabaseError
from engine.values.chats.bodies import MessageBody
from engine.values.chats.entries import NewEntry
from engine.values.chats.turns import Result, Turn, TurnState
from engine.work.clock import HandClock
from engine.work.leases import BEAT_SECONDS, Leases
from engine.work.tasks import Tasks
from tests.work.conftest import KEEP, MakeStage, Stage, SteppingClock, holder, take

START = datetime(2026, 3, 1, tzinfo=UTC)
TIMES = 100


async def test_another_holder_waits_until_the_lease_runs_out(stage: Stage) -> None:
    """Two processes would answer the same message."""
    one, other = holder(), holder()
    assert await take(stage, one) == 1
    assert await take(stage, other) is None
    await stage.expire()
    assert await take(stage, other) == 2
    assert await take(stage, one) is None
    assert not await work.hold(stage.db, stage.channel_head.key, 1)
    assert await work.hold(stage.db, stage.channel_head.key, 2)


async def test_a_new_boot_of_the_same_instance_does_not_wait(stage: Stage) -> None:
    """After a crash a channel would be silent for fifteen seconds."""
    before = holder()
    assert await take(stage, before) == 1
    assert await take(stage, holder(before.owner)) == 2
    assert not await work.hold(stage.db, stage.channel_head.key, 1)


async def test_a_head_move_takes_it_from_anyone(stage: Stage) -> None:
    """Nobody could undo while another process writes, or its reply would land on the wrong branch."""
    assert await take(stage, holder()) == 1
    assert await Leases(holder(), HandClock(START)).seize(stage.db, stage.channel_head.key) == 2
    assert not await work.hold(stage.db, stage.channel_head.key, 1)


async def test_what_is_given_back_is_free_at_once(stage: Stage) -> None:
    """Another process would find a finished channel locked for fifteen seconds."""
    fence = await take(stage, holder())
    assert fence == 1
    assert await work.give_back(stage.db, stage.channel_head.key, fence)
    assert not await work.hold(stage.db, stage.channel_head.key, fence), "nobody writes without a lease"
    assert await take(stage, holder()) == 2


async def test_it_is_kept_while_something_waits(stage: Stage) -> None:
    """A message that arrives just before the end of a turn would never be answered."""
    fence = await take(stage, holder())
    assert fence == 1
    await stage.wait()
    assert not await work.give_back(stage.db, stage.channel_head.key, fence)
    assert await work.hold(stage.db, stage.channel_head.key, fence)


async def test_a_stale_fence_gives_nothing_back(stage: Stage) -> None:
    """A process that was asleep would end the lease of the one that took over."""
    assert await take(stage, holder()) == 1
    await stage.expire()
    assert await take(stage, holder()) == 2
    assert not await work.give_back(stage.db, stage.channel_head.key, 1)
    assert await work.hold(stage.db, stage.channel_head.key, 2)


async def test_older_boots_end_and_nobody_else(stage: Stage, make_stage: MakeStage) -> None:
    """A start would wait for leases of the dead, or cut off the living."""
    second, third = await make_stage(), await make_stage()
    old, other = holder(), holder()
    new = holder(old.owner)
    for where, who in ((stage, old), (second, new), (third, other)):
        assert await take(where, who) == 1
    assert await work.end_older_boots(stage.db, new) == 1
    held = [await work.hold(stage.db, it.channel_head.key, 1) for it in (stage, second, third)]
    assert held == [False, True, True]


async def _seconds_left(stage: Stage) -> float:
    query = """
        SELECT extract(epoch FROM expires_at - now())::float AS rest FROM lease WHERE space_id = $1 AND stand_id = $2
    """
    return (await stage.sql(query, stage.channel_head.key.space, stage.channel_head.key.channel_head))[0]["rest"]


async def test_the_heartbeat_keeps_what_this_boot_holds(stage: Stage, make_stage: MakeStage) -> None:
    """A reply that takes longer than fifteen seconds would be lost to another process."""
    other = await make_stage()
    leases = Leases(holder(), HandClock(START))
    old = holder(leases.holder.owner)
    assert await leases.take(stage.db, stage.channel_head.key) == 1
    assert await take(other, old) == 1
    for it in (stage, other):
        await it.expire()
    await work.beat(stage.db, leases.holder, leases.keep)
    assert await _seconds_left(stage) > 14
    assert await _seconds_left(other) < 0, "an older boot is not kept alive"
    assert KEEP.total_seconds() > BEAT_SECONDS * 3, "two beats may be lost"


async def test_one_lease_that_is_stuck_costs_no_other(stage: Stage, make_stage: MakeStage, impatient: Database) -> None:
    """A process that froze in the middle of an undo would cut off every reply of another one."""
    stuck, leases = await make_stage(), Leases(holder(), HandClock(START))
    for it in (stage, stuck):
        assert await leases.take(it.db, it.channel_head.key) == 1
        await it.expire()
    async with stuck.db.transaction() as on:
        await Leases(holder(), HandClock(START)).seize(on, stuck.channel_head.key)
        await work.beat(impatient, leases.holder, leases.keep)
        assert await _seconds_left(stage) > 14


@asynccontextmanager
async def _begun(connection: Connection) -> AsyncIterator[None]:
    transaction = connection.transaction()
    await transaction.start()
    yield
    await transaction.rollback()


async def test_the_heart_goes_on_beating_after_a_failure(stage: Stage, impatient: Database) -> None:
    """A moment without a database would cost every running reply its lease."""
    clock, tasks = SteppingClock(START), Tasks()
    leases = Leases(holder(), clock)
    assert await leases.take(stage.db, stage.channel_head.key) == 1
    beating = tasks.start(leases.keep_alive(impatient), "heartbeat")
    await stage.expire()
    async with stage.db.connection() as connection, _begun(connection):
        await connection.execute("LOCK TABLE lease IN EXCLUSIVE MODE")  # no beat can be written meanwhile
        await clock.step(BEAT_SECONDS)
    assert await _seconds_left(stage) < 0
    await clock.step(BEAT_SECONDS)
    assert await _seconds_left(stage) > 14
    assert not beating.done()
    await tasks.stop()


async def _write(stage: Stage, turn: Turn, fence: int) -> bool:
    """What a commit does under ``fence``; False when it is refused."""
    async with stage.db.transaction() as on:
        if not await work.hold(on, stage.channel_head.key, fence):
            return False
        if not await turns.end(on, turn.key, fence, Result(TurnState.COMPLETE)):
            return False
        reply = NewEntry(MessageBody(), START, f"under {fence}", character=stage.character)
        await log.append(on, stage.channel_head.session_key, stage.channel_head.branch, 0, [reply])
    return True


async def test_a_stale_holder_is_refused_every_time(make_stage: MakeStage) -> None:
    """A process that was stopped for a minute would wake and write over what has been said since."""
    for number in range(TIMES):
        stage = await make_stage()
        fence = await take(stage, holder())
        assert fence is not None
        turn = await stage.begin(fence)
        await stage.expire()
        assert await take(stage, holder()) == fence + 1
        if number % 2:
            assert await turns.resume(stage.db, replace(turn, fence=fence + 1), kept=False)
        assert not await _write(stage, turn, fence)
        assert await log.head(stage.db, stage.channel_head.session_key, 1) == 0


async def test_a_commit_and_a_head_move_at_once_never_both_win(make_stage: MakeStage) -> None:
    """A reply would be committed behind the back of somebody who has just undone it."""
    moves = commits = 0
    for number in range(TIMES):
        stage = await make_stage()
        fence = await take(stage, holder())
        assert fence is not None
        turn = await stage.begin(fence)
        mover = holder()

        async def move(stage: Stage = stage, mover: LeaseHolder = mover) -> int:
            async with stage.db.transaction() as on:
                assert await work.take_lease(on, stage.channel_head.key, mover, KEEP, by_force=True) == 2
                return await log.head(on, stage.channel_head.session_key, stage.channel_head.branch)

        both = (move(), _write(stage, turn, fence)) if number % 2 else (_write(stage, turn, fence), move())
        results = await asyncio.gather(*both)
        seen, written = results if number % 2 else reversed(results)
        assert seen == int(written), "the mover sees a committed reply, or there never is one"
        assert await log.head(stage.db, stage.channel_head.session_key, 1) == int(written)
        commits += written
        moves += not written
    assert commits + moves == TIMES


async def test_nothing_is_saved_after_a_successor_has_looked(stage: Stage, impatient: Database) -> None:
    """What a person read last would be missing from the reply that was cut off."""
    fence = await take(stage, holder())
    assert fence is not None
    turn = await stage.begin(fence)
    assert await turns.save(stage.db, [GrownDraft(turn.key, fence, "Once upon")]) == {turn.key: False}
    async with stage.db.transaction() as on:
        assert await work.take_lease(on, stage.channel_head.key, holder(), KEEP, by_force=True) == 2
        found = await turns.look(on, stage.channel_head.key, 1)
        assert found is not None
        assert found.leftover is not None
        assert found.leftover.text == "Once upon"
        with pytest.raises(DatabaseError):
            await turns.save(impatient, [GrownDraft(turn.key, fence, "Once upon a time")])
        await turns.end(on, turn.key, fence, Result(TurnState.INTERRUPTED))
    assert await turns.save(impatient, [GrownDraft(turn.key, fence, "Once upon a time")]) == {}


@pytest.mark.parametrize("wait", [False, True])
async def test_one_of_many_takes_a_free_stand(stage: Stage, wait: bool) -> None:
    """Several processes that hear of the same message would all answer it."""
    if wait:
        assert await take(stage, holder()) == 1
        await stage.expire()
    fences = await asyncio.gather(*(take(stage, holder()) for _ in range(8)))
    assert sorted(it for it in fences if it is not None) == [1 + wait]
