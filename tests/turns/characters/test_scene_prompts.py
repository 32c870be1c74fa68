"""What a character of a scene reads, knows and remembers; what a crash leaves of an exchange."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine.actions.characters import casts
from engine.actions.house import settings
from engine.turns.intake.accept import accept
from engine.values.chats.incoming import Heard, Incoming
from engine.values.chats.outgoing import Began, PartLimit
from engine.values.chats.places import Address
from engine.values.house.setting_scopes import SettingScope
from engine.values.ids import TurnKey
from engine.work.clock import SystemClock
from engine.work.saver import Saver
from tests.servers.model import Finish, Gate, ModelServer, Script, say
from tests.turns.room import Room, config_for, enter, new_origin, opened
from tests.turns.scenes import asked, first, in_character, join, who_was_asked

LIMIT = PartLimit(2_000)


@pytest.fixture
async def scene(database_url: str, model: ModelServer, tmp_path: Path) -> AsyncIterator[Room]:
    """Mira and Bob on a platform that delivers; neither speaks uncalled."""
    origin = new_origin()
    async with opened(config_for(database_url, tmp_path, model), origin.platform, limit=LIMIT) as engine:
        room = await enter(engine, model, origin)
        room.model.answer = in_character
        await casts.talk(engine.ctx, engine.runner, room.here, await first(room), 0)
        await join(room, "Bob Stone")
        yield room


async def test_what_a_character_of_a_scene_is_asked(scene: Room) -> None:
    """A character would not know who said what, play from another's card, or speak for everybody."""
    scene.model.answer = lambda seen: say(f"{asked(seen)}: I speak.\nAnn: ", "Then I do.")
    await scene.say("Mira and Bob, well?")
    prompt = scene.prompt()
    assert ("assistant", "Mira: I speak.") in prompt
    assert scene.prompts_say("Bob Stone is Bob Stone.")
    assert not scene.prompts_say("Mira keeps a lighthouse.")
    assert scene.model.generations[-1].body["stop"] == ["\nMira:", "\nAnn:"]
    assert [it["text"] for it in await scene.log()][-2:] == ["I speak.", "I speak."]
    assert [it["state"] for it in await scene.turns()] == ["complete", "complete"]


async def test_cards_may_be_joined(scene: Room) -> None:
    """Who wants every card in each prompt would not get them."""
    await settings.put(scene.engine.ctx, scene.here, SettingScope.CHANNEL, "scene_cards", "join")
    await scene.say("Bob?")
    assert scene.prompts_say("Bob Stone is Bob Stone.")
    assert scene.prompts_say("Mira keeps a lighthouse.")


async def test_who_was_away_does_not_know_what_was_said(scene: Room) -> None:
    """A character would tell what was said behind its back."""
    bob = (await casts.cast(scene.engine.ctx, scene.here))[1].character
    await casts.remove(scene.engine.ctx, scene.engine.runner, scene.here, bob)
    await scene.say("Mira, the key is under the kiln.")
    await casts.add(scene.engine.ctx, scene.engine.runner, scene.here, bob, "Ann")
    await scene.say("Bob, where is the key?")
    assert not scene.prompts_say("kiln")
    await scene.say("Mira, where is the key?")
    assert scene.prompts_say("kiln")
    await scene.drain()
    rows = await scene.sql(
        "SELECT derived.text, memory.characters FROM memory JOIN derived ON derived.space_id = memory.space_id "
        "AND derived.session_id = memory.session_id AND derived.id = memory.derived_id WHERE memory.space_id = $1",
        scene.here.space,
    )
    assert rows
    assert [bob in it["characters"] for it in rows if "kiln" in it["text"]] == [False]
    assert all(bob in it["characters"] for it in rows if "where is" in it["text"])


async def test_who_has_left_is_called_by_its_name(scene: Room) -> None:
    """What Bob had said would be read as Mira's own words once he has left."""
    await scene.say("Bob?")
    await casts.remove(
        scene.engine.ctx, scene.engine.runner, scene.here, (await casts.cast(scene.engine.ctx, scene.here))[1].character
    )
    await scene.say("And now?")
    assert ("assistant", "Bob Stone: Bob Stone speaks.") in scene.prompt()


async def test_what_arrives_in_time_may_call_another(scene: Room) -> None:
    """Somebody who corrects a name at once would be answered by the wrong one."""
    gate = Gate()
    scene.model.script(Script([gate, "I speak.", Finish()], before=gate))
    await scene.accept("Mira?")
    await gate.reached()
    await scene.accept("I mean Bob! Not her, Stone.")
    await scene.shown.until(lambda it: len(it.of(Began)) > 1)
    gate.open()
    await scene.idle()
    assert who_was_asked(scene) == ["Mira", "Mira", "Bob Stone"], "she was named first"
    assert [it["kind"] for it in await scene.turns()] == ["reply", "next"]


async def test_a_reply_to_somebodys_words_is_theirs_to_answer(scene: Room) -> None:
    """An answer to Bob's message would be taken up by somebody else."""
    await settings.put(
        scene.engine.ctx, scene.here, SettingScope.CHANNEL, "scene_strategy", "manual"
    )  # nobody by chance
    await scene.say("Bob?")
    at = Address(scene.origin.platform, scene.origin.space, scene.origin.channel, scene.origin.private)
    scene.engine.turns.placed(at, scene.ended[-1].turn, 0, "bobs")
    await scene.ctx.saver.flush()
    await scene.accept("Why?", replied="bobs")
    await scene.idle()
    assert who_was_asked(scene) == ["Bob Stone", "Bob Stone"]


async def test_a_reply_to_what_was_shown_just_now_is_answered_by_whoever_said_it(scene: Room) -> None:
    """Whoever is quick is answered by somebody else: which message shows Bob's words is not written down yet."""
    await settings.put(
        scene.engine.ctx, scene.here, SettingScope.CHANNEL, "scene_strategy", "manual"
    )  # nobody by chance
    await scene.say("Bob?")
    made = scene.ended[-1]
    saver = Saver(scene.db, SystemClock())  # nobody runs it
    saver.placed(TurnKey(scene.here.space, made.sendings[0].session or 0, made.turn), 0, "bobs")
    said = Incoming(scene.origin, "quick", "Why?", scene.ctx.clock.now(), scene.position + 1, replied="bobs")
    assert await accept(replace(scene.ctx, saver=saver), scene.runner, said) is Heard.TAKEN
    await scene.idle()
    assert who_was_asked(scene) == ["Bob Stone", "Bob Stone"]


async def test_a_restart_between_two_replies(
    scene: Room, database_url: str, model: ModelServer, tmp_path: Path
) -> None:
    """A crash after the first of two replies would lose the second, or say the first again."""
    gate = Gate()
    scene.model.script(say("Mira speaks."), Script(["Bob", Finish()], before=gate))
    await scene.accept("Mira and Bob, well?")
    await gate.reached()
    scene.ctx.saver.end_all()
    await scene.idle()
    gate.open()
    assert [(it["kind"], it["state"]) for it in await scene.turns()] == [("reply", "complete"), ("next", "running")]
    await scene.runner.stop()
    config = config_for(database_url, tmp_path, model)
    async with opened(config, scene.origin.platform, limit=LIMIT, name="next") as engine:
        await engine.runner.sweep()
        await engine.turns.idle(scene.here)
        assert [it["state"] for it in await scene.turns()] == ["complete", "complete"]
        assert [it["text"] for it in await scene.log()][-2:] == ["Mira speaks.", "Bob Stone speaks."]
