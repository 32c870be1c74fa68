"""What the garden asks of Postgres besides the memories themselves: versions, uses, what acts did."""

import json
from collections.abc import Sequence
from typing import Any

from engine.db.chats.log import arrays
from engine.db.memory.derivations import as_derived
from engine.db.postgres.driver import DriverRow
from engine.db.postgres.pool import Statements
from engine.rules.bodies.rows import read_memory
from engine.rules.recall.remembering.embedded import embedded_text
from engine.rules.recall.words.words import terms
from engine.values.chats.entries import Derived, Line, Place, Range, Retirement
from engine.values.ids import ChannelKey, SessionKey
from engine.values.memory.garden import MemoryVersion
from engine.values.memory.memories import MemoryKind, NewMemory, Tag
from engine.values.story.chronicle import ChronicleKind


async def uses(on: Statements, space: int, sessions: Sequence[int], ids: Sequence[int], newest: int) -> dict[int, int]:
    """How often memories were recalled for the ``newest`` replies of some sessions; none for those that never were."""
    rows = await on.fetch("memory_uses", space, list(sessions), list(ids), newest)
    return {row["id"]: row["uses"] for row in rows}


async def now(on: Statements, key: SessionKey, line: Line, memory: int) -> int:
    """The memory that has taken the place of ``memory``; itself when none has."""
    return await on.fetchval("memory_now", key.space, key.session, *arrays(line), memory)


async def past(on: Statements, key: SessionKey, line: Line, memory: int) -> list[MemoryVersion]:
    """What ``memory`` has taken the place of, oldest first."""
    rows = await on.fetch("memory_past", key.space, key.session, *arrays(line), memory)
    return [MemoryVersion(row["text"], row["ended_at"], row["reason"]) for row in rows]


async def made_at(on: Statements, key: SessionKey, places: Sequence[Place]) -> list[tuple[int, NewMemory]]:
    """The memories that acts made at ``places``, by id, as they would be stored anew."""
    rows = await on.fetch("garden_made", key.space, key.session, *_columns(places))
    return [(row["id"], _anew(row)) for row in rows]


async def ended_at(on: Statements, key: SessionKey, places: Sequence[Place]) -> list[Retirement]:
    """What acts ended at ``places``."""
    rows = await on.fetch("garden_ended", key.space, key.session, *_columns(places))
    return [
        Retirement(row["derived_id"], Place(row["branch_id"], row["seq"]), row["reason"], row["by_id"]) for row in rows
    ]


async def written_at(on: Statements, key: SessionKey, places: Sequence[Place]) -> list[Derived]:
    """The rows of the chronicle that people wrote by acts at ``places``."""
    rows = await on.fetch("written_at", key.space, key.session, *_columns(places), list(ChronicleKind))
    return [as_derived(row) for row in rows]


async def names(on: Statements, characters: Sequence[int]) -> dict[int, str]:
    """What characters are called."""
    return {row["id"]: row["name"] for row in await on.fetch("names_of_characters", list(characters))}


async def recalled_for(on: Statements, channel: ChannelKey, message: str) -> list[tuple[str, int]]:
    """What was recalled, as store and id, for the reply that a message of the platform shows."""
    found: Any = await on.fetchval("recalled_for", channel.space, channel.channel, message)
    return [(str(it[0]), int(it[1])) for it in found or ()]


def _columns(places: Sequence[Place]) -> tuple[list[int], list[int]]:
    return [it.branch for it in places], [it.seq for it in places]


def _anew(row: DriverRow) -> NewMemory:
    ranges: list[tuple[int, int, int]] = json.loads(row["sources"] or "[]")
    return NewMemory(
        kind=MemoryKind(row["kind"]),
        tag=Tag(row["tag"]),
        place=Place(row["branch_id"], row["seq"]),
        holder=row["holder"],
        sources=tuple(Range(*it) for it in ranges),
        text=row["text"],
        occurred_at=row["occurred_at"],
        until=row["until"],
        terms=terms(embedded_text(row["text"])),
        nth=row["nth"],
        person=row["person_id"],
        character=row["character_id"],
        about=tuple(row["about"]),
        people=tuple(row["people"]),
        characters=tuple(row["characters"]),
        pinned=row["pinned"],
        body=read_memory(MemoryKind(row["kind"]), row["body"]),
        n=row["seq"],
    )
