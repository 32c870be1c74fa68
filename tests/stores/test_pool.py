"""The door to Postgres: values in and out, all or nothing, and what every kind of failure is called."""

import asyncio
import traceback
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import asyncpg
import numpy as np
import pytest
from pgvector import HalfVector

from engine import errors
from engine.db.postgres.pool import Database, open_database
from engine.db.postgres.queries import Queries
from engine.db.postgres.repeat import CONFLICT_REPEATS, repeat, spread
from engine.work.clock import SystemClock
from tests.conftest import NewDatabase
from tests.stores.cutting_proxy import cutting_proxy

SQL = """
-- name: note_add
-- Stores a note under its key, once.
INSERT INTO note (key, body, data, meaning) VALUES ($1, $2, $3, $4) ON CONFLICT (key) DO NOTHING;
-- name: note_insist
-- Stores a note under a key that must be new.
INSERT INTO note (key, body) VALUES ($1, $2);
-- name: notes
-- Reads all notes in order.
SELECT key, body, data, meaning FROM note ORDER BY key;
-- name: note_touch
-- Changes the text of a note.
UPDATE note SET body = body || $2 WHERE key = $1;
-- name: fail_with
-- Raises the error with this code.
SELECT note_fail($1);
-- name: meaning_type
-- Tells how a vector argument arrives.
SELECT pg_typeof($1::halfvec)::text, $1::halfvec <-> $1::halfvec AS distance;
"""
TABLES = """
CREATE EXTENSION IF NOT EXISTS vector;
CREATE TABLE note (key text PRIMARY KEY, body text NOT NULL, data jsonb, meaning halfvec(3));
CREATE FUNCTION note_fail(code text) RETURNS void LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'secret words' USING ERRCODE = code, DETAIL = 'secret details'; END $$;
"""


@pytest.fixture(scope="module")
def queries(tmp_path_factory: pytest.TempPathFactory) -> Queries:
    folder = tmp_path_factory.mktemp("sql")
    (folder / "notes.sql").write_text(SQL)
    return Queries.load(folder)


@pytest.fixture(scope="module")
async def notes_database(new_database: NewDatabase) -> str:
    url = await new_database()
    connection = await asyncpg.connect(url)
    await connection.execute(TABLES)
    await connection.close()
    return url


@pytest.fixture
async def notes_url(notes_database: str) -> str:
    connection = await asyncpg.connect(notes_database)
    await connection.execute("TRUNCATE note")
    await connection.close()
    return notes_database


@pytest.fixture(params=[False, True], ids=["direct", "pgbouncer"])
async def notes(request: pytest.FixtureRequest, notes_url: str, queries: Queries) -> AsyncIterator[Database]:
    database = await open_database(notes_url, min_size=1, max_size=4, pgbouncer=request.param, queries=queries)
    yield database
    await database.close()


@dataclass
class StepClock:
    """Time that passes only while somebody waits; every wait is written down."""

    elapsed: float = 0.0
    waits: list[float] = field(default_factory=list[float])

    def now(self) -> datetime:
        return datetime(2026, 1, 1, tzinfo=UTC)

    def monotonic(self) -> float:
        return self.elapsed

    async def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.elapsed += seconds


async def test_values_come_back_as_they_went(notes: Database):
    """If this fails, Chinese text, structured data or the meaning of a memory is damaged on its way."""
    vector = np.array([0.5, -1.0, 2.0], dtype=np.float16)
    assert await notes.execute("note_add", "k", "你好", {"名": ["思い出", 1, None]}, HalfVector(vector)) == 1
    assert await notes.execute("note_add", "k", "twice", None, None) == 0
    row = await notes.fetchrow("notes")
    assert row is not None
    assert (row["body"], row["data"]) == ("你好", {"名": ["思い出", 1, None]})
    assert row["meaning"].to_list() == [0.5, -1.0, 2.0]
    assert await notes.fetchval("meaning_type", vector) == "halfvec"


async def test_a_transaction_is_all_or_nothing(notes: Database):
    """If this fails, a turn is stored by half."""

    async def half() -> None:
        async with notes.transaction() as inside:
            await inside.execute("note_insist", "a", "x")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await half()
    assert await notes.fetch("notes") == []
    async with notes.transaction() as inside:
        await inside.executemany("note_insist", [("a", "x"), ("b", "y")])
    assert [row["key"] for row in await notes.fetch("notes")] == ["a", "b"]


