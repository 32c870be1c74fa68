"""How the server reads a long story: plans and pages, never time. With statistics and without, both kinds of plan."""

import json
import re
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any, cast

import pytest

from engine.db.chats import log, scenes
from engine.db.chats.log import arrays
from engine.db.memory import derivations
from engine.db.postgres.driver import Connection, DriverRow
from engine.db.postgres.migrate import migrate
from engine.db.postgres.pool import Database, Statements, open_database
from engine.db.postgres.queries import product_queries
from engine.rules.lines import cut, line_of
from engine.values.chats.entries import Branch, Place
from engine.values.chats.turns import Turn, TurnKind
from engine.values.ids import ChannelHeadKey, TurnKey
from tests.conftest import MIGRATIONS, NewDatabase
from tests.story.deep import ENTRIES, FIRST, FORKS, RETIRED, Deep, deep_session
from tests.story.places import fresh_character, fresh_place

Node = dict[str, Any]

_CALL = re.compile(r"\b(?!ANY\b|NOT\b|AND\b|OR\b|IN\b)[A-Za-z_][A-Za-z_0-9]*\(")


@dataclass(frozen=True)
class Story:
    """The long story and the database that holds nothing else."""

    db: Database
    deep: Deep


@pytest.fixture(scope="module")
async def story(new_database: NewDatabase) -> AsyncIterator[Story]:
    url = await new_database()
    await migrate(url, MIGRATIONS)
    db = await open_database(url, min_size=1, max_size=2)
    here = await fresh_place(db)
    character = await fresh_character(db, here)
    async with db.connection() as connection:
        for table in ("entry", "branch", "derived", "source", "retired"):
            await connection.execute(f"ALTER TABLE {table} SET (autovacuum_enabled = false)")
        deep = await deep_session(connection, here, character)
    yield Story(db, deep)
    await db.close()


@pytest.fixture(scope="module", params=["no statistics", "statistics"])
async def described(request: pytest.FixtureRequest, story: Story) -> Story:
    """The story as it is right after an import, and as the server's own maintenance describes it later."""
    if request.param == "statistics":
        async with story.db.connection() as connection:
            await connection.execute("ANALYZE")
    return story


async def explain(story: Story, name: str, *args: Any) -> list[Node]:
    """What the server did for a statement, once planned for these values and once for any."""
    roots: list[Node] = []
    async with story.db.connection() as connection:
        for mode in ("force_custom_plan", "force_generic_plan"):
            await connection.execute(f"SET plan_cache_mode = {mode}")
            roots.append(await _explain(connection, product_queries()[name].sql, args))
        await connection.execute("RESET plan_cache_mode")
    return roots


async def _explain(connection: Connection, sql: str, args: tuple[Any, ...]) -> Node:
    text = await connection.fetchval(f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON, TIMING OFF) {sql}", *args)
    return json.loads(text)[0]["Plan"]


def nodes(root: Node) -> Iterator[Node]:
    yield root
    for child in root.get("Plans", ()):
        yield from nodes(child)


def on(root: Node, table: str) -> list[Node]:
    """The nodes that read ``table``."""
    return [it for it in nodes(root) if it.get("Relation Name") == table]


def rows_read(root: Node, table: str) -> int:
    """How many of a table's rows were looked at."""
    seen = ("Actual Rows", "Rows Removed by Filter", "Rows Removed by Join Filter")
    return sum(round(sum(it.get(key, 0) for key in seen) * it["Actual Loops"]) for it in on(root, table))


def pages(root: Node) -> int:
    return root["Shared Hit Blocks"] + root["Shared Read Blocks"]


def called(root: Node) -> set[str]:
    """The functions that conditions call for each row."""
    conditions = ("Filter", "Join Filter", "Index Cond", "Hash Cond", "Merge Cond")
    return {call for it, key in product(nodes(root), conditions) for call in _CALL.findall(it.get(key, ""))}


async def test_memories_are_read_once_and_retirements_hashed(described: Story) -> None:
    """A character with ten thousand memories would take a hundred milliseconds, not ten, for every thought."""
    deep = described.deep
    for root in await explain(described, "live_rows", *deep.key_and(arrays(deep.line)), ["core"]):
        assert any("hashed SubPlan" in it.get("Filter", "") for it in nodes(root))
        for table, rows in (("derived", ENTRIES), ("retired", RETIRED)):
            (read,) = on(root, table)
            assert read["Actual Loops"] == FORKS + 1
            assert rows_read(root, table) <= rows + FORKS + 1
        assert called(root) == set()
        assert root["Actual Rows"] == ENTRIES - RETIRED
        assert pages(root) < 5_000


async def test_the_last_messages_are_read_alone(described: Story) -> None:
    """Every turn of a long story would read all of it."""
    deep, floor = described.deep, ENTRIES - 80
    tail = arrays(cut(deep.line, after=floor))
    for root in await explain(described, "messages", *deep.key_and(tail), floor, 40):
        assert root["Actual Rows"] == 40
        assert rows_read(root, "entry") <= 200
        assert pages(root) <= 300


