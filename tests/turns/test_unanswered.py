"""A model that fails: the message stays, and is answered by itself once the model is back."""

from datetime import timedelta
from typing import Any

import pytest

from engine.actions.chats import replies
from engine.actions.house.status import status as status_action
from tests import calendar
from tests.servers.model import Finish, Gate, Script, fail, say
from tests.turns.room import Room, said

pytestmark = pytest.mark.calendar


async def _unanswered(room: Room, *, minutes_ago: float = 0.0) -> None:
    room.model.script(*[fail(503)] * 3)
    at = calendar.now() - timedelta(minutes=minutes_ago)
    await room.accept("Are you there?", at=at)
    await room.idle()


async def _to_answer(room: Room) -> list[Any]:
    """What is due to be answered; what is to be remembered of it is another matter."""
    return [it for it in await room.due() if it["kind"].startswith("answer.")]


async def test_it_is_answered_when_the_model_is_back(room: Room) -> None:
    """A bad minute of the model costs the person their message, or they have to say it again."""
    await _unanswered(room)
    assert room.ended[-1].notice is not None
    assert (room.ended[-1].state, room.ended[-1].notice.message) == ("error", "error-model-busy")
    assert [it["kind"].split("/")[0] for it in await _to_answer(room)] == [f"answer.{room.here.platform}"]
    assert [it["text"] for it in await room.log()][1:] == ["Are you there?"]
    room.model.script(say("I am back."))
    await room.do_due_work()
    assert [it["text"] for it in await room.log()][1:] == ["Are you there?", "I am back."]
    assert room.ended[-1].text == "I am back."
    assert not await _to_answer(room)
    assert [text for role, text in room.prompt() if role == "user"] == ["Are you there?"]


async def test_a_second_failure_is_not_told_again(room: Room) -> None:
    """An outage of ten minutes fills the channel with the same error forty times."""
    await _unanswered(room)
    room.model.script(*[fail(503)] * 3)
    await room.do_due_work()
    assert [it.notice and it.notice.message for it in room.ended] == ["error-model-busy", None]
    assert await _to_answer(room)


async def test_not_after_a_quarter_of_an_hour(room: Room) -> None:
    """Somebody is answered long after they have gone."""
    await _unanswered(room, minutes_ago=16)
    asked = len(room.model.generations)
    await room.do_due_work()
    assert len(room.model.generations) == asked
    assert not await _to_answer(room)


async def test_not_when_something_else_was_said(room: Room) -> None:
    """The same message is answered twice: with the next one, and again by itself."""
    await _unanswered(room)
    room.model.script(say("Both."))
    await room.say("Hello?")
    asked = len(room.model.generations)
    await room.do_due_work()
    assert len(room.model.generations) == asked
    assert [it["text"] for it in await room.log()][1:] == ["Are you there?", "Hello?", "Both."]
    assert not await _to_answer(room)


async def test_not_while_something_else_is_answered(room: Room) -> None:
    """Two replies are written at the same time in one channel."""
    await _unanswered(room)
    gate = Gate()
    room.model.script(Script(["Both", gate]))
    await room.accept("Hello?")
    await gate.reached()
    asked = len(room.model.generations)
    await room.run_due_work()
    assert len(room.model.generations) == asked
    assert await _to_answer(room)
    await replies.stop(room.engine.ctx, room.here)
    await room.idle()
    assert [it["state"] for it in await room.turns()] == ["error", "interrupted"]


async def test_not_while_somebody_has_just_begun_to_answer(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reply that began in the same moment is taken from its own process, and ends as if after a crash."""
    await _unanswered(room)
    gate = Gate()
    room.model.script(Script(["Both ", gate, "of them.", Finish()]))
    await room.accept("Hello?")
    await gate.reached()
    with monkeypatch.context() as before_it_was_woken:
        before_it_was_woken.setattr(room.runner, "serves", lambda _: False)
        await room.run_due_work()
    assert await _to_answer(room)
    gate.open()
    await room.idle()
    assert [it["state"] for it in await room.turns()] == ["error", "complete"]
    assert room.ended[-1].text == "Both of them."
    assert not await _to_answer(room)


async def test_not_for_a_key_that_stays_wrong(room: Room) -> None:
    """A wrong key is tried over and over, although only its owner can mend it."""
    room.model.script(fail(401))
    await room.say("Hello?")
    assert not await _to_answer(room)


async def test_asking_again_answers_it(room: Room) -> None:
    """The Retry that the notice offers makes a second copy of the message."""
    await _unanswered(room)
    room.model.script(say("Here I am."))
    await replies.again(room.engine.ctx, room.engine.runner, room.here)
    await room.idle()
    log = await room.log()
    assert said(log, by_people=True) == ["Are you there?"]
    assert log[-1]["text"] == "Here I am."


@pytest.mark.parametrize("how", ["again", "go_on", "said"])
async def test_what_is_answered_is_under_way_no_more(room: Room, how: str) -> None:
    """The status tells of an answer that is still to come, and people wait for a second one."""
    await _unanswered(room)
    assert [it.kind for it in (await status_action(room.engine.ctx, room.here)).due if it.kind.startswith("answer.")]
    room.model.script(say("I am back."))
    if how == "said":
        await room.say("Hello?")
    else:
        act = {"again": replies.again, "go_on": replies.go_on}[how]
        await act(room.engine.ctx, room.engine.runner, room.here)
        await room.idle()
    status = await status_action(room.engine.ctx, room.here)
    assert not [it for it in status.due if it.kind.startswith("answer.")]
    asked = len(room.model.generations)
    await room.do_due_work()
    assert len(room.model.generations) == asked
    assert [it["text"] for it in await room.log()][-1] == "I am back."
