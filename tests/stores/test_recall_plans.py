"""How the server looks for memories in a full table: plans and pages, never time. With statistics and without."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from engine.db.memory.memory_rows import scope_columns
from engine.db.memory.vectors import unit
from engine.db.postgres.migrate import migrate
from engine.db.postgres.pool import open_database
from engine.values.memory.memories import RecallScope
from tests.bench.memory_house import EACH, FORKS, MemoryHouse, build
from tests.conftest import MIGRATIONS, NewDatabase
from tests.stores.test_plans import Node, Story, called, explain, nodes, on, pages, rows_read

pytestmark = pytest.mark.slow

OTHERS = 1
TERMS = [3, 40, 500, 6_000]


@pytest.fixture(scope="module")
async def full(new_database: NewDatabase) -> AsyncIterator[tuple[Any, MemoryHouse]]:
    """Two sessions that lie mixed, the first 500 forks deep, and a third one."""
    url = await new_database()
    await migrate(url, MIGRATIONS)
    db = await open_database(url, min_size=1, max_size=2)
    async with db.connection() as connection:
        for table in ("memory", "memory_vector", "word", "word_count", "derived", "retired"):
            await connection.execute(f"ALTER TABLE {table} SET (autovacuum_enabled = false)")
    yield db, await build(db, url, sessions=1 + OTHERS, larger=100)
    await db.close()


@pytest.fixture(scope="module", params=["no statistics", "statistics"])
async def described(request: pytest.FixtureRequest, full: tuple[Any, MemoryHouse]) -> tuple[Story, MemoryHouse]:
    db, house = full
    if request.param == "statistics":
        async with db.connection() as connection:
            await connection.execute("VACUUM ANALYZE")
    return Story(db, None), house  # pyright: ignore[reportArgumentType] - only its database is asked


def reads_one_session(root: Node, scope: RecallScope) -> None:
    """Every memory of the line is looked at once, through its index, and nothing else of the table."""
    through = [it for it in nodes(root) if it.get("Index Name") == "memory_on_line"]
    assert [it["Actual Loops"] for it in through] == [len(scope.sights[0].line.segments)] == [FORKS + 1]
    assert sum(round(it["Actual Rows"] * it["Actual Loops"]) for it in through) == EACH
    whole = {it["Relation Name"] for it in nodes(root) if it["Node Type"] == "Seq Scan"}
    assert not whole & {"memory", "memory_vector", "word", "word_count"}
    (ends,) = on(root, "retired")
    assert ends["Actual Loops"] == FORKS + 1
    assert any("hashed SubPlan" in it.get("Filter", "") for it in nodes(root))


@pytest.mark.share(2)
async def test_meaning_is_looked_for_in_one_session_alone(described: tuple[Story, MemoryHouse]) -> None:
    """Every thought would take a second in a house where much is remembered."""
    story, house = described
    question = unit(house.vectors[7].tolist())
    for root in await explain(story, "memories_near", *scope_columns(house.mixed), house.model, question, 20):
        reads_one_session(root, house.mixed)
        assert [it["Actual Loops"] for it in on(root, "memory_vector")] == [1]
        assert rows_read(root, "memory_vector") == EACH
        assert root["Actual Rows"] == 20


async def test_where_rows_lie_does_not_matter_after_a_vacuum(full: tuple[Any, MemoryHouse]) -> None:
    """In a house of many chats each memory lies on a page of its own: each question would read ten thousand of them."""
    db, house = full
    async with db.connection() as connection:
        await connection.execute("VACUUM ANALYZE")
    question = unit(house.vectors[7].tolist())
    for root in await explain(Story(db, None), "memories_near", *scope_columns(house.mixed), house.model, question, 20):  # pyright: ignore[reportArgumentType] - only its database is asked
        assert [it["Index Name"] for it in on(root, "memory_vector")] == ["memory_vector_together"]
        assert all(it.get("Heap Fetches", 0) == 0 for it in nodes(root))
        assert pages(root) < 8_000


async def test_words_are_looked_up_and_no_others(described: tuple[Story, MemoryHouse]) -> None:
    """A question would read every word that was ever said."""
    story, house = described
    args = (TERMS, [1.0] * len(TERMS), 1.2, 0.75, 20)
    for root in await explain(story, "memories_worded", *scope_columns(house.mixed), *args):
        reads_one_session(root, house.mixed)
        assert all(it.get("Index Name") == "word_pkey" for it in on(root, "word"))
        assert rows_read(root, "word") < EACH
        assert root["Actual Rows"] == 20


async def test_a_stretch_of_time_is_read_in_one_look(described: tuple[Story, MemoryHouse]) -> None:
    """Asked for a day, the character would read the whole story once for each of its lines."""
    story, house = described
    for root in await explain(story, "memories_told", *scope_columns(house.mixed), 50):
        reads_one_session(root, house.mixed)
        assert root["Actual Rows"] == 50
        assert rows_read(root, "derived") <= 3 * 50


@pytest.mark.share(2)
async def test_texts_are_looked_through_once(described: tuple[Story, MemoryHouse]) -> None:
    """A search for one character would go through the memories again for each text that holds it."""
    story, house = described
    for root in await explain(story, "memories_holding", *scope_columns(house.mixed), ["%"], 20):
        reads_one_session(root, house.mixed)
        assert [it["Actual Loops"] for it in on(root, "derived")] == [1]
        assert root["Actual Rows"] == 20


async def test_texts_are_read_in_one_pass(described: tuple[Story, MemoryHouse]) -> None:
    """Reading the ten memories that were chosen would look at all others again for each of them."""
    story, house = described
    async with story.db.connection() as connection:
        some = "SELECT derived_id FROM memory WHERE session_id = $1 ORDER BY derived_id DESC LIMIT 10"
        found = await connection.fetch(some, house.mixed.sights[0].session.session)
    ids = [it["derived_id"] for it in found]
    for root in await explain(story, "memories_read", *scope_columns(house.mixed), ids):
        assert root["Actual Rows"] == len(ids)
        assert rows_read(root, "memory") <= len(house.vectors) + 4 * len(ids)
        assert called(root) <= {"unnest"}
