"""World books made and changed by hand: new ones, entries, single fields, copies, versions."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.commands.characters.card_editing import fitting, value_of
from bot.commands.characters.world_entries import (
    OpenBook,
    find_entry,
    listing,
    meant,
    open_book,
    shown,
    titled,
    worded,
    words_in,
    words_of,
)
from bot.commands.characters.worlds import find_world
from bot.commands.framework.arguments import row
from bot.commands.framework.declared import CommandCall, OverlongText
from bot.commands.framework.numbering import about, number_of
from bot.commands.framework.paging import next_page
from bot.commands.framework.reply import Confirm, Listing, ListItem, Paragraph, Reply, ReplyChoice, page_of, told
from bot.commands.people.abouts import SWITCH
from bot.commands.story.story import shortened
from bot.words.bare import bare
from bot.words.localise import LANGUAGES
from engine.actions.characters import world_editing as editing
from engine.errors import EntryFieldUnknown, EntryValueUnknown
from engine.service.parts import cut
from engine.values.characters.entry_fields import BOOK_FIELDS, ENTRY_FIELDS, EntryFieldKind
from engine.values.characters.worlds import BookChange, WorldEntry
from engine.values.house.numbers import Thing

PARAMS: Final[Mapping[str, str]] = {"title": "entry-title", "keys": "keys", "also": "also", "text": "entry-text"}
"""The parameter of each field that a form asks for."""
_BETWEEN: Final = re.compile(r"[,，、]+")
_SHOWN: Final = 120
"""Characters of a field that a list of them shows."""
_NAMED: Final = 4
"""How many entries a version names of those it has changed."""


async def new(call: CommandCall) -> Reply:
    """A new book without entries."""
    return await _made(call, await editing.create(call.ctx, call.here, call.text("name")), "world-made")


async def copy(call: CommandCall) -> Reply:
    """A book of this place with the same entries, which can be changed."""
    found = await find_world(call, call.text("book"))
    made = await editing.copy(call.ctx, call.here, found.row, call.text("name"))
    return await _made(call, made, "world-copied")


async def add(call: CommandCall) -> Reply:
    """A new entry of these texts."""
    opened = await open_book(call, call.text("book"))
    given = {name: value_of(call.text(param)) for name, param in PARAMS.items() if param in call.args}
    change = await editing.add(call.ctx, call.here, opened.found.row, given)
    reply = await _done(call, opened, change, "world-added")
    another = opened.button("/scene world add", call.speak.say("world-button-add"))
    return replace(reply, choices=(*reply.choices, another))


async def blank(call: CommandCall) -> Mapping[str, str]:
    """Nothing stands there yet; but nobody is to write into a book that they may not change."""
    await editing.changeable(call.ctx, call.here, (await find_world(call, call.text("book"))).row)
    return {}


async def edit(call: CommandCall) -> Reply:
    """Give the texts that a form asked for to an entry; what was left empty stays."""
    opened, entry = await meant(call)
    held = editing.typed(entry)
    given = {
        name: value_of(call.text(param))
        for name, param in PARAMS.items()
        if param in call.args and call.text(param) != held[name]
    }
    return await _edited(call, opened, entry, given)


async def present(call: CommandCall) -> Mapping[str, str | OverlongText]:
    """What stands in these fields now; too long a text is left out, and stays as it is."""
    opened, entry = await meant(call)
    await editing.changeable(call.ctx, call.here, opened.found.row)
    held = editing.typed(entry)
    return {param: fitting(held[name]) for name, param in PARAMS.items()}


async def switch(call: CommandCall) -> Reply:
    """Switch an entry on or off; without a word, to what it is not."""
    opened, entry = await meant(call)
    on = call.text("switch") == SWITCH[0] if "switch" in call.args else not entry.enabled
    change = await editing.switch(call.ctx, call.here, opened.found.row, entry.uid, on=on)
    said = call.speak.say("world-switched-on" if on else "world-switched-off", title=titled(call, entry))
    return Reply(told(said).blocks, choices=(*_undo(call, opened, change), _entries(call, opened)))


async def delete_entry(call: CommandCall) -> Reply:
    """Take an entry out of its book, after a question."""
    opened, entry = await meant(call)
    if not call.flag("yes"):
        question = call.speak.say("world-entry-delete-sure", title=titled(call, entry), book=opened.name)
        line = opened.button("/scene world delete-entry", "", entry, "yes")
        return Reply(confirm=Confirm(question, line.control.partition(":")[2], typed=line.typed))
    change = await editing.delete_entry(call.ctx, call.here, opened.found.row, entry.uid)
    said = call.speak.say("world-entry-deleted", title=titled(call, entry), book=opened.name)
    return Reply(told(said).blocks, choices=(*_undo(call, opened, change), _entries(call, opened)))


async def copy_entry(call: CommandCall) -> Reply:
    """Copy an entry into another book."""
    opened, entry = await meant(call)
    other = await open_book(call, call.text("other-book"))
    change = await editing.copy_entry(call.ctx, call.here, opened.found.row, entry.uid, other.found.row)
    return await _done(call, other, change, "world-entry-copied")


async def field(call: CommandCall) -> Reply:
    """Give one field of an entry another value; "-" gives it back what a new entry has."""
    opened, entry = await meant(call)
    name = _field_meant(call, call.text("entry-field"))
    return await _edited(call, opened, entry, {name: value_of(_in_english(call, name, call.text("content")))})


async def present_field(call: CommandCall) -> Mapping[str, str | OverlongText]:
    """What stands in that field now."""
    opened, entry = await meant(call)
    await editing.changeable(call.ctx, call.here, opened.found.row)
    name = _field_meant(call, call.text("entry-field"))
    return {"content": fitting(worded(call, name, editing.typed(entry)[name]))}


async def fields(call: CommandCall) -> Reply:
    """Every field of an entry with what it holds, and a button for each."""
    opened, entry = await meant(call)
    held = editing.typed(entry)
    items = tuple(ListItem(_label(call, it), _held(call, it, held[it]), typed_name(call, it)) for it in ENTRY_FIELDS)
    some, page, pages = page_of(items, call.number("page", 1))
    names = dict(zip(items, ENTRY_FIELDS, strict=True))
    title = call.speak.say("world-fields", title=titled(call, entry), page=page, pages=pages)
    hint = call.speak.say("world-fields-hint", book=str(opened.found.number), entry=opened.keys[entry.uid])
    choices = tuple(_field_button(opened, entry, it, names[it]) for it in some)
    return Reply((Listing(title, some, hint),), choices=(*choices, *_next(call, opened, entry, page, pages)))


def _field_button(opened: OpenBook, entry: WorldEntry, item: ListItem, name: str) -> ReplyChoice:
    """A button that changes a field, whose line is typed with the word by which people call it."""
    action = "/scene world field"
    return replace(opened.button(action, item.text, entry, name), typed=opened.line(action, entry, item.key))


async def rename(call: CommandCall) -> Reply:
    """Give a book another name."""
    opened = await open_book(call, call.text("book"))
    change = await editing.rename(call.ctx, call.here, opened.found.row, call.text("name"))
    return await _of_book(call, opened, change)


async def present_name(call: CommandCall) -> Mapping[str, str]:
    """What a book is called now."""
    opened = await open_book(call, call.text("book"))
    await editing.changeable(call.ctx, call.here, opened.found.row)
    return {"name": opened.book.name}


async def set_book(call: CommandCall) -> Reply:
    """Give what a book says of all its entries another value; "-" leaves it to the chat's settings."""
    opened = await open_book(call, call.text("book"))
    name, value = _of_book_meant(call), value_of(call.text("content"))
    field = BOOK_FIELDS[name]
    known = _spoken(call, "world-value", words_in(field))
    try:
        text = known.get(value.strip().casefold(), value)
        change = await editing.set_field(call.ctx, call.here, opened.found.row, name, text)
    except EntryValueUnknown as error:
        words = [call.speak.say(f"world-value-{it}") if call.speak.typed == "zh" else it for it in words_in(field)]
        known_words = call.speak.say("list-comma").join(words)
        raise EntryValueUnknown(**{**error.data, "value": bare(value[:64]), "known": known_words}) from None
    return await _of_book(call, opened, change)


