"""World books: bytes to a book and back, whichever program wrote it.

Any bytes give a book or an InputError that says what is wrong. A book's raw JSON is kept whole, so that a world-info
file goes out as it came in.
"""

import base64
import binascii
from collections.abc import Sequence

from engine.errors import CardDamaged, FileTooBig, NotABook, TooManyEntries
from engine.rules.formats.books.book_dialects import book_fields, dialect_of, in_order, world_entries
from engine.rules.formats.books.book_entries import OURS, read_entry
from engine.rules.formats.bounded_json import MANY_VALUES, read_json, write_json_value
from engine.rules.formats.cards.card_entries import to_card_entry
from engine.rules.formats.cards.png_chunks import SIGNATURE, find_texts, read_text
from engine.rules.formats.file_names import file_stem
from engine.rules.formats.json_fields import as_object, cleaned, flag, one_line, whole
from engine.rules.formats.likeness import likeness
from engine.rules.formats.yaml_text import read_yaml
from engine.values.characters.characters import Card
from engine.values.characters.worlds import MAX_BUDGET, MAX_DEPTH, WorldBook
from engine.values.documents import Json, JsonObject

MAX_ENTRIES = 10_000
MAX_FILE_MEGABYTES = 20
MAX_FILE_BYTES = MAX_FILE_MEGABYTES << 20
DECORATORS_IGNORED = "book-decorators-ignored"
_PICTURE_KEYWORD = "naidata"
_PICTURES = (b"\xff\xd8\xff", b"GIF8", b"RIFF", b"PK\x03\x04")
_TEXT_MARKS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")


def read_book(data: bytes, filename: str = "") -> WorldBook:
    """Return the book in a file: JSON of any dialect, a NovelAI picture, or YAML of ``keyword: description``.

    Raises InputError, and nothing else.
    """
    name = file_stem(filename)
    if data.startswith(SIGNATURE[:4]):
        return book_from_json(read_json(_json_in_png(data)), name)
    if data.startswith(_PICTURES):
        raise NotABook(seems="picture")
    if data.startswith(_TEXT_MARKS[1:]) or data[:4096].removeprefix(_TEXT_MARKS[0]).lstrip().startswith((b"{", b"[")):
        return book_from_json(read_json(data, MANY_VALUES), name)
    return _book_from_yaml(read_yaml(data), name)


def book_from_json(raw: Json, name: str = "") -> WorldBook:
    """Return the book that ``raw``, storable JSON, describes. ``name`` is used when it has none of its own.

    Raises NotABook, TooManyEntries, FieldTooLong.
    """
    dialect = dialect_of(raw)
    if not isinstance(raw, dict) or not dialect:
        raise NotABook(seems=likeness(raw))
    read = [read_entry(entry, uid) for uid, entry in read_entries(raw, dialect).items()]
    book = as_object(raw.get("data")) if dialect == "lorebook_v3" else raw
    own = book_fields(raw, dialect)
    return WorldBook(
        name=one_line(book.get("name"), name),
        entries=tuple(entry for entry, _ in read),
        description=cleaned(book.get("description"), "description"),
        scan_depth=whole(own.get("scan_depth"), None, 0, MAX_DEPTH),
        token_budget=whole(own.get("token_budget"), None, 0, MAX_BUDGET),
        recursive=flag(own.get("recursive_scanning"), None),
        dialect=dialect,
        warnings=(DECORATORS_IGNORED,) if any(ignored for _, ignored in read) else (),
        raw=raw,
    )


def card_book(card: Card) -> WorldBook | None:
    """Return the book inside a card, named after the card where it has no name. None when it has no entries.

    Raises TooManyEntries, FieldTooLong.
    """
    raw = as_object(card.character_book)
    if not isinstance(raw.get("entries"), list | dict):
        return None
    book = book_from_json(raw, card.name)
    return book if book.entries else None


