"""Characters, their cards by version, and the files they came from, in Postgres."""

import json
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.db.characters import world_vectors
from engine.db.postgres.driver import DriverRow
from engine.db.postgres.paging import part_of, turn_columns
from engine.db.postgres.patterns import holding
from engine.db.postgres.pool import Statements
from engine.errors import InputError
from engine.rules.formats.books.books import card_book
from engine.rules.formats.cards.cards import card_from_json
from engine.rules.speaking import names_of
from engine.values.characters.characters import Card, CharacterInfo, CharacterPage
from engine.values.characters.worlds import WorldBook
from engine.values.ids import ChannelKey
from engine.values.paging import Wanted, mark_of

KEPT_CARDS = 256
KEPT_CASTS = 1_000
_BOOKS = ('"character_book"', '"worldBook"')
NAMES_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class Newest:
    """A character in its newest version: the hashes of the file its card came in, and of the picture that shows it."""

    name: str
    version: int
    file: str | None
    picture: str | None


async def find_builtin(on: Statements, name: str) -> tuple[int, int, Mapping[str, Any], str | None] | None:
    """Id, newest version, card and file of a built-in character."""
    row = await on.fetchrow("find_builtin", name)
    return (row["id"], row["version"], json.loads(row["card"]), row["file_sha256"]) if row else None


@dataclass(frozen=True, slots=True)
class HouseCharacter:
    """A character that was read from a folder of the house, with the hashes of the files of its newest version."""

    id: int
    name: str
    file: str | None
    picture: str | None


async def of_the_house(on: Statements) -> dict[str, HouseCharacter]:
    """The characters that were read from folders of the house, by their built-in names."""
    return {
        row["builtin"]: HouseCharacter(row["id"], row["name"], row["file_sha256"], row["picture_sha256"])
        for row in await on.fetch("house_characters")
    }


async def newest(on: Statements, character: int, *, trashed: bool = False) -> Newest | None:
    """The newest version of a character; of one in the trash only if ``trashed``."""
    row = await on.fetchrow("newest_version", character, trashed)
    return Newest(row["name"], row["version"], row["file_sha256"], row["picture_sha256"]) if row else None


@dataclass(frozen=True, slots=True)
class NewCard:
    """A version of a card before it is stored: its JSON, and the hashes of kept blobs, its file and its picture."""

    name: str
    card: Mapping[str, Any]
    file: str | None = None
    picture: str | None = None


async def add(
    on: Statements, new: NewCard, *, builtin: str | None = None, space: int | None = None, runs_scripts: bool = False
) -> int:
    """A new character, built in or owned by a space; its id."""
    raw = _as_json(new.card)
    made = (builtin, space, None, new.name, raw, new.file, new.picture, runs_scripts)
    number: int = await on.fetchval("add_character", *made)
    if any(name in raw for name in _BOOKS):
        await world_vectors.mark(on, space, f"card:{number}")
    return number


async def add_version(on: Statements, character: int, new: NewCard) -> int:
    """The next version of a character's card; its number."""
    return await on.fetchval("add_version", character, new.name, _as_json(new.card), new.file, new.picture)


async def listed(on: Statements, space: int, person: int) -> list[CharacterInfo]:
    """The characters that ``person`` may use in ``space``."""
    return [_info(row) for row in await on.fetch("characters", space, person)]


async def page(on: Statements, space: int, person: int, wanted: Wanted) -> CharacterPage:
    """A part of those that ``space`` does not hide, what came with the house first, by name."""
    marked = next(iter(wanted.numbers), 0)
    rows = await on.fetch("characters_paged", space, person, *turn_columns(wanted, 1), marked)
    return CharacterPage(part_of(rows, wanted, _info, lambda row: mark_of(row["id"])), rows[0]["hidden_ones"])


