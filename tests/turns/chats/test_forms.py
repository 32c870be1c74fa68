"""Forms that people fill in by messages: one at a time for each, for an hour, and no longer than they are wanted."""

from dataclasses import replace

from engine.actions.house import forms
from engine.actions.transfers.uploads import sweep
from engine.values.chats.incoming import Incoming, IncomingKind
from engine.values.house.asking import AskedForm
from tests.turns.room import Room

FORM = AskedForm("/story background new", "name", {"answers": {}, "title": "港口"})


async def test_one_form_is_filled_in_at_a_time(room: Room) -> None:
    """An answer would go to the form before, or to that of somebody else."""
    here = room.here
    ben = await room.engine.places.resolve(replace(room.origin, person="ben", person_name="Ben"))
    assert await forms.asked(room.engine.ctx, here) is None
    await forms.ask(room.engine.ctx, here, FORM)
    await forms.name_question(room.engine.ctx, here, FORM, "77")
    await forms.name_question(room.engine.ctx, here, replace(FORM, param="text"), "78")
    assert await forms.asked(room.engine.ctx, here) == replace(FORM, message="77")
    assert await forms.asked(room.engine.ctx, ben) is None
    second = AskedForm("/memory add", "text", {"answers": {}}, "80")
    await forms.ask(room.engine.ctx, here, second)
    assert await forms.asked(room.engine.ctx, here) == second
    assert await forms.leave(room.engine.ctx, here) == second
    assert await forms.leave(room.engine.ctx, here) is None


async def test_which_message_asks_is_known_however_quick_the_answer_is(room: Room) -> None:
    """After a restart the message would keep its buttons: who answers at once is read before its id is."""
    here = room.here
    quick = Incoming(room.origin, "quick", "Harbour", room.ctx.clock.now(), 1, IncomingKind.COMMAND)
    await forms.ask(room.engine.ctx, here, FORM)
    next_step = replace(FORM, param="text", given={"answers": {"name": "Harbour"}})
    assert await forms.go_on(room.engine.ctx, quick, next_step)
    await forms.name_question(room.engine.ctx, here, FORM, "77")
    assert await forms.asked(room.engine.ctx, here) == replace(next_step, message="77")
    await forms.ask(room.engine.ctx, here, FORM)
    await forms.name_question(room.engine.ctx, here, FORM, "79")
    assert await forms.go_on(room.engine.ctx, replace(quick, external="again"), next_step)
    assert await forms.asked(room.engine.ctx, here) == replace(next_step, message="79")
    await forms.ask(room.engine.ctx, here, AskedForm("/memory add", "text", {}))
    await forms.name_question(room.engine.ctx, here, next_step, "80")
    assert (await forms.asked(room.engine.ctx, here) or FORM).message == ""


async def test_a_form_is_forgotten_after_an_hour(room: Room) -> None:
    """Words that somebody says the next day would be taken for an answer, and what they wrote would be kept."""
    here = room.here
    db = room.ctx.db
    await forms.ask(room.engine.ctx, here, FORM)
    await sweep(db)
    assert await forms.asked(room.engine.ctx, here) == FORM
    await room.sql("UPDATE asked_form SET made_at = now() - interval '61 minutes' WHERE space_id = $1", here.space)
    assert await forms.asked(room.engine.ctx, here) is None
    await sweep(db)
    assert await room.sql("SELECT 1 FROM asked_form WHERE space_id = $1", here.space) == []
