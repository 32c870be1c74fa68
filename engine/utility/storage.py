"""Keeping what people bring, as long as there is room for it."""

from engine.db.characters import characters
from engine.db.house import storage
from engine.db.postgres.pool import Statements
from engine.errors import StorageFull
from engine.rules.allowance import MEGABYTE, full, quotas
from engine.values.chats.incoming import Here
from engine.values.house.settings import Settings
from engine.values.house.storage import StorageKind, StorageQuota


async def keep(on: Statements, here: Here, settings: Settings, sha256: str, media_type: str, data: bytes) -> None:
    """Keep a file for somebody, by its hash. Raises StorageFull; the transaction keeps nothing then."""
    await storage.lock(on, here.space)
    await characters.keep_file(on, sha256, media_type, data)
    if await note(on, here, sha256, len(data)):
        await check_room(on, here, settings, StorageKind.FILES, more=0)


async def note(on: Statements, here: Here, sha256: str, size: int) -> bool:
    """Somebody keeps a file of ``size`` bytes; whether they did not before."""
    return await storage.note(on, here.space, here.person, sha256, size)


async def check_room(on: Statements, here: Here, settings: Settings, kind: StorageKind, more: int = 1) -> None:
    """Whether there is room for ``more`` of a kind. Raises StorageFull."""
    over = full(await quotas_of(on, here, settings), kind, more)
    if over is not None:
        raise StorageFull(**told(over))


async def quotas_of(on: Statements, here: Here, settings: Settings) -> list[StorageQuota]:
    """What somebody and their space may keep, and how much of it they do."""
    return quotas(settings, await storage.used(on, here.space, here.person))


def told(over: StorageQuota) -> dict[str, str | int]:
    """What is told of a quota: files in megabytes."""
    unit = MEGABYTE if over.kind is StorageKind.FILES else 1
    return {
        "kind": over.kind.value,
        "holder": over.holder.value,
        "used": -(-over.used // unit),
        "limit": over.limit // unit,
    }
