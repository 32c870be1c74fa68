"""Cards made and changed by hand: new ones, fields, greetings, faces, versions, copies."""

import re
from collections.abc import Mapping
from typing import Final

from bot.commands.characters.characters import Character, button, button_for, find_character, named_or_playing
from bot.commands.framework.declared import AttachedFile, CommandCall, OverlongText
from bot.commands.framework.numbering import asking, number_of
from bot.commands.framework.paging import next_page
from bot.commands.framework.picking import Pickable
from bot.commands.framework.reply import Listing, ListItem, Reply, ReplyChoice, page_of, told
from bot.words.localise import LANGUAGES
from engine.actions.characters import cards, characters
from engine.errors import CardFieldUnknown, FileNotSent
from engine.values.characters.characters import Card, Imported
from engine.values.house.numbers import Thing

FORM_FIELDS: Final[Mapping[str, str]] = {
    "name": "name",
    "description": "description",
    "personality": "personality",
    "scenario": "scenario",
    "greeting": "first_greeting",
}
"""What a form asks for: the parameter, and the card's field."""
FIELDS: Final[Mapping[str, str]] = {
    **FORM_FIELDS,
    "nickname": "nickname",
    "examples": "mes_example",
    "system": "system_prompt",
    "after": "post_history_instructions",
    "notes": "creator_notes",
    "creator": "creator",
    "version": "character_version",
    "tags": "tags",
}
ZH: Final[Mapping[str, str]] = {
    "名字": "name",
    "描述": "description",
    "性格": "personality",
    "场景": "scenario",
    "开场白": "greeting",
    "昵称": "nickname",
    "示例": "examples",
    "系统提示": "system",
    "后置指令": "after",
    "作者的话": "notes",
    "作者": "creator",
    "版本": "version",
    "标签": "tags",
}
EMPTIED: Final = "-"
_FITS_A_FIELD: Final = 4_000
"""A longer text would be cut by a form, and what was cut would be lost."""
_GREETING: Final = re.compile(r"(?:greeting|开场白)(\d{1,3})")
_BETWEEN: Final = re.compile(r"[,，、;；]+")
_TERMINAL: Final = "terminal"


async def new(call: CommandCall) -> Reply:
    """A new character of these texts; a picture that comes along is its face."""
    texts = {field: call.text(param) for param, field in FORM_FIELDS.items() if param != "name" and param in call.args}
    upload = await _picture(call, call.text("picture"))
    made = await cards.create(call.ctx, call.here, call.text("name"), texts, upload.data if upload else None)
    named = await _made(call, made)
    number = str(named.number)
    said = told(call.speak.say("char-made", name=made.name, number=number), call.speak.say("char-made-hint"))
    return _with(said, button_for(call, "/char use", named, "char-button-use"), _more(call, named))


async def edit(call: CommandCall) -> Reply:
    """Give the texts that a form asked for to a card; what was left empty stays."""
    character = await find_character(call, call.text("character"))
    card = await characters.show(call.ctx, call.here, character.row)
    given = {
        field: value_of(call.text(param))
        for param, field in FORM_FIELDS.items()
        if param in call.args and call.text(param) != getattr(card, field)
    }
    return await _edited(call, character, given)


async def present(call: CommandCall) -> Mapping[str, str | OverlongText]:
    """What stands in these fields now; too long a text is left out, and stays as it is."""
    character = await find_character(call, call.text("character"))
    card = await characters.show(call.ctx, call.here, character.row)
    return {param: fitting(getattr(card, field)) for param, field in FORM_FIELDS.items()}


async def field(call: CommandCall) -> Reply:
    """Give one field another text, or a greeting by its number; "-" empties it."""
    character = await find_character(call, call.text("character"))
    text = value_of(call.text("content"))
    name, number = _meant(call, call.text("card-field"))
    if number:
        version = await cards.greet(call.ctx, call.here, character.row, number, text)
        return _done(call, character, version)
    changes = {FIELDS[name]: _tags(text) if name == "tags" else text}
    return await _edited(call, character, changes)


