"""Cards that are changed while they are played: versions, places that are restored, the trash."""

import json
from dataclasses import replace
from datetime import timedelta

import pytest

from engine.actions.characters import cards as cards_actions
from engine.actions.characters import casts, characters
from engine.actions.chats import replies, savepoints, sessions, undoing
from engine.actions.transfers import exports
from engine.errors import CharacterBuiltIn, NoSuchCharacter, NoSuchVersion, NotACard, PictureUnreadable
from engine.values.chats.outgoing import Began
from tests.servers.model import say
from tests.turns.files import picture
from tests.turns.room import CARD, Room, enter


@pytest.fixture(autouse=True)
def _answers(room: Room) -> None:
    room.model.answer = lambda _: say("Aye.")


async def _played(room: Room) -> int:
    [mine] = [it for it in await characters.listed(room.engine.ctx, room.here) if not it.builtin]
    return mine.id


async def test_an_edited_card_holds_in_every_chat_from_the_next_turn_on(room: Room) -> None:
    """People edit a card, and the character plays on as it was; or their chat and what nobody edited is lost."""
    character = await _played(room)
    engine, here = room.engine, room.here
    other = await enter(engine, room.model, replace(room.origin, channel="elsewhere"), card=None)
    await sessions.new(engine.ctx, engine.runner, other.here, "Ann", character)
    await room.say("Hello.")
    assert room.prompts_say("Calm and exact.")
    changes = {"personality": "Loud and late.", "name": "Miranda", "tags": ("sea",)}
    assert await cards_actions.edit(engine.ctx, here, character, changes) == 2
    for one in (room, other):
        await one.say("Hello again.")
        assert one.prompts_say("Loud and late.")
        assert one.prompts_say("Miranda keeps a lighthouse.")
    assert len(await room.spoken()) == 5
    card = await characters.show(engine.ctx, here, character)
    assert card.raw["data"] == {**CARD["data"], "name": "Miranda", "personality": "Loud and late.", "tags": ["sea"]}
    assert await cards_actions.edit(engine.ctx, here, character, changes) == 2
    assert {it.speaker for it in (await sessions.open_here(engine.ctx, here, "Ann")).spoken if it.character} == {
        "Miranda"
    }


async def test_a_restored_place_is_played_with_the_card_of_its_time(room: Room) -> None:
    """Who goes back to a save meets a character that was made later; or can never bring the newer one back."""
    character = await _played(room)
    engine, here = room.engine, room.here
    await room.say("Hello.")
    saved = await savepoints.save(engine.ctx, here, "before")
    await cards_actions.edit(engine.ctx, here, character, {"personality": "Loud and late."})
    await room.say("How are you?")
    await replies.again(engine.ctx, engine.runner, here)
    await room.idle()
    assert room.prompts_say("Loud and late.")
    await undoing.undo(engine.ctx, engine.runner, here)
    await room.say("Are you there?")
    assert room.prompts_say("Loud and late.")
    after = await savepoints.save(engine.ctx, here, "after")
    await savepoints.load(engine.ctx, engine.runner, here, saved.id)
    for _ in range(2):
        await room.say("And you?")
        assert room.prompts_say("Calm and exact.")
        assert not room.prompts_say("Loud and late.")
        await undoing.undo(engine.ctx, engine.runner, here)
    again = await savepoints.save(engine.ctx, here, "before, again")
    await savepoints.load(engine.ctx, engine.runner, here, after.id)
    await room.say("And you?")
    assert room.prompts_say("Loud and late.")
    await cards_actions.edit(engine.ctx, here, character, {"personality": "Quiet."})
    await savepoints.load(engine.ctx, engine.runner, here, again.id)
    await room.say("And you?")
    assert room.prompts_say("Calm and exact.")
    await cards_actions.edit(engine.ctx, here, character, {"personality": "Gentle."})
    await room.say("And now?")
    assert room.prompts_say("Gentle.")


async def test_versions_say_what_they_changed_and_older_ones_come_back(room: Room) -> None:
    """Nobody finds what a card said before it was spoilt."""
    character = await _played(room)
    here = room.here
    await cards_actions.edit(room.engine.ctx, here, character, {"personality": "Loud.", "scenario": ""})
    await cards_actions.wear(room.engine.ctx, here, character, picture())
    await cards_actions.greet(room.engine.ctx, here, character, 2, "")
    await cards_actions.greet(room.engine.ctx, here, character, 2, "Third try.")
    found = await cards_actions.versions(room.engine.ctx, here, character)
    assert [it.changed for it in found] == [
        ("alternate_greetings",),
        ("alternate_greetings",),
        ("picture",),
        ("personality", "scenario"),
        (),
    ]
    assert [it.newest for it in found] == [True, False, False, False, False]
    assert await cards_actions.back(room.engine.ctx, here, character, 1) == 6
    card, face = (
        await characters.show(room.engine.ctx, here, character),
        await room.engine.faces.face(room.engine.ctx, character),
    )
    assert (card.raw, face.picture) == (CARD, None)
    with pytest.raises(NoSuchVersion):
        await cards_actions.back(room.engine.ctx, here, character, 9)
    with pytest.raises(NoSuchVersion):
        await cards_actions.greet(room.engine.ctx, here, character, 4, "Too far.")
    with pytest.raises(NotACard):
        await cards_actions.edit(room.engine.ctx, here, character, {"name": " "})


