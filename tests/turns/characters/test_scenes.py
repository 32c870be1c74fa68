"""Several characters in one place: who is asked, one after another, and what ends that."""

import pytest

from engine.actions.characters import casts
from engine.actions.chats import replies, savepoints, undoing
from engine.actions.house import settings
from engine.actions.story import notes
from engine.errors import LastOfCast, NotInCast, PlaysAlready
from engine.values.chats.outgoing import Began
from engine.values.house.setting_scopes import SettingScope
from engine.values.story.notes import AuthorsNote
from tests.servers.model import Finish, Gate, Script, say
from tests.turns.room import Room, said
from tests.turns.scenes import first, in_character, join, who_was_asked


@pytest.fixture
async def scene(room: Room) -> Room:
    """Mira and Bob; neither speaks uncalled."""
    room.model.answer = in_character
    await casts.talk(room.engine.ctx, room.engine.runner, room.here, await first(room), 0)
    await join(room, "Bob Stone")
    return room


async def test_whoever_is_called_answers_in_that_order(scene: Room) -> None:
    """A message to Bob would be answered by whoever came first, or two who are asked would not both answer."""
    await scene.say("Bob, are you there?", "stone and mira: what now?")
    assert who_was_asked(scene) == ["Bob Stone", "Bob Stone", "Mira"]
    assert [it["kind"] for it in await scene.turns()] == ["reply", "reply", "next"]
    shown = [(it.character, it.behind) for it in scene.shown.of(Began)]
    assert shown == [("Bob Stone", False), ("Bob Stone", False), ("Mira", True)]
    assert said(await scene.log(), by_people=False)[-2:] == ["Bob Stone speaks.", "Mira speaks."]


async def test_everybody_reads_the_same_list_of_who_plays(scene: Room) -> None:
    """A list that begins with whoever speaks would change in each prompt, and all behind it be paid for anew."""
    await notes.set_note(scene.engine.ctx, scene.engine.runner, scene.here, AuthorsNote("Here play {{group}}."))
    await scene.say("Mira and Bob, well?")
    assert who_was_asked(scene) == ["Mira", "Bob Stone"]
    assert scene.prompts_say("Here play Mira, Bob Stone.", -2)
    assert scene.prompts_say("Here play Mira, Bob Stone.", -1)


async def test_somebody_always_answers_and_nobody_who_is_muted(scene: Room) -> None:
    """People would talk to the air, or a character that is to listen would speak."""
    await casts.mute(scene.engine.ctx, scene.engine.runner, scene.here, await first(scene))
    await scene.say("Hello?", "Mira?", "Anybody?")
    assert set(who_was_asked(scene)) == {"Bob Stone"}
    assert len(who_was_asked(scene)) == 3


async def test_by_hand_only_the_called_speak(scene: Room) -> None:
    """Characters would speak although the players pick each of them; what is said would be lost when none is."""
    await settings.put(scene.engine.ctx, scene.here, SettingScope.CHANNEL, "scene_strategy", "manual")
    await scene.say("It rains.", "It still rains.")
    assert who_was_asked(scene) == []
    await casts.speak(scene.engine.ctx, scene.engine.runner, scene.here, await first(scene))
    await scene.idle()
    assert who_was_asked(scene) == ["Mira"]
    assert scene.prompts_say("It rains.")
    assert scene.prompts_say("It still rains.")


async def test_characters_answer_one_another_a_few_times(scene: Room) -> None:
    """Two characters would talk to each other without end, or never."""
    scene.model.answer = lambda seen: say("Bob, Mira, say more!")
    await settings.put(scene.engine.ctx, scene.here, SettingScope.CHANNEL, "scene_rounds", "3")
    await scene.say("Bob?")
    assert who_was_asked(scene) == ["Bob Stone", "Mira", "Bob Stone", "Mira"]
    await scene.say("Mira?")
    assert who_was_asked(scene)[4:] == ["Mira", "Bob Stone", "Mira", "Bob Stone"]


