"""The house's own world books: files and folders that the operator keeps, read anew when they change."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

import structlog

from engine.db.characters import worlds
from engine.db.characters.worlds import HouseBook, NewBook
from engine.db.postgres.pool import Database
from engine.errors import InputError
from engine.rules.formats.books.books import merge_books, read_book, write_book
from engine.values.characters.worlds import WorldBook

ENDINGS = frozenset({".json", ".yaml", ".yml"})
LARGEST_FILE = 20 << 20

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class BookSource:
    """A file of the folder, or a folder in it whose files make one book together. ``digest`` changes with any of it."""

    name: str
    digest: str
    files: Mapping[str, bytes] = field(repr=False)


class HouseBooks:
    """The books of one folder. What is broken keeps the book that it was before, and is named once in the log."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._refused: dict[str, str] = {}

    async def read(self, db: Database) -> None:
        """See to it that every book is there as its files are now. Files that are gone take their book with them.

        Without the folder nothing happens: the house may be served by another machine too, which has it.
        """
        sources = await asyncio.to_thread(found_in, self._folder)
        if sources is None:
            return
        before = await worlds.of_the_house(db)
        for source in sources:
            await self._keep(db, source, before.get(source.name))
        for name in before.keys() - {source.name for source in sources}:
            if before[name].present:
                await worlds.delete(db, before[name].id)

    async def _keep(self, db: Database, source: BookSource, before: HouseBook | None) -> None:
        if before is not None and before.digest == source.digest:
            if not before.present:
                await worlds.revive(db, before.id)
            return
        if self._refused.get(source.name) == source.digest:
            return
        try:
            book = await asyncio.to_thread(book_of, source)
        except InputError as error:
            self._refused[source.name] = source.digest
            action = "mend the file; until then the last version that could be read is used"
            _log.warning("world book cannot be read", file=source.name, error=str(error), action=action)
            return
        new = NewBook(book.name, json.loads(write_book(book)), len(book.entries), digest=source.digest)
        if before is None:
            await worlds.add(db, new, builtin=source.name)
        else:
            await worlds.add_version(db, before.id, new)


def found_in(folder: Path) -> list[BookSource] | None:
    """The books in ``folder``; None when there is no such folder. What cannot be read is passed over."""
    try:
        inside = sorted(it for it in folder.iterdir() if not it.name.startswith("."))
    except OSError:
        return None
    return [source for it in inside if (source := _source(it)) is not None]


def book_of(source: BookSource) -> WorldBook:
    """The book that the files of a source make, called as the file or the folder. Raises InputError."""
    books = [read_book(data, name) for name, data in source.files.items()]
    return books[0] if len(books) == 1 else merge_books(source.name, books)


def _source(path: Path) -> BookSource | None:
    try:
        members = sorted(path.iterdir()) if path.is_dir() else [path]
        files = {it.name: it.read_bytes() for it in members if _is_book(it)}
    except OSError:
        return None
    digest = sha256()
    for name, data in files.items():
        digest.update(sha256(name.encode()).digest() + sha256(data).digest())
    return BookSource(path.name, digest.hexdigest(), files) if files else None


def _is_book(path: Path) -> bool:
    hidden = path.name.startswith(".")
    return path.suffix.lower() in ENDINGS and not hidden and path.is_file() and path.stat().st_size <= LARGEST_FILE
