"""A backup opened in a database of its own: to see whether it opens, and to become the database."""

import asyncio
import shutil
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from engine.db.postgres import dumps, embedded
from engine.db.postgres.data_folder import DataFolder
from engine.db.postgres.migrate import migrate
from engine.db.postgres.server import require
from engine.errors import BackupDamaged, BackupFailed, DatabaseError
from engine.values.house.backups import Census


async def rehearse(backup: Path, known: Census | None, migrations: Path, place: Path) -> Census:
    """Open a backup in a throwaway database below ``place`` and compare it with what was written down about it.

    Raises BackupDamaged, BackupFailed, and what starting a database does.
    """
    folder = place / "rehearsal"
    async with _thrown_away(folder):
        return await fill(folder, backup, known, migrations, durable=False)


async def fill(folder: Path, backup: Path, known: Census | None, migrations: Path, *, durable: bool = True) -> Census:
    """Make a database in ``folder``, put a backup into it and bring it up to date; it runs no more afterwards.

    Raises BackupDamaged when it holds something else than it did, DatabaseTooNew when it is of a newer Omoide.
    """
    await asyncio.to_thread(remove, folder)
    server = await embedded.start(folder, grace=0.2, durable=durable)
    try:
        async with dumps.patient(server.dsn) as connection:
            await require(connection)
        await dumps.restore(server.dsn, backup)
        async with dumps.patient(server.dsn) as connection:
            census = await dumps.take_census(connection, known)
            if (known is not None and census != known) or await dumps.broken(connection):
                raise BackupDamaged(name=backup.name)
        await migrate(server.dsn, migrations)
    finally:
        await server.stop()
    if not await server.ended():
        raise BackupFailed(reason=f"the database in {folder.name} does not stop")
    return census


@asynccontextmanager
async def opened(backup: Path, known: Census | None, migrations: Path, place: Path) -> AsyncGenerator[str]:
    """A throwaway database below ``place`` that holds a backup, brought up to date: its address.

    Raises BackupDamaged, BackupFailed, DatabaseTooNew, and what starting a database does.
    """
    folder = place / "rewriting"
    async with _thrown_away(folder):
        await fill(folder, backup, known, migrations, durable=False)
        server = await embedded.start(folder, grace=0.2, durable=False)
        try:
            yield server.dsn
        finally:
            await server.stop()
            await server.ended()


async def unused(folder: Path, seconds: float = 30.0) -> bool:
    """Whether nobody uses our own server in ``folder``, or does no more after a while."""
    if not DataFolder(folder).pgdata.exists():
        return True
    try:
        server = await embedded.start(folder, grace=0.2)
    except DatabaseError:  # it does not start, so nobody uses it: a reason to put a backup back
        return True
    await server.stop()
    return await server.ended(seconds)


def remove(folder: Path) -> None:
    """Take a database away, wherever it lies."""
    home = DataFolder(folder).home
    if home != folder:
        shutil.rmtree(home, ignore_errors=True)
    shutil.rmtree(folder, ignore_errors=True)


@asynccontextmanager
async def _thrown_away(folder: Path) -> AsyncGenerator[None]:
    try:
        yield
    finally:
        await asyncio.to_thread(remove, folder)