async def test_a_swallowed_error_is_not_taken_for_a_commit(notes: Database):
    """If this fails, somebody is told "saved" although the database undid it."""

    async def careless() -> None:
        async with notes.transaction() as inside:
            await inside.execute("note_insist", "a", "x")
            with suppress(errors.DatabaseConstraint):
                await inside.execute("note_insist", "a", "again")

    with pytest.raises(errors.DatabaseConstraint):
        await careless()
    assert await notes.fetch("notes") == []


async def test_a_statement_is_planned_once_a_connection(notes_url: str, queries: Queries):
    """If this fails, half of what the server does for a turn is to plan anew what it planned a moment ago."""
    notes = await open_database(notes_url, min_size=1, max_size=1, queries=queries)
    for number in range(8):
        await notes.execute("note_add", f"k{number}", "x", None, None)
    async with notes.connection() as connection:
        plans = await connection.fetchrow(
            "SELECT generic_plans, custom_plans FROM pg_prepared_statements WHERE statement LIKE 'INSERT INTO note%'"
        )
    assert plans is not None
    assert tuple(plans) == (8, 0)
    await notes.close()


async def test_statements_and_commits_are_counted(notes_url: str, queries: Queries):
    """If this fails, nobody notices when a turn takes more round trips or commits than it may."""
    notes = await open_database(notes_url, min_size=1, max_size=1, queries=queries)
    before = notes.counts.copy()
    await notes.fetch("notes")
    await notes.execute("note_insist", "a", "x")
    async with notes.transaction() as inside:
        await inside.execute("note_touch", "a", "y")
        await inside.fetch("notes")
        assert notes.held == 1
    async with notes.transaction(readonly=True) as inside:
        await inside.fetch("notes")
    counted = notes.counts.since(before)
    assert (counted.statements, counted.trips, counted.commits) == (5, 9, 2)
    assert counted.by_name == {"notes": 3, "note_insist": 1, "note_touch": 1}
    assert notes.held == 0
    await notes.close()


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("40001", errors.DatabaseConflict),
        ("40P01", errors.DatabaseConflict),
        ("55P03", errors.DatabaseConflict),
        ("53100", errors.DatabaseFull),
        ("53300", errors.DatabaseUnreachable),
        ("57P03", errors.DatabaseUnreachable),
        ("08006", errors.DatabaseUnreachable),
        ("57014", errors.DatabaseTimeout),
        ("23514", errors.DatabaseConstraint),
        ("28000", errors.DatabaseRefused),
        ("XX000", errors.DatabaseError),
    ],
)
async def test_the_servers_errors_have_our_names(notes: Database, code: str, kind: type[errors.DatabaseError]):
    """If this fails, a full disk or a deadlock reaches a person as an internal error."""
    with pytest.raises(errors.DatabaseError) as raised:
        await notes.fetch("fail_with", code)
    assert type(raised.value) is kind
    assert raised.value.data["code"] == code
    assert "secret details" not in "".join(traceback.format_exception(raised.value))


@pytest.mark.parametrize("args", [("k", "my secret"), ("n", "my secret\0"), ("s", "my secret\ud800"), ("t", 5)])
async def test_what_people_wrote_is_not_in_errors(notes: Database, args: tuple[str, object]):
    """If this fails, private words end up in the logs when a row is refused."""
    await notes.execute("note_insist", "k", "first")
    with pytest.raises(errors.DatabaseError) as raised:
        await notes.execute("note_insist", *args)
    assert "secret" not in "".join(traceback.format_exception(raised.value))


async def test_a_wrong_address_says_what_is_wrong(database_url: str, tmp_path: Path):
    """If this fails, an operator with a typing error in DATABASE_URL reads a stack trace."""
    with pytest.raises(errors.DatabaseRefused) as refused:
        await open_database(database_url.replace("/omoide_", "/no_such_"), min_size=1)
    assert refused.value.data["code"] == "3D000"
    with pytest.raises(errors.DatabaseUnreachable):
        await open_database(f"postgresql://omoide@/postgres?host={tmp_path}", min_size=1)
    with pytest.raises(errors.DatabaseUnreachable):
        await open_database("postgresql://omoide@127.0.0.1:1/postgres", min_size=1)


