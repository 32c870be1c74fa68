"""Backups for whoever owns the house: which there are, and one more."""

from engine.errors import NotOwner
from engine.turns.needs import Needs
from engine.values.backups import Backup, BackupKind
from engine.values.incoming import Here
from engine.work.vault import Vault


async def listed(needs: Needs, vault: Vault, here: Here) -> list[Backup]:
    """The backups that are there, newest first. Raises NotOwner."""
    await _require_owner(needs, here)
    return await vault.listed()


async def make(needs: Needs, vault: Vault, dsn: str, here: Here) -> Backup:
    """Make a backup now. Raises NotOwner, BackupRunning, BackupNoRoom, BackupFailed."""
    await _require_owner(needs, here)
    return await vault.make(dsn, BackupKind.HAND)


async def _require_owner(needs: Needs, here: Here) -> None:
    if not (await needs.doors.door(needs.db, here)).admission.owner:
        raise NotOwner
