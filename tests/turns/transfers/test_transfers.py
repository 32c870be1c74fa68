"""Files come in, and what they bring is played with."""

import json

import pytest

from engine.actions.characters import characters, presets, worlds
from engine.actions.characters.preset_budgets import WIDER
from engine.actions.chats import branches as branches_actions
from engine.actions.chats import inspections, sessions, undoing
from engine.actions.house import settings as settings_actions
from engine.actions.house.status import status as status_action
from engine.actions.people import personas
from engine.actions.transfers import looking, uploads
from engine.actions.transfers.bringing import bring as bring_action
from engine.actions.transfers.uploads import sweep
from engine.errors import InputError, NoSuchUpload, NotOfferedThere
from engine.values.chats.notices import Notice
from engine.values.house.setting_scopes import SettingScope
from engine.values.models.prompts import Reason
from engine.values.story.notes import PersonaPosition, UserPersona
from engine.values.transfers.transfers import FileKind, Offer
from tests.servers.model import Finish, Gate, Script, say
from tests.turns.files import CARD, CHAT, PRESET, WORLD, as_json, as_lines, as_png, as_zip, bring, meet, picture
from tests.turns.room import Room


def _ids(facts: tuple[Notice, ...]) -> set[str]:
    return {it.message for it in facts}


async def _rows(room: Room) -> dict[str, int]:
    """How many rows each table has."""
    tables = await room.sql("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1")
    return {
        it["tablename"]: (await room.sql(f'SELECT count(*) AS n FROM "{it["tablename"]}"'))[0]["n"] for it in tables
    }


async def test_a_card_is_shown_before_it_is_imported(room: Room) -> None:
    """Somebody imports a character and learns afterwards that its scripts rewrite every message."""
    file = as_png({**CARD, "of": room.here.space})
    looked = await looking.look(room.engine.ctx, room.here, file, "mira.png")
    facts = {it.message: it.data for it in looked.facts}
    assert (looked.kind, looked.name, looked.offers) == (FileKind.CHARACTER, "Mira", (Offer.BRING, Offer.CALM))
    assert len(looked.token) <= 16
    assert facts["file-card"]["greetings"] == 2
    assert facts["file-card-book"]["entries"] == 2
    assert facts["file-scripts-run"] == {"count": 1, "names": "Stars"}
    assert facts["file-script-refused"] == {"name": "Looks"}
    before = await characters.listed(room.engine.ctx, room.here)
    await uploads.drop(room.engine.ctx, room.here, looked.token)
    with pytest.raises(NoSuchUpload):
        await bring_action(room.engine.ctx, room.engine.runner, room.here, "Ann", looked.token, Offer.BRING)
    assert await characters.listed(room.engine.ctx, room.here) == before
    assert not await room.sql("SELECT 1 FROM blob WHERE bytes = $1", file)


async def test_files_wait_an_hour(room: Room) -> None:
    """Files that nobody said yes to are kept for ever, or one that was imported goes with them."""
    world = as_json({**WORLD, "of": room.here.space})
    chat = as_lines([{**CHAT[0], "of": room.here.space}, *CHAT[1:]])
    kept = await bring(room, world, "Harbour.json", Offer.BRING)
    looked = await looking.look(room.engine.ctx, room.here, chat, "chat.jsonl")
    again = await looking.look(room.engine.ctx, room.here, world, "Harbour.json")
    await room.sql("UPDATE upload SET made_at = now() - interval '2 hours' WHERE space_id = $1", room.here.space)
    for token in (looked.token, again.token):
        with pytest.raises(NoSuchUpload):
            await bring_action(room.engine.ctx, room.engine.runner, room.here, "Ann", token, Offer.BRING)
    await sweep(room.db)
    assert not await room.sql("SELECT 1 FROM blob WHERE bytes = $1", chat)
    assert await room.sql("SELECT 1 FROM blob WHERE bytes = $1", world)
    assert (await worlds.show(room.engine.ctx, room.here, kept.id)).name == "Harbour"


