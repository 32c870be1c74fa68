"""Turning between replies at the same place."""

import asyncio
from dataclasses import replace

import pytest

from engine.actions.chats import branches as branches_actions
from engine.actions.chats import replies, swipes, undoing
from engine.actions.chats import sessions as sessions_actions
from engine.actions.memory import garden
from engine.actions.story import notes
from engine.db.chats import sessions
from engine.errors import BranchTaken, FirstSwipe, ReplyMoved
from engine.values.chats.entries import Place
from engine.values.story.notes import AuthorsNote
from tests.servers.model import Finish, Gate, Script, say
from tests.turns.room import Room, enter


async def _turn(room: Room, step: int) -> str:
    """Turn, and read what stands there now."""
    await swipes.swipe(room.engine.ctx, room.engine.runner, room.here, step)
    await room.idle()
    return (await room.spoken())[-1][1]


async def _three(room: Room) -> None:
    room.model.script(say("One."), say("Two."), say("Three."))
    await room.say("Sing.")
    for _ in range(2):
        await replies.again(room.engine.ctx, room.engine.runner, room.here)
        await room.idle()


async def _where(room: Room) -> tuple[int, int]:
    newest = await swipes.newest(room.engine.ctx, room.here)
    assert newest is not None
    return newest.number, newest.count


async def _branches(room: Room) -> int:
    rows = await room.sql("SELECT id FROM branch WHERE space_id = $1", room.here.space)
    return len(rows)


async def test_turning_back_and_forth_asks_no_model(room: Room) -> None:
    """Somebody who liked the reply before better never sees it again, or pays for each look."""
    await _three(room)
    asked = len(room.model.generations)
    assert await _where(room) == (3, 3)
    assert [await _turn(room, step) for step in (-1, -1, 1, 1, -1)] == ["Two.", "One.", "Two.", "Three.", "Two."]
    assert await _where(room) == (2, 3)
    await _turn(room, -1)
    with pytest.raises(FirstSwipe):
        await _turn(room, -1)
    assert len(room.model.generations) == asked
    await room.say("And now?")
    assert room.prompts_say("One.")
    assert not room.prompts_say("Three.")


async def test_behind_the_last_comes_another(room: Room) -> None:
    """The arrow to the right does nothing at the last reply."""
    await _three(room)
    room.model.script(say("Four."))
    assert await _turn(room, 1) == "Four."
    assert await _where(room) == (4, 4)


async def test_what_was_said_behind_a_reply_stays_on_its_branch(room: Room) -> None:
    """Turning the page of an old scene deletes what followed, or brings it along where it was never said."""
    await _three(room)
    room.model.script(say("Behind three."))
    await room.say("More.")
    was = await sessions_actions.open_here(room.engine.ctx, room.here, "Ann")
    await branches_actions.branch_from(room.engine.ctx, room.engine.runner, room.here, 2)
    assert (await room.spoken())[-1][1] == "Three."
    assert await _turn(room, -1) == "Two."
    assert await _turn(room, 1) == "Three."
    branches = await _branches(room)
    assert [await _turn(room, step) for step in (-1, 1, -1, 1)][-1] == "Three."
    assert await _branches(room) == branches
    await branches_actions.switch(room.engine.ctx, room.engine.runner, room.here, was.branch)
    assert (await room.spoken())[-1][1] == "Behind three."


async def test_what_people_did_meanwhile_stays_done_and_is_done_once(room: Room) -> None:
    """A note, a hidden message or a pinned memory is lost, or there twice, because somebody looked at another reply."""
    await _three(room)
    await notes.set_note(room.engine.ctx, room.engine.runner, room.here, AuthorsNote("It rains."))
    await notes.hide(room.engine.ctx, room.engine.runner, room.here, (2, 2))
    added = await garden.add(room.engine.ctx, room.engine.runner, room.here, "Mira is afraid of bells.")
    for step in (-1, -1, 1, 1, -1):
        await _turn(room, step)
        note = await notes.note(room.engine.ctx, room.here)
        assert note is not None
        assert note.text == "It rains."
        rows = await room.sql(
            "SELECT count(*) AS n FROM entry WHERE space_id = $1 AND kind IN ('garden', 'hide', 'note') "
            "GROUP BY branch_id",
            room.here.space,
        )
        assert max(it["n"] for it in rows) == 3, added
    await notes.set_note(room.engine.ctx, room.engine.runner, room.here, None)
    await _turn(room, 1)
    assert await notes.note(room.engine.ctx, room.here) is None
    room.model.script(say("Four."))
    assert await _turn(room, 1) == "Four."
    assert not room.prompts_say("Sing.")


