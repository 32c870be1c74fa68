"""A small disk of our own, for filling it up. Needs root."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

MEGABYTES = 200


async def _run(*command: str) -> bool:
    process = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.DEVNULL)
    return await process.wait() == 0


@asynccontextmanager
async def small_disk(folder: Path) -> AsyncIterator[Path | None]:
    """A file system of 200 MB at ``folder``; None where we may not mount one."""
    await asyncio.to_thread(folder.mkdir, parents=True, exist_ok=True)
    if not await _run("mount", "-t", "tmpfs", "-o", f"size={MEGABYTES}m", "tmpfs", str(folder)):
        yield None
        return
    try:
        yield folder
    finally:
        await _run("umount", "-l", str(folder))


def fill(folder: Path) -> Path:
    """A file that takes all the room that is left."""
    path = folder / "ballast"
    with path.open("wb", buffering=0) as file:
        for size in (1 << 20, 1 << 12):
            try:
                while file.write(b"\0" * size):
                    pass
            except OSError:
                continue
    return path
