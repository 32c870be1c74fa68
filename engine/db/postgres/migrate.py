"""Migrations: plain SQL files ``NNNN_name.sql``, forward only, each in one transaction with its row in the list."""

import hashlib
import re
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import structlog

from engine.db.postgres import server
from engine.db.postgres.driver import Connection, connect
from engine.db.postgres.queries import product_queries
from engine.db.postgres.translate import DRIVER_ERRORS, translated
from engine.errors import (
    DatabaseConflict,
    DatabaseError,
    DatabaseTimeout,
    DatabaseTooNew,
    DatabaseUnreachable,
    MigrationChanged,
)

WAIT_FOR_OTHERS_MS = 600_000
WAIT_FOR_A_LOCK_MS = 3_000
TRIES = 10
_UNASKED = {"first_in_house": "doctor-database-first", "circles_in_house": "doctor-database-circle"}
"""Queries of what characters write by themselves, with what is told of each."""

_FILE = re.compile(r"(\d{4})_([a-z0-9_]+)\.sql")
_ENDS_TRANSACTION = re.compile(r"^\s*(begin|commit|rollback|start\s+transaction)\s*;", re.IGNORECASE | re.MULTILINE)
_log = structlog.get_logger(__name__)


class MigrationFileError(ValueError):
    """A file of the migrations folder is wrong; the text says which and why."""


@dataclass(frozen=True, slots=True)
class Migration:
    """One file. ``name`` is its name without the ending; ``sha256`` that of its text with unix line ends."""

    number: int
    name: str
    sql: str
    sha256: str


def read_migrations(folder: Path) -> list[Migration]:
    """The files of ``folder`` in order; ``schema.sql`` is none. Raises MigrationFileError on gaps and odd files."""
    migrations = [_read(file) for file in sorted(folder.glob("*.sql")) if file.name != "schema.sql"]
    for number, migration in enumerate(migrations, start=1):
        if migration.number != number:
            raise MigrationFileError(f"{migration.name}: expected number {number:04}")
    return migrations


async def migrate(dsn: str, folder: Path) -> list[str]:
    """Bring the database up to date; the names of what was applied now, in order.

    Harmless to run twice at once: the second waits and finds nothing to do. A crash leaves the state before the
    migration it was in. Raises DatabaseTooNew, MigrationChanged, the errors of ``server.require``, DatabaseConflict
    when others hold locks for too long, and what any connection raises.
    """
    migrations = read_migrations(folder)
    async with _connected(dsn) as connection:
        if await _is_current(connection, migrations):
            return []
        await server.require(connection)
        return [migration.name for migration in migrations if await _apply_patiently(connection, migration)]


async def pending(dsn: str, folder: Path) -> list[str]:
    """The names of what would change a database that is in use; nothing for one that is new or up to date."""
    migrations = read_migrations(folder)
    async with _connected(dsn) as connection, _transaction(connection, "migration_rows"):
        if not await connection.fetchval(product_queries()["migration_table_exists"].sql):
            return []
        done = {row["number"] for row in await connection.fetch(product_queries()["migration_rows"].sql)}
    return [it.name for it in migrations if done and it.number not in done]


async def check(dsn: str, folder: Path) -> list[server.ServerFinding]:
    """What ``doctor`` says about the database: reachable, fit, with space, and the schema current."""
    try:
        async with _connected(dsn) as connection:
            findings = [server.ServerFinding(ok=True, message="doctor-database-reachable")]
            findings += await server.inspect(connection)
            findings.append(await _schema_finding(connection, read_migrations(folder)))
            return findings
    except DatabaseError as error:
        return [server.ServerFinding.of(error)]


async def unasked_findings(dsn: str) -> list[server.ServerFinding]:
    """How much characters write by themselves, in a day up to now, where the tables are up to date."""
    found: list[server.ServerFinding] = []
    try:
        async with _connected(dsn) as connection:
            for name, message in _UNASKED.items():
                async with _transaction(connection, name):
                    row = await connection.fetchrow(product_queries()[name].sql, None)
                found.append(server.ServerFinding(ok=True, message=message, data=dict(row or {})))
    except DatabaseError as error:
        found.append(server.ServerFinding.of(error))
    return found


