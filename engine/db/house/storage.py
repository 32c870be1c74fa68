"""What people keep in a space, in Postgres."""

from engine.db.postgres.pool import Statements
from engine.values.house.storage import StorageKind, StorageUse, StorageUses


async def used(on: Statements, space: int, person: int) -> StorageUses:
    """How much a person keeps in a space, and all in it together."""
    row = await on.fetchrow("storage_used", space, person)
    assert row is not None
    return {it: StorageUse(row[f"own_{it}"], row[f"all_{it}"]) for it in StorageKind}


async def lock(on: Statements, space: int) -> None:
    """Nobody else looks how much room there is in a space until this transaction ends."""
    await on.execute("lock_storage", space)


async def note(on: Statements, space: int, person: int, sha256: str, size: int) -> bool:
    """Somebody keeps a file, of ``size`` bytes; whether it is new."""
    return await on.fetchval("note_kept", space, person or None, sha256, size) is not None
