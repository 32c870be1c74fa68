"""Characters by command, on an engine: made, changed, looked at, thrown away."""

import io
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from PIL import Image

from bot.commands.framework.abilities import AccessRole
from bot.commands.framework.declared import AttachedFile, CommandCall
from bot.commands.framework.reply import SILENT, Listing, ListItem, Paragraph, Reply
from bot.commands.framework.run import NOTHING, run
from bot.commands.framework.suggesting import suggestions
from bot.commands.framework.table import table_for
from bot.words.localise import Speech
from engine.actions.characters import cards, characters
from engine.actions.chats import sessions
from engine.actions.house import settings
from engine.errors import (
    CharacterBuiltIn,
    EmotionNameUnusable,
    FileNotSent,
    NoSuchEmotion,
    OmoideError,
    PictureUnreadable,
)
from engine.values.house.setting_scopes import SettingScope
from tests.bot.visitor import now
from tests.servers.model import ModelServer
from tests.turns.files import as_json, as_zip, picture
from tests.turns.room import CARD, Room, config_for, enter, new_origin, opened

SPEECH = Speech()
KEEPER = frozenset({AccessRole.DM})


@dataclass
class Sent:
    """The file that came with a command, if one did."""

    data: bytes | None = None

    async def read(self, named: str, *, picture: bool = False) -> AttachedFile:
        assert picture
        if self.data is None:
            raise FileNotSent
        return AttachedFile("face.png", self.data)


@pytest.fixture
async def call(database_url: str, tmp_path: Path) -> AsyncIterator[CommandCall]:
    """Somebody who plays with Mira in private."""
    origin = replace(new_origin(), private=True)
    async with ModelServer() as model, opened(config_for(database_url, tmp_path, model), origin.platform) as engine:
        room = await enter(engine, model, origin, CARD)
        yield _call(room)


def _call(room: Room) -> CommandCall:
    speak, table = SPEECH.speaker("en"), table_for("telegram")
    return CommandCall(room.engine, room.here, "Ann", speak, KEEPER, table, Sent(), now())


async def _types(call: CommandCall, line: str, fields: Mapping[str, str] = NOTHING) -> Reply:
    name, _, rest = line.removeprefix("/").partition(" ")
    return await run(call, name, rest, fields)


async def _presses(call: CommandCall, reply: Reply, label: str) -> Reply:
    [control] = [it.control for it in reply.choices if label in it.label]
    return await _types(call, control.removeprefix("run:"))


async def _newest(call: CommandCall) -> str:
    """What the channel shows last, by itself."""
    return (await sessions.open_here(call.ctx, call.here, "Ann")).spoken[-1].text


def _words(reply: Reply) -> str:
    found: list[str] = []
    for block in reply.blocks:
        if isinstance(block, Paragraph):
            found.append(block.text)
        elif isinstance(block, Listing):
            found += [block.title, *(f"{it.key} {it.text} {it.detail}" for it in block.items), block.hint]
    return "\n".join(found)


def _items(reply: Reply) -> tuple[ListItem, ...]:
    [listing] = [it for it in reply.blocks if isinstance(it, Listing)]
    return listing.items


async def test_a_character_is_made_and_changed_by_form(call: CommandCall) -> None:
    """People need another program to write a character, or lose what a form did not show."""
    form = (await _types(call, "/char new")).form
    assert form is not None
    assert [it.param for it in form.fields] == ["name", "description", "personality", "scenario", "greeting"]
    written = {"name": "Lady Ada", "description": 'Counts.\n/quietly "so"', "greeting": "Good day, {{user}}."}
    made = await _types(replace(call, files=Sent(picture())), form.line, written)
    assert "Created: Lady Ada" in _words(made)
    assert await _presses(call, made, "Start") == SILENT
    assert await _newest(call) == "Good day, Ann."
    asked = (await _types(call, "/char edit Lady Ada")).form
    assert asked is not None
    assert {it.param: it.value for it in asked.fields} == {
        "name": "Lady Ada", "description": written["description"], "personality": "", "scenario": "",
        "greeting": "Good day, {{user}}.",
    }  # fmt: skip
    changed = await _types(call, asked.line, {"description": written["description"], "personality": "Exact."})
    assert "version 2" in _words(changed)
    same = await _types(call, asked.line, {"personality": "Exact."})
    assert "Nothing was changed" in _words(same)
    await _presses(call, changed, "Undo the change")
    versions = _items(await _types(call, "/char versions Lady Ada"))
    assert [(it.key, it.text, it.current) for it in versions] == [
        ("3", "Personality", True), ("2", "Personality", False), ("1", "the original", False),
    ]  # fmt: skip