async def dump_catalog(connection: Connection) -> str:
    """Everything the schema says, in one canonical text; equal texts mean equal schemas (column order aside)."""
    rows = await connection.fetch(product_queries()["catalog_lines"].sql)
    return "\n".join(row["line"] for row in rows)


@asynccontextmanager
async def _connected(dsn: str) -> AsyncGenerator[Connection]:
    try:
        with translated("connect"):
            connection = await connect(dsn)
    except DatabaseTimeout as error:
        raise DatabaseUnreachable(**error.data) from error
    try:
        yield connection
    finally:
        with translated("close"):
            await connection.close()


async def _is_current(connection: Connection, migrations: Sequence[Migration]) -> bool:
    async with _transaction(connection, "migration_rows"):
        if not await connection.fetchval(product_queries()["migration_table_exists"].sql):
            return False
        rows = await connection.fetch(product_queries()["migration_rows"].sql)
    known = {migration.number: migration for migration in migrations}
    for row in rows:
        if (migration := known.get(row["number"])) is None:
            raise DatabaseTooNew(name=row["name"], known=len(migrations))
        if migration.sha256 != row["sha256"]:
            raise MigrationChanged(name=row["name"])
    return len(rows) == len(migrations)


async def _apply_patiently(connection: Connection, migration: Migration) -> bool:
    for left in reversed(range(TRIES)):
        try:
            return await _apply(connection, migration)
        except DatabaseConflict:
            if not left:
                raise
            _log.warning("migration waits for locks", migration=migration.name, tries_left=left)
    raise AssertionError("unreachable")


async def _apply(connection: Connection, migration: Migration) -> bool:
    """One transaction: alone, look again, run the file, record it. False when somebody else was first."""
    queries = product_queries()
    async with _transaction(connection, migration.name):
        await connection.execute(queries["migration_lock_timeout"].sql, WAIT_FOR_OTHERS_MS)
        await connection.execute(queries["migration_lock"].sql)
        await connection.execute(queries["migration_table_create"].sql)
        done = {row["number"] for row in await connection.fetch(queries["migration_rows"].sql)}
        if migration.number in done:
            return False
        await connection.execute(queries["migration_lock_timeout"].sql, WAIT_FOR_A_LOCK_MS)
        await connection.execute(migration.sql)
        row = (migration.number, migration.name, migration.sha256)
        await connection.execute(queries["migration_row_add"].sql, *row)
    return True


@asynccontextmanager
async def _transaction(connection: Connection, what: str) -> AsyncGenerator[None]:
    native = connection.transaction()
    with translated(what):
        await native.start()
    try:
        with translated(what):
            yield
    except BaseException:
        with suppress(*DRIVER_ERRORS):  # a lost connection has rolled back already
            await native.rollback()
        raise
    with translated(what, commits=True):
        await native.commit()


async def _schema_finding(connection: Connection, migrations: Sequence[Migration]) -> server.ServerFinding:
    try:
        current = await _is_current(connection, migrations)
    except DatabaseError as error:
        return server.ServerFinding.of(error)
    return server.ServerFinding(
        ok=current, message="doctor-database-schema" if current else "doctor-database-schema-old"
    )


def _read(file: Path) -> Migration:
    if (match := _FILE.fullmatch(file.name)) is None:
        raise MigrationFileError(f"{file.name}: a migration is called NNNN_name.sql")
    sql = file.read_text("utf-8")
    if _ENDS_TRANSACTION.search(sql):
        raise MigrationFileError(f"{file.name}: the runner opens and ends the transaction")
    return Migration(int(match[1]), file.stem, sql, hashlib.sha256(sql.encode()).hexdigest())
