"""What is planned for a channel: once, in order, and as far as its delivery has come."""

import asyncio

import pytest

from engine.db.house import work
from engine.db.postgres.pool import Statements
from engine.values.chats.notices import Notice
from engine.values.chats.outgoing import SendingState
from engine.values.chats.turns import Turn
from engine.values.house.work import NewSending
from tests.work.conftest import Stage, holder, take

PARTS = [
    NewSending("reply", "first"),
    NewSending("reply", "second"),
    NewSending("notice", notice=Notice("turn-stopped", {"count": 2})),
]


async def _turn(stage: Stage) -> Turn:
    fence = await take(stage, holder())
    assert fence is not None
    return await stage.begin(fence)


async def _plan(stage: Stage, turn: Turn, *texts: str, notice: bool = False) -> list[tuple[int, str, SendingState]]:
    said = NewSending("notice", notice=Notice("turn-stopped")) if notice else None
    planned = await work.plan_reply(stage.db, stage.here.key, turn.key, texts, said)
    return [(it.part, it.text, it.state) for it in planned]


async def test_a_part_of_a_turn_is_planned_once(stage: Stage) -> None:
    """A commit that had to be repeated would send the reply twice."""
    turn = await _turn(stage)
    first = await _plan(stage, turn, "first", "second", notice=True)
    assert first == [(0, "first", "planned"), (1, "second", "planned"), (work.NOTICE_PART, "", "planned")]
    assert await _plan(stage, turn, "first", "second", notice=True) == first
    assert len(await work.open_sendings(stage.db, stage.here.key)) == 3


async def test_parts_that_are_no_more(stage: Stage) -> None:
    """A reply that became shorter while it grew leaves its old end standing below it for ever."""
    turn = await _turn(stage)
    await _plan(stage, turn, "a", "b", "c", "d")
    for part in (1, 2):
        await work.mark_sending(stage.db, turn.key, stage.here.key, part, turn.fence)
    await work.place_parts(stage.db, {(turn.key, 1): "p1"})
    assert await _plan(stage, turn, "whole") == [(0, "whole", "planned"), (1, "", "planned"), (2, "", "sending")]
    rows = await stage.sql("SELECT part, platform_id FROM outbox WHERE space_id = $1 ORDER BY part", stage.here.space)
    assert [(it["part"], it["platform_id"]) for it in rows] == [(0, None), (1, "p1"), (2, None)]


async def test_a_part_is_marked_before_it_is_sent(stage: Stage) -> None:
    """After a crash between the call and its answer nobody would know that a message may be there."""
    turn = await _turn(stage)
    await work.mark_sending(stage.db, turn.key, stage.here.key, 1, turn.fence + 1)
    assert await work.open_sendings(stage.db, stage.here.key) == [], "somebody else writes this reply"
    await work.mark_sending(stage.db, turn.key, stage.here.key, 1, turn.fence)
    await work.mark_sending(stage.db, turn.key, stage.here.key, 1, turn.fence)
    (only,) = await work.open_sendings(stage.db, stage.here.key)
    assert (only.part, only.state, only.platform_id) == (1, SendingState.SENDING, None)


async def test_what_belongs_to_no_turn_is_planned_each_time(stage: Stage) -> None:
    """The second of two equal notices would never be told."""
    for _ in range(2):
        assert len(await work.plan(stage.db, stage.here.key, None, None, PARTS[:1])) == 1
    assert len(await work.open_sendings(stage.db, stage.here.key)) == 2


async def test_what_was_sent_is_no_longer_open(stage: Stage) -> None:
    """After a restart people would get again what they have."""
    sent, unknown, planned = await work.plan(stage.db, stage.here.key, None, None, PARTS)
    moves = [(sent, SendingState.SENT, "p1"), (unknown, SendingState.UNKNOWN, None)]
    await work.move_sendings(stage.db, moves)
    left = await work.open_sendings(stage.db, stage.here.key)
    assert [(it.id, it.state, it.platform_id) for it in left] == [
        (unknown.id, SendingState.UNKNOWN, None),
        (planned.id, SendingState.PLANNED, None),
    ]


@pytest.mark.parametrize("saved", ["moved", "placed"])
async def test_what_is_saved_together_is_locked_in_order(stage: Stage, saved: str) -> None:
    """The saver holds a later part and waits for the first, its commit the other way round: one of both is given up."""
    turn = await _turn(stage)
    parts = await work.plan_reply(stage.db, stage.here.key, turn.key, [str(number) for number in range(9)], None)
    for it in reversed(parts):  # as rows are found that were written in another order
        await stage.sql("UPDATE outbox SET text = $3 WHERE space_id = $1 AND id = $2", it.space, it.id, it.text)

    async def save(on: Statements) -> None:
        if saved == "moved":
            await work.move_sendings(on, [(it, SendingState.SENT, f"p{it.id}") for it in reversed(parts)])
        else:
            await work.place_parts(on, {(turn.key, it.part): f"p{it.id}" for it in reversed(parts)})

    waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    free = "SELECT id FROM outbox WHERE space_id = $1 AND id > $2 FOR UPDATE SKIP LOCKED"
    async with asyncio.TaskGroup() as both, stage.db.transaction() as on:
        await work.move_sendings(on, [(parts[0], SendingState.SENDING, None)])
        both.create_task(save(stage.db))
        async with asyncio.timeout(20):
            while not await stage.sql(waiting):
                pass
        assert len(await stage.sql(free, stage.here.space, parts[0].id)) == len(parts) - 1
    rows = await stage.sql("SELECT platform_id FROM outbox WHERE space_id = $1 ORDER BY id", stage.here.space)
    assert [it["platform_id"] for it in rows] == [f"p{it.id}" for it in parts]


@pytest.mark.parametrize("at_once", [True, False])
async def test_the_last_move_counts(stage: Stage, at_once: bool) -> None:
    """A part that has arrived would count as under way, and be sent again after a restart."""
    parts = await work.plan(stage.db, stage.here.key, None, None, PARTS)
    moves = [
        *((it, SendingState.SENDING, None) for it in parts),
        *((it, SendingState.SENT, f"p{it.id}") for it in parts),
        *((it, SendingState.UNKNOWN, None) for it in parts[2:]),
    ]
    for some in [moves] if at_once else [[it] for it in moves]:
        await work.move_sendings(stage.db, some)
    rows = await stage.sql("SELECT state, platform_id FROM outbox WHERE space_id = $1 ORDER BY id", stage.here.space)
    assert [(it["state"], it["platform_id"]) for it in rows] == [
        ("sent", f"p{parts[0].id}"),
        ("sent", f"p{parts[1].id}"),
        ("unknown", f"p{parts[2].id}"),
    ]
