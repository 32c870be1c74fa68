"""What an idle stand costs: nothing."""

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from engine.db.postgres.migrate import migrate
from engine.db.postgres.pool import Database, open_database
from engine.db.postgres.queries import product_queries
from tests.conftest import MIGRATIONS, NewDatabase
from tests.stores.test_plans import _explain, rows_read

IDLE = 2_000

STANDS = f"""
    INSERT INTO space (platform, external) SELECT 'p', n::text FROM generate_series(1, {IDLE}) AS n;
    INSERT INTO channel (space_id, external) SELECT id, 'c' FROM space;
    INSERT INTO session (space_id, seed) SELECT id, 1 FROM space;
    INSERT INTO branch (space_id, session_id, id, reason) SELECT space_id, id, 1, 'start' FROM session;
    INSERT INTO stand (space_id, session_id, channel_id, branch_id)
        SELECT session.space_id, session.id, channel.id, 1 FROM session JOIN channel USING (space_id);
    UPDATE channel SET stand_id = stand.id FROM stand WHERE stand.space_id = channel.space_id;
    INSERT INTO lease (space_id, stand_id) SELECT space_id, id FROM stand;
    INSERT INTO person (platform, external, name) VALUES ('p', 'x', 'x');
    INSERT INTO inbox (space_id, channel_id, external, kind, person_id, position, sent_at, outcome)
        SELECT space_id, channel.id, 'm', 'message', person.id, 1, now(), CASE WHEN space_id > 1 THEN 'turn' END
        FROM channel, person;
    ANALYZE;
"""


@pytest.fixture
async def idle(new_database: NewDatabase) -> AsyncIterator[Database]:
    """Many stands, and one message that waits."""
    url = await new_database()
    await migrate(url, MIGRATIONS)
    db = await open_database(url, min_size=1, max_size=1)
    async with db.connection() as connection:
        await connection.execute(STANDS)
    yield db
    await db.close()


async def test_the_sweep_reads_only_what_waits(idle: Database) -> None:
    """A house with many channels would look through all of them every five seconds, for nothing."""
    asked = (["p"], timedelta(minutes=15), "nobody")
    assert len(await idle.fetch("unfinished", *asked)) == 1
    async with idle.connection() as connection:
        root = await _explain(connection, product_queries()["unfinished"].sql, asked)
    read = {it: rows_read(root, it) for it in ("space", "stand", "lease", "channel", "inbox")}
    assert sum(read.values()) < 20, read
