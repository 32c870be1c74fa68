"""Files that wait for a yes, in Postgres."""

from dataclasses import dataclass, field
from datetime import timedelta

from engine.db.postgres.pool import Statements


@dataclass(frozen=True, slots=True)
class UploadRow:
    """A file that waits."""

    sha256: str
    filename: str
    data: bytes = field(repr=False)


async def add(on: Statements, space: int, token: str, person: int, sha256: str, filename: str) -> None:
    """Let a kept file wait under ``token``."""
    await on.execute("add_upload", space, token, person, sha256, filename)


async def note(on: Statements, space: int, token: str, person: int, sha256: str, filename: str) -> None:
    """Note something about a file that waits, under its token, a dot, and what is noted."""
    await on.execute("note_upload", space, token, person, sha256, filename)


async def read(on: Statements, space: int, token: str, within: timedelta) -> UploadRow | None:
    """A file that waits; None when it waits no longer."""
    row = await on.fetchrow("upload", space, token, within)
    return UploadRow(row["sha256"], row["filename"], row["bytes"]) if row else None


async def marks(on: Statements, space: int, token: str, within: timedelta) -> list[str]:
    """What was noted about a file that waits, in the order of noting: what stands behind its token and a dot."""
    rows = await on.fetch("upload_marks", space, token, within)
    return [row["token"].removeprefix(f"{token}.") for row in rows]


async def newest(on: Statements, space: int, person: int, noted: str, within: timedelta) -> str | None:
    """The token of what somebody let wait last of all that ``noted`` was noted about; None where nothing waits."""
    found: str | None = await on.fetchval("newest_upload", space, person, noted, within)
    return found


async def claim(on: Statements, space: int, token: str, within: timedelta) -> bool:
    """Let a file wait no more, for whoever imports it; False when somebody else did."""
    return await on.fetchval("claim_upload", space, token, within) is not None


async def drop(on: Statements, space: int, token: str) -> None:
    """A file waits no more, nor does what was noted about it; it is gone unless something else names it."""
    gone = [row["sha256"] for row in await on.fetch("drop_upload", space, token)]
    if gone:
        await on.execute("drop_unused_blobs", gone)


async def drop_file(on: Statements, sha256: str) -> None:
    """Forget a file unless something names it."""
    await on.execute("drop_unused_blobs", [sha256])


async def sweep(on: Statements, older_than: timedelta) -> None:
    """Forget what has waited for longer than that, with the files that nothing else names."""
    stale = [row["sha256"] for row in await on.fetch("stale_uploads", older_than)]
    if stale:
        await on.execute("drop_unused_blobs", stale)
