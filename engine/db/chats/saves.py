"""Savepoints in Postgres: named places of a session's log."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from engine.db.postgres.driver import DriverRow
from engine.db.postgres.paging import part_of, turn_columns
from engine.db.postgres.patterns import folds_simply, holding
from engine.db.postgres.pool import Statements
from engine.values.chats.entries import Place
from engine.values.chats.sessions import DELETED_KEPT, ChannelHead, ChannelHeadKey, NewSave, Savepoint
from engine.values.ids import SessionKey
from engine.values.paging import Paged, Wanted, mark_of


async def save(on: Statements, key: SessionKey, place: Place, new: NewSave) -> Savepoint | None:
    """Name ``place``; None where the session has a savepoint of that day."""
    row = await on.fetchrow(
        "save",
        key.space,
        key.session,
        place.branch,
        place.seq,
        new.kind,
        new.name,
        new.preview,
        new.person,
        new.description,
        new.messages,
        new.day,
    )
    return _savepoint(row) if row else None


async def page(on: Statements, key: SessionKey, wanted: Wanted, *, deleted: bool = False) -> Paged[Savepoint]:
    """A page of the savepoints of a session, newest first; or of those that were ``deleted`` and can be taken back."""
    which = _meant(key, wanted.words, deleted=deleted)
    marked = next(iter(wanted.numbers), 0)
    rows = await on.fetch("saves_listed", *which, *turn_columns(wanted, 1), marked)
    return part_of(rows, wanted, _savepoint, lambda row: mark_of(row["id"]))


async def savepoints(on: Statements, key: SessionKey) -> list[Savepoint]:
    """The newest thousand savepoints of a session, newest first."""
    return list((await page(on, key, Wanted(size=1_000))).items)


async def called(
    on: Statements, key: SessionKey, number: int | None, name: str, limit: int, *, deleted: bool = False
) -> list[Savepoint]:
    """Which savepoints may be meant: the one of that number, those of that name, those that have it in their name."""
    rows = await on.fetch("saves_called", *_meant(key, name, deleted=deleted), number, name, limit)
    return [_savepoint(row) for row in rows]


async def numbered(on: Statements, key: SessionKey, savepoint: int) -> Savepoint | None:
    """One savepoint; None when there is none of that number."""
    row = await on.fetchrow("save_numbered", key.space, key.session, savepoint)
    return _savepoint(row) if row else None


async def trim(on: Statements, key: SessionKey, kind: str, keep: int) -> None:
    """Keep only the newest ``keep`` automatic savepoints of ``kind``."""
    await on.execute("trim_savepoints", key.space, key.session, kind, keep)


async def rename(on: Statements, key: SessionKey, savepoint: int, name: str, by: int) -> bool:
    """Give a savepoint another name, which the person ``by`` has chosen; False when there is none."""
    return await on.fetchval("rename_savepoint", key.space, key.session, savepoint, name, by) is not None


async def delete(on: Statements, key: SessionKey, savepoint: int) -> bool:
    """Put a savepoint into the trash; False when there is none."""
    return await on.fetchval("delete_savepoint", key.space, key.session, savepoint) is not None


async def undelete(on: Statements, key: SessionKey, savepoint: int) -> bool:
    """Take a savepoint back from the trash; False when it is not there."""
    return await on.fetchval("undelete_savepoint", key.space, key.session, savepoint, DELETED_KEPT) is not None


async def empty_trash(on: Statements) -> None:
    """Remove what was deleted too long ago to be taken back."""
    await on.execute("empty_saves", DELETED_KEPT)


async def played_lately(on: Statements, since: datetime) -> Sequence[ChannelHead]:
    """Where people have played since that time and no daily savepoint has been made after it."""
    rows = await on.fetch("stands_played", since)
    return [
        ChannelHead(ChannelHeadKey(row["space_id"], row["id"]), row["session_id"], row["channel_id"], row["branch_id"])
        for row in rows
    ]


async def has_day(on: Statements, key: SessionKey, day: date) -> bool:
    """Whether a session has a daily savepoint of that day, deleted or not."""
    return await on.fetchval("has_day", key.space, key.session, day)


def _meant(key: SessionKey, words: str, *, deleted: bool) -> tuple[int, int, str, bool, timedelta, bool]:
    return key.space, key.session, holding(words), deleted, DELETED_KEPT, folds_simply(words)


def _savepoint(row: DriverRow) -> Savepoint:
    return Savepoint(
        id=row["id"],
        place=Place(row["branch_id"], row["seq"]),
        name=row["name"],
        preview=row["preview"],
        kind=row["kind"],
        created_at=row["created_at"],
        description=row["description"],
        messages=row["messages"],
        deleted_at=row["deleted_at"],
        day=row["day"],
    )
