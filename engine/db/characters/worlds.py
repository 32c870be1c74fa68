"""World books by version, and what they come with, in Postgres."""

import json
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from engine.db.characters import world_vectors
from engine.db.postgres.pool import Statements
from engine.rules.formats.books.books import book_from_json
from engine.values.characters.worlds import WorldBook

KEPT_BOOKS = 64


@dataclass(frozen=True, slots=True)
class NewBook:
    """A version of a world book before it is stored. ``book`` is its JSON, ``file`` the hash of a kept blob.

    ``digest``: for a book of the house, what its files hold, hashed.
    """

    name: str
    book: Mapping[str, Any]
    entries: int
    file: str | None = None
    digest: str | None = None


@dataclass(frozen=True, slots=True)
class BookRow:
    """A world book as lists need it, in its newest version. ``comes_along``: it lies in the folder of the character."""

    id: int
    name: str
    builtin: bool
    version: int
    entries: int
    of_character: bool
    of_persona: bool
    comes_along: bool = False


@dataclass(frozen=True, slots=True)
class BookVersionRow:
    """One version of a world book: its number, how many entries it has, and when it was made."""

    number: int
    entries: int
    made_at: datetime


@dataclass(frozen=True, slots=True)
class HouseBook:
    """A world book that was read from the house's folders; ``present``: it was not taken away since.

    ``comes_with``: the character whose folder it lies in, None for a book of no character.
    """

    id: int
    name: str
    digest: str | None
    present: bool
    comes_with: str | None


async def add(
    on: Statements,
    new: NewBook,
    *,
    space: int | None = None,
    builtin: str | None = None,
    comes_with: str | None = None,
) -> int:
    """A new book, a space's or (by its file's name) the house's, which may come with a character; its id."""
    number: int = await on.fetchval("add_world", builtin, space, None, new.name, *_version(new), comes_with)
    await world_vectors.mark(on, space, f"book:{number}")
    return number


async def add_version(on: Statements, book: int, new: NewBook, *, space: int | None = None) -> int:
    """The next version of a book, a space's or the house's; its number."""
    version: int = await on.fetchval("add_world_version", book, new.name, *_version(new))
    await world_vectors.mark(on, space, f"book:{book}")
    return version


async def lock(on: Statements, book: int) -> bool:
    """Let nobody else change a book until the transaction ends; False when it is not there."""
    return await on.fetchval("lock_world", book) is not None


async def versions(on: Statements, book: int) -> list[BookVersionRow]:
    """Every version of a book, newest first."""
    rows = await on.fetch("world_versions", book)
    return [BookVersionRow(row["version"], row["entries"], row["created_at"]) for row in rows]


async def listed(on: Statements, space: int, person: int, character: int | None, persona: int | None) -> list[BookRow]:
    """The books that ``person`` may use in ``space``, the house's first."""
    return [
        BookRow(
            id=row["id"],
            name=row["name"],
            builtin=row["builtin"] is not None,
            version=row["version"],
            entries=row["entries"],
            of_character=row["of_character"],
            of_persona=row["of_persona"],
            comes_along=row["comes_along"],
        )
        for row in await on.fetch("worlds", space, person, character, persona)
    ]


async def of_the_house(on: Statements) -> dict[str, HouseBook]:
    """The books that were read from the house's folders, by the name of the file or folder."""
    rows = await on.fetch("house_worlds")
    return {
        row["builtin"]: HouseBook(row["id"], row["name"], row["digest"], row["present"], row["comes_with"])
        for row in rows
    }


async def lock_house_files(on: Statements) -> None:
    """Let no other process take in what lies in the house's folders until the transaction ends."""
    await on.execute("lock_house_files")


async def keep(on: Statements, book: int, comes_with: str | None) -> None:
    """A book of the house's folders is there, also if it was forgotten, and comes with this character."""
    await on.execute("keep_house_world", book, comes_with)


async def delete(on: Statements, book: int) -> bool:
    """Forget a book; False when there is none."""
    return await on.execute("delete_world", book) == 1


async def bind(
    on: Statements, space: int, book: int, *, character: int | None = None, persona: int | None = None
) -> None:
    """Let a book come with a character or a persona in ``space``."""
    await on.execute("bind_world", space, book, character, persona)
    await world_vectors.mark(on, space, f"book:{book}")


async def unbind(
    on: Statements, space: int, book: int, *, character: int | None = None, persona: int | None = None
) -> None:
    """Let a book come with a character or a persona no more."""
    await on.execute("unbind_world", space, book, character, persona)


def _version(new: NewBook) -> tuple[str, int, str | None, str | None]:
    book = json.dumps(new.book, ensure_ascii=False, separators=(",", ":"))
    return book, new.entries, new.file, new.digest


class Books:
    """World books by number and version; a version never changes, so those used last are kept."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[int, int], WorldBook] = OrderedDict()

    async def book(self, on: Statements, number: int, version: int) -> WorldBook | None:
        """One version of a book; None when there is none. Raises InputError when it cannot be read."""
        key = (number, version)
        if key not in self._known:
            row = await on.fetchrow("world", number, version)
            if row is None:
                return None
            self._known[key] = book_from_json(json.loads(row["book"]), row["name"])
            if len(self._known) > KEPT_BOOKS:
                self._known.popitem(last=False)
        self._known.move_to_end(key)
        return self._known[key]
