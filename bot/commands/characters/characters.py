"""Characters: who there is, what a card says, who plays."""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.commands.framework import controls
from bot.commands.framework.arguments import row, row_of
from bot.commands.framework.declared import CommandCall
from bot.commands.framework.numbering import about, called, numbers
from bot.commands.framework.paging import next_page, turning, wanted
from bot.commands.framework.picking import Pickable, example_of, pick
from bot.commands.framework.reply import Listing, ListItem, Paragraph, Reply, ReplyChoice, page_of, told
from bot.commands.story.story import begun, shortened
from bot.pictures.canvas import Theme
from bot.pictures.gallery import GalleryCharacter, GalleryWords, draw
from bot.words.writing import has_chinese
from engine.actions.characters import characters as characters_actions
from engine.actions.chats import sessions
from engine.actions.house import numbers as numbers_actions
from engine.errors import NothingCalled, SeveralCalled
from engine.values.characters.characters import Card, CharacterInfo
from engine.values.house.numbers import Thing
from engine.values.transfers.transfers import Document

_SHOWN: Final = ("description", "personality", "scenario", "creator_notes")
_LONG: Final = 400
_GREETING: Final = 120
_LABEL: Final = 32
_DIGITS: Final = 10
_CHAR: Final = re.compile(r"\{\{char\}\}|<BOT>", re.IGNORECASE)
_USER: Final = re.compile(r"\{\{user\}\}|<USER>", re.IGNORECASE)


YES: Final = "yes"
CARD: Final = "card"
ADULT: Final = (YES, "no", CARD)
ADULT_ZH: Final = ("是", "否", "卡片")


Character = Pickable[None]
"""A character as people mean it: its row, and its number and name for them."""


async def find_character(call: CommandCall, given: str) -> Character:
    """The character that ``given`` names. Raises NoLongerThere, NothingCalled, SeveralCalled."""
    return pick(await characters_called(call, given), given, "/char")


async def characters_called(call: CommandCall, given: str) -> list[Character]:
    """Those that a row of a button, a number or a name may mean, the likeliest first."""
    meant, digits = row_of(given.strip()), given.strip().lstrip("#")
    if meant is None and digits.isascii() and digits.isdecimal() and len(digits) < _DIGITS:
        meant = await numbers_actions.meant(call.ctx, call.here, Thing.CHARACTER, int(digits))
    found = await characters_actions.called(call.ctx, call.here, given if meant is None else str(meant))
    every = [(it, name) for it, name in found if meant in (None, it)]
    known = await numbers(call, Thing.CHARACTER, [it for it, _ in every])
    return [Pickable(it, known[it], name, None) for it, name in every]


async def characters(call: CommandCall) -> Reply:
    """Who there is to talk to."""
    cast = await _playing(call)
    found = await characters_actions.page(call.ctx, call.here, wanted(call.args.get("page")))
    part, speak = found.part, call.speak
    items = tuple(
        ListItem(
            item.name,
            _builtin(call, item.info),
            str(item.number),
            item.row in cast,
            (_shows(item.row, item.number, item.name),),
        )
        for item in await called(call, Thing.CHARACTER, part.items)
    )
    hint = speak.say("char-list-hint", number=example_of(items[::-1]))  # the newest is the last
    if found.hidden:
        hint = f"{hint}\n{speak.say('char-list-hidden', count=found.hidden)}"
    listing = Listing(speak.say("char-list", page=part.page, pages=part.pages), items, hint)
    pictured = any(it.pictured for it in part.items)
    faces = (button(call, f"/char gallery {part.page}", "char-button-gallery"),) if pictured else ()
    return Reply((listing,), choices=(*faces, *turning(speak, "/char", part)))


def _shows(row: int, number: int, name: str) -> ReplyChoice:
    """The button that shows a card."""
    return replace(about("/char show", row, str(number), shortened(name, _LABEL)), key=str(number))


