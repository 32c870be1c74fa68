"""What a story carries besides its messages: it goes with the line that is played, forth and back."""

import pytest

from engine.actions.characters import presets, worlds
from engine.actions.chats import inspections, replies, revisions, savepoints, undoing
from engine.actions.house import settings
from engine.actions.house.status import status
from engine.actions.story import notes
from engine.errors import NoPersona, NoSuchPreset, NoSuchWorld, TooFarBack
from engine.values.characters.worlds import Binding
from engine.values.chats.outgoing import Began, Noticed
from engine.values.house.setting_scopes import SettingScope
from engine.values.story.notes import AuthorsNote, NotePosition
from tests.servers.model import Finish, Gate, Script, say
from tests.turns.files import CHAT, PRESET, WORLD, as_json, as_lines, bring, meet
from tests.turns.room import Room, said

NOTE = AuthorsNote("Rain falls.", NotePosition.IN_CHAT, depth=0)


async def _acts(room: Room, kind: str) -> int:
    rows = await room.sql("SELECT 1 FROM entry WHERE space_id = $1 AND kind = $2", room.here.space, kind)
    return len(rows)


def _count(room: Room, text: str) -> int:
    return sum(content.count(text) for _, content in room.prompt())


async def test_a_restore_brings_back_everything(room: Room) -> None:
    """Somebody goes back to a save, and the note, the preset, the book and the timers are those of later."""
    await meet(room)
    room.model.answer = lambda _: say("Hm.")
    await room.say("The lamp!")  # its entry holds for four messages
    saved = await savepoints.save(room.engine.ctx, room.here, "before")
    await room.say("The gull!")  # stores a value
    world = await bring(room, as_json(WORLD), "Harbour.json")
    await worlds.bind(room.engine.ctx, room.engine.runner, room.here, world.id, Binding.CHARACTER, on=False)
    await worlds.bind(room.engine.ctx, room.engine.runner, room.here, world.id, Binding.CHAT, on=True)
    await bring(room, as_json(PRESET), "Short.json")
    await notes.set_note(room.engine.ctx, room.engine.runner, room.here, NOTE)
    await room.say("Where is the boat?")
    assert room.prompts_say("Tern")
    assert room.prompts_say("PRESET-MAIN")
    assert _count(room, "Rain falls.") == 1
    await room.say("One.", "Two.", "Three.")
    assert not room.prompts_say("whale oil")
    await savepoints.load(room.engine.ctx, room.engine.runner, room.here, saved.id)
    assert await notes.note(room.engine.ctx, room.here) is None
    await room.say("Where is the boat?")
    assert room.prompts_say("whale oil")
    assert not any(room.prompts_say(it) for it in ("Tern", "PRESET-MAIN", "Rain falls."))


async def test_state_is_stored_when_it_changes(room: Room) -> None:
    """The log fills with copies of the same timers, a row for every reply."""
    await meet(room)
    room.model.answer = lambda _: say("Hm.")
    await room.say("Hello.", "Still there?")
    assert (await _acts(room, "timers"), await _acts(room, "variables")) == (0, 0)
    await room.say("A gull!")
    assert (await _acts(room, "timers"), await _acts(room, "variables")) == (0, 1)
    await room.say("And again a gull!")
    assert await _acts(room, "variables") == 1


async def test_another_reply_has_its_own_state(room: Room) -> None:
    """A reply that nobody wanted leaves its timers and its values to the one that took its place."""
    await meet(room)
    room.model.answer = lambda _: say("Hm.")
    await room.say("The lamp and the gull!")
    await replies.again(room.engine.ctx, room.engine.runner, room.here)
    await room.idle()
    rows = await room.sql(
        "SELECT branch_id, kind, body FROM entry WHERE space_id = $1 AND kind IN ('timers', 'variables') ORDER BY 1, 2",
        room.here.space,
    )
    assert [(it["branch_id"], it["kind"]) for it in rows] == [
        (1, "timers"),
        (1, "variables"),
        (2, "timers"),
        (2, "variables"),
    ]
    assert rows[0]["body"] == rows[2]["body"]