async def present_field(call: CommandCall) -> Mapping[str, str | OverlongText]:
    """What stands in that field now."""
    character = await find_character(call, call.text("character"))
    card = await characters.show(call.ctx, call.here, character.row)
    name, number = _meant(call, call.text("card-field"))
    if number:
        return {"content": fitting(card.greetings[number - 1]) if number <= len(card.greetings) else ""}
    return {"content": ", ".join(card.tags) if name == "tags" else fitting(getattr(card, FIELDS[name]))}


async def fields(call: CommandCall) -> Reply:
    """What of a card can be changed, with how much stands there, and a button for each."""
    character = await named_or_playing(call)
    card = await characters.show(call.ctx, call.here, character.row)
    every = [*(it for it in FIELDS if it != "greeting"), *(f"greeting{n + 1}" for n in range(len(card.greetings) + 1))]
    items = tuple(ListItem(_called(call, it), _length(call, card, it), it) for it in every)
    shown, page, pages = page_of(items, call.number("page", 1))
    title = call.speak.say("char-fields", name=card.called, page=page, pages=pages)
    hint = call.speak.say("char-fields-hint", number=str(character.number))
    choices = tuple(ReplyChoice(f"run:/char field {character.number} {it.key}", it.text) for it in shown)
    more = next_page(call.speak, f"/char fields {character.number}", page, pages)
    return Reply((Listing(title, shown, hint),), choices=(*choices, *more))


async def face(call: CommandCall) -> Reply:
    """Give a character the picture that comes along."""
    named, file = call.text("character"), call.text("picture")
    if call.here.platform != _TERMINAL:  # what comes along needs no name there
        named, file = f"{named} {file}".strip(), ""
    character = await find_character(call, named)
    upload = await call.files.read(file, picture=True)
    version = await cards.wear(call.ctx, call.here, character.row, upload.data, upload.filename[:64])
    return _done(call, character, version)


async def expression(call: CommandCall) -> Reply:
    """Give a character the picture that comes along for an emotion; without one ask whether to delete what it has."""
    emotion, file = call.text("emotion"), call.text("picture")
    if call.here.platform != _TERMINAL:  # as with a face
        emotion, file = f"{emotion} {file}".strip(), ""
    character = await find_character(call, call.text("character"))
    if call.flag("yes"):
        return _done(call, character, await cards.unexpress(call.ctx, call.here, character.row, emotion))
    upload = await _picture(call, file)
    if upload is None:
        name = await cards.emotion_of(call.ctx, call.here, character.row, emotion)
        question = call.speak.say("char-expression-delete-sure", name=character.name, emotion=name)
        about = {character.row: str(character.number)}
        return Reply(confirm=asking(question, "/char expression", about, f'"{name}"'))
    version = await cards.express(call.ctx, call.here, character.row, emotion, upload.data, upload.filename[:64])
    return _done(call, character, version)


async def versions(call: CommandCall) -> Reply:
    """Every version of a card, newest first, with what it changed."""
    character = await named_or_playing(call)
    found = await cards.versions(call.ctx, call.here, character.row)
    comma = call.speak.say("list-comma")
    names = {field: name for name, field in FIELDS.items()}
    items = tuple(
        ListItem(
            comma.join(_called(call, names.get(it, it)) for it in one.changed) or call.speak.say("char-version-first"),
            f"{one.name} · {call.speak.ago(one.made_at, call.now)}",
            str(one.number),
            one.newest,
        )
        for one in found
    )
    shown, page, pages = page_of(items, call.number("page", 1))
    title = call.speak.say("char-versions", name=found[0].name, page=page, pages=pages)
    hint = call.speak.say("char-versions-hint", number=str(character.number))
    more = next_page(call.speak, f"/char versions {character.number}", page, pages)
    return Reply((Listing(title, shown, hint),), choices=more)


