"""A reply that goes on: one message, whatever the log holds."""

from dataclasses import replace
from pathlib import Path

import pytest

from engine.actions.characters import casts
from engine.actions.chats import pointed, replies, savepoints, swipes, undoing
from engine.actions.people import forgetting
from engine.errors import NothingSaid
from engine.values.chats.outgoing import PartLimit
from tests.servers.model import Finish, Gate, ModelServer, Script, say
from tests.turns.room import Room, config_for, enter, new_origin, opened
from tests.turns.scenes import first, in_character, join


async def _go_on(room: Room) -> tuple[str, str]:
    await replies.go_on(room.engine.ctx, room.engine.runner, room.here)
    await room.idle()
    return (await room.spoken())[-1]


async def test_one_message_for_everybody(room: Room) -> None:
    """The model would read two messages of its own, memory would keep half of it, an export would have two."""
    room.model.script(say("Once there was"), say("a lamp."), say("And a boat."), say("Yes."))
    await room.say("Tell me.")
    await room.drain()
    assert await _go_on(room) == ("complete", "Once there was a lamp.")
    assert await _go_on(room) == ("complete", "Once there was a lamp. And a boat.")
    await room.say("Truly?")
    assert [text for role, text in room.prompt() if role == "assistant"][-1] == "Once there was a lamp. And a boat."
    await room.drain()
    kept = await room.sql(
        "SELECT text FROM derived WHERE space_id = $1 AND kind = 'said' AND text LIKE 'Once%' AND id NOT IN "
        "(SELECT derived_id FROM retired WHERE space_id = $1)",
        room.here.space,
    )
    assert [it["text"] for it in kept] == ["Once there was a lamp. And a boat."]


async def test_undo_takes_back_what_was_added_first(room: Room) -> None:
    """Whoever did not like the addition would lose the whole exchange, or could never get rid of it."""
    room.model.script(say("Once."), say("Twice."), say("Thrice."))
    await room.say("Count.")
    await _go_on(room)
    saved = await savepoints.save(room.engine.ctx, room.here, "twice")
    assert await _go_on(room) == ("complete", "Once. Twice. Thrice.")
    for text in ("Once. Twice.", "Once."):
        view = await undoing.undo(room.engine.ctx, room.engine.runner, room.here)
        assert view.spoken[-1].text == text
        assert (await room.spoken())[-1][1] == text
    assert len((await undoing.undo(room.engine.ctx, room.engine.runner, room.here)).spoken) == 1
    await savepoints.load(room.engine.ctx, room.engine.runner, room.here, saved.id)
    assert (await room.spoken())[-1] == ("complete", "Once. Twice.")


async def test_what_people_put_right_since_is_not_taken_back(room: Room) -> None:
    """An undo would throw away words that somebody wrote by hand, or keep what it was to take back."""
    room.model.script(say("Once."), say("Twice."))
    await room.say("Count.")
    await _go_on(room)
    newest = await swipes.newest(room.engine.ctx, room.here)
    assert newest is not None
    at = f"@{newest.session}.{newest.place.branch}.{newest.place.seq}"
    await pointed.edit(room.engine.ctx, room.engine.runner, room.here, at, "Once and for all.")
    view = await undoing.undo(room.engine.ctx, room.engine.runner, room.here)
    assert [it.text for it in view.spoken] == ["You made it, Ann. Sit down."]
    with pytest.raises(NothingSaid):
        await undoing.undo(room.engine.ctx, room.engine.runner, room.here)


async def test_a_place_that_is_pointed_at_holds_what_was_added(room: Room) -> None:
    """Who saves or branches below a message would go back to less than they saw there."""
    room.model.script(say("Once."), say("Twice."), say("Well."))
    await room.say("Count.")
    await _go_on(room)
    newest = await swipes.newest(room.engine.ctx, room.here)
    assert newest is not None
    at = f"@{newest.session}.{newest.place.branch}.{newest.place.seq}"
    await room.say("And?")
    saved = await pointed.save(room.engine.ctx, room.here, at, "here")
    assert (await pointed.branch(room.engine.ctx, room.engine.runner, room.here, at)).spoken[-1].text == "Once. Twice."
    await savepoints.load(room.engine.ctx, room.engine.runner, room.here, saved.id)
    assert (await room.spoken())[-1][1] == "Once. Twice."


