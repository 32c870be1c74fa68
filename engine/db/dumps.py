"""Dumps of a whole database by the programs of our own Postgres, and what a database holds at one moment."""

import asyncio
import contextlib
import os
import re
import tempfile
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import unquote, urlsplit, urlunsplit

from engine.db.driver import Connection, connect
from engine.db.programs import find_programs
from engine.db.queries import product_queries
from engine.db.translate import translated
from engine.errors import BackupFailed, BackupTooNew, DatabaseError, DatabaseTimeout, DatabaseUnreachable
from engine.values.backups import Census

NAME = "omoide-backup"
NICE = 19
COMPRESSION = "gzip:3"
LONGEST_REASON = 300

_PLAIN = ("--no-owner", "--no-privileges")
_TABLE = re.compile(r"^CREATE TABLE ([a-z_]+)", re.MULTILINE)
_LOOKS = 50
_LOOK_SECONDS = 0.02


@asynccontextmanager
async def patient(dsn: str) -> AsyncGenerator[Connection]:
    """A connection of its own on which statements may take as long as they need."""
    try:
        with translated("connect"):
            connection = await connect(dsn)
    except DatabaseTimeout as error:
        raise DatabaseUnreachable(**error.data) from error
    try:
        with translated("backup_patience"):
            await connection.execute(product_queries()["backup_patience"].sql)
        yield connection
    finally:
        with translated("close"):
            await connection.close()


async def dump(dsn: str, target: Path) -> Census:
    """Write the database as it is at one moment into ``target``, and tell what it held then. Others are not held up.

    Raises BackupTooNew where our programs are older than the server, BackupFailed, and what any connection raises.
    """
    queries = product_queries()
    async with patient(dsn) as connection:
        await require_programs(connection)
        native = connection.transaction(isolation="repeatable_read", readonly=True)
        with translated("begin"):
            await native.start()
        try:
            with translated("backup_snapshot"):
                snapshot = await connection.fetchval(queries["backup_snapshot"].sql)
            census = await take_census(connection)
            await _run_dump(dsn, snapshot, target)
        finally:
            with translated("rollback"):
                await native.rollback()
    return census


async def require_programs(connection: Connection) -> int:
    """How large the database is, in bytes; raises BackupTooNew where our programs cannot read the server."""
    with translated("backup_server"):
        row = await connection.fetchrow(product_queries()["backup_server"].sql)
    assert row is not None
    ours = find_programs().major
    if row["major"] > int(ours):
        raise BackupTooNew(server=row["major"], ours=ours)
    return int(row["size"])


async def take_census(connection: Connection, known: Census | None = None) -> Census:
    """What the tables hold, and the hash of one story: the one that is ``known``, or the one that was played last."""
    queries = product_queries()
    with translated("census"):
        row = await connection.fetchrow(queries["census"].sql)
        assert row is not None
        rows = {name: int(count) for name, count in row.items()}
        if known is not None:
            place = (known.space, known.session)
        else:
            found = await connection.fetchrow(queries["census_session"].sql)
            place = (found["space_id"], found["id"]) if found else (0, 0)
        story = await connection.fetchval(queries["census_story"].sql, *place) if place[1] else ""
    return Census(rows, *place, story)


async def broken(connection: Connection) -> int:
    """How many lines of stories have gaps, and how many foreign keys are not in force; 0 when all is well."""
    with translated("broken_lines"):
        lines = await connection.fetchval(product_queries()["broken_lines"].sql)
        keys = await connection.fetchval(product_queries()["broken_keys"].sql)
    return int(lines) + int(keys)


async def restore(dsn: str, source: Path) -> None:
    """Put a dump into an empty database, all of it or nothing. Raises BackupFailed."""
    await _run(
        dsn,
        "pg_restore",
        ("--exit-on-error", "--single-transaction", *_PLAIN, f"--dbname={_address(dsn)[0]}", str(source)),
    )


async def restore_over(dsn: str, source: Path, migrations: Path) -> None:
    """Put a dump in place of the tables of ours that are there, all of it or nothing. Raises BackupFailed."""
    with tempfile.TemporaryDirectory(prefix="omoide-restore-") as made:
        script, drops = Path(made) / "restore.sql", Path(made) / "drop.sql"
        drops.write_text(f"DROP TABLE IF EXISTS {', '.join(tables_of(migrations))} CASCADE;\n", "utf-8")
        await _run(dsn, "pg_restore", ("--exit-on-error", *_PLAIN, f"--file={script}", str(source)))
        files = (f"--file={drops}", f"--file={script}")
        await _run(
            dsn,
            "psql",
            ("--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--single-transaction", *files, _address(dsn)[0]),
        )


def tables_of(migrations: Path) -> list[str]:
    """The names of our tables, those of every version."""
    texts = (file.read_text("utf-8") for file in sorted(migrations.glob("*.sql")))
    return sorted({"schema_migration", *(name for text in texts for name in _TABLE.findall(text))})


async def _run_dump(dsn: str, snapshot: str, target: Path) -> None:
    arguments = (
        "--format=custom",
        f"--compress={COMPRESSION}",
        *_PLAIN,
        "--exclude-extension=*",
        f"--snapshot={snapshot}",
        f"--file={target}",
        f"--dbname={_address(dsn)[0]}",
    )
    await _run(dsn, "pg_dump", arguments)


async def _run(dsn: str, program: str, arguments: Sequence[str]) -> None:
    """Run one of our programs, below everything else; it ends with us. Raises BackupFailed."""
    process = await asyncio.create_subprocess_exec(
        find_programs().path(program),
        *arguments,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
        env={"PATH": os.defpath, "LC_ALL": "C.UTF-8", "PGAPPNAME": NAME, "PGCONNECT_TIMEOUT": "10", **_address(dsn)[1]},
    )
    try:
        with contextlib.suppress(OSError):  # it has ended already
            os.setpriority(os.PRIO_PROCESS, process.pid, NICE)
        calming = asyncio.ensure_future(_calm(dsn))
        try:
            _, told = await process.communicate()
        finally:
            calming.cancel()
            await asyncio.wait([calming])
    except BaseException:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        raise
    if process.returncode != 0:
        reason = told.decode("utf-8", "replace").strip() or f"{program} ended with {process.returncode}"
        raise BackupFailed(reason=reason[:LONGEST_REASON])


async def _calm(dsn: str) -> None:
    """Let the server's side of it step back too, where the server is on this machine and ours to steer."""
    if "host=%2F" not in dsn:
        return
    with contextlib.suppress(DatabaseError, OSError):
        async with patient(dsn) as connection:
            for _ in range(_LOOKS):
                with translated("backup_worker"):
                    rows = await connection.fetch(product_queries()["backup_worker"].sql, NAME)
                for row in rows:
                    os.setpriority(os.PRIO_PROCESS, row["pid"], NICE)
                if rows:
                    return
                await asyncio.sleep(_LOOK_SECONDS)


def _address(dsn: str) -> tuple[str, dict[str, str]]:
    """The address without its password, which a list of processes would show, and the password for the environment."""
    parts = urlsplit(dsn)
    if not parts.password:
        return dsn, {}
    user, _, host = parts.netloc.rpartition("@")
    netloc = f"{user.partition(':')[0]}@{host}"
    return urlunsplit(parts._replace(netloc=netloc)), {"PGPASSWORD": unquote(parts.password)}