async def test_nothing_is_told_twice(room: Room) -> None:
    """The same world entry stands in a prompt once for every time that a reply was made anew."""
    await meet(room)
    await bring(room, as_json(WORLD), "Harbour.json")
    await notes.set_note(room.engine.ctx, room.engine.runner, room.here, NOTE)
    room.model.answer = lambda _: say("The boat sails.")
    texts = ("Tern", "whale oil", "Rain falls.", "Speak softly.")

    async def check() -> None:
        await room.idle()
        assert [_count(room, it) for it in texts] == [1, 1, 1, 1]

    await room.say("The boat and the lamp.")
    await check()
    await replies.again(room.engine.ctx, room.engine.runner, room.here)
    await check()
    await revisions.edit(room.engine.ctx, room.engine.runner, room.here, "The lamp and the boat.")
    await replies.again(room.engine.ctx, room.engine.runner, room.here)
    await check()
    await replies.go_on(room.engine.ctx, room.engine.runner, room.here)
    await check()
    await room.say("The boat. The lamp.")
    await check()
    await undoing.undo(room.engine.ctx, room.engine.runner, room.here)
    await room.say("The lamp. The boat.")
    await check()
    texts_in_log = "".join(it["text"] for it in await room.log())
    assert not any(it in texts_in_log for it in texts)


async def test_hidden_messages_are_kept_from_the_model(room: Room) -> None:
    """Somebody hides a message, and the model goes on about it; or it is gone for people too."""
    room.model.answer = lambda _: say("Noted.")
    await room.say("A secret.", "Something else.")
    assert await notes.hide(room.engine.ctx, room.engine.runner, room.here, (4, 3)) == 2
    assert await notes.hide(room.engine.ctx, room.engine.runner, room.here, (3, 4)) == 0
    with pytest.raises(TooFarBack):
        await notes.hide(room.engine.ctx, room.engine.runner, room.here, (1, 99))
    assert "A secret." in [text for _, text in await room.spoken()]
    await room.say("Go on.")
    assert not room.prompts_say("A secret.")
    await notes.hide(room.engine.ctx, room.engine.runner, room.here, (6, 6), hidden=False)
    await room.say("Go on.")
    assert room.prompts_say("A secret.")


async def test_the_model_writes_for_the_person(room: Room) -> None:
    """What the model writes for somebody counts as the character's words, or is answered before they have read it."""
    room.model.script(say("Hello."), say("Is it far?"), say("Two miles."))
    await room.say("Hi.")
    await replies.impersonate(room.engine.ctx, room.engine.runner, room.here)
    await room.idle()
    assert said(await room.log(), by_people=True) == ["Hi.", "Is it far?"]
    (row,) = [it for it in await room.log() if it["text"] == "Is it far?"]
    assert row["body"]["impersonated"] is True
    assert len(room.model.generations) == 2
    assert [(it.character, it.number > 0) for it in room.shown.of(Began)] == [("Mira", True), ("Ann", False)]
    await replies.go_on(room.engine.ctx, room.engine.runner, room.here)
    await room.idle()
    assert ("user", "Is it far?") in room.prompt()
    await undoing.undo(room.engine.ctx, room.engine.runner, room.here)
    assert [text for _, text in await room.spoken()][-1] == "Hello."


