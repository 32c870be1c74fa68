"""The numbers by which people call things, in Postgres. A thing keeps the one that it was first shown with."""

from collections.abc import Sequence
from typing import Any

from engine.db.postgres.pool import Statements, Transaction
from engine.values.house.numbers import Count
from engine.values.ids import SessionKey

Earlier = Sequence[tuple[int, int]]
"""Things with what they took the place of."""


async def of(on: Statements, count: Count, things: Sequence[int]) -> dict[int, int]:
    """The numbers of ``things``, as far as they have any."""
    return {row["thing"]: row["number"] for row in await on.fetch("numbers_of", *_columns(count), list(things))}


async def meant(on: Statements, count: Count, number: int) -> list[int]:
    """What has ``number``: the versions of one thing, newest first."""
    return [row["thing"] for row in await on.fetch("things_numbered", *_columns(count), number)]


async def give(on: Transaction, count: Count, things: Sequence[int], earlier: Earlier) -> dict[int, int]:
    """Number those of ``things`` that have no number; the new numbers."""
    await on.execute("lock_numbers", *_columns(count))
    new, old = [it for it, _ in earlier], [it for _, it in earlier]
    rows = await on.fetch("number_things", *_columns(count), list(things), new, old)
    return {row["thing"]: row["number"] for row in rows}


async def before_rows(on: Statements, key: SessionKey, things: Sequence[int]) -> Earlier:
    """What rows of a session took the place of."""
    rows = await on.fetch("earlier_derived", key.space, key.session, list(things))
    return [(row["thing"], row["earlier"]) for row in rows]


async def before_facts(on: Statements, person: int, things: Sequence[int]) -> Earlier:
    """What facts about a person took the place of."""
    rows = await on.fetch("earlier_facts", person, list(things))
    return [(row["thing"], row["earlier"]) for row in rows]


async def first_name(on: Statements, person: int) -> int:
    """The name of a person under which what is theirs is counted, whichever of their names they use."""
    return await on.fetchval("first_name", person)


def _columns(count: Count) -> tuple[Any, ...]:
    return count.space, count.session, count.person, count.thing
