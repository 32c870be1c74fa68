"""Files go out as they came in; what was added since is in them."""

import io
import json
from collections.abc import Mapping
from typing import Any

import pytest
from PIL import Image

from engine.actions.chats import replies, undoing
from engine.actions.story import notes
from engine.actions.transfers import exports
from engine.errors import FormUnknown, NoSuchCharacter
from engine.rules.formats.cards.card_files import read_card, read_card_file
from tests.servers.model import say
from tests.turns.files import CARD, CHAT, PRESET, WORLD, as_json, as_lines, as_png, as_zip, bring, meet, picture
from tests.turns.room import Room


def _lines(data: bytes) -> list[Any]:
    return [json.loads(line) for line in data.splitlines()]


async def test_a_card_goes_out_as_it_came(room: Room) -> None:
    """A card that passed through this house has lost what other programs put into it."""
    number = (await bring(room, as_png(), "mira.png")).id
    for form in ("png", "json"):
        document = await exports.character(room.engine.ctx, room.here, number, form)
        assert read_card(document.data).raw == CARD
        assert document.filename == f"Mira.{form}"
    charx = await exports.character(room.engine.ctx, room.here, number, "charx")
    assert read_card(charx.data).raw["data"]["character_book"] == CARD["data"]["character_book"]  # type: ignore[call-overload,index]
    with pytest.raises(FormUnknown):
        await exports.character(room.engine.ctx, room.here, number, "gif")
    with pytest.raises(NoSuchCharacter):
        await exports.character(room.engine.ctx, room.here, 10**12, "png")


async def test_a_character_keeps_its_picture(room: Room) -> None:
    """A character from an archive has no face, and its exported picture is grey."""
    card = {"spec": "chara_card_v3", "spec_version": "3.0", "data": {**CARD["data"], "group_only_greetings": []}}
    card["data"]["assets"] = [
        {"type": "icon", "uri": "embeded://assets/icon/images/main.png", "name": "main", "ext": "png"}
    ]
    charx = as_zip({"card.json": as_json(card), "assets/icon/images/main.png": picture("blue")})
    number = (await bring(room, charx, "mira.charx")).id
    face = await room.engine.faces.face(room.engine.ctx, number)
    assert face.picture is not None
    assert Image.open(io.BytesIO(face.picture)).convert("RGB").getpixel((5, 5)) == (0, 0, 255)
    png = await exports.character(room.engine.ctx, room.here, number, "png")
    assert read_card_file(png.data).picture == png.data
    assert Image.open(io.BytesIO(png.data)).convert("RGB").getpixel((5, 5)) == (0, 0, 255)
    again = await exports.character(room.engine.ctx, room.here, number, "charx")
    assert read_card_file(again.data).picture == picture("blue")


async def test_a_card_without_a_picture_goes_out_in_one(room: Room) -> None:
    """A character from a text file cannot be taken to a program that wants a picture."""
    number = (await bring(room, as_json(CARD), "mira.json")).id
    png = await exports.character(room.engine.ctx, room.here, number, "png")
    assert read_card(png.data).raw == CARD


async def test_books_and_presets_go_out_as_they_came(room: Room) -> None:
    """A book or a preset that passed through this house has lost fields."""
    world = (await bring(room, as_json(WORLD), "Harbour.json")).id
    preset = (await bring(room, as_json(PRESET), "Short.json")).id
    assert json.loads((await exports.world(room.engine.ctx, room.here, world)).data) == WORLD
    assert json.loads((await exports.preset(room.engine.ctx, room.here, preset)).data) == PRESET
    assert json.loads((await exports.preset(room.engine.ctx, room.here, 0)).data)["prompts"]


async def test_a_chat_goes_out_as_it_came(room: Room) -> None:
    """A chat that passed through this house has lost its swipes, its dates, or what another program keeps in it."""
    await bring(room, as_json(CARD), "mira.json")
    await bring(room, as_lines(CHAT), "Mira.jsonl")
    document = await exports.chat(room.engine.ctx, room.here)
    assert _lines(document.data) == list(CHAT)


ODD: Mapping[str, Any] = {
    "z first": {"deep": [[], {}, {"": ""}, [1.0, -0.0, 1e-7, 5e300, 0.1, 1, True, None]]},
    "a second": [10**30, -(10**19), 9007199254740993, "1.0"],
    "龙 😀": "\u0301é\u2028\ufeff\u200d \r\n\t\x07\x7f",
}


def _exact(value: Any) -> str:
    """Every value with its type; 1 is not 1.0, and true is not 1."""
    return json.dumps(value, sort_keys=True)