async def test_a_file_is_imported_once(room: Room) -> None:
    """A second tap on the button makes a second character."""
    looked = await looking.look(room.engine.ctx, room.here, as_png(), "mira.png")
    await bring_action(room.engine.ctx, room.engine.runner, room.here, "Ann", looked.token, Offer.BRING)
    with pytest.raises(NoSuchUpload):
        await bring_action(room.engine.ctx, room.engine.runner, room.here, "Ann", looked.token, Offer.BRING)


async def test_what_cannot_be_done_with_a_file_is_refused(room: Room) -> None:
    """A button of one file, pressed for another, imports it in a way nobody meant."""
    looked = await looking.look(room.engine.ctx, room.here, as_lines(CHAT), "chat.jsonl")
    with pytest.raises(NotOfferedThere):
        await bring_action(room.engine.ctx, room.engine.runner, room.here, "Ann", looked.token, Offer.CHAT)


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"", "empty.json"),
        (b"PK\x03\x04broken", "backup.zip"),
        (picture(), "holiday.png"),
        (as_json({"spec": "chara_card_v2", "data": {"name": ""}}), "nobody.json"),
        (as_lines([*CHAT[:2], {"neither": "line"}, *CHAT[2:]]), "chat.jsonl"),
    ],
)
async def test_a_file_that_cannot_be_read_leaves_nothing(room: Room, data: bytes, name: str) -> None:
    """Half a chat, or a character without words, stays behind after an error."""
    before = await _rows(room)
    with pytest.raises(InputError):
        await looking.look(room.engine.ctx, room.here, data, name)
    assert await _rows(room) == before


