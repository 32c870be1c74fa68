"""World books made and changed by hand: each change is a version, which holds from the next turn on, in every chat."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from engine.actions.characters.worlds import show, usable
from engine.context import EngineContext
from engine.db.characters import worlds
from engine.db.characters.worlds import BookRow, NewBook
from engine.db.postgres.pool import Statements
from engine.errors import EntryGone, EntryValueUnknown, NoSuchWorld, NoSuchWorldVersion, WorldOfTheHouse
from engine.rules.formats.books import book_editing
from engine.rules.formats.books.entry_values import EntryValue, read_value, shown_value
from engine.values.characters.entry_fields import BOOK_FIELDS, ENTRY_FIELDS, EntryField, EntryFieldKind
from engine.values.characters.worlds import BookChange, BookVersion, WorldBook, WorldEntry
from engine.values.chats.incoming import Here

_Made = tuple[WorldBook, str]
"""A changed book, and the uid of the entry that was changed."""
_WANTED: Final = {EntryFieldKind.WHOLE: "whole", EntryFieldKind.NUMBER: "number"}
"""What has to be written where a value makes no sense; elsewhere it is one of the words that a field knows."""


async def create(ctx: EngineContext, here: Here, name: str) -> int:
    """A new book of this space, without entries; its id."""
    book = book_editing.new_book(name)
    async with ctx.db.transaction() as on:
        return await worlds.add(on, _new(book), space=here.space)


async def copy(ctx: EngineContext, here: Here, number: int, name: str = "") -> int:
    """A book of this space with the entries of another, under another name if one is given. Raises NoSuchWorld."""
    book = await show(ctx, here, number)
    if name:
        book = await asyncio.to_thread(book_editing.renamed, book, name)
    async with ctx.db.transaction() as on:
        return await worlds.add(on, _new(book), space=here.space)


async def changeable(ctx: EngineContext, here: Here, number: int) -> None:
    """Nothing, where a book may be changed here. Raises NoSuchWorld, WorldOfTheHouse."""
    row = await usable(ctx, here, number)
    if row.builtin:
        raise WorldOfTheHouse(name=row.name, number=number)


async def rename(ctx: EngineContext, here: Here, number: int, name: str) -> BookChange:
    """Give a book another name. Raises NoSuchWorld, WorldOfTheHouse."""
    return await _changed(ctx, here, number, lambda book: (book_editing.renamed(book, name), ""))


async def set_field(ctx: EngineContext, here: Here, number: int, name: str, text: str) -> BookChange:
    """Give a field of BOOK_FIELDS another value; without a text the chat's settings hold.

    Raises NoSuchWorld, WorldOfTheHouse, EntryValueUnknown.
    """
    value = _values(BOOK_FIELDS, {name: text})[name] if text.strip() else EntryValue(None)
    return await _changed(ctx, here, number, lambda book: (book_editing.with_field(book, name, value), ""))


def own_fields(book: WorldBook) -> dict[str, str]:
    """What a book says of all its entries, as it would be typed, by the names in BOOK_FIELDS."""
    return {name: shown_value(field, book) for name, field in BOOK_FIELDS.items()}


async def add(ctx: EngineContext, here: Here, number: int, texts: Mapping[str, str]) -> BookChange:
    """Add an entry with these values, by the names in ENTRY_FIELDS.

    Raises NoSuchWorld, WorldOfTheHouse, EntryValueUnknown, TooManyEntries, FieldTooLong.
    """
    values = _values(ENTRY_FIELDS, texts)
    return await _changed(ctx, here, number, lambda book: book_editing.add_entry(book, values))


async def edit(ctx: EngineContext, here: Here, number: int, uid: str, texts: Mapping[str, str]) -> BookChange:
    """Give fields of an entry other values. Raises EntryGone, and what ``add`` raises."""
    values = _values(ENTRY_FIELDS, texts)
    return await _changed(ctx, here, number, lambda book: (book_editing.edit_entry(book, uid, values), uid))


async def switch(ctx: EngineContext, here: Here, number: int, uid: str, *, on: bool) -> BookChange:
    """Switch an entry on or off. Raises NoSuchWorld, WorldOfTheHouse, EntryGone."""
    return await _changed(ctx, here, number, lambda book: (book_editing.switch_entry(book, uid, on=on), uid))


async def delete_entry(ctx: EngineContext, here: Here, number: int, uid: str) -> BookChange:
    """Take an entry out of a book. Raises NoSuchWorld, WorldOfTheHouse, EntryGone."""
    return await _changed(ctx, here, number, lambda book: (book_editing.delete_entry(book, uid), ""))


async def copy_entry(ctx: EngineContext, here: Here, number: int, uid: str, other: int) -> BookChange:
    """Copy an entry of a book into another. Raises NoSuchWorld, WorldOfTheHouse, EntryGone, TooManyEntries."""
    source = await show(ctx, here, number)
    return await _changed(ctx, here, other, lambda book: book_editing.copy_entry(source, uid, book))


async def versions(ctx: EngineContext, here: Here, number: int) -> list[BookVersion]:
    """Every version of a book, newest first. Raises NoSuchWorld."""
    row = await usable(ctx, here, number)
    found = await worlds.versions(ctx.db, row.id)
    return [BookVersion(it.number, it.entries, it.made_at, it.number == row.version) for it in found]


async def changed_in(ctx: EngineContext, here: Here, number: int, version: int) -> tuple[str, ...]:
    """What the entries are called that a version changed; none for the first. Raises NoSuchWorld."""
    row = await usable(ctx, here, number)
    before, after = [await ctx.books.book(ctx.db, row.id, it) for it in (version - 1, version)]
    if before is None or after is None:
        return ()
    old, new = ({it.uid: it for it in book.entries} for book in (before, after))
    return tuple(_title(new.get(uid) or old[uid]) for uid in {**new, **old} if old.get(uid) != new.get(uid))


async def back(ctx: EngineContext, here: Here, number: int, version: int) -> BookChange:
    """Let an older version hold again, as a new one. Raises NoSuchWorldVersion, NoSuchWorld, WorldOfTheHouse."""
    async with ctx.db.transaction() as on:
        row, book = await _owned(ctx, on, here, number)
        older = await ctx.books.book(on, row.id, version)
        if older is None:
            raise NoSuchWorldVersion(name=row.name, version=version, number=number)
        return await _kept(on, here, row, book, older)


def typed(entry: WorldEntry) -> dict[str, str]:
    """Every field of an entry that may be changed, as it would be typed, by the names in ENTRY_FIELDS."""
    return {name: shown_value(field, entry) for name, field in ENTRY_FIELDS.items()}


async def _changed(ctx: EngineContext, here: Here, number: int, change: Callable[[WorldBook], _Made]) -> BookChange:
    async with ctx.db.transaction() as on:
        row, book = await _owned(ctx, on, here, number)
        try:
            made, uid = await asyncio.to_thread(change, book)
        except KeyError:
            raise EntryGone(number=number) from None
        return await _kept(on, here, row, book, made, uid)


async def _kept(
    on: Statements, here: Here, row: BookRow, before: WorldBook, book: WorldBook, uid: str = ""
) -> BookChange:
    """Stored as the next version, unless nothing has changed."""
    entry = book_editing.entry_of(book, uid)
    title = _title(entry) if entry else ""
    if book.raw == before.raw:
        return BookChange(row.version, row.version, uid, title)
    version = await worlds.add_version(on, row.id, _new(book), space=here.space)
    return BookChange(version, row.version, uid, title)


async def _owned(ctx: EngineContext, on: Statements, here: Here, number: int) -> tuple[BookRow, WorldBook]:
    """A book that may be changed here, locked. Raises NoSuchWorld, WorldOfTheHouse."""
    if not await worlds.lock(on, number):
        raise NoSuchWorld(number=number)
    known: Sequence[BookRow] = await worlds.listed(on, here.space, here.person, None, None)
    row = next((it for it in known if it.id == number), None)
    book = await ctx.books.book(on, row.id, row.version) if row else None
    if row is None or book is None:
        raise NoSuchWorld(number=number)
    if row.builtin:
        raise WorldOfTheHouse(name=row.name, number=number)
    return row, book


def _values(fields: Mapping[str, EntryField], texts: Mapping[str, str]) -> dict[str, EntryValue]:
    """Raises EntryValueUnknown."""
    found: dict[str, EntryValue] = {}
    for name, text in texts.items():
        field = fields[name]
        value = read_value(field, text)
        if value is None:
            low, high = f"{field.low:.0f}", f"{field.high:.0f}"
            raise EntryValueUnknown(
                value=text[:64], wanted=_WANTED.get(field.kind, "known"), known="", low=low, high=high
            )
        found[name] = value
    return found


def _new(book: WorldBook) -> NewBook:
    return NewBook(book.name, book.raw, len(book.entries))


def _title(entry: WorldEntry) -> str:
    return entry.comment.strip() or ", ".join(entry.keys) or entry.uid
