"""Backups without the people who asked to be forgotten since: each is opened, rid of them, and written anew."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import structlog

from engine.db.postgres import dumps
from engine.db.postgres.rehearsal import opened
from engine.errors import BackupDamaged, BackupFailed, DatabaseTooNew
from engine.values.house.backups import Backup, Rewritten
from engine.work.vault import Vault

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Rewriting:
    """``outside``: the address of a server that is somebody else's, None for our own. ``place``: a folder to work in.

    ``forget`` does every forgetting that is due in the database at an address: how many people it was.
    """

    vault: Vault
    outside: str | None
    place: Path
    migrations: Path
    forget: Callable[[str], Awaitable[int]]

    async def rewrite(self) -> Rewritten:
        """Rewrite each backup that holds somebody who is to go; the others, and what cannot be opened, stay.

        Raises BackupServerOther, BackupRunning, BackupNoRoom, BackupFolderUnusable.
        """
        if self.outside is not None:
            await dumps.require_like_ours(self.outside)
        changed: list[str] = []
        clean: list[str] = []
        unreadable: list[str] = []
        with self.vault.alone():
            for backup in await self.vault.listed():
                try:
                    (changed if await self._changed(backup) else clean).append(backup.name)
                except (BackupDamaged, BackupFailed, DatabaseTooNew) as error:
                    _log.warning("backup not rewritten", name=backup.name, error=str(error), action="delete the file")
                    unreadable.append(backup.name)
        return Rewritten(tuple(changed), tuple(clean), tuple(unreadable))

    async def _changed(self, backup: Backup) -> bool:
        file = self.vault.path(backup.name)
        async with opened(file, self.vault.census(file), self.migrations, self.place) as dsn:
            people = await self.forget(dsn)
            if people:
                await self.vault.rewrite(backup, dsn)
        return bool(people)