async def test_a_chat_begins_with_the_greeting_that_was_chosen(room: Room) -> None:
    """Of several openings people always get the first."""
    character = await _played(room)
    await cards_actions.greet(room.engine.ctx, room.here, character, 3, "Late again, {{user}}.")
    for number, text in enumerate(
        ("You made it, Ann. Sit down.", "The lamp is out, Ann. Help me.", "Late again, Ann.")
    ):
        view = await sessions.new(room.engine.ctx, room.engine.runner, room.here, "Ann", character, number)
        assert [it.text for it in view.spoken] == [text]


@pytest.mark.calendar
async def test_what_is_thrown_away_rests_and_comes_back(room: Room) -> None:
    """A deleted character goes on talking, or nobody can undo a slip."""
    character = await _played(room)
    engine, here = room.engine, room.here
    await room.say("Hello.")
    await room.drain()
    held = await characters.holdings(engine.ctx, here, character)
    assert held.chats == 1
    assert held.memories > 0
    assert await characters.throw_away(engine.ctx, here, character) == held
    asked = len(room.model.generations)
    await room.say("Are you there?")
    assert len(room.model.generations) == asked
    assert room.ended[-1].notice is not None
    assert room.ended[-1].notice.message == "error-character-thrown-away"
    assert "Hello." in [text for _, text in await room.spoken()]
    with pytest.raises(NoSuchCharacter):
        await engine.faces.face(engine.ctx, character)
    assert [it.id for it in await characters.thrown_away(engine.ctx, here)] == [character]
    assert await characters.restore(engine.ctx, here, character) == "Mira"
    await room.say("And now?")
    assert len(room.model.generations) == asked + 1
    await characters.throw_away(engine.ctx, here, character)
    await characters.empty_trash(room.db, timedelta(days=30))
    assert len(await characters.thrown_away(engine.ctx, here)) == 1
    await room.sql("UPDATE character SET deleted_at = now() - interval '31 days' WHERE id = $1", character)
    await characters.empty_trash(room.db, timedelta(days=30))
    assert await characters.thrown_away(engine.ctx, here) == []
    assert "Hello." in [text for _, text in await room.spoken()]


async def test_what_comes_with_the_house_is_hidden_or_copied(room: Room) -> None:
    """One server changes or deletes the character that all others begin with."""
    engine, here = room.engine, room.here
    builtin = next(it for it in await characters.listed(engine.ctx, here) if it.builtin)
    for deed in (
        cards_actions.edit(engine.ctx, here, builtin.id, {"personality": "Mine."}),
        characters.throw_away(engine.ctx, here, builtin.id),
        cards_actions.wear(engine.ctx, here, builtin.id, picture()),
    ):
        with pytest.raises(CharacterBuiltIn):
            await deed
    await characters.hide(engine.ctx, here, builtin.id)
    assert [it.id for it in await characters.listed(engine.ctx, here) if it.hidden] == [builtin.id]
    elsewhere = await engine.places.resolve(replace(room.origin, space="another"))
    assert not [it for it in await characters.listed(engine.ctx, elsewhere) if it.hidden]
    await characters.hide(engine.ctx, here, builtin.id, False)
    assert not [it for it in await characters.listed(engine.ctx, here) if it.hidden]
    copy = await cards_actions.copy(engine.ctx, here, builtin.id)
    assert await cards_actions.edit(engine.ctx, here, copy.id, {"personality": "Mine."}) == 2
    assert (await characters.show(engine.ctx, here, builtin.id)).personality != "Mine."
    assert (await engine.faces.face(engine.ctx, copy.id)).picture is not None
    with pytest.raises(NoSuchCharacter):
        await cards_actions.edit(engine.ctx, elsewhere, copy.id, {"personality": "Theirs."})


async def test_a_character_is_made_by_form(room: Room) -> None:
    """Without a card from elsewhere nobody can play anybody but the default; or a text file becomes a face."""
    engine, here = room.engine, room.here
    made = await cards_actions.create(
        engine.ctx, here, "阿灯", {"personality": "安静", "first_greeting": "你来了，{{user}}。"}, picture()
    )
    view = await sessions.new(engine.ctx, engine.runner, here, "Ann", made.id)
    assert [it.text for it in view.spoken] == ["你来了，Ann。"]
    document = await exports.character(engine.ctx, here, made.id, "json")
    assert json.loads(document.data)["spec"] == "chara_card_v3"
    [shown] = await characters.portraits(engine.ctx, here, engine.faces, [made.id, 10**12], "you")
    assert (shown.name, shown.line, bool(shown.picture)) == ("阿灯", "安静", True)
    for wrong in (b"hello", picture()[:40], b""):
        with pytest.raises(PictureUnreadable):
            await cards_actions.create(engine.ctx, here, "Nobody", {}, wrong)
    with pytest.raises(NotACard):
        await cards_actions.create(engine.ctx, here, "  ", {}, None)
    await room.say("Hello.")
    assert room.prompts_say("安静")


async def test_a_scene_says_that_it_has_to_be_seen_who_speaks(room: Room) -> None:
    """In a private chat with two characters nobody knows who has said what; alone a name is noise."""
    await room.say("Hello.")
    made = await cards_actions.create(room.engine.ctx, room.here, "Bo", {}, None)
    await casts.add(room.engine.ctx, room.engine.runner, room.here, made.id, "Ann")
    await room.say("Bo, are you there?")
    began = room.shown.of(Began)
    assert [began[0].named, began[-1].named] == [False, True]