class Asked:
    """Passes one statement on, and keeps it as it was asked."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self.args: tuple[Any, ...] = ()

    async def fetchrow(self, name: str, *args: Any) -> DriverRow | None:
        self.args = (name, *args)
        return await self._db.fetchrow(name, *args)


async def test_what_a_turn_loads_is_bounded(described: Story) -> None:
    """A turn would become slower with every message that was ever said."""
    key, asked = described.deep.key, Asked(described.db)
    turn = Turn(
        TurnKey(key.space, key.session, 1), ChannelHeadKey(key.space, 1), 1, FORKS + 1, ENTRIES, TurnKind.REPLY, 1, 1
    )
    loaded = await scenes.load(cast("Statements", asked), turn, described.deep.line, limit=40)
    assert len(loaded.history) == 40
    for root in await explain(described, *asked.args):
        assert rows_read(root, "entry") <= 2000
        assert pages(root) <= 800


async def test_no_more_of_a_branch_is_read_than_a_turn_takes(described: Story) -> None:
    """Every turn of a story without forks would read four messages for each one that it takes."""
    key, asked = described.deep.key, Asked(described.db)
    turn = Turn(TurnKey(key.space, key.session, 1), ChannelHeadKey(key.space, 1), 1, 1, FIRST, TurnKind.REPLY, 1, 1)
    await scenes.load(cast("Statements", asked), turn, line_of({1: Branch(1, None, 0)}, 1, FIRST), limit=40)
    for root in await explain(described, *asked.args):
        assert rows_read(root, "entry") <= 200


@pytest.fixture(scope="module")
async def changing(new_database: NewDatabase) -> AsyncIterator[Story]:
    """A long story in which every second entry is the state of something."""
    url = await new_database()
    await migrate(url, MIGRATIONS)
    db = await open_database(url, min_size=1, max_size=2)
    here = await fresh_place(db)
    character = await fresh_character(db, here)
    async with db.connection() as connection:
        deep = await deep_session(connection, here, character)
        await connection.execute("UPDATE entry SET kind = 'variables' WHERE seq % 2 = 0")
        await connection.execute("UPDATE entry SET kind = 'timers' WHERE seq % 200 = 3")
    yield Story(db, deep)
    await db.close()


@pytest.mark.parametrize("described", [False, True])
async def test_the_newest_state_is_found_without_reading_the_old(changing: Story, described: bool) -> None:
    """Stories in which something is counted would become slower with every reply."""
    deep = changing.deep
    if described:
        async with changing.db.connection() as connection:
            await connection.execute("VACUUM ANALYZE")
    for root in await explain(changing, "newest_acts", *deep.key_and(arrays(deep.line)), None):
        assert root["Actual Rows"] == 3
        assert rows_read(root, "entry") <= 20
        assert pages(root) <= 60


async def test_the_head_is_found_without_reading_the_branch(described: Story) -> None:
    """Every head move would count through the whole story."""
    for root in await explain(described, "head", *described.deep.key_and(()), FORKS + 1):
        assert rows_read(root, "entry") <= 1
        assert pages(root) <= 20


async def test_a_message_that_is_pointed_at_is_read_alone(described: Story) -> None:
    """Mending a word of the beginning would read the whole story behind it."""
    deep, seq = described.deep, 100
    behind = deep.key_and(arrays(cut(deep.line, after=seq - 1)))
    for root in await explain(described, "entry_at", *behind, seq - 1, seq):
        assert root["Actual Rows"] == 1
        assert rows_read(root, "entry") <= 2
    for root in await explain(described, "acts_behind", *behind, seq - 1):
        assert rows_read(root, "entry") <= ENTRIES // 100 + FORKS, "acts are read without what was said"


@pytest.mark.parametrize("back", [10, 300])
async def test_what_parts_two_lines_costs_what_changed(described: Story, back: int) -> None:
    """Looking at a save of a minute ago would go through everything that is remembered."""
    deep, common = described.deep, ENTRIES - back
    tail, trunk = cut(deep.line, after=common), cut(deep.line, upto=common)
    nothing = cut(tail, after=ENTRIES)
    for one, other, most in ((tail, nothing, back), (nothing, tail, RETIRED)):
        lines = (*arrays(one), *arrays(other), *arrays(trunk))
        for root in await explain(described, "parted", *deep.key_and(lines), []):
            assert rows_read(root, "derived") <= most + 1
            assert rows_read(root, "retired") <= 2 * RETIRED


async def test_what_was_made_from_a_message_is_found_in_one_pass(described: Story) -> None:
    """Mending one old message would stop the conversation for twenty seconds."""
    deep = described.deep
    for root in await explain(described, "made_from", *deep.key_and(arrays(deep.line)), ENTRIES - 10):
        assert [it["Actual Loops"] for it in on(root, "source") + on(root, "derived")] == [1, 1]
        assert root["Actual Rows"] == 1
        assert pages(root) < 2_000


async def test_a_deep_story_is_read_right(story: Story) -> None:
    """Quick would be worth nothing if the messages were others."""
    deep, on_it = story.deep, story.db
    said = await log.messages(on_it, deep.key, deep.line, 40)
    assert [it.place.seq for it in said] == list(range(ENTRIES - 39, ENTRIES + 1))
    assert said[0].place.branch < said[-1].place.branch == FORKS + 1
    known = await derivations.live(on_it, deep.key, deep.line, ["core"])
    assert len(known) == ENTRIES - RETIRED
    assert [it.place for it in await derivations.made_from(on_it, deep.key, deep.line, 21)] == [Place(1, 21)]
    assert await derivations.made_from(on_it, deep.key, deep.line, 20) == []
