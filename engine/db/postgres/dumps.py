"""Dumps of a whole database by the programs of our own Postgres, and what a database holds at one moment."""

import asyncio
import contextlib
import os
import re
import subprocess
import tempfile
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import unquote, urlsplit, urlunsplit

from engine.db.postgres.driver import Connection, connect
from engine.db.postgres.pacing import FAST, ProgramPace, drain, narrow_pipe
from engine.db.postgres.programs import find_programs
from engine.db.postgres.queries import product_queries
from engine.db.postgres.translate import translated
from engine.errors import (
    BackupFailed,
    BackupServerOther,
    BackupTooNew,
    DatabaseError,
    DatabaseTimeout,
    DatabaseUnreachable,
)
from engine.processes import launch
from engine.values.house.backups import Census

NAME = "omoide-backup"
NICE = 19
COMPRESSION = "gzip:1"
LONGEST_REASON = 300

_PLAIN = ("--no-owner", "--no-privileges")
_TABLE = re.compile(r"^CREATE TABLE ([a-z_]+)", re.MULTILINE)
_INDEX = re.compile(r"^CREATE (?:UNIQUE )?INDEX ([a-z_]+)", re.MULTILINE)
_ITEM = re.compile(
    r"\d+; \d+ \d+ (?P<kind>TABLE(?: DATA)?|DEFAULT|(?:FK )?CONSTRAINT|SEQUENCE(?: SET| OWNED BY)?|INDEX)"
    r" public (?P<name>\S+) "
)
"""A line of a dump's list of contents that is of a table."""
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


async def dump(dsn: str, target: Path, pace: ProgramPace = FAST) -> Census:
    """Write the database as it is at one moment into ``target``, and tell what it held then. Others are not held up.

    The programs on both sides give way to everybody else, and rest as ``pace`` says.
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
                row = await connection.fetchrow(queries["backup_snapshot"].sql)
            assert row is not None
            if _is_ours(dsn):
                _step_back(row["pid"])
            census = await take_census(connection)
            await _run_dump(dsn, row["snapshot"], target, pace)
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


async def require_like_ours(dsn: str) -> None:
    """Raises BackupServerOther where a dump of our own server could not be put back on the one at ``dsn``."""
    async with patient(dsn) as connection:
        with translated("backup_server"):
            row = await connection.fetchrow(product_queries()["backup_server"].sql)
    assert row is not None
    if row["major"] != int(ours := find_programs().major):
        raise BackupServerOther(server=row["major"], ours=ours)


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
    """Put a dump in place of the tables of ours that are there, all of it or nothing. Raises BackupFailed.

    What else lies in the database is somebody else's and stays, though the dump holds it too.
    """
    with tempfile.TemporaryDirectory(prefix="omoide-restore-") as made:
        script, drops, items = (Path(made) / name for name in ("restore.sql", "drop.sql", "items"))
        drops.write_text(f"DROP TABLE IF EXISTS {', '.join(tables_of(migrations))} CASCADE;\n", "utf-8")
        await _run(dsn, "pg_restore", ("--list", f"--file={items}", str(source)))
        items.write_text(_ours(items.read_text("utf-8"), migrations), "utf-8")
        chosen = ("--exit-on-error", *_PLAIN, f"--use-list={items}", f"--file={script}")
        await _run(dsn, "pg_restore", (*chosen, str(source)))
        files = (f"--file={drops}", f"--file={script}")
        await _run(
            dsn,
            "psql",
            ("--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--single-transaction", *files, _address(dsn)[0]),
        )


def tables_of(migrations: Path) -> list[str]:
    """The names of our tables, those of every version."""
    return sorted({"schema_migration", *_named(_TABLE, migrations)})


def _named(kind: re.Pattern[str], migrations: Path) -> list[str]:
    texts = (file.read_text("utf-8") for file in sorted(migrations.glob("*.sql")))
    return [name for text in texts for name in kind.findall(text)]


def _ours(items: str, migrations: Path) -> str:
    """The lines of a dump's list of contents that are of our tables."""
    tables = frozenset(tables_of(migrations))
    indexes = frozenset(_named(_INDEX, migrations))

    def is_ours(kind: str, name: str) -> bool:
        if kind == "INDEX":
            return name in indexes
        if kind.startswith("SEQUENCE"):  # of a column: table_column_seq
            return any(name.startswith(f"{table}_") for table in tables)
        return name in tables

    found = ((line, _ITEM.match(line)) for line in items.splitlines())
    return "".join(f"{line}\n" for line, item in found if item and is_ours(item["kind"], item["name"]))


async def _run_dump(dsn: str, snapshot: str, target: Path, pace: ProgramPace) -> None:
    arguments = (
        "--format=custom",
        f"--compress={COMPRESSION}",
        *_PLAIN,
        "--exclude-extension=*",
        f"--snapshot={snapshot}",
        f"--dbname={_address(dsn)[0]}",
    )
    source, sink = narrow_pipe()
    try:
        process = _start(dsn, "pg_dump", arguments, sink)
    except BaseException:
        os.close(source)
        raise
    finally:
        os.close(sink)  # the program alone has it open, so that its end is the end of the file
    copying = asyncio.ensure_future(asyncio.to_thread(drain, source, target, pace, process.pid))
    try:
        await _ended(dsn, process, "pg_dump")
    except BackupFailed:
        await copying  # what could not be written down says more than that the program had to end
        raise
    finally:
        await asyncio.wait([copying])
    copying.result()


async def _run(dsn: str, program: str, arguments: Sequence[str]) -> None:
    """Run one of our programs, below everything else; it ends with us. Raises BackupFailed."""
    await _ended(dsn, _start(dsn, program, arguments), program)


def _start(dsn: str, program: str, arguments: Sequence[str], sink: int = subprocess.DEVNULL) -> subprocess.Popen[bytes]:
    own = {"PATH": os.defpath, "LC_ALL": "C.UTF-8", "PGAPPNAME": NAME, "PGCONNECT_TIMEOUT": "10"}
    command = (find_programs().path(program), *arguments)
    return launch(command, stdout=sink, stderr=subprocess.PIPE, env=own | _address(dsn)[1])


async def _ended(dsn: str, process: subprocess.Popen[bytes], program: str) -> None:
    _step_back(process.pid)
    calming = asyncio.ensure_future(_calm(dsn))
    waiting = asyncio.ensure_future(asyncio.to_thread(process.communicate))
    try:
        _, told = await asyncio.shield(waiting)
    except BaseException:
        process.kill()
        raise
    finally:
        calming.cancel()
        await asyncio.wait([calming, waiting])
    if process.returncode != 0:
        reason = told.decode("utf-8", "replace").strip() or f"{program} ended with {process.returncode}"
        raise BackupFailed(reason=reason[:LONGEST_REASON])


def _is_ours(dsn: str) -> bool:
    """Whether the server is on this machine and ours to steer."""
    return "host=%2F" in dsn


def _step_back(process: int) -> None:
    """Let a process give way to everybody else, as long as it lives."""
    with contextlib.suppress(OSError):  # it has ended already, or belongs to somebody else
        os.setpriority(os.PRIO_PROCESS, process, NICE)


async def _calm(dsn: str) -> None:
    """Let the server's side of it step back too."""
    if not _is_ours(dsn):
        return
    with contextlib.suppress(DatabaseError, OSError):
        async with patient(dsn) as connection:
            for _ in range(_LOOKS):
                with translated("backup_worker"):
                    rows = await connection.fetch(product_queries()["backup_worker"].sql, NAME)
                for row in rows:
                    _step_back(row["pid"])
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