async def test_every_field_and_every_greeting_can_be_changed(call: CommandCall) -> None:
    """What an author wrote wrongly stays wrong, because no form has a field for it."""
    shown = await _types(call, "/char fields Mira")
    assert "Examples" in _words(shown)
    form = (await _presses(call, shown, "Nickname")).form
    assert form is not None
    for line, text in (
        (form.line, "Mimi"),
        ("/char field Mira examples", "<START>\n{{char}}: No."),
        ("/char field Mira greeting3", "Late, {{user}}."),
        ("/char field Mira 标签", "sea、storm"),
        ("/char field Mira scenario", "-"),
    ):
        assert "Changed" in _words(await _types(call, line, {"content": text}))
    card = await characters.show(call.ctx, call.here, await _number(call, "Mira"))
    assert (card.called, card.mes_example, card.scenario) == ("Mimi", "<START>\n{{char}}: No.", "")
    assert (card.greetings[2], card.tags) == ("Late, {{user}}.", ("sea", "storm"))
    unknown = await _fails(call, "/char field Mira mood calm")
    assert "mood" in call.speak.error(unknown)
    await _types(call, "/char field Mira description", {"content": "x" * 5_000})
    asked = (await _types(call, "/char edit Mira")).form
    assert asked is not None
    assert {it.param: it.value for it in asked.fields}["description"] == ""


async def test_one_of_several_greetings_is_chosen(call: CommandCall) -> None:
    """Of the openings that an author wrote people only ever meet the first."""
    asked = await _types(call, "/char use Mira")
    assert [it.text for it in _items(asked)] == ["You made it, Ann. Sit down.", "The lamp is out, Ann. Help me."]
    assert asked.private
    assert await _presses(call, asked, "2 ·") == SILENT
    assert await _newest(call) == "The lamp is out, Ann. Help me."
    await cards.create(call.ctx, call.here, "Agent 2", {})
    assert await _types(call, "/char use Agent 2") == SILENT
    assert (await sessions.open_here(call.ctx, call.here, "Ann")).character == "Agent 2"
    none = await _types(call, "/char greetings Agent 2")
    assert "Agent 2 has no greeting, so you write first." in str(none.blocks)


async def test_a_face_is_given_and_shown(call: CommandCall) -> None:
    """A character keeps the wrong face for ever, or takes a text for one."""
    with pytest.raises(FileNotSent):
        await _types(call, "/char face Mira")
    with pytest.raises(PictureUnreadable) as wrong:
        await _types(replace(call, files=Sent(b"no picture")), "/char face Mira")
    assert "PNG" in call.speak.error(wrong.value)
    assert "version 2" in _words(await _types(replace(call, files=Sent(picture("blue"))), "/char face Mira"))
    shown = await _types(call, "/char show Mira")
    [face] = shown.documents
    assert Image.open(io.BytesIO(face.data)).convert("RGB").getpixel((5, 5)) == (0, 0, 255)
    assert "2 greetings" in _words(shown)


async def test_a_character_shows_the_pictures_of_its_emotions(call: CommandCall) -> None:
    """Nobody knows which faces a card has, or sees them before a reply happens to show one."""
    kinds = [("emotion", f"feeling {chr(97 + n)}", f"embeded://a/{n}.png") for n in range(10)]
    assets = [{"type": kind, "name": name, "uri": uri, "ext": "png"} for kind, name, uri in kinds]
    card = {"spec": "chara_card_v3", "spec_version": "3.0", "data": {"name": "Ida", "assets": assets}}
    data = as_zip({"card.json": as_json(card), **{f"a/{n}.png": picture("red") for n in range(10)}})
    await characters.import_file(call.ctx, call.here, data)
    assert "expressions" in str((await _types(call, "/char show Ida")).choices)
    first = await _types(call, "/char expressions Ida")
    assert "feeling a" in str(first.blocks)
    [document] = first.documents
    assert Image.open(io.BytesIO(document.data)).width == 1080
    assert " 2" in first.choices[0].control
    second = await _types(replace(call, speak=SPEECH.speaker("zh")), "/角色 表情 Ida 2")
    assert second.documents[0].data != document.data
    assert "Ida 的表情" in str(second.blocks)
    assert not second.choices
    none = await _types(call, "/char expressions Mira")
    assert "Mira has no pictures of emotions" in str(none.blocks)


