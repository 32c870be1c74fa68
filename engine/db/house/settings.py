"""Chat settings in Postgres: one row a value that somebody set."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.db.house.moderation import change_record
from engine.db.postgres.pool import Statements
from engine.values.chats.incoming import Here
from engine.values.house.changes import ChangeRecord
from engine.values.ids import ChannelKey

Stored = tuple[str, int, str, Any]
"""Scope, the id in that scope, name, value."""


async def stored(on: Statements, here: Here) -> tuple[Stored, ...]:
    """Every value that could apply to a channel, a person, and the characters of a space."""
    rows = await on.fetch("settings_of", here.space, here.channel, here.person)
    return tuple((row["scope"], row["scope_id"], row["name"], row["value"]) for row in rows)


async def put(on: Statements, space: int, scope: str, scope_id: int, name: str, value: Any, by: int | None) -> None:
    """Set one value; the audit says who did it (None: the house by itself) and what was there before."""
    await on.execute("put_setting", space, scope, scope_id, name, value, by)


async def hear(on: Statements, person: int, noticed: Mapping[str, str]) -> None:
    """Note by name what was noticed of a person; no audit tells of it."""
    await on.execute("hear_person", person, list(noticed), list(noticed.values()))


async def clear(on: Statements, space: int, scope: str, scope_id: int, names: Sequence[str] | None, by: int) -> None:
    """Clear some values of one scope, or all of them."""
    await on.execute("clear_settings", space, scope, scope_id, list(names) if names is not None else None, by)


async def changes(on: Statements, here: Here, name: str, most: int) -> list[ChangeRecord]:
    """Who changed one setting where it may apply to a channel and a person, newest first."""
    rows = await on.fetch("setting_changes", here.space, here.channel, here.person, name, most)
    return [change_record(row) for row in rows]


async def copy_channel(on: Statements, channel: ChannelKey, other: int, by: int) -> None:
    """Set for another channel of the space what is set for this one, where nothing is set."""
    await on.execute("copy_channel_settings", channel.space, channel.channel, other, by)
