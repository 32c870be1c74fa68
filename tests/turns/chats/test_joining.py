"""What arrives before the first visible word of a reply belongs to its turn."""

import asyncio

import pytest

from engine.actions.chats import replies
from engine.actions.house import settings
from engine.turns.generate import MOST_JOINED
from engine.values.chats.outgoing import Began, Ended
from engine.values.house.setting_scopes import SettingScope
from tests.servers.model import Finish, Gate, Script, say
from tests.turns.room import Room, said


def _waits(*, then: str = "Never seen.") -> tuple[Gate, Script]:
    gate = Gate()
    return gate, Script([then, Finish()], before=gate)


def _asked(room: Room, number: int = -1) -> list[str]:
    return [text for role, text in room.prompt(number) if role == "user"]


async def test_a_message_before_the_first_word_joins(room: Room) -> None:
    """Somebody who sends a second thought gets two replies, the first of which misses half of what they said."""
    gate, slow = _waits()
    room.model.script(slow, say("To both."))
    await room.accept("One.")
    await gate.reached()
    await room.accept("Two.")
    await room.idle()
    await room.model.generations[0].closed.wait()
    assert room.model.generations[0].left, "the first request is not paid for to its end"
    assert _asked(room) == ["One.", "Two."]
    assert [it["text"] for it in await room.log()][1:] == ["One.", "Two.", "To both."]
    assert [it.text for it in room.ended] == ["To both."]
    (turn,) = await room.turns()
    assert (turn["joined"], turn["after_seq"]) == (1, 4)
    rows = await room.sql("SELECT turn_id, seq, branch_id FROM inbox WHERE space_id = $1 ORDER BY id", room.here.space)
    assert [(it["turn_id"], it["seq"], it["branch_id"]) for it in rows] == [(turn["id"], 3, 1), (turn["id"], 4, 1)]


async def test_three_times_and_no_more(room: Room) -> None:
    """Somebody who keeps writing is never answered."""
    gates = [_waits(then=f"Reply {n}.") for n in range(MOST_JOINED + 1)]
    room.model.script(*(script for _, script in gates), say("The rest."))
    await room.accept("0")
    for n, (gate, _) in enumerate(gates):
        await gate.reached()
        await room.accept(f"{n + 1}")
    assert len(room.model.generations) == MOST_JOINED + 1
    gates[-1][0].open()
    await room.idle()
    assert [it["text"] for it in await room.log()][1:] == ["0", "1", "2", "3", "Reply 3.", "4", "The rest."]
    assert [it["joined"] for it in await room.turns()] == [MOST_JOINED, 0]


async def test_after_the_first_word_it_waits(room: Room) -> None:
    """A reply that people are reading vanishes because somebody says something."""
    gate = Gate()
    room.model.script(Script(["First ", gate, "reply.", Finish()]), say("Second."))
    await room.accept("One.")
    await room.grew("First")
    await room.accept("Two.")
    gate.open()
    await room.idle()
    assert [it.text for it in room.ended] == ["First reply.", "Second."]
    assert not room.model.generations[0].left


async def test_a_burst_settles_before_it_is_asked_again(room: Room) -> None:
    """Each message of a burst costs a request of its own."""
    await settings.put(room.engine.ctx, room.here, SettingScope.SPACE, "debounce", "0.3")
    gate, slow = _waits()
    room.model.script(slow, say("To all."))
    await room.accept("One.")
    await gate.reached()
    for text in ("Two.", "Three.", "Four."):
        await room.accept(text)
    await room.idle()
    assert len(room.model.generations) == 2
    assert _asked(room) == ["One.", "Two.", "Three.", "Four."]


async def test_what_the_turn_has_already_does_not_stir_it(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """A request is thrown away for a message that it answers already."""
    gate, slow = _waits(then="Once.")
    room.model.script(slow)
    await room.accept("One.")
    await gate.reached()
    channel_head = next(iter(room.runner._serving))
    growing, looked = room.ctx.saver._growing[channel_head], asyncio.Event()
    calm = growing.calm
    monkeypatch.setattr(growing, "calm", lambda: (calm(), looked.set()))
    room.ctx.saver.stir(channel_head)
    await looked.wait()
    gate.open()
    await room.idle()
    assert len(room.model.generations) == 1
    assert room.ended[-1].text == "Once."


async def test_stopped_while_the_burst_settles(room: Room) -> None:
    """A stop is not heard while the character waits for more."""
    room.model.answer = lambda _: say("Never.")
    gate, slow = _waits()
    room.model.script(slow)
    await room.accept("One.")
    await gate.reached()
    await settings.put(room.engine.ctx, room.here, SettingScope.SPACE, "debounce", "15")
    await room.accept("Two.")
    await room.model.generations[0].closed.wait()
    assert await replies.stop(room.engine.ctx, room.here)
    await room.shown.until(lambda it: bool(it.of(Ended)))
    assert (room.ended[-1].state, room.ended[-1].text) == ("interrupted", "")
    waiting = await room.sql("SELECT text FROM inbox WHERE space_id = $1 AND outcome IS NULL", room.here.space)
    assert [it["text"] for it in waiting] == ["Two."], "what was not taken in is not lost"


async def test_a_long_stop_is_short(room: Room) -> None:
    """Whoever stops a reply pays for all of it, since the model writes on unheard."""
    gate, slow = _waits()
    room.model.script(slow)
    await room.accept("One.")
    await gate.reached()
    assert await replies.stop(room.engine.ctx, room.here)
    await asyncio.wait_for(room.model.generations[0].closed.wait(), 1.0)
    await room.idle()
    assert room.model.generations[0].left
    assert room.ended[-1].notice is not None


async def test_going_on_is_not_joined(room: Room) -> None:
    """A reply that was to go on answers something else in the middle of its sentence."""
    room.model.script(say("It was dark."))
    await room.say("Tell me.")
    gate, slow = _waits(then="Very dark.")
    room.model.script(slow, say("Yes."))
    await replies.go_on(room.engine.ctx, room.engine.runner, room.here)
    await gate.reached()
    await room.accept("Was it?")
    gate.open()
    await room.idle()
    assert [text for _, text in await room.spoken()][-3:] == ["It was dark. Very dark.", "Was it?", "Yes."]


async def test_one_typing_sign(room: Room) -> None:
    """In the terminal a reply would begin twice."""
    gate, slow = _waits()
    room.model.script(slow, say("To both."))
    await room.accept("One.")
    await gate.reached()
    await room.accept("Two.")
    await room.idle()
    assert len(room.shown.of(Began)) == 1
    assert said(await room.log(), by_people=True) == ["One.", "Two."]
