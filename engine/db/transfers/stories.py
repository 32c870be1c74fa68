"""A whole story in Postgres: every row of it, read and stored; and what it is played with."""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from engine.db.characters import world_vectors
from engine.db.postgres.driver import DriverRow
from engine.db.postgres.pool import Statements
from engine.values.ids import SessionKey
from engine.values.transfers.story_files import ScriptList, StoryRow, StoryShelf, StoryTable, Volume

AT_ONCE = 2_000
_HELD: Mapping[StoryShelf, str] = {StoryShelf.CHARACTER: "card", StoryShelf.BOOK: "book"}
"""What a book that a thing holds is called where it is bound."""
FIRST = 1


async def rows(on: Statements, key: SessionKey, table: StoryTable) -> list[StoryRow]:
    """All rows of one table of a story, as JSON, with the numbers that they have here."""
    return [_plain(row) for row in await on.fetch(_named("story", table), key.space, key.session)]


async def title_and_seed(on: Statements, key: SessionKey) -> tuple[str, int]:
    """What a story is called, and where its chance comes from."""
    row = await on.fetchrow("story_session", key.space, key.session)
    assert row is not None
    return row["title"], row["seed"]


async def people(on: Statements, key: SessionKey, ids: Sequence[int]) -> dict[int, tuple[str, bool]]:
    """What people are called in a chat, and whether they let things about them be told elsewhere."""
    rows = await on.fetch("story_people", list(ids), key.space, key.session)
    return {row["id"]: (row["name"], row["tells"]) for row in rows}


async def person(on: Statements, key: SessionKey, number: int) -> tuple[str, int | None, Mapping[str, Any]]:
    """What a person is called in a chat, and the persona that they play there, with its body."""
    row = await on.fetchrow("story_person", number, key.space, key.session)
    assert row is not None
    return row["name"], row["persona"], row["body"] or {}


async def bindings(
    on: Statements, space: int, characters: Sequence[int], persona: int | None
) -> list[tuple[int | None, int]]:
    """The books that come with some characters and a persona (None) in a space, in the order of binding."""
    rows = await on.fetch("story_bindings", space, list(characters), persona)
    return [(row["character"], row["book"]) for row in rows]


async def scripts(on: Statements, space: int, characters: Sequence[int]) -> list[tuple[int | None, ScriptList]]:
    """The files of scripts that run for some characters, and for all of a space (None), in the order of running."""
    rows = await on.fetch("story_scripts", space, list(characters))
    return [(row["character"], ScriptList(row["name"], json.loads(row["scripts"]))) for row in rows]


async def settings(on: Statements, space: int, channel: int) -> dict[str, Any]:
    """What was set for a channel."""
    return {row["name"]: row["value"] for row in await on.fetch("story_settings", space, channel)}


async def facts(on: Statements, person: int, characters: Sequence[int]) -> list[DriverRow]:
    """What is known about a person by everybody and by some characters: text, character, private, occurred_at."""
    return await on.fetch("story_facts", person, list(characters))


async def volumes(on: Statements, shelf: StoryShelf, ids: Sequence[int]) -> dict[int, Volume]:
    """Things of a kind with their versions, by their numbers; a version's body is the text of its JSON."""
    found: dict[int, list[DriverRow]] = {}
    for row in await on.fetch(_named("shelf", shelf), list(ids)):
        found.setdefault(row["id"], []).append(row)
    return {
        number: Volume(
            name=of[0]["name"],
            builtin=of[0]["builtin"] or "",
            versions={row["version"]: row["body"] for row in of},
            pictures={row["version"]: row["picture"] for row in of if row["picture"] is not None},
            entries=of[-1]["entries"],
            runs=of[-1]["runs"],
        )
        for number, of in found.items()
    }


async def usable(on: Statements, shelf: StoryShelf, space: int, name: str) -> list[int]:
    """The things of a name that a space may use."""
    return [row["id"] for row in await on.fetch(_named("usable", shelf), space, name)]


async def keep_volume(
    on: Statements, shelf: StoryShelf, space: int, volume: Volume, pictures: Mapping[int, str]
) -> int:
    """Store a thing under a new number, its versions under theirs. ``pictures``: hashes of kept files by version."""
    runs = (volume.runs,) if shelf in (StoryShelf.CHARACTER, StoryShelf.PRESET) else ()
    number: int = await on.fetchval(_named("keep", shelf), space, volume.name, *runs)
    for version, body in volume.versions.items():
        more: tuple[Any, ...] = ()
        if shelf is StoryShelf.BOOK:
            more = (volume.entries,)
        elif shelf is StoryShelf.CHARACTER:
            more = (pictures.get(version),)
        await on.execute(_named("keep", shelf, "version"), number, version, body, *more)
    if key := _HELD.get(shelf):
        await world_vectors.mark(on, space, f"{key}:{number}")
    return number


async def keep_person(on: Statements, external: str, name: str) -> int:
    """Somebody who spoke elsewhere; their number."""
    return await on.fetchval("keep_person", external, name)


async def numbers(on: Statements, derived: int, turns: int) -> tuple[list[int], list[int]]:
    """New numbers for derived rows and for turns."""
    row = await on.fetchrow("new_numbers", derived, turns)
    assert row is not None
    return list(row["rows"]), list(row["turns"])


async def begin(on: Statements, key: SessionKey, title: str, seed: int, branches: Sequence[StoryRow]) -> None:
    """Give a session that has just begun its title and its branches; the first of them is there already."""
    last = max(it["id"] for it in branches)
    first = next(it for it in branches if it["id"] == FIRST)
    await on.execute("begin_story", key.space, key.session, title, seed, last, first)
    await keep(on, key, StoryTable.BRANCH, [it for it in branches if it["id"] != FIRST])


async def keep(on: Statements, key: SessionKey, table: StoryTable, found: Sequence[StoryRow], *more: int) -> None:
    """Store rows of one table, which already have the numbers that they are to have here."""
    for at in range(0, len(found), AT_ONCE):
        await on.execute(_named("keep_story", table), key.space, key.session, found[at : at + AT_ONCE], *more)


async def keep_words(on: Statements, key: SessionKey, said: Sequence[tuple[int, Mapping[int, int]]]) -> None:
    """Store which words memories hold, and count them."""
    flat = [(term, row, times, sum(words.values())) for row, words in said for term, times in words.items()]
    for at in range(0, len(flat), 20 * AT_ONCE):
        columns = [list(it) for it in zip(*flat[at : at + 20 * AT_ONCE], strict=True)]
        await on.execute("keep_words", key.space, key.session, *columns)
    await on.execute("count_words", key.space, key.session)


def _named(*parts: str) -> str:
    """The name of a statement: one for each table and each kind of thing."""
    return "_".join(parts)


def _plain(row: DriverRow) -> StoryRow:
    return {name: _as_json(value) for name, value in row.items()}


def _as_json(value: Any) -> Any:
    return value.astimezone(UTC).isoformat() if isinstance(value, datetime) else value
