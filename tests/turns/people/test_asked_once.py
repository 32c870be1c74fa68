"""What another transaction has just changed is seen by whoever waited for it, whatever plan Postgres has made."""

import asyncio
from itertools import product
from typing import Final

import pytest

from engine.db.postgres.queries import product_queries
from tests.turns.people.test_links import joined
from tests.turns.room import Room

_KINDS: Final = ("hashjoin", "mergejoin", "seqscan", "indexscan", "hashagg")
_WAITING: Final = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"


@pytest.mark.parametrize(
    ("statement", "column"), [("ask_person_once", "asked_at"), ("ask_consent_once", "elsewhere_asked_at")]
)
async def test_a_person_is_asked_once_by_every_plan(room: Room, statement: str, column: str) -> None:
    """With as many people as a house gathers the plan becomes another, and everybody is asked under each name."""
    first, second = await joined(room)
    query = product_queries()[statement].sql
    plans: set[str] = set()
    again: list[str] = []
    async with room.db.connection() as one, room.db.connection() as other, room.db.connection() as beside:
        for off in product(("on", "off"), repeat=len(_KINDS)):
            for connection in (one, other):
                for kind, value in zip(_KINDS, off, strict=True):
                    await connection.execute(f"SET enable_{kind} = {value}")
            [*lines] = await other.fetch(f"EXPLAIN (COSTS OFF) {query.replace('$1', str(second.person))}")
            plan = "\n".join(line[0] for line in lines)
            if plan in plans:
                continue
            plans.add(plan)
            await beside.execute(f"UPDATE person SET {column} = NULL WHERE id IN ($1, $2)", first.person, second.person)
            held = one.transaction()
            await held.start()
            async with asyncio.TaskGroup() as both:
                assert await one.fetchval(query, first.person) == first.person
                asking = both.create_task(other.fetchval(query, second.person))
                async with asyncio.timeout(20):
                    while not await beside.fetch(_WAITING):
                        pass
                await held.commit()
            again += [plan] if asking.result() is not None else []
        for connection in (one, other):
            await connection.execute("RESET ALL")
    assert len(plans) > 1, "these settings make no difference"
    assert again == []