def _builtin(call: CommandCall, info: CharacterInfo) -> str:
    """What tells a character of ours from the same one in another language; or that an author's files are one."""
    if info.of_folder:
        return call.speak.say("char-of-folder")
    language = "zh" if has_chinese(info.name) else "en"
    return call.speak.say("char-builtin", language=language) if info.builtin else ""


async def gallery(call: CommandCall) -> Reply:
    """The same as a picture, with a button for each."""
    cast = await _playing(call)
    part = (await characters_actions.page(call.ctx, call.here, wanted(call.args.get("page")))).part
    speak, theme = call.speak, Theme(call.text("theme") or Theme.DARK)
    portraits = await characters_actions.portraits(
        call.ctx, call.here, call.engine.faces, [it.id for it in part.items], speak.say("char-you")
    )
    known = await numbers(call, Thing.CHARACTER, [it.id for it in portraits])
    shown = [GalleryCharacter(known[it.id], it.name, it.line, it.picture, it.id in cast) for it in portraits]
    below = speak.say("char-gallery-below", total=part.total, page=part.page, pages=part.pages)
    words = GalleryWords(speak.say("char-gallery"), below, speak.say("char-gallery-here"))
    picture = await asyncio.to_thread(draw, shown, words, theme)
    name = f"{speak.say('char-gallery-file')}-{part.page}.png"
    choices = tuple(_shows(it.id, known[it.id], it.name) for it in portraits)
    return Reply(
        (Paragraph(below),),
        choices=(*choices, *turning(speak, "/char gallery", part), button(call, "/cradle", "cradle-button-all")),
        documents=(Document(name, "image/png", picture),),
    )


async def show(call: CommandCall) -> Reply:
    """What a card says, each part cut to a few lines, with the face."""
    character = await named_or_playing(call)
    card = await characters_actions.show(call.ctx, call.here, character.row)
    fields = ((name, getattr(card, name)) for name in _SHOWN)
    items = tuple(
        ListItem(call.speak.say(f"char-field-{name.replace('_', '-')}"), shortened(read(call, card, text), _LONG))
        for name, text in fields
        if text
    )
    tags = call.speak.say("list-comma").join(card.tags[:8])
    title = call.speak.say("char-card", name=card.name, tags=tags) if tags else card.name
    blocks = (Listing(title, items), *([_greetings(call, card, 1)[0]] if card.greetings else []))
    face = await call.engine.faces.face(call.ctx, character.row)
    documents = (Document(f"{_file(card.name)}.png", "image/png", face.picture),) if face.picture else ()
    emotions = await call.engine.faces.emotions(call.ctx, character.row)
    choices = (
        button_for(call, "/char use", character, "char-button-use"),
        button_for(call, "/char edit", character, "char-button-edit"),
        *([button_for(call, "/char expressions", character, "char-button-expressions")] if emotions else []),
    )
    return Reply(blocks, choices=choices, documents=documents)


async def expressions(call: CommandCall) -> Reply:
    """The pictures of a character by emotion, some of them on one."""
    character = await named_or_playing(call)
    card = await characters_actions.show(call.ctx, call.here, character.row)
    faces, speak = call.engine.faces, call.speak
    known = await faces.emotions(call.ctx, character.row)
    if not known:
        return told(speak.say("char-no-expressions", name=card.called))
    some, page, pages = page_of(known, call.number("page", 1))
    pictures = [(await faces.face(call.ctx, character.row, it)).picture for it in some]
    start = known.index(some[0]) + 1
    shown = [
        GalleryCharacter(number, it, "", picture)
        for number, (it, picture) in enumerate(zip(some, pictures, strict=True), start)
    ]
    below = speak.say("char-expressions-below", count=len(known), page=page, pages=pages)
    words = GalleryWords(speak.say("char-expressions", name=card.called), below, "")
    picture = await asyncio.to_thread(draw, shown, words, Theme.DARK)
    named = speak.say("list-comma").join(known)
    more = next_page(speak, f"/char expressions {character.number}", page, pages)
    document = Document(f"{_file(card.name)}-{page}.png", "image/png", picture)
    return Reply((Paragraph(words.title), Paragraph(named)), choices=more, documents=(document,))


