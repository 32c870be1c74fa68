"""Files that wait for a yes, in Postgres."""

from dataclasses import dataclass, field
from datetime import timedelta

from engine.db.pool import Statements


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that waits."""

    sha256: str
    filename: str
    data: bytes = field(repr=False)


async def add(on: Statements, space: int, token: str, person: int, sha256: str, filename: str) -> None:
    """Let a kept file wait under ``token``."""
    await on.execute("add_upload", space, token, person, sha256, filename)


async def read(on: Statements, space: int, token: str, within: timedelta) -> Upload | None:
    """A file that waits; None when it waits no longer."""
    row = await on.fetchrow("upload", space, token, within)
    return Upload(row["sha256"], row["filename"], row["bytes"]) if row else None


async def claim(on: Statements, space: int, token: str, within: timedelta) -> bool:
    """Let a file wait no more, for whoever imports it; False when somebody else did."""
    return await on.fetchval("claim_upload", space, token, within) is not None


async def drop(on: Statements, space: int, token: str) -> None:
    """The file waits no more, and is gone unless something else names it."""
    sha256 = await on.fetchval("drop_upload", space, token)
    if sha256 is not None:
        await drop_file(on, sha256)


async def drop_file(on: Statements, sha256: str) -> None:
    """Forget a file unless something names it."""
    await on.execute("drop_unused_blobs", [sha256])


async def sweep(on: Statements, older_than: timedelta) -> None:
    """Forget what has waited for longer than that, with the files that nothing else names."""
    stale = [row["sha256"] for row in await on.fetch("stale_uploads", older_than)]
    if stale:
        await on.execute("drop_unused_blobs", stale)
