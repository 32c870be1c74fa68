"""What is planned for a channel: once, in order, and as far as its delivery has come."""

import pytest

from engine.db import work
from engine.values.outgoing import SendingState
from engine.values.work import NewSending
from tests.work.conftest import Stage, holder, take

PARTS = [NewSending("reply", "first"), NewSending("reply", "second", {"tone": "soft"}), NewSending("notice")]


async def test_a_part_of_a_turn_is_planned_once(stage: Stage) -> None:
    """A commit that had to be repeated would send the reply twice."""
    fence = await take(stage, holder())
    assert fence is not None
    turn = await stage.begin(fence)
    where = (stage.db, stage.here.key, turn.key.session, turn.key.turn)
    planned = await work.plan(*where, PARTS)
    assert [(it.part, it.kind, it.text) for it in planned] == [
        (0, "reply", "first"),
        (1, "reply", "second"),
        (2, "notice", ""),
    ]
    assert await work.plan(*where, PARTS) == ()
    (more,) = await work.plan(*where, [*PARTS, NewSending("reply", "fourth")])
    assert (more.part, more.text) == (3, "fourth")
    assert await work.open_sendings(stage.db, stage.here.key) == [*planned, more]


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