@pytest.mark.parametrize("cut", ["before", "after"])
async def test_a_lost_commit_is_unknown_and_repeated_once(notes_url: str, queries: Queries, cut: str):
    """If this fails, a message is lost or stored twice when the network breaks in the wrong moment."""
    async with cutting_proxy(notes_url) as proxy:
        database = await open_database(proxy.dsn, min_size=1, max_size=2, queries=queries)
        seen: list[errors.DatabaseError] = []

        async def work() -> None:
            try:
                async with database.transaction() as inside:
                    await inside.execute("note_add", "key", "once", None, None)
            except errors.DatabaseError as error:
                seen.append(error)
                raise

        proxy.cut = "after" if cut == "after" else "before"
        await repeat(work, key="key", clock=SystemClock())
        assert proxy.cuts == 1
        assert [type(error) for error in seen] == [errors.DatabaseOutcomeUnknown]
        assert [row["body"] for row in await database.fetch("notes")] == ["once"]
        await database.close()


async def test_a_read_on_a_dead_connection_is_asked_again(notes_url: str, queries: Queries):
    """The first person who looks at anything after a restart of the database would see an error."""
    async with cutting_proxy(notes_url) as proxy:
        database = await open_database(proxy.dsn, min_size=1, max_size=2, queries=queries)
        proxy.mark, proxy.cut = b"FROM note ORDER", "before"
        assert await database.fetch("notes") == []
        assert proxy.cuts == 1
        proxy.mark, proxy.cut = b"INSERT INTO note (key, body)", "before"
        with pytest.raises(errors.DatabaseOutcomeUnknown):
            await database.execute("note_insist", "key", "once")
        assert proxy.cuts == 2, "a write may have been done, so nobody asks again without a key"
        await database.close()


async def test_two_who_lock_crosswise_both_get_through(notes: Database):
    """If this fails, two people who act at the same time see an error."""
    await notes.executemany("note_insist", [("a", ""), ("b", "")])
    both_hold_one = asyncio.Barrier(2)
    met = False

    async def touch(first: str, second: str) -> None:
        nonlocal met
        async with notes.transaction() as inside:
            await inside.execute("note_touch", first, first)
            if not met:
                await both_hold_one.wait()
                met = True
            await inside.execute("note_touch", second, first)

    await asyncio.gather(
        repeat(lambda: touch("a", "b"), key="1", clock=SystemClock()),
        repeat(lambda: touch("b", "a"), key="2", clock=SystemClock()),
    )
    assert {frozenset(row["body"]) for row in await notes.fetch("notes")} == {frozenset("ab")}


async def test_more_work_than_connections_waits_its_turn(notes_url: str, queries: Queries):
    """If this fails, a busy evening locks the bot up instead of making it a little slower."""
    database = await open_database(notes_url, min_size=1, max_size=2, queries=queries)
    await asyncio.gather(*(database.execute("note_insist", str(n), "x") for n in range(100)))
    assert len(await database.fetch("notes")) == 100
    await database.close()


async def test_a_server_that_stays_away_is_given_up_at_the_deadline():
    """If this fails, a person waits for ever, or hears of trouble that would have passed."""
    clock = StepClock()
    tries = 0

    async def work() -> None:
        nonlocal tries
        tries += 1
        raise errors.DatabaseUnreachable(code="gone")

    with pytest.raises(errors.DatabaseUnreachable):
        await repeat(work, key="k", clock=clock, seconds=10)
    assert 5 < clock.elapsed <= 10
    assert tries == len(clock.waits) + 1
    assert max(clock.waits) <= 0.5


async def test_a_conflict_is_repeated_three_times_only():
    """If this fails, a conflict that never ends keeps the database busy with hopeless work."""
    tries = 0

    async def work() -> None:
        nonlocal tries
        tries += 1
        raise errors.DatabaseConflict(code="40P01")

    with pytest.raises(errors.DatabaseConflict):
        await repeat(work, key="k", clock=StepClock())
    assert tries == CONFLICT_REPEATS + 1


def test_repeaters_do_not_march_in_step():
    """If this fails, all waiting channels hit a database that just came back at the same instant."""
    pauses = {spread(f"key {n}", 0) for n in range(1000)}
    assert len(pauses) == 1000
    assert 0 <= min(pauses) < 0.05 < 0.95 < max(pauses) < 1


async def test_who_is_cancelled_while_it_begins_leaves_no_transaction(
    notes: Database, caplog: pytest.LogCaptureFixture
):
    """Each stop at the wrong moment would put an error into the log, and cost a connection its next turn."""

    async def use() -> None:
        async with notes.transaction():
            await asyncio.Event().wait()

    for steps in range(20):
        task = asyncio.ensure_future(use())
        for _ in range(steps):
            await asyncio.sleep(0)
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
    assert [it.message for it in caplog.records if it.name == "asyncio"] == []
