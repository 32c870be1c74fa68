"""Several processes on one database: one answers, the other takes over, a stale one is refused."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from engine.actions.chats import undoing
from engine.errors import LeaseLost
from engine.turns.claim import claim
from engine.turns.commit import Traces, commit
from engine.turns.run import run
from engine.turns.turn_run import ServedHead
from engine.values.chats.occasions import OccasionKind
from engine.values.chats.outgoing import Ended, Grew
from engine.values.chats.turns import ModelReply, TurnState
from engine.values.ids import ChannelHeadKey
from tests.servers.model import Finish, Gate, ModelServer, Script, say
from tests.turns.room import Room, config_for, enter, new_origin, opened
from tests.turns.unasked import writes_first


@pytest.fixture
async def rooms(database_url: str, model: ModelServer, tmp_path: Path) -> AsyncIterator[tuple[Room, Room]]:
    """The same channel as two processes see it."""
    origin = new_origin()
    config = config_for(database_url, tmp_path, model)
    async with opened(config, origin.platform) as one, opened(config, origin.platform) as two:
        first = await enter(one, model, origin)
        second = await enter(two, model, origin, card=None)
        assert first.ctx.leases.holder.owner != second.ctx.leases.holder.owner
        yield first, second


async def _let_the_lease_run_out(room: Room) -> None:
    await room.sql("UPDATE lease SET expires_at = now() - interval '1 s' WHERE space_id = $1", room.here.space)


async def test_only_one_answers(rooms: tuple[Room, Room]) -> None:
    """Two daemons that hear the same channel write two replies."""
    first, second = rooms
    gate = Gate()
    first.model.script(Script(["One.", gate, Finish()]))
    first.model.answer = lambda _: say("Two.")
    await first.accept("A.", "a")
    await gate.reached()
    assert not await second.accept("A.", "a")
    await second.accept("B.", "b")
    await second.idle()
    assert len(first.model.generations) == 1
    gate.open()
    await first.idle()
    assert [it["text"] for it in await first.log()][1:] == ["A.", "One.", "B.", "Two."]
    assert not second.shown.of(Ended)


@pytest.mark.parametrize("seen", [True, False], ids=["seen", "unseen"])
async def test_taking_over(rooms: tuple[Room, Room], seen: bool) -> None:
    """A process that froze leaves its channel silent for ever, or wakes and writes over the other one's reply."""
    first, second = rooms
    gate = Gate()
    first.model.script(Script([*(["STALE "] if seen else []), gate, "STALE TOO", Finish()]))
    first.model.answer = lambda _: say("Fresh.")
    await first.accept("Hello?")
    await gate.reached()
    if seen:
        await first.shown.until(lambda it: bool(it.of(Grew)))
    await second.runner.sweep()
    await second.idle()
    assert not second.shown.events, "taken over before the lease ran out"
    await _let_the_lease_run_out(first)
    await second.runner.sweep()
    await second.idle()
    gate.open()
    await first.idle()
    assert not first.ended
    if seen:
        assert [(it.state, it.text) for it in second.ended] == [("interrupted", "STALE")]
        assert [it["text"] for it in await first.log()][1:] == ["Hello?", "STALE"]
    else:
        assert [(it.state, it.text) for it in second.ended] == [("complete", "Fresh.")]
        assert [it["text"] for it in await first.log()][1:] == ["Hello?", "Fresh."]
    assert len(await first.turns()) == 1


async def test_what_nobody_could_see_is_written_anew(rooms: tuple[Room, Room]) -> None:
    """Half a post is there for ever, which nobody compared with what was posted before."""
    first, second = rooms
    gate = Gate()
    first.model.script(Script(["STALE ", gate, "STALE TOO", Finish()]))
    first.model.answer = lambda _: say("Fresh.")
    await writes_first(first, OccasionKind.POST, ends=False, to_nobody=True)
    await gate.reached()
    async with asyncio.timeout(20):
        while not await first.sql("SELECT FROM draft WHERE space_id = $1 AND text <> ''", first.here.space):
            pass
    assert not first.shown.of(Grew)
    await _let_the_lease_run_out(first)
    await second.runner.sweep()
    await second.idle()
    gate.open()
    await first.idle()
    assert [(it.state, it.text) for it in second.ended] == [("complete", "Fresh.")]
    assert [it["text"] for it in await first.log()][1:] == ["Fresh."]


