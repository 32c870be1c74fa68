"""Undo, again, load, edit and switch, also while a reply grows."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from engine.actions.chats import replies, savepoints, sessions, undoing
from engine.values.chats.outgoing import Grew
from tests.servers.model import Finish, Gate, Script, say
from tests.turns.room import Room


async def _undo(room: Room) -> None:
    await undoing.undo(room.engine.ctx, room.engine.runner, room.here)


async def _again(room: Room) -> None:
    await replies.again(room.engine.ctx, room.engine.runner, room.here)


async def _load(room: Room) -> None:
    (save,) = [it for it in await savepoints.newest(room.engine.ctx, room.here) if it.kind == "manual"]
    await savepoints.load(room.engine.ctx, room.engine.runner, room.here, save.id)


async def _new(room: Room) -> None:
    await sessions.new(room.engine.ctx, room.engine.runner, room.here, "Ann")


MOVES: list[Callable[[Room], Awaitable[None]]] = [_undo, _again, _load, _new]


@pytest.mark.share(2)
@pytest.mark.parametrize("seen", [True, False], ids=["seen", "unseen"])
@pytest.mark.parametrize("move", MOVES, ids=lambda it: it.__name__.strip("_"))
async def test_while_a_reply_grows(room: Room, move: Callable[[Room], Awaitable[None]], seen: bool) -> None:
    """A reply that was left behind turns up again where the story went on."""
    gate = Gate()
    room.model.script(say("First."))
    await room.say("Begin.")
    await savepoints.save(room.engine.ctx, room.here, "harbour")
    room.model.script(Script([*(["LATE "] if seen else []), gate, "LATE TOO", Finish()]))
    room.model.answer = lambda _: say("On the new line.")
    await room.accept("A question.")
    await gate.reached()
    if seen:
        await room.shown.until(lambda it: any("LATE" in shown.text for shown in it.of(Grew)))
    await move(room)
    gate.open()
    await room.idle()
    await room.model.generations[1].closed.wait()
    late = [(it["status"], it["text"]) for it in await room.log() if "LATE" in it["text"]]
    assert late == ([("interrupted", "LATE")] if seen else [])
    assert (await room.turns())[1]["state"] == "interrupted"
    await room.say("Where are we?")
    assert (await room.spoken())[-1] == ("complete", "On the new line.")
    on_its_own_branch = move is not _again or not seen
    if on_its_own_branch:
        assert not any("LATE" in text for _, text in await room.spoken())
        assert not room.prompts_say("LATE")
    assert not any("LATE TOO" in it["text"] for it in await room.log())
    assert not await room.sql("SELECT 1 FROM turn WHERE space_id = $1 AND state = 'running'", room.here.space)
    assert not await room.sql("SELECT 1 FROM draft WHERE space_id = $1", room.here.space)


async def test_asking_again_three_times_at_once(room: Room) -> None:
    """Somebody taps the button three times, and the channel hangs or three replies are written over each other."""
    gate = Gate()
    room.model.script(Script(["Slow ", gate, Finish()]))
    room.model.answer = lambda _: say("The last.")
    await room.accept("Sing.")
    await room.shown.until(lambda it: bool(it.of(Grew)))
    for _ in range(3):
        await replies.again(room.engine.ctx, room.engine.runner, room.here)
    await room.idle()
    assert (await room.spoken())[-1] == ("complete", "The last.")
    assert {it["state"] for it in await room.turns()} == {"interrupted", "complete"}
    assert [it["state"] for it in await room.turns()].count("complete") == 1


async def test_a_message_and_again_at_once(room: Room) -> None:
    """Two people act in the same second: one of them is ignored, or the character answers twice."""
    room.model.answer = lambda _: say("Yes.")
    await room.say("One.")
    for n in range(6):
        await asyncio.gather(replies.again(room.engine.ctx, room.engine.runner, room.here), room.accept(f"More {n}."))
        await room.idle()
        spoken = [text for _, text in await room.spoken()]
        assert spoken[-2:] == [f"More {n}.", "Yes."]
    rows = await room.sql("SELECT turn_id FROM inbox WHERE space_id = $1", room.here.space)
    assert len({it["turn_id"] for it in rows}) == 7


async def test_undo_takes_back_the_last_exchange(room: Room) -> None:
    """What was taken back is still known to the character."""
    room.model.script(say("A secret?"), say("Good evening."))
    await room.say("I stole the lamp.")
    view = await undoing.undo(room.engine.ctx, room.engine.runner, room.here)
    assert [it.text for it in view.spoken] == ["You made it, Ann. Sit down."]
    await room.say("Good evening.")
    assert not room.prompts_say("lamp")
    assert not room.prompts_say("secret")
