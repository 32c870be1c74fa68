"""Moving day ends on the stage that the person left: what a backup's settings say is what prompts are made of."""

from collections.abc import Mapping
from typing import Any

import pytest

from engine.actions.characters import characters, quick_replies
from engine.actions.chats import sessions
from engine.actions.transfers import looking, script_answers, uploads
from engine.actions.transfers.bringing import bring
from engine.values.characters.worlds import Binding
from engine.values.house.setting_choices import BookOrder
from engine.values.models.stage import PromptStage
from engine.values.story.notes import NotePosition
from engine.values.transfers.transfers import Brought, Offer
from tests.servers.model import say
from tests.turns.files import CARD, CHAT, PRESET, as_json, as_lines, as_png, as_zip, picture
from tests.turns.room import Room
from tests.turns.staging import staged


def _book(inner: str, text: str) -> bytes:
    entry = {"uid": 0, "key": ["boat"], "content": text, "position": 4, "depth": 1, "role": 0}
    return as_json({"name": inner, "entries": {"0": entry}})


def _script(name: str, find: str, **more: Any) -> dict[str, Any]:
    return {"scriptName": name, "findRegex": find, "replaceString": name, "placement": [1, 2], **more}


def _card(name: str, scripts: list[Any], **top: Any) -> bytes:
    extensions = {"world": "mira-file", "regex_scripts": scripts}
    data = {**CARD["data"], "name": name, "extensions": extensions}
    del data["character_book"]
    return as_png({**CARD, "data": data, **top})


def _chat(last: str, day: int, **metadata: Any) -> bytes:
    lines = [{**it, "send_date": f"2024-05-{day:02}T10:00:00.000Z"} for it in CHAT[1:-1]]
    final = {
        **CHAT[-1],
        "mes": last,
        "swipes": ["No.", last],
        "swipe_id": 1,
        "send_date": f"2024-05-{day:02}T11:00:00Z",
    }
    return as_lines([{**CHAT[0], "chat_metadata": metadata}, *lines, final])


SETTINGS: Mapping[str, Any] = {
    "username": "Annie",
    "user_avatar": "sailor.png",
    "active_character": "Mira.png",
    "active_group": None,
    "main_api": "textgenerationwebui",
    "power_user": {
        "default_persona": "captain.png",
        "personas": {"captain.png": "Captain", "sailor.png": "Sailor", "cook.png": "Cook"},
        "persona_descriptions": {
            "captain.png": {"description": "{{user}} limps.", "position": 0, "lorebook": "ship-file"},
            "sailor.png": {"description": "{{user}} sings.", "position": 0},
            "cook.png": {
                "description": "{{user}} cooks.",
                "position": 0,
                "connections": [{"type": "character", "id": "Zoe.png"}],
            },
        },
        "prefer_character_prompt": False,
        "custom_stopping_strings": '["STOP"]',
    },
    "world_info_settings": {
        "world_info": {
            "globalSelect": ["global-file", "lost-book"],
            "charLore": [{"name": "Mira", "extraBooks": ["extra-file"]}],
        },
        "world_info_depth": 6,
        "world_info_budget": 40,
        "world_info_recursive": True,
        "world_info_character_strategy": 0,
    },
    "extension_settings": {
        "regex": [_script("Everywhere", "/lamp/g"), _script("Asleep", "/oil/g", disabled=True)],
        "character_allowed_regex": ["Mira.png"],
        "variables": {"global": {"weather": "fog"}},
        "note": {"default": "Usual note.", "chara": [{"name": "Zoe", "prompt": "Zoe's note.", "useChara": True}]},
    },
    "oai_settings": {"preset_settings_openai": "Short", "temp_openai": 0.7},
}


