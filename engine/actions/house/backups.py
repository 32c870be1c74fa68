"""Backups for whoever owns the house: which there are, and one more."""

from collections.abc import Awaitable, Callable

from engine.context import EngineContext
from engine.errors import NotOwner
from engine.values.chats.incoming import Here
from engine.values.house.backups import Backup, BackupKind, Rewritten
from engine.work.vault import Vault


async def listed(ctx: EngineContext, vault: Vault, here: Here) -> list[Backup]:
    """The backups that are there, newest first. Raises NotOwner."""
    await _require_owner(ctx, here)
    return await vault.listed()


async def make(ctx: EngineContext, vault: Vault, dsn: str, here: Here) -> Backup:
    """Make a backup now. Raises NotOwner, BackupRunning, BackupNoRoom, BackupFolderUnusable, BackupFailed."""
    await _require_owner(ctx, here)
    return await vault.make(dsn, BackupKind.HAND)


async def make_at_home(vault: Vault, dsn: str) -> Backup:
    """The same for who sits at this machine, and needs no right to it."""
    return await vault.make(dsn, BackupKind.HAND)


async def forget(ctx: EngineContext, rewrite: Callable[[], Awaitable[Rewritten]], here: Here) -> Rewritten:
    """Take everybody who asked to be forgotten out of the backups. Raises NotOwner, and what ``rewrite`` does."""
    await _require_owner(ctx, here)
    return await rewrite()


async def _require_owner(ctx: EngineContext, here: Here) -> None:
    if not (await ctx.doors.door(ctx.db, here)).admission.owner:
        raise NotOwner
