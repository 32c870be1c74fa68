"""World books and characters that an author keeps as files: read when they change, each change a version."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Final

import structlog

from engine.actions.characters.author_files import (
    CHARACTERS,
    LARGEST_MEGABYTES,
    MOST_FILES,
    WORLDS,
    Arranged,
    AuthorSource,
    FileStamp,
    ListedFiles,
    arranged,
    listed,
    read_file,
    settled,
)
from engine.actions.transfers.uploads import media_type_of
from engine.context import EngineContext
from engine.db.characters import characters, world_vectors, worlds
from engine.db.characters.characters import HouseCharacter, NewCard
from engine.db.characters.worlds import HouseBook, NewBook
from engine.db.postgres.pool import Statements
from engine.errors import InputError, NotABook
from engine.rules.formats.books.book_files import MARKDOWN, read_book_file
from engine.rules.formats.books.books import merge_books, write_book
from engine.rules.formats.books.markdown_books import markdown_text
from engine.rules.formats.cards.card_files import read_card, read_card_file, write_json
from engine.rules.formats.cards.expressions import with_emotions
from engine.rules.formats.cards.markdown_cards import read_markdown_card
from engine.values.characters.characters import Card
from engine.values.characters.worlds import WorldBook
from engine.values.chats.notices import Notice

TOLD_AT_ONCE: Final = 5
_NAMED: Final = 3
_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class _Book:
    """A book as its files are now."""

    source: AuthorSource
    digest: str
    book: WorldBook


@dataclass(frozen=True, slots=True)
class _Character:
    """A character as its files are now."""

    source: AuthorSource
    card: Card
    data: bytes = field(repr=False)
    picture: bytes | None = field(repr=False)


@dataclass(slots=True)
class _Found:
    """What was read in one look, by the names of the sources; ``faults``: what was wrong with some of them."""

    books: list[_Book] = field(default_factory=list[_Book])
    characters: list[_Character] = field(default_factory=list[_Character])
    faults: dict[str, list[Notice]] = field(default_factory=dict[str, list[Notice]])


class AuthorFolders:
    """The folders ``worlds`` and ``characters`` of the data folder.

    What is broken keeps the version that it had, and the owners are told once. A book whose file is gone is used no
    more until it is back; a character whose folder is gone stays. Nothing happens while a folder is not there at all:
    the house may be served by another machine too, which has it.
    """

    def __init__(self, root: Path) -> None:
        self._root = root
        self._seen: ListedFiles | None = None
        self._read: dict[str, AuthorSource] = {}
        self._faults: dict[str, list[Notice]] = {}
        self._told: list[Notice] = []

    async def look(self, ctx: EngineContext) -> None:
        """See to it that every book and character is there as its files are now; what did not change is not read."""
        seen = await asyncio.to_thread(listed, self._root)
        if seen == self._seen or not seen.tops:
            return
        before = await worlds.of_the_house(ctx.db)
        plan = arranged(seen.files, frozenset(before))
        now = ctx.clock.now().timestamp()
        sources = {it.name: it for it in (*plan.books, *plan.characters)}
        waiting = {name for name, it in sources.items() if not settled(it.every, now)}
        changed = [it for name, it in sources.items() if self._read.get(name) != it and name not in waiting]
        found = await asyncio.to_thread(self._take, changed)
        gone = await self._store(ctx, seen, plan, found)
        for source in changed:
            self._faults.pop(source.name, None)
            self._read[source.name] = source
        self._faults |= found.faults
        self._tell(ctx, seen, plan, gone)
        self._seen = None if waiting else seen

    def _take(self, changed: Sequence[AuthorSource]) -> _Found:
        """Read what changed, in a thread of its own."""
        found = _Found()
        for source in changed:
            is_book = source.name.count("/") != 1
            made = _book(self._root, source) if is_book else _character(self._root, source)
            if isinstance(made, Notice):
                found.faults[source.name] = [made]
            elif isinstance(made, _Character):
                found.characters.append(made)
            else:
                found.books.append(made)
                if silent := _silent(made):
                    found.faults[source.name] = [silent]
        return found

    async def _store(self, ctx: EngineContext, seen: ListedFiles, plan: Arranged, found: _Found) -> list[Notice]:
        """Store what changed as versions; what is gone, for people."""
        async with ctx.db.transaction() as on:
            await worlds.lock_house_files(on)
            books, cards = await worlds.of_the_house(on), await characters.of_the_house(on)
            for it in found.characters:
                await _keep_character(on, it, cards.get(it.source.name))
            carded = {it.folder for it in plan.characters} | {it.removeprefix(f"{CHARACTERS}/") for it in cards}
            for it in found.books:
                await _keep_book(on, it, books.get(it.source.name), _comes_with(it.source, carded))
            present = {it.name for it in plan.books} | plan.held
            for source in plan.books:
                before, comes_with = books.get(source.name), _comes_with(source, carded)
                if before is not None and (not before.present or before.comes_with != comes_with):
                    await worlds.keep(on, before.id, comes_with)
            lost = [] if seen.more else _lost(books, present, seen)
            for name in lost:
                await worlds.delete(on, books[name].id)
        return [
            *(Notice("author-book-gone", {"file": _path(it), "name": books[it].name}) for it in lost),
            *([] if seen.more else _orphans(cards, plan, seen)),
        ]

    def _tell(self, ctx: EngineContext, seen: ListedFiles, plan: Arranged, gone: Sequence[Notice]) -> None:
        """Tell the owners, and the log, what they have not been told yet."""
        there = {it.name for it in (*plan.books, *plan.characters)}
        self._faults = {name: its for name, its in self._faults.items() if name in there}
        faults = [*plan.faults.values(), *(it for its in self._faults.values() for it in its), *gone]
        if seen.more:
            faults.append(Notice("author-files-many", {"limit": MOST_FILES}))
        fresh = [it for it in faults if it not in self._told]
        self._told = faults
        for it in fresh:
            told = {"file": it.data.get("file", ""), "fault": it.message}
            _log.warning("author's file", **told, action="correct the file; until then its last good version is used")
        ctx.spending.news.extend(fresh[:TOLD_AT_ONCE])
        if len(fresh) > TOLD_AT_ONCE:
            ctx.spending.news.append(Notice("author-files-more", {"count": len(fresh) - TOLD_AT_ONCE}))


def _book(root: Path, source: AuthorSource) -> _Book | Notice:
    digest, books = sha256(), list[WorldBook]()
    for stamp in source.files:
        name, data = stamp.path.rpartition("/")[2], _data(root, stamp)
        if isinstance(data, Notice):
            return data
        digest.update(sha256(name.encode()).digest() + sha256(data).digest())
        try:
            books.append(_with_entries(read_book_file(data, name)))
        except InputError as error:
            return _refused(stamp, error)
    try:
        book = books[0] if len(books) == 1 else merge_books(source.name.rpartition("/")[2], books)
    except InputError as error:
        return _refused(source.files[0], error)
    return _Book(source, digest.hexdigest(), book)


def _with_entries(book: WorldBook) -> WorldBook:
    """Raises NotABook: what has no entries is a slip."""
    if not book.entries:
        raise NotABook(seems="text")
    return book


def _character(root: Path, source: AuthorSource) -> _Character | Notice:
    [stamp] = source.files
    read = [_data(root, it) for it in source.every]
    if fault := next((it for it in read if isinstance(it, Notice)), None):
        return fault
    data, *pictures = (it for it in read if isinstance(it, bytes))
    shows = pictures.pop(0) if source.picture else None
    try:
        if stamp.path.lower().endswith(MARKDOWN):
            card = read_markdown_card(markdown_text(data), source.folder)
            data = write_json(card)
        else:
            file = read_card_file(data)
            card, shows = file.card, shows or file.picture
        if not source.emotions:
            return _Character(source, card, data, shows)
        named = [(it.path.rpartition("/")[2], picture) for it, picture in zip(source.emotions, pictures, strict=True)]
        data = with_emotions(card, data, named, shows)
        return _Character(source, read_card(data), data, shows)
    except InputError as error:
        return _refused(stamp, error)


def _data(root: Path, stamp: FileStamp) -> bytes | Notice:
    try:
        data = read_file(root, stamp)
    except OSError as error:
        return Notice("author-file-closed", {"file": stamp.path, "why": error.strerror or ""})
    if len(data) > LARGEST_MEGABYTES << 20:  # it has grown since it was listed
        return Notice("author-file-big", {"file": stamp.path, "megabytes": LARGEST_MEGABYTES})
    return data


def _refused(stamp: FileStamp, error: InputError) -> Notice:
    """A mistake at a place of the file is told by that place; anything else in the words of the import."""
    if "line" in error.data and "column" in error.data:
        return Notice("author-file-broken", {"file": stamp.path, **error.data})
    return Notice("author-file-refused", {"file": stamp.path, "what": Notice(error.message, error.data)})


def _silent(made: _Book) -> Notice | None:
    """What is said of entries that nothing can call; they are kept."""
    titles = [it.comment or it.uid for it in made.book.entries if it.enabled and not it.called]
    if not titles:
        return None
    return Notice("author-entry-silent", {"file": made.source.shown, "titles": titles[:_NAMED], "count": len(titles)})


async def _keep_book(on: Statements, made: _Book, before: HouseBook | None, comes_with: str | None) -> None:
    if before is not None and before.digest == made.digest:
        return
    book = made.book
    new = NewBook(book.name, json.loads(write_book(book)), len(book.entries), digest=made.digest)
    if before is None:
        await worlds.add(on, new, builtin=made.source.name, comes_with=comes_with)
    else:
        await worlds.add_version(on, before.id, new)
    _log.info("world book read", file=made.source.shown, entries=len(book.entries))


async def _keep_character(on: Statements, made: _Character, before: HouseCharacter | None) -> None:
    file = sha256(made.data).hexdigest()
    picture = sha256(made.picture).hexdigest() if made.picture else None
    if before is not None and (before.file, before.picture) == (file, picture):
        return
    await characters.keep_file(on, file, media_type_of(made.data), made.data)
    if made.picture and picture:
        await characters.keep_file(on, picture, media_type_of(made.picture), made.picture)
    new = NewCard(made.card.name, made.card.raw, file, picture)
    if before is None:
        await characters.add(on, new, builtin=made.source.name)
    else:
        await characters.add_version(on, before.id, new)
        await world_vectors.mark(on, None, f"card:{before.id}")
    _log.info("character read", file=made.source.shown)


def _comes_with(source: AuthorSource, carded: set[str]) -> str | None:
    """The character that a book comes with: that of its folder, or without a card there whoever is called so."""
    if not source.folder:
        return None
    return f"{CHARACTERS}/{source.folder}" if source.folder in carded else source.folder


def _lost(books: Mapping[str, HouseBook], present: set[str], seen: ListedFiles) -> list[str]:
    return [it for it, book in books.items() if book.present and it not in present and _top(it) in seen.tops]


def _orphans(cards: Mapping[str, HouseCharacter], plan: Arranged, seen: ListedFiles) -> list[Notice]:
    if CHARACTERS not in seen.tops:
        return []
    there = {it.name for it in plan.characters} | plan.held
    return [
        Notice("author-character-gone", {"file": it, "name": card.name})
        for it, card in cards.items()
        if it not in there
    ]


def _top(name: str) -> str:
    return CHARACTERS if name.startswith(f"{CHARACTERS}/") else WORLDS


def _path(name: str) -> str:
    return name if "/" in name else f"{WORLDS}/{name}"