async def present_book(call: CommandCall) -> Mapping[str, str]:
    """What a book says of that now."""
    opened = await open_book(call, call.text("book"))
    await editing.changeable(call.ctx, call.here, opened.found.row)
    held = editing.own_fields(opened.book)[_of_book_meant(call)]
    return {"content": call.speak.say(f"world-value-{held}") if not held.isdecimal() else held}


def book_fields(call: CommandCall) -> dict[str, str]:
    """The words by which people type what a book says of all its entries, each with its name in BOOK_FIELDS."""
    chinese = call.speak.typed == "zh"
    return {call.speak.say(f"world-book-field-{it}") if chinese else it: it for it in BOOK_FIELDS}


def _of_book_meant(call: CommandCall) -> str:
    """The field that is meant by a word in any language. Raises EntryFieldUnknown."""
    given = call.text("book-field").strip().casefold()
    meant = given if given in BOOK_FIELDS else _spoken(call, "world-book-field", tuple(BOOK_FIELDS)).get(given)
    if meant is None:
        raise EntryFieldUnknown(field=given[:64], of="book", known=call.speak.say("list-comma").join(book_fields(call)))
    return meant


async def _of_book(call: CommandCall, opened: OpenBook, change: BookChange) -> Reply:
    now = await open_book(call, row(opened.found.row))
    unchanged = change.version == change.before
    said = call.speak.say("char-unchanged") if unchanged else call.speak.say("world-book-edited", book=now.name)
    reply = listing(call, now, 1)
    return Reply((Paragraph(said), *reply.blocks), choices=(*_undo(call, now, change), *reply.choices))


