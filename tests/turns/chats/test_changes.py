"""Edits and deletions on the platform: the log follows, and what was deleted is gone everywhere."""

import json

import pytest

from engine.actions.chats import branches, pointed, replies, savepoints, swipes, undoing
from engine.actions.chats import revisions as revisions_actions
from engine.actions.chats import sessions as sessions_actions
from engine.actions.house.status import status
from engine.db.chats import sessions, turns
from engine.db.memory import derivations
from engine.values.chats.entries import NewDerived, Place, Range
from engine.values.chats.incoming import Heard
from engine.values.chats.places import Address
from engine.values.ids import SessionKey
from tests.servers.model import Finish, Gate, Script, fail, say
from tests.turns.room import Room, said


async def test_an_edit_is_a_revision(room: Room) -> None:
    """Whoever mends a word is answered twice, or the character goes on from what they did not mean."""
    room.model.answer = lambda _: say("I see.")
    await room.say("I like cats.", "Do you?")
    assert await room.edit("m1", "I like dogs.") is Heard.TAKEN
    await room.idle()
    assert len(room.model.generations) == 2, "an edit asks for no answer"
    assert [
        it.text for it in (await sessions_actions.open_here(room.engine.ctx, room.here, "Ann")).spoken if it.revised
    ] == ["I like dogs."]
    await room.say("What do I like?")
    assert room.prompts_say("I like dogs.")
    assert not room.prompts_say("cats")
    revisions = await room.sql(
        "SELECT target_seq FROM entry WHERE space_id = $1 AND kind = 'revision'", room.here.space
    )
    assert [it["target_seq"] for it in revisions] == [3]


async def test_an_edit_before_the_first_word_begins_the_request_anew(room: Room) -> None:
    """The character answers what somebody has already taken back."""
    gate = Gate()
    room.model.script(Script(["Never.", Finish()], before=gate), say("Dogs it is."))
    await room.accept("I like cats.")
    await gate.reached()
    await room.edit("m1", "I like dogs.")
    await room.idle()
    assert room.prompts_say("I like dogs.")
    assert not room.prompts_say("cats")
    assert [it.text for it in room.ended] == ["Dogs it is."]
    assert [it["joined"] for it in await room.turns()] == [1]


async def test_an_edit_does_not_cut_a_reply(room: Room) -> None:
    """Mending a comma costs the reply that one is reading."""
    gate = Gate()
    room.model.script(Script(["Cats ", gate, "are fine.", Finish()]))
    await room.accept("I like cats.")
    await room.grew("Cats")
    await room.edit("m1", "I like cats!")
    gate.open()
    await room.idle()
    assert [(it.state, it.text) for it in room.ended] == [("complete", "Cats are fine.")]
    assert len(room.model.generations) == 1
    assert not await room.sql("SELECT 1 FROM inbox WHERE space_id = $1 AND outcome IS NULL", room.here.space)
    view = await sessions_actions.open_here(room.engine.ctx, room.here, "Ann")
    assert [it.text for it in view.spoken][1:] == ["I like cats!", "Cats are fine."]


@pytest.mark.parametrize("seen", [True, False], ids=["seen", "unseen"])
async def test_a_correction_is_answered_in_place_of_what_was_meant_before(room: Room, seen: bool) -> None:
    """Who mends the question while it is answered gets half an answer to the wrong one, and has to ask again."""
    gate = Gate()
    room.model.script(Script([*(["Cats "] if seen else []), gate, "are fine.", Finish()]), say("Dogs it is."))
    await room.accept("I like cats.")
    await gate.reached()
    if seen:
        await room.grew("Cats")
    await revisions_actions.edit(room.engine.ctx, room.engine.runner, room.here, "I like dogs.")
    gate.open()
    await room.idle()
    assert [(it.text, it.notice) for it in room.ended] == [("Dogs it is.", None)]
    assert [text for _, text in await room.spoken()][1:] == ["I like dogs.", "Dogs it is."]
    assert not room.prompts_say("cats")
    (turn,) = await room.turns()
    assert (turn["state"], turn["kind"]) == ("complete", "reply")
    assert not await room.sql("SELECT 1 FROM entry WHERE space_id = $1 AND text LIKE 'Cats%'", room.here.space)
    assert not await room.sql("SELECT 1 FROM draft WHERE space_id = $1", room.here.space)


async def test_a_reply_that_is_corrected_while_it_goes_on(room: Room) -> None:
    """What is added would stand behind words that are not there any more."""
    gate = Gate()
    room.model.script(say("It was dark."), Script(["Very ", gate, "dark.", Finish()]), say("And warm."))
    await room.say("Tell me.")
    newest = await swipes.newest(room.engine.ctx, room.here)
    assert newest is not None
    await replies.go_on(room.engine.ctx, room.engine.runner, room.here)
    await room.grew("Very")
    at = f"@{newest.session}.{newest.place.branch}.{newest.place.seq}"
    await pointed.edit(room.engine.ctx, room.engine.runner, room.here, at, "It was light.")
    gate.open()
    await room.idle()
    assert (await room.spoken())[-1] == ("complete", "It was light. And warm.")