async def test_an_import_that_fails_leaves_nothing(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database fails in the middle of a chat, and half of it is there."""
    await meet(room)
    looked = await looking.look(room.engine.ctx, room.here, as_lines(CHAT), "chat.jsonl")
    before = await _rows(room)
    await room.sql("ALTER TABLE entry ADD CONSTRAINT broken CHECK (text <> 'It burns.') NOT VALID")
    try:
        with pytest.raises(Exception, match="constraint"):
            await bring_action(room.engine.ctx, room.engine.runner, room.here, "Ann", looked.token, Offer.BRING)
    finally:
        await room.sql("ALTER TABLE entry DROP CONSTRAINT broken")
    assert await _rows(room) == before
    brought = await bring_action(room.engine.ctx, room.engine.runner, room.here, "Ann", looked.token, Offer.BRING)
    assert brought.view is not None


async def test_a_cards_scripts_run_when_they_are_allowed(room: Room) -> None:
    """People see the raw marks that a card's author hides, or the model reads what was only for people's eyes."""
    await meet(room)
    room.model.script(say("The storm comes."), say("Yes."))
    await room.say("What now?", "And then?")
    assert room.ended[0].text == "The STORM comes."
    assert ("assistant", "The storm comes.") in room.prompt()
    assert [it["raw"] for it in await room.log() if it["text"] == "The STORM comes."] == ["The storm comes."]


async def test_scripts_that_look_around_run_and_one_that_takes_too_long_is_named(room: Room) -> None:
    """A card that plays elsewhere shows its marks, or one script holds up everybody and nobody knows which."""
    pairs = (("Tags", r"/<(\w+)>[^]*?<\/\1>/g"), ("Knot", r"/(x+x+)+y\1$/"))
    scripts = [
        {"scriptName": name, "findRegex": find, "replaceString": "-", "placement": [2], "markdownOnly": True}
        for name, find in pairs
    ]
    card = {**CARD, "data": {**CARD["data"], "extensions": {"regex_scripts": scripts}}}
    await meet(room, as_json(card))
    knot = "x" * 5_000 + "y!"
    room.model.script(say(f"<b>Storm</b> {knot}"))
    await room.say("What now?")
    assert room.ended[0].text == f"- {knot}"
    found = await inspections.last(room.engine.ctx, room.here)
    late = [it.origin for it in found.lines if it.reason == Reason.TOO_SLOW] if found else []
    assert late == ["script:Knot"]


async def test_a_cards_scripts_do_not_run_when_they_are_not_allowed(room: Room) -> None:
    """Somebody says no to a card's scripts, and they run all the same."""
    await meet(room, offer=Offer.CALM)
    room.model.script(say("The storm comes."))
    await room.say("What now?")
    assert room.ended[0].text == "The storm comes."


async def test_scripts_of_a_file_run_for_the_character(room: Room) -> None:
    """Scripts that somebody wrote for a character do nothing."""
    await meet(room, offer=Offer.CALM)
    script = {"scriptName": "Wind", "findRegex": "/wind/g", "replaceString": "gale", "placement": [1, 2]}
    await bring(room, as_json(script), "wind.json", Offer.CHARACTER)
    room.model.script(say("The wind turns."))
    await room.say("Is there wind?")
    assert room.ended[0].text == "The gale turns."
    assert room.prompts_say("Is there gale?")


async def test_a_world_book_holds_where_it_was_bound(room: Room) -> None:
    """A world book is imported, and nobody ever hears of what is in it."""
    await meet(room)
    room.model.answer = lambda _: say("Hm.")
    brought = await bring(room, as_json(WORLD), "Harbour.json", Offer.CHAT)
    await room.say("Where is the boat?")
    assert room.prompts_say("The boat is called Tern.")
    (info,) = [it for it in await worlds.listed(room.engine.ctx, room.here) if it.id == brought.id]
    assert [it.value for it in info.bound] == ["chat"]
    await sessions.new(
        room.engine.ctx,
        room.engine.runner,
        room.here,
        "Ann",
        (await characters.listed(room.engine.ctx, room.here))[-1].id,
    )
    await room.say("Where is the boat?")
    assert not room.prompts_say("The boat is called Tern.")


async def test_a_preset_is_used_from_the_next_reply(room: Room) -> None:
    """A preset is imported, and the old prompts and samplers stay in use."""
    await meet(room)
    room.model.answer = lambda _: say("Hm.")
    brought = await bring(room, as_json(PRESET), "Short.json")
    await room.say("Hello.")
    body = room.model.generations[-1].body
    assert (body["temperature"], body["top_p"], body["max_tokens"], body["seed"]) == (0.3, 0.9, 333, 11)
    assert room.prompts_say("PRESET-MAIN Mira")
    assert room.prompt()[-1] == ("system", "PRESET-LAST")
    assert "example.invalid" not in json.dumps(body)
    await presets.use(room.engine.ctx, room.engine.runner, room.here, None)
    await room.say("Hello again.")
    assert not room.prompts_say("PRESET-MAIN")
    assert "seed" not in room.model.generations[-1].body
    assert [it.id for it in await presets.listed(room.engine.ctx, room.here) if it.current] == [0]
    assert (await presets.show(room.engine.ctx, room.here, brought.id)).name == "Short"


async def test_the_chats_own_temperature_goes_first(room: Room) -> None:
    """Somebody sets a temperature, and the preset's stays."""
    await meet(room)
    await bring(room, as_json(PRESET), "Short.json")
    await settings_actions.put(room.engine.ctx, room.here, SettingScope.CHANNEL, "temperature", "1.1")
    room.model.script(say("Hm."))
    await room.say("Hello.")
    assert room.model.generations[-1].body["temperature"] == 1.1


async def test_a_chat_goes_on_where_it_stopped(room: Room) -> None:
    """Years of a story are imported, and the character knows nothing of it, or reads what was hidden."""
    await bring(room, as_json(CARD), "mira.json")
    brought = await bring(room, as_lines(CHAT), "Mira - 2024-05-01.jsonl")
    assert brought.view is not None
    assert [it.text for it in brought.view.spoken][-2:] == ["Light it again.", "It burns."]
    assert brought.view.spoken[-1].said_at.year == 2024
    room.model.script(say("Of course."))
    await room.say("Is it bright?")
    said = [text for _, text in room.prompt()]
    assert "It burns." in said
    assert not room.prompts_say("A secret.")
    assert not room.prompts_say("No oil.")
    assert room.prompts_say("Keep it short.")
    branches = await branches_actions.branches(room.engine.ctx, room.here)
    assert {it.preview for it in branches} >= {"No oil.", "Wait.", "You made it, Ann."}


async def test_a_chat_without_its_character_goes_on_with_who_is_there(room: Room) -> None:
    """A chat with an unknown character is refused, or nobody says who plays it."""
    await meet(room)
    stranger = [{**CHAT[0], "character_name": "Zoe"}, *({**it, "name": "Zoe"} for it in CHAT[1:] if not it["is_user"])]
    brought = await bring(room, as_lines(stranger), "Zoe.jsonl")
    assert brought.facts == (Notice("brought-chat-other", {"wanted": "Zoe", "name": "Mira"}),)


async def test_a_backup_comes_in_one_go(room: Room) -> None:
    """Moving day: one broken file stops everything else, or chats are with the wrong character."""
    linked = json.loads(json.dumps(CARD))
    del linked["data"]["character_book"]
    linked["data"]["extensions"]["world"] = "Harbour"
    settings = {
        "power_user": {
            "personas": {"a.png": "Captain"},
            "default_persona": "a.png",
            "persona_descriptions": {"a.png": {"description": "A captain.", "position": 0, "lorebook": "Harbour"}},
        }
    }
    archive = as_zip(
        {
            "default-user/characters/Mira2.png": as_png(linked),
            "default-user/characters/Broken.png": picture(),
            "default-user/worlds/Harbour.json": as_json(WORLD),
            "default-user/OpenAI Settings/Short.json": as_json(PRESET),
            "default-user/chats/Mira2/Mira - 2024-05-01.jsonl": as_lines(CHAT),
            "default-user/chats/Mira2/Older.jsonl": as_lines([{**CHAT[0], "chat_metadata": {}}, CHAT[1]]),
            "default-user/settings.json": as_json(settings),
        }
    )
    brought = await bring(room, archive, "backup.zip")
    told = {it.message: it.data for it in brought.facts}
    assert told["brought-backup-characters"] == {"count": 1}
    assert told["brought-backup-chats"] == {"count": 2}
    assert told["brought-backup-problem"]["name"] == "Broken"
    assert brought.view is not None
    assert brought.view.spoken[-1].text == "It burns."
    assert [it.name for it in await personas.listed(room.engine.ctx, room.here)] == ["Captain"]
    room.model.script(say("Yes."))
    await room.say("Where is the boat?")
    assert room.prompts_say("The boat is called Tern.")


async def test_a_persona_is_who_one_is(room: Room) -> None:
    """Somebody says who they are in the story, and the character calls them by the account's name."""
    await meet(room)
    room.model.answer = lambda _: say("Hm.")
    captain = UserPersona("Captain", "{{user}} limps.", PersonaPosition.IN_PROMPT)
    await personas.put(room.engine.ctx, room.here, captain)
    (kept,) = await personas.listed(room.engine.ctx, room.here)
    assert await personas.current(room.engine.ctx, room.here) == kept
    await room.say("Hello.")
    assert room.prompts_say("Captain limps.")
    await personas.put(room.engine.ctx, room.here, None)
    await room.say("Hello.")
    assert not room.prompts_say("limps")
    await personas.use(room.engine.ctx, room.here, kept.id)
    assert await personas.current(room.engine.ctx, room.here) == kept


async def test_a_group_keeps_its_voices(room: Room) -> None:
    """In a chat of several characters everybody speaks with one name, and the narrator is one of them."""
    await bring(room, as_json(CARD), "mira.json")
    zoe = {**CARD, "data": {"name": "Zoe", "first_mes": "Hi.", "description": "Zoe fishes."}}
    await bring(room, as_json(zoe), "zoe.json")
    line = {"is_user": False, "is_system": False, "send_date": "2024-05-01T10:00:00.000Z", "extra": {}}
    talk = [
        {**CHAT[0], "chat_metadata": {}},
        {**line, "name": "Mira", "mes": "Look there."},
        {**line, "name": "Zoe", "mes": "A whale."},
        {**line, "name": "System", "mes": "The fog falls.", "extra": {"type": "narrator"}},
    ]
    brought = await bring(room, as_lines(talk), "group.jsonl")
    assert brought.view is not None
    assert [it.speaker for it in brought.view.spoken][:2] == ["Mira", "Zoe"]
    room.model.script(say("Gone."))
    await room.say("Where?")
    assert room.prompts_say("Zoe: A whale.")
    assert ("system", "The fog falls.") in room.prompt()


async def test_what_a_script_hides_is_not_shown_while_it_grows(room: Room) -> None:
    """The thoughts that a card's author hides flash up while a reply grows."""
    find = {"scriptName": "Thoughts", "findRegex": r"/<think>[\s\S]*?<\/think>\n?/g", "replaceString": ""}
    await meet(room, offer=Offer.CALM)
    await bring(room, as_json({**find, "placement": [2], "markdownOnly": True}), "thoughts.json", Offer.CHARACTER)
    thinks, speaks, ends = Gate(), Gate(), Gate()
    room.model.script(Script(["<think>He", thinks, " lies.</th", speaks, "ink>\nCome in", ends, ", sailor.", Finish()]))
    await room.accept("Hello?")
    for gate in (thinks, speaks):
        await gate.reached()
        await room.ctx.saver.flush()
        gate.open()
    await room.grew("Come in")
    ends.open()
    await room.idle()
    assert not [it for it in room.grown if "think" in it or "lies" in it]
    assert room.ended[0].text == "Come in, sailor."


async def test_a_chat_counts_what_was_said_on_its_line(room: Room) -> None:
    """A chat of three messages is listed with six, since its other versions count."""
    await meet(room)
    await bring(room, as_lines(CHAT), "chat.jsonl", Offer.BRING)
    listed = (await sessions.listed(room.engine.ctx, room.here))[0]
    status = await status_action(room.engine.ctx, room.here)
    assert listed.messages == status.messages == len(CHAT) - 1
    await undoing.undo(room.engine.ctx, room.engine.runner, room.here)
    room.model.answer = lambda _: say("Yes.")
    await room.say("Again?")
    listed, status = (
        (await sessions.listed(room.engine.ctx, room.here))[0],
        await status_action(room.engine.ctx, room.here),
    )
    assert listed.messages == status.messages


async def test_an_import_says_for_whom_it_is(room: Room) -> None:
    """Somebody has several characters and does not know whose book this is now."""
    await meet(room)
    book = await bring(room, as_json(WORLD), "Harbour.json", Offer.CHARACTER)
    script = {"scriptName": "Wind", "findRegex": "/wind/g", "replaceString": "gale", "placement": [2]}
    wind = await bring(room, as_json([script, script]), "wind.json", Offer.CHARACTER)
    everywhere = await bring(room, as_json(script), "wind.json", Offer.BRING)
    assert book.facts == (Notice("brought-world-character", {"character": "Mira"}),)
    assert (wind.name, wind.facts) == ("wind", (Notice("brought-scripts-character", {"character": "Mira"}),))
    assert (everywhere.name, everywhere.facts) == ("Wind", (Notice("brought-scripts-all"),))


async def test_a_presets_own_context_is_offered(room: Room) -> None:
    """A preset for a million tokens would go on being cut at twenty-four thousand, and nobody would know."""
    await meet(room)
    wide = as_json({**PRESET, "openai_max_context": 2_000_000})
    looked = await looking.look(room.engine.ctx, room.here, wide, "Wide.json")
    told = {it.message: it.data for it in looked.facts}[WIDER]
    assert (told["context"], told["budget"]) == (2_000_000, 24_000)
    assert 24_000 < told["wider"] <= 100_000
    assert 100 * told["wider"] < told["tokens"] < 110 * told["wider"]
    brought = await bring(room, wide, "Wide.json")
    assert _ids(brought.facts) == {"brought-preset-used", WIDER}
    await settings_actions.put(room.engine.ctx, room.here, SettingScope.CHANNEL, "budget_tokens", str(told["wider"]))
    again = await looking.look(room.engine.ctx, room.here, wide, "Wide.json")
    assert WIDER not in _ids(again.facts)
    assert WIDER not in _ids((await looking.look(room.engine.ctx, room.here, as_json(PRESET), "Short.json")).facts)