async def versions(call: CommandCall) -> Reply:
    """Every version of a book, newest first, with the entries that it changed."""
    found = await find_world(call, call.text("book"))
    every = await editing.versions(call.ctx, call.here, found.row)
    some, page, pages = page_of(every, call.number("page", 1))
    comma, items = call.speak.say("list-comma"), list[ListItem]()
    for it in some:
        changed = await editing.changed_in(call.ctx, call.here, found.row, it.number)
        what = comma.join(changed[:_NAMED]) or call.speak.say("char-version-first")
        size = call.speak.say("world-version", count=it.entries, when=call.speak.ago(it.made_at, call.now))
        items.append(ListItem(what, size, str(it.number), it.newest))
    title = call.speak.say("world-versions", name=shortened(found.name), page=page, pages=pages)
    hint = call.speak.say("world-versions-hint", number=str(found.number))
    more = next_page(call.speak, f"/scene world versions {found.number}", page, pages)
    return Reply((Listing(title, tuple(items), hint),), choices=more)


async def revert(call: CommandCall) -> Reply:
    """Let an older version hold again."""
    opened = await open_book(call, call.text("book"))
    change = await editing.back(call.ctx, call.here, opened.found.row, call.number("book-version", 0))
    said = call.speak.say("world-reverted", book=opened.name, version=str(change.version))
    return Reply(told(said).blocks, choices=(*_undo(call, opened, change), _entries(call, opened)))


async def _edited(call: CommandCall, opened: OpenBook, entry: WorldEntry, given: Mapping[str, str]) -> Reply:
    try:
        change = await editing.edit(call.ctx, call.here, opened.found.row, entry.uid, given)
    except EntryValueUnknown as error:
        known = call.speak.say("list-comma").join(_typed_words(call, *given))
        raise EntryValueUnknown(**{**error.data, "known": known}) from None
    return await _done(call, opened, change, "world-edited")