async def test_a_greeting_goes_on_and_the_next_one_does_not(room: Room) -> None:
    """A greeting that was continued would stay so on another card's page, or undo would find nothing."""
    room.model.script(say("The storm is here."))
    assert await _go_on(room) == ("complete", "You made it, Ann. Sit down. The storm is here.")
    await replies.again(room.engine.ctx, room.engine.runner, room.here)
    assert (await room.spoken())[-1][1] == "The lamp is out, Ann. Help me."
    await swipes.swipe(room.engine.ctx, room.engine.runner, room.here, -1)
    assert (await room.spoken())[-1][1] == "You made it, Ann. Sit down. The storm is here."
    await undoing.undo(room.engine.ctx, room.engine.runner, room.here)
    assert (await room.spoken())[-1][1] == "You made it, Ann. Sit down."


async def test_a_reply_that_was_stopped_is_whole_when_it_goes_on(room: Room) -> None:
    """It would be marked as cut for ever, and the inspector would not know what it was made of."""
    gate = Gate()
    room.model.script(Script(["Half a ", gate, Finish()]), say("word."), say(""))
    await room.accept("Say it.")
    await room.grew("Half")
    await replies.stop(room.engine.ctx, room.here)
    await room.idle()
    gate.open()
    assert (await room.spoken())[-1] == ("interrupted", "Half a")
    assert await _go_on(room) == ("complete", "Half a word.")
    assert await _go_on(room) == ("complete", "Half a word.")
    assert room.ended[-1].notice is not None
    assert await undoing.undo(room.engine.ctx, room.engine.runner, room.here)
    assert (await room.spoken())[-1] == ("interrupted", "Half a")


@pytest.mark.parametrize(("limit", "whole"), [(PartLimit(2000), "a lamp."), (None, "a la")])
async def test_what_the_end_of_a_process_left_of_it(
    database_url: str, model: ModelServer, tmp_path: Path, limit: PartLimit | None, whole: str
) -> None:
    """After a restart the reply would hold the addition alone, or its beginning twice."""
    origin, gate = new_origin(), Gate()
    config = config_for(database_url, tmp_path, model)
    async with opened(config, origin.platform, limit=limit) as engine:
        room = await enter(engine, model, origin)
        model.script(say("Once there was"), Script(["a la", gate, Finish()]))
        await room.say("Tell me.")
        await replies.go_on(room.engine.ctx, room.engine.runner, room.here)
        await room.grew("Once there was a la" if limit else "a la")
    gate.open()
    model.script(*([say("a lamp.")] if limit else []))
    async with opened(config, origin.platform, limit=limit) as engine:
        room = await enter(engine, model, origin, card=None)
        await room.idle()
        assert (await room.spoken())[-1] == ("complete" if limit else "interrupted", f"Once there was {whole}")
        rows = await room.sql(
            "SELECT text FROM outbox WHERE space_id = $1 AND kind = 'reply' ORDER BY turn_id", room.here.space
        )
        assert [it["text"] for it in rows][-1:] == [f"Once there was {whole}" if limit else whole]


async def test_who_has_left_does_not_go_on(room: Room) -> None:
    """A character that is not there any more would speak, or another one would end its sentence."""
    mira = await first(room)
    room.model.answer = in_character
    await join(room, "Bob Stone")
    await room.say("Mira?")
    await casts.remove(room.engine.ctx, room.engine.runner, room.here, mira)
    assert await _go_on(room) == ("complete", "Bob Stone speaks.")
    assert [text for _, text in await room.spoken()][-2:] == ["Mira speaks.", "Bob Stone speaks."]


async def test_what_somebody_had_added_is_forgotten_with_them(room: Room) -> None:
    """What was written for a person stays in a reply, in what was shown of it, or takes others' words along."""
    room.model.script(say("Once there was a lamp."), say("Ben, it was yours."))
    await room.say("Tell me.")
    here = room.here
    ben = await room.engine.places.resolve(replace(room.origin, person="ben", person_name="Ben"))
    await replies.go_on(room.engine.ctx, room.engine.runner, ben)
    await room.idle()
    assert (await room.spoken())[-1][1] == "Once there was a lamp. Ben, it was yours."
    await forgetting.forget_me(room.engine.ctx, room.engine.runner, ben)
    await room.drain()
    assert (await room.spoken())[-1] == ("complete", "Once there was a lamp.")
    left = await room.sql("SELECT text FROM outbox WHERE space_id = $1 AND text LIKE '%yours%'", here.space)
    assert not left