def write_book(book: WorldBook) -> bytes:
    """Return the book as a world-info file. One that came as such goes out equal; others keep their original inside."""
    return write_json_value(world_info(book))


def world_info(book: WorldBook) -> JsonObject:
    """Return the book as the JSON of a world-info file: its own, or what is made of it with its original inside."""
    if book.dialect == "sillytavern":
        return book.raw
    read = read_entries(book.raw, book.dialect)
    entries: JsonObject = {uid: entry | {"uid": _uid_value(uid)} for uid, entry in read.items()}
    own = book_fields(book.raw, book.dialect)
    written: JsonObject = {"entries": entries, "name": book.name, "originalData": book.raw}
    if book.description:
        written["description"] = book.description
    if own:
        written["extensions"] = {OURS: own}
    return written


def read_entries(raw: JsonObject, dialect: str) -> dict[str, JsonObject]:
    """Return the entries as world-info entries by uid: their own, or their key where it is missing or taken.

    Books of other dialects get the order that they have as world-info files, in which SillyTavern uses them.
    """
    entries: dict[str, JsonObject] = {}
    for key, entry in world_entries(raw, dialect):
        if len(entries) >= MAX_ENTRIES:
            raise TooManyEntries(limit=MAX_ENTRIES)
        uid = one_line(entry.get("uid"), key)
        if uid in entries:
            uid = one_line(key)
        while uid in entries:
            uid = f"{uid}-{len(entries)}"
        entries[uid] = entry
    return entries if dialect == "sillytavern" else dict(in_order(entries))


def as_character_book(book: WorldBook) -> JsonObject:
    """Return the book as a card holds it. One that came from a card goes out equal."""
    if book.dialect == "character_book":
        return book.raw
    if book.dialect == "lorebook_v3":
        return as_object(book.raw.get("data"))
    written = read_entries(book.raw, book.dialect)
    entries: list[Json] = [to_card_entry(entry, _uid_value(uid)) for uid, entry in written.items()]
    own = book_fields(book.raw, book.dialect)
    described: JsonObject = {"description": book.description} if book.description else {}
    known = frozenset({"name", "description", "extensions", "entries", "originalData"})
    unknown = {name: value for name, value in book.raw.items() if name not in known}
    extensions = unknown if book.dialect == "sillytavern" else {}
    return {"name": book.name, **described, **own, "extensions": extensions, "entries": entries}


def merge_books(name: str, books: Sequence[WorldBook]) -> WorldBook:
    """Return one book with the entries of several, numbered anew. Raises TooManyEntries."""
    numbered = [entry for book in books for entry in read_entries(book.raw, book.dialect).values()]
    entries: JsonObject = {str(uid): {**entry, "uid": uid} for uid, entry in enumerate(numbered)}
    return book_from_json({"name": name, "entries": entries}, name)


def _uid_value(uid: str) -> Json:
    return int(uid) if uid.isascii() and uid.isdigit() and str(int(uid)) == uid else uid


def _json_in_png(png: bytes) -> bytes:
    if len(png) > MAX_FILE_BYTES:
        raise FileTooBig(size=len(png), limit=MAX_FILE_BYTES, megabytes=MAX_FILE_MEGABYTES)
    chunk = find_texts(png, frozenset({_PICTURE_KEYWORD})).get(_PICTURE_KEYWORD)
    if chunk is None:
        raise NotABook(seems="picture")
    try:
        return base64.b64decode(read_text(png, chunk), validate=False)
    except binascii.Error:
        raise CardDamaged(part="base64") from None


def _book_from_yaml(raw: Json, name: str) -> WorldBook:
    if not isinstance(raw, dict | list) or likeness(raw) == "card":
        raise NotABook(seems="card" if isinstance(raw, dict) else "text")
    book = book_from_json(raw if dialect_of(raw) else {"type": "moechat", "data": raw}, name)
    if not book.entries:
        raise NotABook(seems="text")
    return book
