"""Files on the disk beside the terminal."""

import asyncio
from pathlib import Path
from typing import Final

from bot.commands.declared import Upload
from engine.errors import FileIsFolder, FileMissing, FileNotSent, FileTooBig, FileUnreadable

LIMIT: Final = 20 * 1024 * 1024


class DiskFiles:
    """Reads what a path names; quotes around it and ``~`` are understood."""

    async def read(self, named: str) -> Upload:
        """The file. Raises FileNotSent, FileMissing, FileIsFolder, FileUnreadable, FileTooBig."""
        bare = named.strip().strip("'\"")
        if not bare:
            raise FileNotSent()
        try:
            return await asyncio.to_thread(_read, Path(bare))
        except ValueError:  # a NUL in the path
            raise FileMissing(path=bare.replace("\0", "")[:200]) from None
        except OSError as error:
            raise FileUnreadable(path=bare[:200], reason=error.strerror or "") from None


def _read(path: Path) -> Upload:
    try:
        whole = path.expanduser()
    except RuntimeError:
        whole = path
    if whole.is_dir():
        raise FileIsFolder(path=str(path)[:200])
    try:
        size = whole.stat().st_size
    except (FileNotFoundError, NotADirectoryError):
        raise FileMissing(path=str(path)[:200]) from None
    if size > LIMIT:
        raise FileTooBig(size=size, limit=LIMIT, megabytes=LIMIT // 1024 // 1024)
    with whole.open("rb") as file:
        return Upload(whole.name, file.read(LIMIT + 1))