async def revert(call: CommandCall) -> Reply:
    """Let an older version hold again."""
    character = await find_character(call, call.text("character"))
    version = await cards.back(call.ctx, call.here, character.row, call.number("older", 0))
    return _done(call, character, version)


async def copy(call: CommandCall) -> Reply:
    """A character of this place with the same card, which can be changed."""
    character = await find_character(call, call.text("character"))
    made = await cards.copy(call.ctx, call.here, character.row)
    named = await _made(call, made)
    said = told(call.speak.say("char-copied", name=made.name, number=str(named.number)))
    return _with(said, button_for(call, "/char edit", named, "char-button-edit"), _more(call, named))


async def _edited(call: CommandCall, character: Character, changes: Mapping[str, str | tuple[str, ...]]) -> Reply:
    if not changes:
        return _with(told(call.speak.say("char-unchanged")), _more(call, character))
    return _done(call, character, await cards.edit(call.ctx, call.here, character.row, changes))


def _done(call: CommandCall, character: Character, version: int) -> Reply:
    said = told(call.speak.say("char-changed", version=str(version)))
    older = (button(call, f"/char revert {character.number} {version - 1}", "char-button-back"),) if version > 1 else ()
    return _with(said, _more(call, character), *older)


def _more(call: CommandCall, character: Character) -> ReplyChoice:
    return button_for(call, "/char fields", character, "char-button-fields")


async def _made(call: CommandCall, made: Imported) -> Character:
    number = await number_of(call, Thing.CHARACTER, made.id)
    return Pickable(made.id, int(number), made.name, None)


def _with(reply: Reply, *choices: ReplyChoice) -> Reply:
    return Reply(reply.blocks, choices=choices)


def _meant(call: CommandCall, given: str) -> tuple[str, int]:
    """The field that is meant by a word in any language, and the number of a greeting. Raises CardFieldUnknown."""
    name = given.strip().casefold()
    if numbered := _GREETING.fullmatch(name):
        return "greeting", int(numbered[1])
    known = {spoken.say(_label(it)).casefold(): it for spoken in map(call.speak.to, LANGUAGES) for it in FIELDS}
    meant = name if name in FIELDS else ZH.get(name) or known.get(name, "")
    if not meant:
        zh = {it: word for word, it in ZH.items()} if call.speak.typed == "zh" else {}
        raise CardFieldUnknown(
            field=given[:64], known=call.speak.say("list-comma").join(zh.get(it, it) for it in FIELDS)
        )
    return meant, 1 if meant == "greeting" else 0


def _called(call: CommandCall, name: str) -> str:
    if numbered := _GREETING.fullmatch(name):
        return call.speak.say("char-greeting", number=numbered[1])
    return call.speak.say(_label(name))


def _label(name: str) -> str:
    """The Fluent id of what a field is called."""
    return f"char-field-{FIELDS.get(name, name).replace('_', '-')}"


def _length(call: CommandCall, card: Card, name: str) -> str:
    numbered = _GREETING.fullmatch(name)
    number = int(numbered[1]) if numbered else 0
    if number:
        text = card.greetings[number - 1] if number <= len(card.greetings) else ""
    else:
        text = ", ".join(card.tags) if name == "tags" else getattr(card, FIELDS[name])
    return call.speak.say("char-length", count=len(text))


def fitting(text: str) -> str | OverlongText:
    """A text that stands in a form; too long a one is left out, since what a form cuts would be lost."""
    return text if len(text) <= _FITS_A_FIELD else OverlongText(text)


def value_of(text: str) -> str:
    """What was written into a form: "-" is nothing."""
    return "" if text.strip() == EMPTIED else text


def _tags(text: str) -> tuple[str, ...]:
    return tuple(it.strip() for it in _BETWEEN.split(text) if it.strip())


async def _picture(call: CommandCall, named: str) -> AttachedFile | None:
    try:
        return await call.files.read(named, picture=True)
    except FileNotSent:
        return None