async def test_greetings_are_swipes_too(room: Room) -> None:
    """Choosing how a story begins makes a new branch at every look."""
    first = (await room.spoken())[-1][1]
    second = await _turn(room, 1)
    assert second != first
    assert await _turn(room, -1) == first
    assert await _turn(room, 1) == second
    assert await _turn(room, 1) == first
    assert await _where(room) == (1, 2)
    assert await _branches(room) == 2


async def test_a_press_that_comes_too_late_turns_nothing(room: Room) -> None:
    """Two people press at once, and the page is turned twice."""
    await _three(room)
    newest = await swipes.newest(room.engine.ctx, room.here)
    assert newest is not None
    pressed = (newest.session, newest.place)
    await swipes.swipe(room.engine.ctx, room.engine.runner, room.here, -1, pressed)
    with pytest.raises(ReplyMoved) as late:
        await swipes.swipe(room.engine.ctx, room.engine.runner, room.here, -1, pressed)
    assert late.value.data == {"turned": "yes"}
    assert await _where(room) == (2, 3)
    with pytest.raises(ReplyMoved):
        await swipes.swipe(room.engine.ctx, room.engine.runner, room.here, -1, (newest.session, Place(1, 1)))


async def test_turning_away_ends_the_reply_that_grows(room: Room) -> None:
    """A reply that nobody wants any more goes on, and comes back over the one that was chosen."""
    gate = Gate()
    room.model.script(say("One."), Script(["Half ", gate, "whole", Finish()]))
    await room.say("Sing.")
    await replies.again(room.engine.ctx, room.engine.runner, room.here)
    await room.grew("Half")
    await swipes.swipe(room.engine.ctx, room.engine.runner, room.here, -1)
    gate.open()
    await room.idle()
    assert (await room.spoken())[-1] == ("complete", "One.")
    assert await _where(room) == (1, 2)
    assert await _turn(room, 1) == "Half"


async def test_a_reply_that_went_on_is_one_swipe(room: Room) -> None:
    """What was said further would be a page of its own, or be lost when the page is turned."""
    room.model.script(say("One."), say("And more."), say("Two."))
    await room.say("Sing.")
    await replies.go_on(room.engine.ctx, room.engine.runner, room.here)
    await room.idle()
    assert await _where(room) == (1, 1)
    assert await _turn(room, 1) == "Two."
    assert await _where(room) == (2, 2)
    assert not room.prompts_say("One.")
    assert await _turn(room, -1) == "One. And more."
    await undoing.undo(room.engine.ctx, room.engine.runner, room.here)
    assert (await room.spoken())[-1] == ("complete", "One.")
    assert await _where(room) == (1, 2)
    assert await _turn(room, 1) == "Two."


async def test_turning_costs_little(room: Room) -> None:
    """Looking through fifty replies makes everyone else wait for the database."""
    await _three(room)
    await _turn(room, -1)
    await room.ctx.saver.flush()
    start = room.db.counts.copy()
    await swipes.swipe(room.engine.ctx, room.engine.runner, room.here, 1)
    asked = room.db.counts.since(start)
    assert asked.commits == 1
    assert sum(asked.by_name.values()) <= 18, asked.by_name


async def test_two_places_that_turn_to_the_same_line_at_once(room: Room) -> None:
    """The second of two channels would be told that the database has a fault."""
    await _three(room)
    there = await enter(room.engine, room.model, replace(room.origin, channel="thread"), None)
    await branches_actions.fork(room.engine.ctx, room.engine.runner, room.here, there.here)
    async with room.db.transaction() as on:
        channel_head = await sessions.current(on, room.here.key)
        assert channel_head is not None
        await sessions.move(on, channel_head.key, 2)
        turning = asyncio.create_task(swipes.swipe(there.engine.ctx, there.engine.runner, there.here, -1))  # noqa: TID251 - beside what is undecided
        await _until_somebody_waits(room)
    with pytest.raises(BranchTaken):
        await turning
    assert (await there.spoken())[-1][1] == "Three.", "all as it was"
    assert await _turn(there, -1) == "Two.", "and the second try goes round it"


async def _until_somebody_waits(room: Room) -> None:
    waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    async with asyncio.timeout(20):
        while not await room.sql(waiting):
            pass