async def test_a_stale_commit_is_refused(rooms: tuple[Room, Room]) -> None:
    """A process that slept over the end of its lease commits its reply after the other one's."""
    first, second = rooms
    first.model.answer = lambda _: say("Fresh.")
    first.runner._stopping = True
    await first.accept("Hello?")
    taken = await claim(first.ctx, await _head_key(first))
    assert taken.claimed is not None
    await _let_the_lease_run_out(first)
    await second.runner.sweep()
    await second.idle()
    stale = ModelReply(TurnState.COMPLETE, "complete", raw="Stale.", text="Stale.")
    with pytest.raises(LeaseLost):
        await commit(first.ctx, taken.claimed, stale, Traces(), first.here.platform)
    texts = [it["text"] for it in await first.log()][1:]
    assert texts == ["Hello?", "Fresh."]
    outbox = await first.sql("SELECT text FROM outbox WHERE space_id = $1", first.here.space)
    assert [it["text"] for it in outbox] == ["Fresh."]


async def test_a_turn_that_was_taken_is_not_asked(rooms: tuple[Room, Room]) -> None:
    """A turn that somebody else has taken over costs a second request to the model."""
    first, second = rooms
    first.model.answer = lambda _: say("Fresh.")
    first.runner._stopping = True
    await first.accept("Hello?")
    channel_head = await _head_key(first)
    taken = await claim(first.ctx, channel_head)
    assert taken.claimed is not None
    await _let_the_lease_run_out(first)
    await second.runner.sweep()
    await second.idle()
    assert await run(first.ctx, ServedHead(channel_head, first.here.key, first.here.platform), taken.claimed) is None
    assert len(first.model.generations) == 1
    assert not first.shown.events


async def test_a_fence_that_has_moved_claims_nothing(rooms: tuple[Room, Room]) -> None:
    """A process that goes on with the next message although its channel head was taken writes beside the new holder."""
    first, second = rooms
    first.model.answer = lambda _: say("Fresh.")
    await first.say("One.")
    channel_head = await _head_key(first)
    (lease,) = await first.sql("SELECT fence FROM lease WHERE space_id = $1", first.here.space)
    await undoing.undo(second.engine.ctx, second.engine.runner, second.here)
    first.runner._stopping = True
    await first.accept("Two.")
    before = len(await first.log())
    taken = await claim(first.ctx, channel_head, lease["fence"])
    assert taken.claimed is None
    assert len(await first.log()) == before


async def _head_key(room: Room) -> ChannelHeadKey:
    (row,) = await room.sql("SELECT id FROM stand WHERE space_id = $1", room.here.space)
    return ChannelHeadKey(room.here.space, row["id"])


async def test_what_waited_is_answered_on_start(database_url: str, model: ModelServer, tmp_path: Path) -> None:
    """A message that arrived just before the end is never answered."""
    origin = new_origin()
    config = config_for(database_url, tmp_path, model)
    async with opened(config, origin.platform) as engine:
        room = await enter(engine, model, origin)
        room.runner._stopping = True
        await room.accept("Anybody?")
    model.answer = lambda _: say("I am here.")
    async with opened(config, origin.platform) as engine:
        room = await enter(engine, model, origin, card=None)
        await room.idle()
        assert [it["text"] for it in await room.log()][1:] == ["Anybody?", "I am here."]


async def test_ending_lets_others_go_on(rooms: tuple[Room, Room]) -> None:
    """When a daemon is restarted, what it had begun is lost or its channels wait for their leases to run out."""
    first, second = rooms
    gate = Gate()
    first.model.script(Script([gate, "Never seen.", Finish()]))
    first.model.answer = lambda _: say("From the other one.")
    await first.accept("Hello?")
    await gate.reached()
    await first.runner.stop()
    await second.runner.sweep()
    await second.idle()
    assert [it["text"] for it in await first.log()][1:] == ["Hello?", "From the other one."]


async def test_ending_keeps_what_has_grown(room: Room) -> None:
    """When a daemon is restarted, half a reply that people have read is gone."""
    gate = Gate()
    room.model.script(Script(["Half ", gate, Finish()]))
    await room.accept("Hello?")
    await room.shown.until(lambda it: bool(it.of(Grew)))
    await room.accept("Still there?")
    await room.runner.stop()
    assert (await room.log())[-1]["text"] == "Half"
    assert [(it.state, it.text) for it in room.ended] == [("interrupted", "Half")]
    (waiting,) = await room.sql("SELECT text FROM inbox WHERE space_id = $1 AND outcome IS NULL", room.here.space)
    assert waiting["text"] == "Still there?"


async def test_ending_begins_nothing(database_url: str, model: ModelServer, tmp_path: Path) -> None:
    """A daemon that ends waits for people to finish, or takes a message along that it will never answer."""
    origin = new_origin()
    async with opened(config_for(database_url, tmp_path, model), origin.platform) as engine:
        room = await enter(engine, model, origin, debounce=0.2)
        await room.accept("Wait, there is more.")
        await room.runner.stop()
        await room.idle()
        assert await room.turns() == []
        (waiting,) = await room.sql("SELECT outcome FROM inbox WHERE space_id = $1", room.here.space)
        assert waiting["outcome"] is None
