"""Messages deleted from a story: nobody reads them there any more, the character least, until they are restored."""

from dataclasses import replace

import pytest

from engine.actions.chats import replies, savepoints, undoing
from engine.actions.story import deletions, notes
from engine.actions.story.deletions import Deletion
from engine.actions.transfers import exports
from engine.db.chats import log, sessions
from engine.errors import MessagesGone, TooFarBack, TooManyMessages, TurnsOfOthers
from engine.rules.acts import deleted_by
from engine.values.chats.entries import EntryKind
from engine.values.chats.incoming import Here
from engine.values.chats.undoing import HOST, Undoer
from tests.servers.model import say
from tests.turns.memory.test_extract import core, finds, of_person
from tests.turns.people.test_forgetting import say_as
from tests.turns.room import Room


async def _talk(room: Room, *words: str) -> None:
    for word in words:
        room.model.script(say(f"Re {word}"))
        await room.say(word)


async def _delete(room: Room, *numbers: int, by: Undoer = HOST, here: Here | None = None) -> Deletion:
    at = here or room.here
    found = await deletions.look(room.engine.ctx, at, (numbers[0], numbers[-1]))
    meant = (found.session, found.first, found.last)
    return await deletions.delete(room.engine.ctx, room.engine.runner, at, meant, by)


async def _restore(room: Room, done: Deletion) -> None:
    meant = (done.stretch.session, done.place)
    await deletions.restore(room.engine.ctx, room.engine.runner, room.here, meant)


async def _story(room: Room) -> list[str]:
    """What stands there behind the greeting."""
    head = await sessions.current(room.db, room.here.key)
    assert head is not None
    line = await room.ctx.lines.current(room.db, head.session_key, head.branch)
    return [it.text for it in await log.messages(room.db, head.session_key, line, 100)][1:]


async def test_neither_people_nor_the_character_read_what_is_deleted(room: Room) -> None:
    """A scene that went wrong in the middle stays in the story for ever, or all behind it is lost with it."""
    await _talk(room, "one", "two", "three")
    done = await _delete(room, 5, 3)
    assert (done.stretch.count, done.stretch.begins, done.stretch.ends) == (3, "Re one", "Re two")
    left = ["one", "three", "Re three"]
    assert await _story(room) == left
    await _talk(room, "four")
    heard = " ".join(content for _, content in room.prompt())
    assert "Re one" not in heard
    assert "two" not in heard
    assert all(it in heard for it in left)
    assert "two" not in (await exports.chat(room.engine.ctx, room.here)).data.decode()
    assert [it.stretch.count for it in await deletions.deleted(room.engine.ctx, room.here, 9)] == [3]
    await _restore(room, done)
    whole = ["one", "Re one", "two", "Re two", "three", "Re three", "four", "Re four"]
    assert await _story(room) == whole
    await _talk(room, "five")
    heard = " ".join(content for _, content in room.prompt())
    assert all(it in heard for it in whole)
    assert await deletions.deleted(room.engine.ctx, room.here, 9) == []


async def test_what_was_made_of_it_is_forgotten_and_comes_back(room: Room) -> None:
    """The character would speak of what everybody believes to be gone."""
    finds(
        room,
        {
            "dragon": {"text": "Ann has slain a dragon.", "scope": "person"},
            "exam": {"text": "Ann has an exam on Monday.", "scope": "person"},
        },
    )
    room.model.answer = lambda _: say("I see.")
    await room.say("I have slain the dragon.", "(OOC: my exam is on Monday.)", "I rest.")
    await room.drain()
    assert (await of_person(room), await core(room)) == (["Ann has an exam on Monday."], ["Ann has slain a dragon."])
    done = await _delete(room, 3, 6)
    await room.drain()
    assert (await of_person(room), await core(room)) == ([], [])
    await _restore(room, done)
    await room.drain()
    assert await of_person(room) == ["Ann has an exam on Monday."]
    assert await core(room) == ["Ann has slain a dragon."]


async def test_it_stays_deleted_behind_an_undo_and_an_other_reply(room: Room) -> None:
    """A step back in the story would bring back what somebody had deleted before."""
    await _talk(room, "one", "two", "three")
    await _delete(room, 6, 5)
    await undoing.undo(room.engine.ctx, room.engine.runner, room.here)
    assert await _story(room) == ["two", "Re two"]
    room.model.script(say("Other."))
    await replies.again(room.engine.ctx, room.engine.runner, room.here)
    await room.idle()
    assert await _story(room) == ["two", "Other."]
    [left] = await deletions.deleted(room.engine.ctx, room.here, 9)
    await _restore(room, left)
    assert await _story(room) == ["one", "Re one", "two", "Other."]


async def test_a_save_from_before_has_it(room: Room) -> None:
    """Whoever saved the story first could not go back to it whole."""
    await _talk(room, "one", "two")
    saved = await savepoints.save(room.engine.ctx, room.here, "whole")
    await _delete(room, 4, 3)
    await savepoints.load(room.engine.ctx, room.engine.runner, room.here, saved.id)
    assert await _story(room) == ["one", "Re one", "two", "Re two"]


