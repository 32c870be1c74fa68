"""How the server reads long lists: what is shown is read, and of the rest no more than its number takes."""

from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any, cast

import pytest

from engine.db.postgres.migrate import migrate
from engine.db.postgres.pool import Database, open_database
from engine.values.chats.incoming import Here
from engine.values.paging import Wanted
from tests.bench.lists import FILL
from tests.conftest import MIGRATIONS, NewDatabase
from tests.stores.test_plans import Story, explain, rows_read
from tests.story.places import fresh_place

MANY = 2_000
SIZE = 8
SESSION = "INSERT INTO session (space_id, seed) VALUES ($1, 1) RETURNING id"
START = "INSERT INTO branch (space_id, session_id, id, reason) VALUES ($1, $2, 1, 'start')"
SAID = (
    "INSERT INTO entry (space_id, session_id, branch_id, seq, kind, text, said_at)"
    " SELECT $1, $2, 1, seq, 'message', 'Words', now() FROM generate_series(1, 4) AS seq"
)


@pytest.fixture(scope="module")
async def full(new_database: NewDatabase) -> AsyncIterator[tuple[Database, Here, int]]:
    """Saves and branches of one story, and as many other chats in its channel."""
    url = await new_database()
    await migrate(url, MIGRATIONS)
    db = await open_database(url, min_size=1, max_size=2)
    here = await fresh_place(db)
    async with db.connection() as connection:
        for table in ("savepoint", "branch", "session", "stand", "entry"):
            await connection.execute(f"ALTER TABLE {table} SET (autovacuum_enabled = false)")
        session = await connection.fetchval(SESSION, here.space)
        await connection.execute(START, here.space, session)
        await connection.execute(SAID, here.space, session)
        for statement in FILL[:4]:
            await connection.execute(statement, here.space, session, here.channel, MANY)
    yield db, here, session
    await db.close()


@pytest.fixture(scope="module", params=["no statistics", "statistics"])
async def described(
    request: pytest.FixtureRequest, full: tuple[Database, Here, int]
) -> tuple[Story, Here, tuple[int, int]]:
    db, here, session = full
    if request.param == "statistics":
        async with db.connection() as connection:
            await connection.execute("ANALYZE")
    return Story(db, cast("Any", None)), here, (here.space, session)


PAGES = [(0, ""), (MANY - SIZE, ""), (0, ">"), (0, "<")]


@pytest.mark.parametrize(("after", "turn"), PAGES)
async def test_of_saves_those_that_are_shown_are_read(
    described: tuple[Story, Here, tuple[int, int]], after: int, turn: str
) -> None:
    """A list of ten thousand saves would sort and read them all for the eight that fit a phone."""
    story, _, key = described
    for root in await explain(
        story, "saves_listed", *key, "%%", False, timedelta(days=30), True, SIZE, after, turn, MANY // 2
    ):
        assert root["Actual Rows"] == SIZE
        assert rows_read(root, "savepoint") <= (3 if turn else 1) * MANY + after + 2 * SIZE + 2


async def test_only_branches_that_are_shown_are_looked_into(described: tuple[Story, Here, tuple[int, int]]) -> None:
    """A list or a tree of ten thousand branches would look for the last words on each."""
    story, _, key = described
    for turn in ("", ">", "<"):
        for root in await explain(story, "branch_list", *key, False, "%%", 1, SIZE, 0, turn, MANY // 2):
            assert root["Actual Rows"] == SIZE
            assert rows_read(root, "entry") <= 4 * (SIZE + 4)
    for root in await explain(story, "branch_nodes", *key, list(range(1, SIZE + 1))):
        assert root["Actual Rows"] == SIZE
        assert rows_read(root, "branch") <= MANY
        assert rows_read(root, "entry") <= 3 * SIZE
    for root in await explain(story, "branches_called", *key, True, "%ier 12%", 1, None, "ier 12", 25):
        assert rows_read(root, "branch") <= 2 * MANY + 3 * 25
        assert rows_read(root, "entry") <= 5 * 25


async def test_only_chats_that_are_shown_are_counted(described: tuple[Story, Here, tuple[int, int]]) -> None:
    """A list of ten thousand chats would count what was said in each."""
    story, here, _ = described
    where = (here.space, here.channel, ["active"])
    for turn in ("", ">", "<"):
        for root in await explain(story, "session_list", *where, "%%", True, SIZE, 0, turn, None, None):
            assert rows_read(root, "entry") <= 6 * SIZE
    for root in await explain(story, "sessions_called", *where, "%hat 12%", True, 25, None, "hat 12"):
        assert root["Actual Rows"] == 25
        assert rows_read(root, "entry") == 0, "whoever types a name is shown names"


def test_pages_are_as_long_as_the_bot_shows_them() -> None:
    """What is asserted here would be of other lists than people see."""
    assert Wanted().size == SIZE
