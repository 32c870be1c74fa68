"""A reply that is changed keeps what it said before, as another reply beside it."""

import json

from engine.actions.chats import pointed, replies, savepoints, swipes, undoing
from engine.actions.people import forgetting
from engine.actions.transfers import exports
from engine.db.chats import sessions
from engine.db.memory import derivations
from engine.values.memory.memories import MemoryKind
from tests.servers.model import say
from tests.turns.people.test_forgetting import everything, say_as
from tests.turns.room import Room


async def _edit(room: Room, meant: int, text: str) -> None:
    await pointed.edit(room.engine.ctx, room.engine.runner, room.here, meant, text)


async def _turn(room: Room, step: int) -> str:
    """Turn, and read what stands there now."""
    await swipes.swipe(room.engine.ctx, room.engine.runner, room.here, step)
    await room.idle()
    return (await room.spoken())[-1][1]


async def _where(room: Room) -> tuple[int, int]:
    newest = await swipes.newest(room.engine.ctx, room.here)
    assert newest is not None
    return newest.number, newest.count


async def _beside(room: Room, meant: int = 1) -> list[tuple[str, bool]]:
    found = await swipes.beside(room.engine.ctx, room.here, meant)
    return [(it.text, it.shown) for it in found.replies]


async def _choose(room: Room, meant: int, number: int) -> None:
    found = await swipes.beside(room.engine.ctx, room.here, meant)
    lies = (found.session, found.place)
    await swipes.choose(room.engine.ctx, room.engine.runner, room.here, lies, found.replies[number - 1].place)
    await room.idle()


async def test_what_a_reply_said_before_is_one_page_back(room: Room) -> None:
    """Who changes a reply loses what the character had written, and may never have wanted to."""
    room.model.script(say("It is dark."))
    await room.say("What do you see?")
    await _edit(room, 1, "It is light.")
    assert await _where(room) == (2, 2)
    assert [await _turn(room, step) for step in (-1, 1, -1)] == ["It is dark.", "It is light.", "It is dark."]
    assert await _where(room) == (1, 2)
    assert len(room.model.generations) == 1
    room.model.script(say("Yes."))
    await room.say("Really?")
    assert room.prompts_say("It is dark.")
    assert not room.prompts_say("It is light.")


async def test_each_change_keeps_what_stood_there(room: Room) -> None:
    """Only the last text before is kept, or the pages come in another order than they were written in."""
    room.model.script(say("One."), say("Other."))
    await room.say("Sing.")
    for text in ("Two.", "Three.", "Three."):
        await _edit(room, 1, text)
    assert await _beside(room) == [("One.", False), ("Two.", False), ("Three.", True)]
    assert await _where(room) == (3, 3)
    await replies.again(room.engine.ctx, room.engine.runner, room.here)
    await room.idle()
    assert await _where(room) == (4, 4)
    assert [await _turn(room, -1) for _ in range(3)] == ["Three.", "Two.", "One."]


async def test_own_words_keep_nothing(room: Room) -> None:
    """People would page through their own slips of the pen."""
    room.model.script(say("Hm."))
    await room.say("Helo.")
    await _edit(room, 2, "Hello.")
    branches = await room.sql("SELECT 1 FROM branch WHERE space_id = $1", room.here.space)
    assert (len(branches), await _beside(room, 2)) == (1, [("Hello.", True)])


async def test_an_older_reply_keeps_it_too_and_the_story_behind_it_stays(room: Room) -> None:
    """What was said behind a reply is lost by changing it, or the words before are."""
    room.model.script(say("It is dark."), say("A lamp."))
    await room.say("What do you see?", "And there?")
    await _edit(room, 3, "It is light.")
    story = [text for _, text in await room.spoken()]
    assert story[-4:] == ["What do you see?", "It is light.", "And there?", "A lamp."]
    assert await _beside(room, 3) == [("It is dark.", False), ("It is light.", True)]
    await _choose(room, 3, 1)
    assert [text for _, text in await room.spoken()][-4:] == [
        "What do you see?",
        "It is dark.",
        "And there?",
        "A lamp.",
    ]
    assert await _beside(room, 3) == [("It is light.", False), ("It is dark.", True)]
    await _choose(room, 3, 1)
    room.model.script(say("Yes."))
    await room.say("Really?")
    assert room.prompts_say("It is light.")
    assert not room.prompts_say("It is dark.")


async def test_it_is_there_after_an_undo(room: Room) -> None:
    """A step back would take the words of a changed reply with it."""
    room.model.script(say("It is dark."), say("A lamp."))
    await room.say("What do you see?", "And there?")
    await _edit(room, 3, "It is light.")
    await undoing.undo(room.engine.ctx, room.engine.runner, room.here)
    assert (await room.spoken())[-1][1] == "It is light."
    assert await _where(room) == (2, 2)
    assert [await _turn(room, step) for step in (-1, 1)] == ["It is dark.", "It is light."]


async def test_an_undo_that_is_undone_has_the_changed_reply(room: Room) -> None:
    """Restored is what nobody wanted any more."""
    room.model.script(say("It is dark."))
    await room.say("What do you see?")
    await _edit(room, 1, "It is light.")
    undone = (await undoing.undo(room.engine.ctx, room.engine.runner, room.here)).undone
    assert undone is not None
    await undoing.bring_back(room.engine.ctx, room.engine.runner, room.here, undone.left)
    assert (await room.spoken())[-1][1] == "It is light."
    assert await _turn(room, -1) == "It is dark."


