"""Silence, what roles may do, and who changed what, in Postgres."""

from collections.abc import Sequence

from engine.db.postgres.pool import DriverRow, Statements
from engine.rules.bodies.changes import read_change
from engine.values.house.allowances import Grant
from engine.values.house.changes import ChangeRecord
from engine.values.ids import ChannelKey


async def pause_channel(on: Statements, channel: ChannelKey, by: int, *, paused: bool) -> None:
    """Make the characters silent in a channel, or let them speak again."""
    await on.execute("pause_channel", channel.space, channel.channel, paused, by)


async def pause_spaces(on: Statements, space: int | None, by: int, noted_in: int, *, paused: bool) -> None:
    """The same in a space, or in all; going on, every channel there goes on too."""
    await on.execute("pause_spaces", space, paused, by, noted_in)


async def grant(on: Statements, space: int, role: str, may: Grant, by: int) -> None:
    """Let a role do something."""
    await on.execute("grant_role", space, role, may, by)


async def revoke(on: Statements, space: int, role: str, may: Grant | None, by: int) -> int:
    """Take back what a role may do, or all of it; how much that was."""
    return await on.fetchval("revoke_role", space, role, may or "", by)


async def changes(on: Statements, space: int | None, page: int, size: int) -> tuple[Sequence[ChangeRecord], int]:
    """A page of what was changed (from 1), in a space or everywhere, and how many changes there are."""
    rows = await on.fetch("changes", space, size, (page - 1) * size)
    found = [change_record(row) for row in rows]
    return found, rows[0]["of"] if rows else 0


def change_record(row: DriverRow) -> ChangeRecord:
    """A row of the audit."""
    change = read_change(row["act"], row["body"])
    return ChangeRecord(row["id"], row["at"], row["act"], row["by"], row["place"], change)
