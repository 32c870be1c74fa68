"""Erasure in Postgres: the words of entries, and what was made of them."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.db.postgres.driver import DriverRow
from engine.db.postgres.pool import Statements
from engine.db.story.settled import unsettle
from engine.rules.bodies.rows import read_row
from engine.rules.text.titles import preview_from, quote_from, title_from
from engine.values.chats.entries import Place
from engine.values.chats.row_bodies import RowBody
from engine.values.ids import ChannelKey, SessionKey


@dataclass(frozen=True, slots=True)
class DerivedRow:
    """A derived row; all that it was made from lies between ``first`` and ``last``, as they lie on branch ``home``."""

    id: int
    kind: str
    home: int
    first: int
    last: int
    body: RowBody


@dataclass(frozen=True, slots=True)
class Emptied:
    """What an entry said: all of its ``text``, and what it ``said`` that did not stand there before it."""

    text: str
    said: str


async def revisions(on: Statements, key: SessionKey, places: Sequence[Place]) -> list[Place]:
    """The revisions of entries, on any branch, and what was kept of their words."""
    rows = await on.fetch("revisions_of_entries", key.space, key.session, *_columns(places))
    return [Place(row["branch_id"], row["seq"]) for row in rows]


async def empty_entries(on: Statements, key: SessionKey, places: Sequence[Place]) -> list[Emptied]:
    """Empty entries; what they said."""
    rows = await on.fetch("empty_entries", key.space, key.session, *_columns(places))
    return [Emptied(row["text"], row["said"]) for row in rows if row["text"].strip()]


async def empty_traces(on: Statements, key: SessionKey, texts: Sequence[str]) -> None:
    """Empty what shows these texts of a session: its title, names and previews of savepoints."""
    titles, previews = [title_from(it) for it in texts], [preview_from(it) for it in texts]
    if texts:
        await on.execute("empty_titles", key.space, key.session, titles)
        await on.execute("empty_previews", key.space, key.session, previews)


async def empty_quotes(on: Statements, channel: ChannelKey, message: int, texts: Sequence[str]) -> None:
    """Empty what quotes these texts of a message (a row of the inbox): replies to it, in any session of its channel."""
    if texts:
        await on.execute("empty_quotes", channel.space, channel.channel, message, [quote_from(it) for it in texts])


async def made_from(on: Statements, key: SessionKey, places: Sequence[Place]) -> list[DerivedRow]:
    """The derived rows of any branch that were made from one of these entries."""
    rows = await on.fetch("made_from_entries", key.space, key.session, *_columns(places))
    return [made(row) for row in rows]


def made(row: DriverRow) -> DerivedRow:
    """A derived row of a statement that names it and its sources."""
    return DerivedRow(
        row["id"], row["kind"], row["branch_id"], row["from_seq"], row["to_seq"], read_row(row["kind"], row["body"])
    )


async def still_said(on: Statements, key: SessionKey, rows: Sequence[DerivedRow]) -> list[DerivedRow]:
    """Those of some rows, gone by now, in whose stretch of the log something is left that was said."""
    if not rows:
        return []
    columns = [it.home for it in rows], [it.first for it in rows], [it.last for it in rows]
    found = await on.fetch("still_said", key.space, key.session, *columns)
    return [rows[row["number"] - 1] for row in found]


async def remove_derived(on: Statements, key: SessionKey, ids: Sequence[int]) -> None:
    """Remove derived rows, and the retirements that they brought about."""
    await on.execute("remove_derived", key.space, key.session, sorted(set(ids)))
    await unsettle(on, key)


async def drop_vectors_behind(on: Statements, key: SessionKey, places: Sequence[Place]) -> int:
    """Remove the vectors of what was said right behind these entries, on any branch; how many."""
    return await on.execute("drop_vectors_behind", key.space, key.session, *_columns(places))


def _columns(places: Sequence[Place]) -> tuple[list[int], list[int]]:
    return [it.branch for it in places], [it.seq for it in places]