async def test_the_newest_can_be_deleted_and_the_talk_goes_on(room: Room) -> None:
    """The next reply would answer what is not there, or stand beside it."""
    await _talk(room, "one", "two")
    done = await _delete(room, 1, 2)
    assert await _story(room) == ["one", "Re one"]
    await _talk(room, "three")
    assert await _story(room) == ["one", "Re one", "three", "Re three"]
    assert not room.prompts_say("two")
    await _restore(room, done)
    assert await _story(room) == ["one", "Re one", "two", "Re two", "three", "Re three"]


async def test_what_was_hidden_stays_hidden_and_hiding_restores_nothing(room: Room) -> None:
    """A message that was kept from the character is told to it by a restore, or a deleted one by showing others."""
    await _talk(room, "one", "two", "three")
    await notes.hide(room.engine.ctx, room.engine.runner, room.here, (4, 4))
    done = await _delete(room, 3, 4)
    await notes.hide(room.engine.ctx, room.engine.runner, room.here, (1, 4))
    await notes.hide(room.engine.ctx, room.engine.runner, room.here, (1, 4), hidden=False)
    assert await _story(room) == ["one", "Re one", "three", "Re three"]
    await _restore(room, done)
    await _talk(room, "four")
    assert room.prompts_say("Re two")
    assert [content for _, content in room.prompt() if content.strip() == "two"] == []
    assert "two" in await _story(room)


async def test_a_deletion_within_another_is_restored_alone(room: Room) -> None:
    """Restoring one of two would restore both, or leave what nobody can get at any more."""
    await _talk(room, "one", "two", "three")
    inner = await _delete(room, 3, 4)
    outer = await _delete(room, 2, 3)
    assert await _story(room) == ["one", "Re three"]
    await _restore(room, outer)
    assert await _story(room) == ["one", "Re one", "three", "Re three"]
    with pytest.raises(MessagesGone):
        await _restore(room, outer)
    await _restore(room, inner)
    assert await _story(room) == ["one", "Re one", "two", "Re two", "three", "Re three"]


async def test_the_statement_and_the_rule_say_the_same(room: Room) -> None:
    """What lists leave out would be another thing than what can be restored."""
    await _talk(room, "one", "two", "three")
    await _delete(room, 3, 4)
    outer = await _delete(room, 2, 3)
    await _restore(room, outer)
    head = await sessions.current(room.db, room.here.key)
    assert head is not None
    line = await room.ctx.lines.current(room.db, head.session_key, head.branch)
    gone = deleted_by(await log.acts(room.db, head.session_key, line, [EntryKind.HIDE]))
    every = [it for it in await log.entries(room.db, head.session_key, line) if it.kind is EntryKind.MESSAGE]
    shown = await log.messages(room.db, head.session_key, line, 100)
    assert [it.text for it in every if it.place.seq not in gone] == [it.text for it in shown]


@pytest.mark.parametrize("numbers", [(0, 1), (1, 99), (99, 99), (10**14, 10**14)])
async def test_numbers_that_no_message_has(room: Room, numbers: tuple[int, int]) -> None:
    """A slip would delete something else."""
    await _talk(room, "one")
    with pytest.raises(TooFarBack):
        await deletions.look(room.engine.ctx, room.here, numbers)
    with pytest.raises(TooManyMessages):
        await deletions.look(room.engine.ctx, room.here, (1, 10**14))


async def test_a_question_that_is_answered_late_deletes_what_it_was_about(room: Room) -> None:
    """Between the question and the yes somebody writes, and the yes deletes other messages."""
    await _talk(room, "one", "two")
    found = await deletions.look(room.engine.ctx, room.here, (1, 2))
    await _talk(room, "three")
    meant = (found.session, found.first, found.last)
    await deletions.delete(room.engine.ctx, room.engine.runner, room.here, meant, HOST)
    assert await _story(room) == ["one", "Re one", "three", "Re three"]
    with pytest.raises(MessagesGone):
        await deletions.delete(room.engine.ctx, room.engine.runner, room.here, meant, HOST)
    with pytest.raises(MessagesGone):
        await deletions.delete(room.engine.ctx, room.engine.runner, room.here, (0, *meant[1:]), HOST)


async def test_a_bystander_deletes_nothing_of_others(room: Room) -> None:
    """Whoever reads along could take the words of all others out of the story."""
    room.here = replace(room.here, private=False)
    room.model.answer = lambda _: say("Hm.")
    ben = await say_as(room, "Ben", "My boat is red.", "b1")
    await say_as(room, "Cara", "Mine is blue.", "c1")
    with pytest.raises(TurnsOfOthers):
        await _delete(room, 2, 4, by=Undoer(ben.person, "Ben"), here=ben)
    await _delete(room, 3, 4, by=Undoer(ben.person, "Ben"), here=ben)
    assert await _story(room) == ["Mine is blue.", "Hm."]
