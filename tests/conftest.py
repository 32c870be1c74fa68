"""The databases of the tests: one server of our own for the whole run, one migrated database per worker."""

import fcntl
import gc
import itertools
import os
import shutil
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Generator
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from hypothesis import settings

from engine.db.postgres.embedded import EmbeddedServer, start
from engine.db.postgres.migrate import migrate
from engine.db.postgres.pool import Database, open_database
from tests import calendar, connections, share
from tests.log_lines import plain_tracebacks

MIGRATIONS = Path(__file__).parent.parent / "migrations"
TEMPLATE = "omoide_template"
_FILLED = """
SELECT oid::regclass::text AS name FROM pg_class
WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> 'schema_migration'
    AND pg_relation_size(oid) > 0
"""
"""The tables that have a page at all."""

Sql = Callable[..., Awaitable[list[Any]]]
NewDatabase = Callable[[], Awaitable[str]]

calendar.keep()
plain_tracebacks()
# How long an example takes is the machine's.
settings.register_profile("untimed", parent=settings(), deadline=None, max_examples=share.examples(100))
settings.load_profile("untimed")


def pytest_configure(config: pytest.Config) -> None:
    """Explain the marks of our own."""
    config.addinivalue_line("markers", "calendar: depends on the date; `make dates` runs these on thirty")
    config.addinivalue_line("markers", "share(n): a part of n runs a day; `make walks` runs all")
    share.day()


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is collected stays: looking for garbage in it meanwhile takes a sixth of the time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the walks of other days out, where only today's are asked for."""
    left = share.left_for_other_days(items, _shared)
    if left:
        config.hook.pytest_deselected(items=[items[it] for it in left])
        items[:] = [it for number, it in enumerate(items) if number not in left]


def _shared(item: pytest.Item) -> tuple[str, int] | None:
    mark = item.get_closest_marker("share")
    if mark is None and share.quick() and "server" in getattr(item, "fixturenames", ()):
        return str(item.path), share.PARTS_OF_QUICK
    return None if mark is None else ("share", mark.args[0])


def pytest_report_header() -> str | None:
    """The date, where one is played."""
    date = os.environ.get(calendar.DATE)
    return f"calendar: {date}" if date else None


def pytest_collection_finish() -> None:
    """Thousands of tests stay to the end: no collection of garbage has to look through them again and again.

    From here on it is looked for less often than Python does by itself, which takes less than half the time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 10, 50)


@pytest.fixture(scope="session")
async def server(testrun_uid: str) -> AsyncIterator[EmbeddedServer]:
    """The server, shared by all workers of the run; the last one to leave removes its folder."""
    folder = Path(tempfile.gettempdir()) / f"omoide-tests-{testrun_uid}"
    running = await start(folder / "database", grace=0.2, durable=False)
    yield running
    await running.stop()
    if _nobody_else_uses(folder / "database" / "users.lock") and await running.ended():
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
async def database_url(server: EmbeddedServer, worker_id: str) -> AsyncIterator[str]:
    """A database of this worker with every migration applied. Tests share it: each makes a space of its own."""
    url = await _create(server, f"omoide_{worker_id}", template=await _template(server))
    async with connections.kept(url):
        yield url


@pytest.fixture(scope="session")
async def db(database_url: str) -> AsyncIterator[Database]:
    """The door to this worker's database."""
    database = await open_database(database_url, min_size=1, max_size=8)
    yield database
    await database.close()


@pytest.fixture(scope="session")
def sql(db: Database) -> Sql:
    """Runs any SQL, for what a test must see or arrange behind the stores: ``rows = await sql("SELECT …", 1)``."""

    async def run(query: str, *args: Any) -> list[Any]:
        async with db.connection() as connection:
            return await connection.fetch(query, *args)

    return run


@pytest.fixture(scope="session")
def new_database(server: EmbeddedServer, worker_id: str) -> NewDatabase:
    """Makes empty databases without any migration; returns their URLs."""
    numbers = itertools.count(1)

    async def make() -> str:
        return await _create(server, f"empty_{worker_id}_{next(numbers)}", template="template0")

    return make


@pytest.fixture(scope="session")
async def private_database_url(server: EmbeddedServer, worker_id: str) -> AsyncIterator[str]:
    """A second database of this worker, for ``fresh_database``."""
    url = await _create(server, f"private_{worker_id}", template=await _template(server))
    async with connections.kept(url):
        yield url


@pytest.fixture
async def fresh_database(private_database_url: str) -> str:
    """A migrated database in which nothing is, for who knows nothing of other tests' spaces: a whole daemon."""
    connection = await asyncpg.connect(private_database_url)
    try:
        async with connection.transaction():
            await _empty(connection)
    finally:
        await connection.close()
    return private_database_url


async def _empty(connection: Any) -> None:
    """Every row goes, and ids begin at one again. TRUNCATE would write some hundred files anew, which takes longer."""
    await connection.execute("SET LOCAL session_replication_role = replica")  # no table waits for another
    for it in await connection.fetch(_FILLED):
        await connection.execute(f"DELETE FROM {it['name']}")
    await connection.execute("SELECT setval(seqrelid, seqstart, false) FROM pg_sequence")


async def _template(server: EmbeddedServer) -> str:
    """Migrated by whichever worker is first; the others wait."""
    admin = await asyncpg.connect(server.dsn)
    try:
        await admin.execute("SELECT pg_advisory_lock(1)")
        if not await admin.fetchval("SELECT 1 FROM pg_database WHERE datname = $1", TEMPLATE):
            await admin.execute(f'CREATE DATABASE "{TEMPLATE}_new" TEMPLATE template0')
            await calendar.keep_database(_url(server, f"{TEMPLATE}_new"))
            await migrate(_url(server, f"{TEMPLATE}_new"), MIGRATIONS)
            await admin.execute(f'ALTER DATABASE "{TEMPLATE}_new" RENAME TO "{TEMPLATE}"')
    finally:
        await admin.close()
    return TEMPLATE


async def _create(server: EmbeddedServer, name: str, *, template: str) -> str:
    admin = await asyncpg.connect(server.dsn)
    try:
        await admin.execute("SELECT pg_advisory_lock(1)")
        await admin.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
    finally:
        await admin.close()
    await calendar.keep_database(_url(server, name))
    return _url(server, name)


def _url(server: EmbeddedServer, database: str) -> str:
    return server.dsn.replace("/postgres?", f"/{database}?")


def _nobody_else_uses(lock: Path) -> bool:
    descriptor = os.open(lock, os.O_RDWR)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    finally:
        os.close(descriptor)
    return True
