"""Opens the database: that of ``DATABASE_URL``, or a server of our own; and makes the vault of its backups."""

import asyncio
import os
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from engine.config.config import Config
from engine.db.postgres import embedded
from engine.db.postgres.migrate import migrate, pending
from engine.db.postgres.pool import Database, open_database
from engine.ports import Clock
from engine.values.house.backups import BackupKind
from engine.work.restoring import finish_restore
from engine.work.timers import Wake
from engine.work.vault import Vault

HOUSE = Path(__file__).parents[2]
MIGRATIONS = HOUSE / "migrations"
CONNECTIONS = min(16, (os.cpu_count() or 1) + 2)
"""Of a process: each takes Postgres 15 to 25 MB, and more than the processors can serve make nothing faster."""


@dataclass(frozen=True, slots=True)
class Store:
    """A database that is open and up to date, where it is, and what brings it up again when it stopped."""

    db: Database
    dsn: str
    keep_up: Wake | None = None


@asynccontextmanager
async def open_store(config: Config, vault: Vault) -> AsyncGenerator[Store]:
    """The database of ``DATABASE_URL``, or our own server beside the data; migrated.

    What a migration would change is backed up first.
    """
    async with AsyncExitStack() as stack:
        keep_up: Wake | None = None
        if config.database_url is not None:
            dsn = config.database_url.get_secret_value()
        else:
            await asyncio.to_thread(finish_restore, config.data_dir / "database")
            server = await embedded.start(config.data_dir / "database")
            stack.push_async_callback(server.stop)
            dsn, keep_up = server.dsn, server.ensure
        if vault.nightly and await pending(dsn, MIGRATIONS):
            await vault.make_if_possible(dsn, BackupKind.MIGRATION)
        await migrate(dsn, MIGRATIONS)
        db = await open_database(dsn, max_size=CONNECTIONS)
        stack.push_async_callback(db.close)
        yield Store(db, dsn, keep_up)


def vault_of(config: Config, clock: Clock) -> Vault:
    """Where backups are kept: the configured folder, or one in the data folder."""
    return Vault(config.backup.folder or config.data_dir / "backups", clock, config.backup.nightly)