def backup(settings: Mapping[str, Any] = SETTINGS) -> bytes:
    """A user's folder as it is packed: two characters with chats, four books named otherwise inside, two presets."""
    chats = {
        "Mira/Old": _chat("An old day.", 20),
        "Mira/Open": _chat(
            "The open one.",
            3,
            note_prompt="Own note.",
            note_position=0,
            variables={"mood": "blue"},
            world_info="chat-file",
            persona="sailor.png",
        ),
        "Mira/Plain": _chat("A plain one.", 4),
        "Zoe/Hers": _chat("With Zoe.", 25),
    }
    books = {name: _book(f"Inner {name}", f"TOLD-{name}") for name in BOOKS}
    members = {
        "characters/Mira.png": _card("Mira", [_script("Hers", "/burns/g")], chat="Open"),
        "characters/Zoe.png": _card("Zoe", [_script("Zoes", "/wind/g")], chat="Hers"),
        **{f"worlds/{name}.json": data for name, data in books.items()},
        "OpenAI Settings/Short.json": as_json({**PRESET, "temperature": 0.3}),
        "QuickReplies/Desk.json": as_json(
            {
                "version": 2,
                "name": "Desk",
                "qrList": [{"label": "Hi", "message": "Hi."}, {"label": "Odd", "message": "/gen"}],
            }
        ),
        "OpenAI Settings/Other.json": as_json({**PRESET, "openai_max_tokens": 99}),
        **{f"chats/{path}.jsonl": data for path, data in chats.items()},
        "settings.json": as_json(settings),
    }
    return as_zip({f"default-user/{path}": data for path, data in members.items()})


BOOKS = ("global-file", "extra-file", "mira-file", "ship-file", "chat-file")


@pytest.fixture
def stages(monkeypatch: pytest.MonkeyPatch) -> list[PromptStage]:
    """Every stage that a prompt is built from."""
    return staged(monkeypatch)


async def _brought(room: Room, answers: Mapping[str, bool] | bool) -> Brought:
    looked = await looking.look(room.engine.ctx, room.here, backup(), "backup.zip")
    for it in await script_answers.asked(room.engine.ctx, room.here, looked.token):
        allow = answers if isinstance(answers, bool) else answers[it.script.name]
        await script_answers.answer(room.engine.ctx, room.here, looked.token, it.number, allow=allow)
    brought = await bring(room.engine.ctx, room.engine.runner, room.here, "Ann", looked.token, Offer.BRING)
    room.model.answer = lambda _: say("Yes.")
    return brought


async def _open(room: Room, last: str) -> None:
    for it in await sessions.listed(room.engine.ctx, room.here):
        view = await sessions.switch(room.engine.ctx, room.engine.runner, room.here, it.key.session)
        if any(one.text == last for one in view.spoken):
            return
    raise AssertionError(last)


async def test_quick_replies_come_along(room: Room) -> None:
    """Who moves imports each set by hand, or is not told what in them does not run."""
    brought = await _brought(room, True)
    told = {it.message: it.data for it in brought.facts}
    assert told["brought-backup-quick"] == {"count": 1}
    assert told["quick-unrun"] == {"name": "Odd", "what": "/gen"}
    assert [it.name for it in await quick_replies.listed(room.engine.ctx, room.here)] == ["Desk"]


async def test_the_open_chat_is_played_as_it_was_left(room: Room, stages: list[PromptStage]) -> None:
    """Who moves finds another preset, another self, books that count nowhere and yesterday's chat."""
    brought = await _brought(room, True)
    assert brought.view is not None
    assert brought.view.spoken[-1].text == "The open one.", "the chosen swipe of the chat that was open"
    await room.say("The boat?")
    it = stages[-1]
    assert it.preset.max_tokens == 333, "the chosen preset"
    assert it.preset.sampling.temperature == 0.7, "with what was changed of it since"
    assert it.persona is not None
    assert it.persona.name == "Sailor", "whom the chat is locked to"
    assert it.note is not None
    assert (it.note.text, it.note.position) == ("Own note.", NotePosition.AFTER_MAIN)
    assert dict(it.variables.local) == {"mood": "blue"}
    assert dict(it.variables.shared) == {"weather": "fog"}
    bound = [(one.binding, entry.content) for one in it.books for entry in one.book.entries]
    assert set(bound) == {
        (Binding.CHAT, "TOLD-chat-file"),
        *((Binding.CHARACTER, f"TOLD-{name}") for name in ("global-file", "extra-file", "mira-file")),
    }
    assert all(room.prompts_say(text) for _, text in bound)
    assert {one.name for one in it.scripts if one.enabled} == {"Everywhere", "Hers"}
    assert {one.name for one in it.scripts if not one.enabled} == {"Asleep"}
    assert (it.world.scan_depth, it.world.budget_percent, it.world.recursive) == (6, 40, True)
    assert it.world.book_order is BookOrder.EVENLY