async def test_an_edit_of_what_was_undone(room: Room) -> None:
    """Mending what was taken back changes another message, or brings it back."""
    room.model.answer = lambda _: say("Hm.")
    await room.say("One.", "Two.")
    await undoing.undo(room.engine.ctx, room.engine.runner, room.here)
    await room.say("Three.")
    await room.edit("m2", "Two!")
    await room.idle()
    view = await sessions_actions.open_here(room.engine.ctx, room.here, "Ann")
    assert [it.text for it in view.spoken][1:] == ["One.", "Hm.", "Three.", "Hm."]
    assert not await room.sql("SELECT 1 FROM inbox WHERE space_id = $1 AND outcome IS NULL", room.here.space)


async def test_deleting_what_is_answered_ends_it(room: Room) -> None:
    """The character answers a message that is no longer there."""
    gate = Gate()
    room.model.script(Script(["Never.", Finish()], before=gate))
    await room.accept("Forget it.")
    await gate.reached()
    await room.delete("m1")
    await room.idle()
    (ended,) = room.ended
    assert (ended.text, ended.withdrawn, ended.notice, ended.sendings) == ("", True, None, ())
    assert len(room.model.generations) == 1
    assert [(it["state"], it["outcome"]) for it in await room.turns()] == [("interrupted", "withdrawn")]
    room.model.script(say("Yes?"))
    await room.say("Hello?")
    assert not room.prompts_say("Forget it.")


async def test_deleting_one_of_two(room: Room) -> None:
    """A burst of which one message is deleted is not answered at all."""
    gate = Gate()
    room.model.script(Script(["Never.", Finish()], before=gate), say("To the other."))
    room.runner._stopping = True
    await room.accept("One.")
    room.runner._stopping = False
    await room.accept("Two.")
    await gate.reached()
    await room.delete("m2")
    await room.idle()
    assert [it.text for it in room.ended] == ["To the other."]
    assert [text for role, text in room.prompt() if role == "user"] == ["One."]


async def test_deleting_after_the_first_word(room: Room) -> None:
    """A reply that people are reading vanishes, or what was deleted stays."""
    gate = Gate()
    room.model.script(Script(["I ", gate, "heard you.", Finish()]))
    await room.accept("Secret.")
    await room.grew("I")
    await room.delete("m1")
    gate.open()
    await room.idle()
    assert [it.text for it in room.ended] == ["I heard you."]
    assert said(await room.log(), by_people=True) == [""]
    assert "Secret" not in await _everything(room)


async def _everything(room: Room) -> str:
    """Every text of the channel's space that the database holds."""
    return json.dumps(await _rows(room))


async def _rows(room: Room) -> list[str]:
    """Every row of the channel's space that may hold a text, in no order."""
    found: list[str] = []
    for table in ("entry", "inbox", "outbox", "savepoint", "session", "derived", "draft", "due", "turn"):
        rows = await room.sql(
            f"SELECT row_to_json(it)::text AS row FROM {table} AS it WHERE space_id = $1", room.here.space
        )
        found += [it["row"] for it in rows]
    return found


async def test_a_deleted_message_is_nowhere(room: Room) -> None:
    """Somebody deletes what they should not have said, and the character, a savepoint or a list still tells it."""
    room.model.answer = lambda _: say("I see.")
    await room.say("My canary sings.")
    await room.edit("m1", "My canary is called Pim.")
    await room.idle()
    await savepoints.save(room.engine.ctx, room.here, "")
    await branches.branch_from(room.engine.ctx, room.engine.runner, room.here, 0)
    await room.say("And now?")
    await undoing.undo(room.engine.ctx, room.engine.runner, room.here)
    await room.delete("m1")
    await room.idle()
    text = await _everything(room)
    assert "canary" not in text
    assert "Pim" not in text
    view = await sessions_actions.open_here(room.engine.ctx, room.here, "Ann")
    assert [it.text for it in view.spoken] == ["You made it, Ann. Sit down.", "I see."]
    (info,) = [it for it in await sessions_actions.listed(room.engine.ctx, room.here) if it.current]
    assert info.title == ""
    assert all("canary" not in it.preview for it in await branches.branches(room.engine.ctx, room.here))
    assert (await status(room.engine.ctx, room.here)).messages == 2
    await room.say("What did I say?")
    assert not room.prompts_say("canary")


async def test_a_deleted_message_cannot_be_edited(room: Room) -> None:
    """An edit that comes late brings back what was deleted."""
    room.model.answer = lambda _: say("I see.")
    await room.say("My canary sings.")
    await room.delete("m1")
    await room.idle()
    assert await room.edit("m1", "My canary sang.") is Heard.IGNORED
    assert await room.delete("m1") in (Heard.AGAIN, Heard.IGNORED)
    await room.idle()
    assert "canary" not in await _everything(room)