async def test_each_save_is_loaded_with_the_text_that_it_was_made_with(room: Room) -> None:
    """A save would tell another story than the one that people read when they made it."""
    room.model.script(say("It is dark."))
    await room.say("What do you see?")
    await _edit(room, 1, "It is light.")
    light = await savepoints.save(room.engine.ctx, room.here, "light")
    await _turn(room, -1)
    dark = await savepoints.save(room.engine.ctx, room.here, "dark")
    for made, text, other in ((light, "It is light.", -1), (dark, "It is dark.", 1)):
        await savepoints.load(room.engine.ctx, room.engine.runner, room.here, made.id)
        assert (await room.spoken())[-1][1] == text
        assert await _turn(room, other) in {"It is dark.", "It is light."} - {text}


async def test_a_greeting_that_is_changed_is_a_page_beside_the_others(room: Room) -> None:
    """The words of a card would be gone from the chat, or stand for another greeting."""
    first = (await room.spoken())[-1][1]
    await _edit(room, 1, "Come in, Ann.")
    assert await _where(room) == (2, 2)
    assert await _turn(room, -1) == first
    assert await _turn(room, 1) == "Come in, Ann."
    assert await _turn(room, 1) == "The lamp is out, Ann. Help me."
    assert await _where(room) == (3, 3)


async def test_a_reply_that_is_turned_to_can_be_changed_too(room: Room) -> None:
    """Changing an earlier reply would change the newest one, or leave nothing to go back to."""
    room.model.script(say("One."), say("Two."))
    await room.say("Sing.")
    await replies.again(room.engine.ctx, room.engine.runner, room.here)
    await room.idle()
    await _turn(room, -1)
    await _edit(room, 1, "One!")
    assert await _beside(room) == [("One.", False), ("One!", True), ("Two.", False)]
    assert await _turn(room, 1) == "Two."
    assert [await _turn(room, -1) for _ in range(2)] == ["One!", "One."]


async def test_memory_follows_the_text_that_is_chosen(room: Room) -> None:
    """The character would remember what it has not said."""
    room.model.script(say("My cat is called Pax."))
    await room.say("Tell me of your cat.")
    await room.drain()
    await _edit(room, 1, "My cat is called Nox.")
    await room.drain()
    assert [it for it in await _remembered(room) if "cat is" in it] == ["My cat is called Nox."]
    await _turn(room, -1)
    await room.drain()
    assert [it for it in await _remembered(room) if "cat is" in it] == ["My cat is called Pax."]


async def _remembered(room: Room) -> list[str]:
    """What is remembered as said, on the line that is played."""
    head = await sessions.current(room.db, room.here.key)
    assert head is not None
    line = await room.ctx.lines.current(room.db, head.session_key, head.branch)
    return [it.text for it in await derivations.live(room.db, head.session_key, line, [MemoryKind.SAID])]


async def test_an_exported_chat_has_it_as_a_swipe(room: Room) -> None:
    """SillyTavern would show the changed reply alone, or the one before as the one that is chosen."""
    room.model.script(say("It is dark."))
    await room.say("What do you see?")
    await _edit(room, 1, "It is light.")
    await _exported(room, "It is light.", 1)
    await _turn(room, -1)
    await _exported(room, "It is dark.", 0)


async def _exported(room: Room, mes: str, chosen: int) -> None:
    lines = (await exports.chat(room.engine.ctx, room.here)).data.decode().splitlines()
    last = json.loads(lines[-1])
    assert (last["mes"], last["swipes"], last["swipe_id"]) == (mes, ["It is dark.", "It is light."], chosen)


async def test_what_is_kept_is_forgotten_with_whom_it_tells_of(room: Room) -> None:
    """Somebody asks to be forgotten, and the words that a reply had before are left."""
    room.model.script(say("Zebediah? A fine bird."), say("Hm."), say("Oh."))
    who = await say_as(room, "Kestrelle", "My bird is called Zebediah.", "k1")
    await say_as(room, "Ben", "Really?", "b1")
    editor = await say_as(room, "Corvina", "(reads)", "c1")
    for text in ("Zebediah, you say.", "A bird."):
        await pointed.edit(room.engine.ctx, room.engine.runner, editor, 5, text)
    assert ("A bird.", True) in await _beside(room, 5)
    assert (await forgetting.forget_me(room.engine.ctx, room.engine.runner, who)).done
    assert await everything(room, "Zebediah") == []


async def test_what_somebody_wrote_for_a_character_is_forgotten_with_them(room: Room) -> None:
    """Words that a person put into a reply outlive them, as the text that it had before."""
    room.model.script(say("It is dark."), say("Hm."))
    await say_as(room, "Ben", "What do you see?", "b1")
    editor = await say_as(room, "Corvina", "(reads)", "c1")
    for text in ("Quillfeather was here.", "Nobody was here."):
        await pointed.edit(room.engine.ctx, room.engine.runner, editor, 3, text)
    assert [text for text, _ in await _beside(room, 3)] == ["It is dark.", "Quillfeather was here.", "Nobody was here."]
    assert (await forgetting.forget_me(room.engine.ctx, room.engine.runner, editor)).done
    assert await everything(room, "Quillfeather") == []
    assert await _beside(room) == [("It is dark.", True)]