@pytest.mark.parametrize("form", ["png", "json"])
async def test_odd_values_of_a_card_go_out_as_they_came(room: Room, form: str) -> None:
    """Programs that are strict about numbers or letters refuse a card that passed through this house."""
    book = {"entries": [{"keys": ["a"], "content": "b", **ODD}]}
    card = {**CARD, **ODD, "data": {**CARD["data"], **ODD, "extensions": ODD, "character_book": book}}
    number = (await bring(room, as_json(card), "mira.json")).id
    document = await exports.character(room.engine.ctx, room.here, number, form)
    assert json.dumps(read_card(document.data).raw) == json.dumps(card)


async def test_odd_values_of_books_and_presets_go_out_as_they_came(room: Room) -> None:
    """A list is sorted by its keys, or a number counts as another, when a file is taken back."""
    entries = {key: {**it, **ODD, "extensions": ODD} for key, it in WORLD["entries"].items()}
    world = {**WORLD, **ODD, "entries": entries}
    preset = {**PRESET, **ODD, "prompts": [{**it, **ODD} for it in PRESET["prompts"]], "extensions": ODD}
    books = (await bring(room, as_json(world), "Harbour.json")).id
    presets = (await bring(room, as_json(preset), "Short.json")).id
    assert json.dumps(json.loads((await exports.world(room.engine.ctx, room.here, books)).data)) == json.dumps(world)
    assert json.dumps(json.loads((await exports.preset(room.engine.ctx, room.here, presets)).data)) == json.dumps(
        preset
    )


async def test_odd_values_of_a_chat_go_out_as_they_came(room: Room) -> None:
    """What another program keeps in a chat means something else when it comes back."""
    header, *lines = CHAT
    odd = {**ODD, "z first": [[], {}, {"": ""}, [1.0, 1e-7, 0.1, 1, True, None]]}  # the log keeps values, not spellings
    chat = [
        {**header, **odd, "chat_metadata": {**header.get("chat_metadata", {}), **odd}},
        *({**it, **odd, "extra": {**it.get("extra", {}), **odd}} for it in lines),
    ]
    await bring(room, as_json(CARD), "mira.json")
    await bring(room, as_lines(chat), "Mira.jsonl")
    document = await exports.chat(room.engine.ctx, room.here)
    assert [_exact(it) for it in _lines(document.data)] == [_exact(it) for it in chat]


async def test_what_was_added_goes_out_too(room: Room) -> None:
    """An exported chat ends where it was imported, or forgets the replies that were not chosen."""
    await bring(room, as_json(CARD), "mira.json")
    await bring(room, as_lines(CHAT), "Mira.jsonl")
    room.model.script(say("Day."), say("Night."), say("A fourth."))
    await room.say("Day or night?")
    await replies.again(room.engine.ctx, room.engine.runner, room.here)
    await room.idle()
    *before, asked, answered = _lines((await exports.chat(room.engine.ctx, room.here)).data)
    assert before == list(CHAT)
    assert (asked["name"], asked["is_user"], asked["mes"]) == ("Ann", True, "Day or night?")
    assert (answered["mes"], answered["swipes"], answered["swipe_id"]) == ("Night.", ["Day.", "Night."], 1)
    await undoing.undo(room.engine.ctx, room.engine.runner, room.here)
    await replies.again(room.engine.ctx, room.engine.runner, room.here)
    await room.idle()
    last = _lines((await exports.chat(room.engine.ctx, room.here)).data)[-1]
    assert (last["mes"], last["swipes"]) == ("A fourth.", ["No oil.", "Wait.", "It burns.", "A fourth."])
    assert last["swipe_id"] == 3


async def test_a_chat_of_our_own_can_be_taken_along(room: Room) -> None:
    """What was played here cannot be played anywhere else; or it comes back as something else."""
    await meet(room)
    room.model.answer = lambda _: say("The storm comes.")
    await room.say("What now?")
    await notes.hide(room.engine.ctx, room.engine.runner, room.here, (2, 2))
    first = await exports.chat(room.engine.ctx, room.here)
    header, greeting, asked, answered = _lines(first.data)
    assert (header["user_name"], header["character_name"]) == ("Ann", "Mira")
    assert (greeting["mes"], asked["is_system"], answered["mes"]) == ("You made it, Ann.", True, "The storm comes.")
    await bring(room, first.data, first.filename)
    assert _lines((await exports.chat(room.engine.ctx, room.here)).data) == _lines(first.data)
