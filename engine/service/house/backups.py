"""Backups of the whole house."""

from engine.actions.house import backups
from engine.context import EngineContext
from engine.jobs.people.returned import forget_returned
from engine.turns.runner import Runner
from engine.values.chats.incoming import Here
from engine.values.house.backups import Backup
from engine.work.vault import Vault


class BackupsService:
    """The folder of backups. ``dsn`` is the database that is backed up."""

    def __init__(self, ctx: EngineContext, runner: Runner, vault: Vault, dsn: str) -> None:
        self._ctx = ctx
        self._runner = runner
        self._vault = vault
        self._dsn = dsn

    @property
    def nightly(self) -> bool:
        """Whether backups are made unasked."""
        return self._vault.nightly

    async def list(self, here: Here) -> list[Backup]:
        """The backups that are there, newest first. Raises NotOwner."""
        return await backups.listed(self._ctx, self._vault, here)

    async def make(self, here: Here) -> Backup:
        """Make one now. Raises NotOwner, BackupRunning, BackupNoRoom, BackupFolderUnusable, BackupFailed."""
        return await backups.make(self._ctx, self._vault, self._dsn, here)

    async def make_at_home(self) -> Backup:
        """The same, for whoever sits at this machine."""
        return await backups.make_at_home(self._vault, self._dsn)

    async def forget_returned(self) -> int:
        """After a backup was put back: forget again who had asked for it; how many people that were."""
        return await forget_returned(self._ctx, self._runner)
