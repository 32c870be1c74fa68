"""Putting a backup in place of the database: the new one is made and looked at first, the old one is kept."""

import asyncio
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from pydantic import SecretStr

from engine.db.postgres import dumps
from engine.db.postgres.migrate import migrate
from engine.db.postgres.rehearsal import fill, rehearse, remove, unused
from engine.errors import BackupDamaged, BackupTooNew, DatabaseError, HouseRunning, OmoideError
from engine.values.house.backups import BackupKind, Census, Restored
from engine.values.house.house import DoctorPart, Finding
from engine.work.crashpoints import maybe_crash
from engine.work.instance import running
from engine.work.vault import Vault, settle

_STALE = timedelta(days=2)


@dataclass(frozen=True, slots=True)
class Restoring:
    """Where the data lies: ``url`` is somebody's server, without one the database is ours, in ``folder``."""

    vault: Vault
    url: SecretStr | None
    folder: Path
    instances: Path
    migrations: Path

    async def restore(self, name: str) -> Restored:
        """Put a backup back and bring it up to date. What was there before is kept.

        Raises NoSuchBackup, HouseRunning, BackupDamaged, BackupFailed, DatabaseTooNew.
        """
        backup = self.vault.path(name)
        busy = await asyncio.to_thread(running, self.instances)
        if busy:
            raise HouseRunning(names=", ".join(busy))
        known = self.vault.census(backup)
        await asyncio.to_thread(finish_restore, self.folder)
        if self.url is not None:
            return await self._over(self.url.get_secret_value(), backup, known)
        return await self._beside(backup, known)

    async def rehearse(self, name: str) -> Census:
        """Open a backup in a throwaway database. Raises NoSuchBackup, BackupDamaged, BackupFailed."""
        backup = self.vault.path(name)
        return await rehearse(backup, self.vault.census(backup), self.migrations, self.folder.parent)

    async def _beside(self, backup: Path, known: Census | None) -> Restored:
        """Our own database is made anew, and only then takes the place of the old one, which is kept as it is."""
        fresh = self.folder.with_name(f"{self.folder.name}.restoring")
        try:
            census = await fill(fresh, backup, known, self.migrations)
            if not await unused(self.folder):
                raise HouseRunning(names=str(self.folder))
            stamp = self.vault.clock.now().strftime("%Y%m%dT%H%M%SZ")
            aside = self.folder.with_name(f"{self.folder.name}.before-{stamp}")
            await asyncio.to_thread(_take_place, self.folder, fresh, aside)
        finally:
            await asyncio.to_thread(remove, fresh)
        return Restored(backup.name, census.rows, str(aside))

    async def _over(self, dsn: str, backup: Path, known: Census | None) -> Restored:
        """On somebody's server the old tables are kept as a backup, and replaced in one transaction."""
        await rehearse(backup, known, self.migrations, self.folder.parent)
        kept = await self.vault.make(dsn, BackupKind.RESTORE)
        await dumps.restore_over(dsn, backup, self.migrations)
        async with dumps.patient(dsn) as connection:
            census = await dumps.take_census(connection, known)
        if known is not None and census != known:
            raise BackupDamaged(name=backup.name)
        await migrate(dsn, self.migrations)
        return Restored(backup.name, census.rows, kept.name)


def finish_restore(folder: Path) -> None:
    """Finish a restore in ``folder`` during which its process died.

    If the old database was put aside already, the new one, which is whole, takes its place; else the new one goes.
    """
    whole = _whole(folder)
    if whole.exists() and folder.exists():
        remove(whole)
    elif whole.exists():
        whole.rename(folder)
        settle(folder.parent)


def _take_place(folder: Path, fresh: Path, aside: Path) -> None:
    """By names that tell at any moment what is whole: a database that is being filled is never called so."""
    whole = _whole(folder)
    remove(whole)
    fresh.rename(whole)
    maybe_crash("before_swap")
    if folder.exists():
        folder.rename(aside)
    maybe_crash("in_swap")
    whole.rename(folder)
    settle(folder.parent)


def _whole(folder: Path) -> Path:
    return folder.with_name(f"{folder.name}.restored")


async def examine_backups(safe: Restoring, *, quick: bool) -> Finding:
    """What ``doctor`` says: whether the newest backup opens, and whether it is of the last nights."""
    if not safe.vault.nightly:
        return Finding(DoctorPart.BACKUP, ok=True, message="doctor-backup-off")
    if (server := await _newer_server(safe)) is not None:
        return Finding(DoctorPart.BACKUP, ok=False, message=server.message, data=server.data)
    found = await safe.vault.listed()
    if not found:
        return Finding(
            DoctorPart.BACKUP, ok=True, message="doctor-backup-none", data={"folder": str(safe.vault.folder)}
        )
    newest = found[0]
    age = safe.vault.clock.now() - newest.at
    data = {"name": newest.name, "hours": int(age.total_seconds() // 3600), "count": len(found)}
    if age > _STALE:
        return Finding(DoctorPart.BACKUP, ok=False, message="doctor-backup-stale", data=data)
    if quick:
        return Finding(DoctorPart.BACKUP, ok=True, message="doctor-backup-there", data=data)
    try:
        census = await safe.rehearse(newest.name)
    except OmoideError as error:
        return Finding(DoctorPart.BACKUP, ok=False, message=error.message, data=error.data)
    rows = {"stories": census.rows["session"], "entries": census.rows["entry"]}
    return Finding(DoctorPart.BACKUP, ok=True, message="doctor-backup-opens", data=data | rows)


async def _newer_server(safe: Restoring) -> BackupTooNew | None:
    """Where somebody's server is too new for our programs, no backup can be made."""
    if safe.url is None:
        return None
    try:
        async with dumps.patient(safe.url.get_secret_value()) as connection:
            await dumps.require_programs(connection)
    except BackupTooNew as error:
        return error
    except DatabaseError:  # the database has a line of its own
        return None
    return None