async def test_a_new_message_ends_what_was_to_come(scene: Room) -> None:
    """Characters would go on about what nobody asks any more, over the heads of people."""
    gate = Gate()
    scene.model.script(Script(["Well, ", gate, "yes.", Finish()]))
    await scene.accept("Mira and Bob, well?")
    await scene.grew("Well")
    await scene.accept("Only you, Mira, go on.")
    gate.open()
    await scene.idle()
    assert who_was_asked(scene) == ["Mira", "Mira"]


async def test_a_stop_ends_what_was_to_come(scene: Room) -> None:
    """Somebody who presses stop would be talked at by the next one."""
    gate = Gate()
    scene.model.script(Script(["Well, ", gate, "yes.", Finish()]))
    await scene.accept("Mira and Bob, well?")
    await scene.grew("Well")
    assert await replies.stop(scene.engine.ctx, scene.here)
    await scene.idle()
    gate.open()
    assert who_was_asked(scene) == ["Mira"]
    assert [it["state"] for it in await scene.turns()] == ["interrupted"]


async def test_again_undo_and_go_on_keep_to_who_spoke(scene: Room) -> None:
    """Another character would say the words again, or half of an exchange would stay."""
    await scene.say("Mira and Bob, well?")
    await replies.again(scene.engine.ctx, scene.engine.runner, scene.here)
    await scene.idle()
    scene.model.script(say("He waits."))
    await replies.go_on(scene.engine.ctx, scene.engine.runner, scene.here)
    await scene.idle()
    assert who_was_asked(scene) == ["Mira", "Bob Stone", "Bob Stone", "Bob Stone"]
    assert not scene.prompts_say("Bob Stone speaks.", 2), "his old words are no longer there"
    assert [text for _, text in await scene.spoken()][-2:] == ["Mira speaks.", "Bob Stone speaks. He waits."]
    await undoing.undo(scene.engine.ctx, scene.engine.runner, scene.here)
    assert [text for _, text in await scene.spoken()][-2:] == ["Mira speaks.", "Bob Stone speaks."]
    await undoing.undo(scene.engine.ctx, scene.engine.runner, scene.here)
    assert [text for _, text in await scene.spoken()] == ["You made it, Ann. Sit down."]


async def test_the_cast_goes_back_with_the_story(scene: Room) -> None:
    """Restoring an old place would leave somebody in the room who was not there."""
    bob = (await casts.cast(scene.engine.ctx, scene.here))[1].character
    await scene.say("Bob?")
    place = await savepoints.save(scene.engine.ctx, scene.here, "two")
    await casts.talk(scene.engine.ctx, scene.engine.runner, scene.here, bob, 80)
    await casts.remove(scene.engine.ctx, scene.engine.runner, scene.here, await first(scene))
    assert [(it.name, it.talk) for it in await casts.cast(scene.engine.ctx, scene.here)] == [("Bob Stone", 80)]
    await savepoints.load(scene.engine.ctx, scene.engine.runner, scene.here, place.id)
    assert [(it.name, it.talk) for it in await casts.cast(scene.engine.ctx, scene.here)] == [
        ("Mira", 0),
        ("Bob Stone", 0),
    ]


async def test_what_cannot_be_done_with_a_cast(scene: Room) -> None:
    """A chat could be left without anybody, or have somebody twice."""
    mira, bob = (it.character for it in await casts.cast(scene.engine.ctx, scene.here))
    with pytest.raises(PlaysAlready):
        await casts.add(scene.engine.ctx, scene.engine.runner, scene.here, bob, "Ann")
    await casts.remove(scene.engine.ctx, scene.engine.runner, scene.here, bob)
    with pytest.raises(NotInCast):
        await casts.mute(scene.engine.ctx, scene.engine.runner, scene.here, bob)
    with pytest.raises(LastOfCast):
        await casts.remove(scene.engine.ctx, scene.engine.runner, scene.here, mira)


async def test_who_comes_may_greet(scene: Room) -> None:
    """A character would come in without the words that its card has for that."""
    await join(scene, "Cy", group_only_greetings=["Evening, {{user}}. {{char}} is here."])
    assert said(await scene.log(), by_people=False)[-1] == "Evening, Ann. Cy is here."
    assert who_was_asked(scene) == []