@pytest.mark.parametrize("waiting", [True, False], ids=["waiting", "taken up"])
async def test_what_was_made_of_it_goes_too(room: Room, waiting: bool) -> None:
    """The character forgets the message and remembers what it was about."""
    room.model.answer = lambda _: say("I see.")
    await room.say("My canary sings.", "It does.")
    (row,) = await room.sql("SELECT id, created_by FROM session WHERE space_id = $1", room.here.space)
    key = SessionKey(room.here.space, row["id"])
    (member,) = await room.sql(
        "SELECT character_id FROM entry WHERE space_id = $1 AND kind = 'member'", room.here.space
    )
    of_it = NewDerived("core", Place(1, 4), member["character_id"], (Range(1, 3, 4),), "The canary.")
    other = NewDerived("core", Place(1, 6), member["character_id"], (Range(1, 5, 6),), "It does.")
    for one in (of_it, other):
        await derivations.derive(room.db, key, one)
    if waiting:  # the process that applies it is another one
        room.runner._stopping = True
    await room.delete("m1")
    if waiting:
        room.runner._stopping = False
        await room.runner.sweep()
    await room.idle()
    rows = await room.sql("SELECT text FROM derived WHERE space_id = $1", room.here.space)
    assert [it["text"] for it in rows] == ["It does."]
    assert "facts/1.3.4" in {it["kind"] for it in await room.due()}


async def test_an_edit_does_not_cost_a_late_answer(room: Room) -> None:
    """Whoever mends the message that the model failed to answer is never answered."""
    room.model.script(*[fail(503)] * 3)
    await room.say("Are you their?")
    await room.edit("m1", "Are you there?")
    await room.idle()
    room.model.script(say("I am."))
    await room.do_due_work()
    assert room.ended[-1].text == "I am."
    assert room.prompts_say("Are you there?")


async def test_deleting_costs_the_late_answer(room: Room) -> None:
    """What was deleted is answered a quarter of an hour later."""
    room.model.script(*[fail(503)] * 3)
    await room.say("Are you there?")
    await room.delete("m1")
    await room.idle()
    asked = len(room.model.generations)
    await room.do_due_work()
    assert len(room.model.generations) == asked
    assert not [it for it in await room.due() if it["kind"].startswith("answer.")]


async def test_what_is_being_taken_up_cannot_change_meanwhile(room: Room) -> None:
    """What is deleted in that moment stays in the story for ever; an edit is lost, or people are told of a fault."""
    room.runner._stopping = True
    await room.accept("Secret.")
    channel_head = await sessions.current(room.db, room.here.key)
    assert channel_head is not None
    async with room.db.transaction() as on:
        found = await turns.look(on, channel_head.key, 100)
        assert found is not None
        assert [it.text for it in found.waiting] == ["Secret."]
        free = "SELECT id FROM inbox WHERE space_id = $1 FOR UPDATE SKIP LOCKED"
        assert not await room.sql(free, room.here.space)


async def test_a_quote_of_what_was_deleted_before_anybody_took_it_up(room: Room) -> None:
    """What somebody took back at once reaches the model all the same, by the reply of somebody else."""
    room.runner._stopping = True
    await room.accept("My canary sings.")
    await room.accept("Really?", replied="m1")
    assert [it for it in await _rows(room) if "Really?" in it and "canary" in it]
    await room.delete("m1")
    assert "canary" not in await _everything(room)


async def test_a_quote_in_a_later_session(room: Room) -> None:
    """What was deleted is told on in the story that was begun after it."""
    room.model.answer = lambda _: say("I see.")
    await room.say("My canary sings.")
    await sessions_actions.new(room.engine.ctx, room.engine.runner, room.here, "Ann")
    await room.accept("Really?", replied="m1")
    await room.idle()
    assert room.prompts_say("canary")
    await room.delete("m1")
    await room.idle()
    assert "canary" not in await _everything(room)


async def test_deleting_what_was_left_lying(room: Room) -> None:
    """What the bot was thrown out over, it keeps."""
    room.runner._stopping = True
    await room.accept("My canary sings.")
    await room.engine.turns.leave(Address(room.origin.platform, room.origin.space, room.origin.channel))
    assert await room.delete("m1") is Heard.TAKEN
    assert "canary" not in await _everything(room)


async def test_a_deletion_outlives_a_long_night(room: Room) -> None:
    """What was deleted just before a crash is kept until somebody says something there, or for ever."""
    room.model.answer = lambda _: say("I see.")
    await room.say("My canary sings.")
    room.runner._stopping = True
    await room.delete("m1")
    room.runner._stopping = False
    await room.sql("UPDATE inbox SET received_at = now() - interval '1 h' WHERE space_id = $1", room.here.space)
    await room.runner.sweep()
    await room.idle()
    assert "canary" not in await _everything(room)


async def test_what_is_remembered_of_an_edited_text_waits_for_half_a_minute_of_quiet(room: Room) -> None:
    """Somebody mends a name and is called by the old one for minutes, or each of five corrections costs a call."""
    await room.say("I live in Brno.")
    await room.drain()
    wait = "SELECT extract(epoch FROM not_before - now()) AS wait FROM due WHERE space_id = $1 AND kind = 'facts'"
    for text in ("I live in Bern.", "I live in Berne."):
        await room.edit("m1", text)
        await room.idle()
        [row] = await room.sql(wait, room.here.space)
        assert 0 < row["wait"] <= 30