async def test_a_picture_of_an_emotion_is_set_by_its_path(call: CommandCall) -> None:
    """A character that was written here never shows what it feels, or a picture without a name is lost."""
    await cards.create(call.ctx, call.here, "Ida", {"description": "A keeper."}, picture("blue"))
    call = replace(call, here=replace(call.here, platform="terminal"))
    sent = replace(call, files=Sent(picture("green")))
    assert "version 2" in _words(await _types(sent, "/char expression Ida joy joy.png"))
    assert "version 3" in _words(await _types(sent, '/char expression Ida "very sad" sad.png'))
    assert "joy" in str((await _types(call, "/char expressions Ida")).blocks)
    with pytest.raises(NoSuchEmotion) as unknown:
        await _types(call, "/char expression Ida anger")
    number = call.speak.error(unknown.value).partition("/char expressions ")[2].partition(" ")[0]
    assert "joy" in str((await _types(call, f"/char expressions {number}")).blocks)
    with pytest.raises(EmotionNameUnusable):
        await _types(sent, "/char expression Ida .png")
    asked = await _types(call, '/char expression Ida "very sad"')
    assert asked.confirm is not None
    assert "version 4" in _words(await _types(call, asked.confirm.command))
    assert "very sad" not in str((await _types(call, "/char expressions Ida")).blocks)
    changed = _words(await _types(call, "/char versions Ida"))
    assert changed.count("Expressions") == 3


async def test_the_gallery_shows_eight_and_marks_who_plays(call: CommandCall) -> None:
    """Nobody finds a character among forty by its name alone."""
    for n in range(9):
        await cards.create(call.ctx, call.here, f"Nina {n}", {}, picture() if n % 2 else None)
    first = await _types(call, "/char gallery")
    [document] = first.documents
    image = Image.open(io.BytesIO(document.data))
    assert image.width == 1080
    assert [it.control.split()[0:2] for it in first.choices[:8]] == [["run:/char", "show"]] * 8
    assert first.choices[8].control.startswith("run:/char gallery 2>")
    second = await _types(call, "/char gallery 2")
    assert 0 < len(second.choices) < 8
    light = await _types(replace(call, speak=SPEECH.speaker("zh")), "/角色 画廊 1 浅色")
    assert light.documents[0].data != document.data
    assert "gallery" in str((await _types(call, "/char")).choices)


async def test_throwing_away_says_what_stays_and_can_be_undone(call: CommandCall) -> None:
    """A slip of the thumb takes a character for good, or nobody knows what goes with it."""
    asked = await _types(call, "/char delete Mira")
    assert asked.confirm is not None
    assert "One chat can still be read" in asked.confirm.question
    gone = await _types(call, asked.confirm.command)
    assert "Mira" not in _words(await _types(call, "/char"))
    assert "Mira" in _words(await _types(call, "/char trash"))
    await _presses(call, gone, "Restore")
    assert "Mira" in _words(await _types(call, "/char"))
    builtin = _items(await _types(call, "/char"))[0]
    refused = await _fails(call, f"/char delete {builtin.key}")
    assert isinstance(refused, CharacterBuiltIn)
    assert f"/char hide {builtin.key}" in call.speak.error(refused)
    await _types(call, f"/char hide {builtin.key}")
    listed = await _types(call, "/char")
    assert builtin.text not in [it.text for it in _items(listed)]
    assert "One is hidden" in _words(listed)
    await _presses(call, await _types(call, "/char unhide"), builtin.text)
    assert builtin.text in [it.text for it in _items(await _types(call, "/char"))]


async def test_guests_change_nobodys_characters(call: CommandCall) -> None:
    """Anybody in a server rewrites the character that all the others talk with."""
    guest = replace(call, access_roles=frozenset({AccessRole.MEMBER, AccessRole.PLAYER}))
    for line in ("/char edit Mira", "/char delete Mira", "/char face Mira", "/char new Bo", "/char hide Mira"):
        assert (await _types(guest, line)).form is None
    assert len(await cards.versions(call.ctx, call.here, await _number(call, "Mira"))) == 1
    assert (await _types(guest, "/char gallery")).documents


async def test_a_name_is_completed_among_a_thousand(call: CommandCall) -> None:
    """Whoever types the beginning of a name sees characters whose number or middle happens to fit."""
    named = "SELECT $1, 'Xan ' || n FROM generate_series(1, 1000) AS n"
    made = f"INSERT INTO character (owner_space, name) {named} RETURNING id"
    async with call.engine.runner._ctx.db.connection() as on:
        rows = await on.fetch(made, call.here.space)
        card = "INSERT INTO character_version (character_id, version, card) SELECT unnest($1::bigint[]), 1, $2"
        await on.execute(card, [it["id"] for it in rows], '{"name": "Xan"}')
    await settings.put(call.ctx, call.here, SettingScope.SPACE, "language", "en")
    await cards.create(call.ctx, call.here, "Alexander Xan 77", {})
    found = await suggestions(call, "char use", "character", "xan 7")
    assert len(found) == 25
    assert all(label.startswith("Xan 7") for label, _ in found)
    assert (await suggestions(call, "char use", "character", "alex"))[0][0].startswith("Alexander")


async def _number(call: CommandCall, name: str) -> int:
    return next(it.id for it in await characters.listed(call.ctx, call.here) if it.name == name)


async def _fails(call: CommandCall, line: str) -> OmoideError:
    with pytest.raises(OmoideError) as failure:
        await _types(call, line)
    return failure.value