async def called(
    on: Statements, space: int, person: int, given: tuple[int | None, str], limit: int
) -> list[tuple[int, str]]:
    """Number and name of those that a number or a name may mean, the likeliest first."""
    number, name = given
    rows = await on.fetch("characters_called", space, person, number, name, holding(name), limit)
    return [(row["id"], row["name"]) for row in rows]


async def numbered(on: Statements, space: int, person: int, numbers: Sequence[int]) -> dict[int, CharacterInfo]:
    """Those of ``numbers`` that ``person`` may use in ``space``."""
    rows = await on.fetch("characters_numbered", space, person, list(numbers))
    return {row["id"]: _info(row) for row in rows}


def _info(row: DriverRow) -> CharacterInfo:
    return CharacterInfo(
        row["id"],
        row["name"],
        row["builtin"] is not None,
        row["version"],
        row["pictured"],
        hidden=row["hidden"],
        of_folder="/" in (row["builtin"] or ""),  # its files are named by their path
    )


async def read_file(on: Statements, sha256: str) -> bytes | None:
    """A kept file."""
    row = await on.fetchrow("blob", sha256)
    return row["bytes"] if row else None


async def keep_file(on: Statements, sha256: str, media_type: str, data: bytes) -> None:
    """Keep a file by its hash, once."""
    await on.execute("keep_blob", sha256, media_type, data)


async def drop_files(on: Statements, hashes: Sequence[str]) -> None:
    """Remove those of some files that nothing names any more."""
    await on.execute("drop_unused_blobs", sorted(set(hashes)))


def _as_json(card: Mapping[str, Any]) -> str:
    return json.dumps(card, ensure_ascii=False, separators=(",", ":"))


class CardStore:
    """Cards by character and version; a version never changes, so those used last are kept."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[int, int], Card] = OrderedDict()
        self._books: OrderedDict[int, tuple[Card, WorldBook | None]] = OrderedDict()
        self._names: OrderedDict[ChannelKey, tuple[frozenset[str], float]] = OrderedDict()

    async def card(self, on: Statements, character: int, version: int) -> Card | None:
        """One version of a card; None when there is none. Raises InputError when it cannot be read."""
        key = (character, version)
        if key not in self._known:
            raw = await on.fetchval("card", character, version)
            if raw is None:
                return None
            self._known[key] = card_from_json(json.loads(raw))
            if len(self._known) > KEPT_CARDS:
                self._known.popitem(last=False)
        self._known.move_to_end(key)
        return self._known[key]

    def forget(self, character: int) -> None:
        """Read the cards of a character anew: what they said was erased."""
        for key in [it for it in self._known if it[0] == character]:
            del self._known[key]

    def book(self, card: Card) -> WorldBook | None:
        """The book inside a card that is kept here, read once; None when there is none or it cannot be read."""
        key = id(card.raw)
        if key not in self._books:
            self._books[key] = (card, _own_book(card))
            if len(self._books) > KEPT_CARDS:
                self._books.popitem(last=False)
        self._books.move_to_end(key)
        return self._books[key][1]

    def forget_names(self, channel: ChannelKey) -> None:
        """Somebody came to play in ``channel``: what the characters are called is read anew."""
        self._names.pop(channel, None)

    async def names_here(self, on: Statements, channel: ChannelKey, now: float) -> frozenset[str]:
        """What the characters are called that play in ``channel``, or did a few seconds before ``now``."""
        kept = self._names.get(channel)
        if kept is not None and now - kept[1] < NAMES_SECONDS:
            return kept[0]
        names: set[str] = set()
        for row in await on.fetch("cast_here", channel.space, channel.channel):
            card = await self.card(on, row["character_id"], row["version"])
            names |= {row["name"], *(names_of(card) if card else ())}
        self._names[channel] = (frozenset(names), now)
        self._names.move_to_end(channel)
        if len(self._names) > KEPT_CASTS:
            self._names.popitem(last=False)
        return frozenset(names)


def _own_book(card: Card) -> WorldBook | None:
    try:
        return card_book(card)
    except InputError:  # the rest of the character plays on
        return None