async def use(call: CommandCall) -> Reply:
    """Begin a chat with another character; of several greetings one is chosen first."""
    character, greeting, asked = await _with_greeting(call)
    card = await characters_actions.show(call.ctx, call.here, character.row)
    if not asked and len(card.greetings) > 1:
        return _choosing(call, character.number, card)
    return begun(
        call, await sessions.new(call.ctx, call.runner, call.here, call.name, character.row, max(0, greeting - 1))
    )


async def adult(call: CommandCall) -> Reply:
    """Say whether a character is for adults."""
    character = await find_character(call, call.text("character"))
    said = call.text("adult")
    name = await characters_actions.mark(call.ctx, call.here, character.row, None if said == CARD else said == YES)
    return told(call.speak.say("char-adult", name=name, adult="as-said" if said == CARD else said))


async def greetings(call: CommandCall) -> Reply:
    """The greetings of a character, a page at a time."""
    character = await named_or_playing(call)
    return _choosing(call, character.number, await characters_actions.show(call.ctx, call.here, character.row))


async def named_or_playing(call: CommandCall) -> Character:
    """The character that was named, else the first who plays here. Raises what ``find_character`` raises."""
    return await find_character(call, call.text("character") or next(map(row, await _playing(call)), ""))


def button(call: CommandCall, line: str, message: str) -> ReplyChoice:
    """A button that runs a line."""
    return ReplyChoice(controls.control(controls.RUN, line), call.speak.say(message))


def button_for(call: CommandCall, line: str, character: Character, message: str) -> ReplyChoice:
    """A button that runs a line about a character."""
    return about(line, character.row, str(character.number), call.speak.say(message))


def read(call: CommandCall, card: Card, text: str) -> str:
    """A text of a card as whoever reads it is meant."""
    return _USER.sub(lambda _: call.name, _CHAR.sub(lambda _: card.called, text))


def _choosing(call: CommandCall, number: int, card: Card) -> Reply:
    if not card.greetings:
        line = call.speak.say("char-no-greetings", name=card.called, number=str(number))
        return replace(told(line), private=True)
    listing, shown, page, pages = _greetings(call, card, call.number("page", 1))
    choices = tuple(
        ReplyChoice(
            controls.control(controls.RUN, f"/char use {number} {listed.key}"),
            f"{listed.key} · {shortened(listed.text, 18)}",
            key=listed.key,
        )
        for listed in shown
    )
    more = next_page(call.speak, f"/char greetings {number}", page, pages)
    return Reply((listing,), choices=(*choices, *more), private=True)


def _greetings(call: CommandCall, card: Card, page: int) -> tuple[Listing, Sequence[ListItem], int, int]:
    items = tuple(
        ListItem(shortened(read(call, card, text), _GREETING), key=str(n)) for n, text in enumerate(card.greetings, 1)
    )
    shown, page, pages = page_of(items, page)
    title = call.speak.say("char-greetings", name=card.called, count=len(items), page=page, pages=pages)
    return Listing(title, shown), shown, page, pages


async def _with_greeting(call: CommandCall) -> tuple[Character, int, bool]:
    """Who is meant, and which greeting; a number at the end may belong to the name."""
    name, greeting = call.text("character"), call.number("greeting", 0)
    if not greeting:
        return await find_character(call, name), 0, False
    try:
        return await find_character(call, f"{name} {greeting}"), 0, False
    except (NothingCalled, SeveralCalled):
        return await find_character(call, name), greeting, True


def _file(name: str) -> str:
    return re.sub(r'[\x00-\x1f<>:"/\\|?*]+', "_", name).strip(" .")[:60] or "face"


async def _playing(call: CommandCall) -> tuple[int, ...]:
    """Who plays in the chat that is open, by number: several may have the same name."""
    info = await sessions.played(call.ctx, call.here)
    return info.cast if info else ()