async def test_other_chats_have_what_is_theirs(room: Room, stages: list[PromptStage]) -> None:
    """Every chat of a backup is played as the one that was open."""
    await _brought(room, True)
    await _open(room, "With Zoe.")
    await room.say("The boat?")
    with_zoe = stages[-1]
    assert with_zoe.card.name == "Zoe"
    assert with_zoe.persona is not None
    assert with_zoe.persona.name == "Cook", "who the person is with Zoe"
    assert with_zoe.note is not None
    assert with_zoe.note.text == "Zoe's note."
    assert "TOLD-extra-file" not in str(with_zoe.books), "an additional book of Mira's"
    assert "TOLD-global-file" in str(with_zoe.books)
    await _open(room, "A plain one.")
    await room.say("The boat?")
    plain = stages[-1]
    assert plain.persona is not None
    assert plain.persona.name == "Captain", "the default one"
    assert plain.note is not None
    assert plain.note.text == "Usual note."
    assert (Binding.PERSONA, "TOLD-ship-file") in [(it.binding, it.book.entries[0].content) for it in plain.books]


async def test_what_cannot_be_taken_over_is_named(room: Room) -> None:
    """Something of the old stage is silently gone, and the person looks for the reason in the model."""
    brought = await _brought(room, False)
    named = {it.message: it.data["name"] for it in brought.facts if it.message.startswith("left-")}
    assert named == {
        "left-no-book": "lost-book",
        "left-text-completion": "textgenerationwebui",
        "left-card-prompts": "prefer_character_prompt",
        "left-stops": "custom_stopping_strings",
    }


async def test_no_script_runs_that_nobody_said_yes_to(room: Room, stages: list[PromptStage]) -> None:
    """A script of a stranger rewrites every message, and nobody has ever seen it."""
    looked = await looking.look(room.engine.ctx, room.here, backup(), "backup.zip")
    asked = await script_answers.asked(room.engine.ctx, room.here, looked.token)
    assert {(it.script.name, it.script.find, it.ran) for it in asked} == {
        ("Everywhere", "/lamp/g", True),
        ("Hers", "/burns/g", True),
        ("Zoes", "/wind/g", False),
    }
    await uploads.drop(room.engine.ctx, room.here, looked.token)
    assert not await room.sql("SELECT 1 FROM upload WHERE space_id = $1", room.here.space)
    await _brought(room, {"Everywhere": False, "Hers": True, "Zoes": False})
    await room.say("The boat?")
    assert {it.name for it in stages[-1].scripts if it.enabled} == {"Hers"}
    await _open(room, "With Zoe.")
    await room.say("The boat?")
    assert not [it for it in stages[-1].scripts if it.enabled]


async def test_an_import_without_answers_runs_nothing(room: Room, stages: list[PromptStage]) -> None:
    """A yes to the file alone is taken for a yes to every script in it."""
    looked = await looking.look(room.engine.ctx, room.here, backup(), "backup.zip")
    await bring(room.engine.ctx, room.engine.runner, room.here, "Ann", looked.token, Offer.BRING)
    room.model.answer = lambda _: say("Yes.")
    await room.say("The boat?")
    assert not [it for it in stages[-1].scripts if it.enabled]


async def test_sprites_come_with_their_character(room: Room) -> None:
    """Thirty pictures that somebody drew stay behind on moving day."""
    members = {
        "characters/Ida.png": as_png({**CARD, "data": {**CARD["data"], "name": "Ida"}}),
        "characters/Ida/joy.png": picture("red"),
        "characters/Ida/anger-1.png": picture("green"),
        "characters/Ida/notes.txt": b"x",
        "characters/Zoe.png": as_png({**CARD, "data": {**CARD["data"], "name": "Zoe"}}),
        "worlds/joy.png": picture("blue"),
    }
    looked = await looking.look(room.ctx, room.here, as_zip(members), "st.zip")
    await bring(room.ctx, room.runner, room.here, "Ann", looked.token, looked.offers[0])
    known = {it.name: it.id for it in await characters.listed(room.ctx, room.here)}
    faces = room.engine.faces
    assert sorted(await faces.emotions(room.ctx, known["Ida"])) == ["anger", "joy"]
    assert await faces.emotions(room.ctx, known["Zoe"]) == ()
    plain, happy = [await faces.face(room.ctx, known["Ida"], it) for it in ("", "happy")]
    assert plain.picture is not None
    assert happy.picture not in (None, plain.picture)