async def test_a_long_prompt_is_told_once(room: Room) -> None:
    """People are warned at every reply, or never; and the warning does not come again when it grows anew."""
    await settings.put(room.engine.ctx, room.here, SettingScope.CHANNEL, "conversation_warning", "10000")
    room.model.answer = lambda _: say("Hm.")

    def warned() -> int:
        notices = [it.notice for it in room.shown.of(Noticed)]
        return sum(it.message == "prompt-long-conversation" for it in notices)

    await room.say("Short.")
    saved = await savepoints.save(room.engine.ctx, room.here, "short")
    assert (warned(), (await status(room.engine.ctx, room.here)).warnings) == (0, ())
    await room.say("word " * 12_000, "And?", "Then?")
    assert (warned(), (await status(room.engine.ctx, room.here)).warnings) == (1, ("conversation",))
    await savepoints.load(room.engine.ctx, room.engine.runner, room.here, saved.id)
    await room.say("Short again.")
    assert (await status(room.engine.ctx, room.here)).warnings == ()
    await room.say("word " * 12_000)
    assert warned() == 2


async def test_the_inspector_knows_why_something_was_told(room: Room) -> None:
    """Nobody can find out why the character suddenly speaks of whale oil; or the prompt's text is kept."""
    await meet(room)
    assert await inspections.last(room.engine.ctx, room.here) is None
    room.model.script(say("Hm."))
    await room.say("The lamp is a secret.")
    found = await inspections.last(room.engine.ctx, room.here)
    assert found is not None
    (line,) = [it for it in found.lines if it.tokens and "lamp" in it.detail]
    assert line.verdict == "in"
    assert found.estimated == sum(it.tokens for it in found.lines if it.verdict == "in")
    assert found.reported == 10
    assert {"load", "retrieve", "assemble"} <= found.ms.keys()
    assert found.path["preset"]
    facts = await room.sql("SELECT facts::text AS text FROM turn WHERE space_id = $1", room.here.space)
    assert "whale" not in str(facts)
    assert "is a secret" not in str(facts)


async def test_setting_the_note_ends_a_reply_that_grows(room: Room) -> None:
    """Two hands write into one story at once."""
    gate = Gate()
    room.model.script(Script(["Slow", gate, "ly.", Finish()]))
    await room.accept("Hello.")
    await room.grew("Slow")
    await notes.set_note(room.engine.ctx, room.engine.runner, room.here, NOTE)
    gate.open()
    await room.idle()
    assert await notes.note(room.engine.ctx, room.here) == NOTE
    assert (await room.spoken())[-1] == ("interrupted", "Slow")


async def test_what_is_not_there_is_named(room: Room) -> None:
    """A wrong number changes something else, or ends in a stack trace."""
    with pytest.raises(NoSuchWorld):
        await worlds.bind(room.engine.ctx, room.engine.runner, room.here, 10**12, Binding.CHAT, on=True)
    with pytest.raises(NoSuchPreset):
        await presets.use(room.engine.ctx, room.engine.runner, room.here, 10**12)
    world = await bring(room, as_json(WORLD), "Harbour.json")
    with pytest.raises(NoPersona):
        await worlds.bind(room.engine.ctx, room.engine.runner, room.here, world.id, Binding.PERSONA, on=True)


async def test_a_story_is_counted_beyond_what_is_loaded(room: Room) -> None:
    """In a long story the author's note comes at the wrong turns, and the talk seems to have begun yesterday."""
    line = {"is_system": False, "send_date": "2024-05-01T10:00:00.000Z", "extra": {}}
    talk = [{**line, "name": it, "is_user": it == "Ann", "mes": f"m{n}"} for n in range(400) for it in ("Ann", "Mira")]
    await bring(room, as_lines([{**CHAT[0], "chat_metadata": {}}, *talk]), "Mira.jsonl")
    room.model.answer = lambda _: say("Hm.")
    await room.say("One.")
    await room.say("Two.")
    rows = await room.sql(
        "SELECT body -> 'said' AS said FROM entry WHERE space_id = $1 AND body ? 'said' ORDER BY seq", room.here.space
    )
    assert [it["said"][:2] for it in rows] == [[401, 401], [402, 402]]
    assert not room.prompts_say("m0")
    await settings.put(room.engine.ctx, room.here, SettingScope.CHANNEL, "history_load_all", "on")
    await room.say("Three.")
    assert ("user", "m0") in room.prompt()