async def _done(call: CommandCall, opened: OpenBook, change: BookChange, message: str) -> Reply:
    """What has become of an entry, and the entry as it is now."""
    now = await open_book(call, str(opened.found.number))
    entry = find_entry(call, now, now.keys[change.uid])
    if change.version == change.before:
        return shown(call, now, entry, call.speak.say("char-unchanged"))
    used = bool(now.found.info.bound)
    said = [call.speak.say(message, title=titled(call, entry), book=now.name)]
    said += [] if entry.called or not entry.enabled else [call.speak.say("world-uncalled")]
    said += [] if used else [call.speak.say("world-unused", book=now.name)]
    use = () if used else (now.button("/scene world bind", call.speak.say("world-button-use")),)
    reply = shown(call, now, entry, "\n".join(said))
    return Reply(reply.blocks, choices=(*_undo(call, now, change), *reply.choices, *use))


async def _made(call: CommandCall, book: int, message: str) -> Reply:
    number = await number_of(call, Thing.BOOK, book)
    opened = await open_book(call, number)
    said = told(call.speak.say(message, name=opened.name, number=number), call.speak.say("world-made-hint"))
    use = about("/scene world bind", book, number, call.speak.say("world-button-use"))
    add_one = opened.button("/scene world add", call.speak.say("world-button-add"))
    return Reply(said.blocks, choices=(add_one, use))


def _undo(call: CommandCall, opened: OpenBook, change: BookChange) -> tuple[ReplyChoice, ...]:
    if change.version == change.before:
        return ()
    return (opened.button("/scene world revert", call.speak.say("char-button-back"), None, str(change.before)),)


def _entries(call: CommandCall, opened: OpenBook) -> ReplyChoice:
    return opened.button("/scene world show", call.speak.say("world-button-entries"))


def _next(call: CommandCall, opened: OpenBook, entry: WorldEntry, page: int, pages: int) -> tuple[ReplyChoice, ...]:
    return next_page(call.speak, opened.line("/scene world fields", entry), page, pages)


def _field_meant(call: CommandCall, given: str) -> str:
    """The field that is meant by a word in any language. Raises EntryFieldUnknown."""
    name = given.strip().casefold()
    meant = name if name in ENTRY_FIELDS else _spoken(call, "world-field", tuple(ENTRY_FIELDS)).get(name)
    if meant is None:
        every = call.speak.say("list-comma").join(typed_name(call, it) for it in ENTRY_FIELDS)
        raise EntryFieldUnknown(field=given[:64], of="entry", known=every)
    return meant


def _in_english(call: CommandCall, name: str, given: str) -> str:
    """A value with our own words for what is chosen, whichever language it was written in."""
    known = _spoken(call, "world-value", words_of(name))
    parts = _BETWEEN.split(given) if ENTRY_FIELDS[name].kind is EntryFieldKind.CHOICES else [given]
    return "\n".join(known.get(it.strip().casefold(), it) for it in parts)


def _spoken(call: CommandCall, label: str, words: Sequence[str]) -> dict[str, str]:
    """Some words of ours, by what they are called in every language."""
    return {spoken.say(f"{label}-{it}").casefold(): it for spoken in map(call.speak.to, LANGUAGES) for it in words}


def _typed_words(call: CommandCall, *names: str) -> list[str]:
    """The words by which people type what is chosen for a field."""
    words = [it for name in names for it in words_of(name)]
    return [call.speak.say(f"world-value-{it}") for it in words] if call.speak.typed == "zh" else words


def typed_name(call: CommandCall, name: str) -> str:
    """The word by which people type a field."""
    return _label(call, name) if call.speak.typed == "zh" else name


def _label(call: CommandCall, name: str) -> str:
    return call.speak.say(f"world-field-{name}")


def _held(call: CommandCall, name: str, value: str) -> str:
    if ENTRY_FIELDS[name].kind is EntryFieldKind.TEXT:
        return call.speak.say("char-length", count=len(value))
    return cut(worded(call, name, value), _SHOWN) or call.speak.say("scene-none")
