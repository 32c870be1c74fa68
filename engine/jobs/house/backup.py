"""A backup every night, unasked: marked when the last one is missing, made by one process of the house."""

from typing import Final

import structlog

from engine.context import EngineContext
from engine.db.house import work
from engine.errors import BackupRunning, BackupTooNew, LeaseLost
from engine.values.house.backups import BackupKind
from engine.values.house.work import Due
from engine.values.ids import SessionKey
from engine.work.vault import Vault

BACKUP: Final = "backup"
HOUSE: Final = SessionKey(0, 0)
EVERY_SECONDS: Final = 3_600.0

_log = structlog.get_logger(__name__)


async def due_backup(ctx: EngineContext, vault: Vault) -> None:
    """Mark the last night's backup when it is missing; what is left of one that was not finished goes."""
    await vault.tidy()
    if await vault.is_due():
        await work.mark_due(ctx.db, HOUSE, BACKUP)
        ctx.due_bell.set()


async def back_up(ctx: EngineContext, vault: Vault, dsn: str, due: Due) -> None:
    """Make the night's backup, unless somebody has made it since it was marked."""
    if await vault.is_due():
        try:
            await vault.make(dsn, BackupKind.NIGHT)
        except BackupRunning:
            _log.info("another backup is being made", action="the next hour looks again")
        except BackupTooNew as error:  # tomorrow it is still so; `doctor` says what to do
            _log.warning("no backup made", error=str(error), action="back up the server with its own pg_dump")
    async with ctx.db.transaction() as on:
        if not await work.finish_due(on, due):
            raise LeaseLost
