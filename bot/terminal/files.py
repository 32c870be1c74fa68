"""Files on the disk beside the terminal."""

import asyncio
import io
import zipfile
from pathlib import Path
from typing import Final

from bot.commands.framework.declared import AttachedFile
from engine.errors import FileIsFolder, FileMissing, FileNotSent, FileTooBig, FileUnreadable
from engine.values.transfers.transfers import Document

LIMIT: Final = 100 * 1024 * 1024
_MOST_FILES: Final = 20_000
_KEPT: Final = ("characters", "worlds", "OpenAI Settings", "groups", "group chats", "chats", "User Avatars")
_SETTINGS: Final = "settings.json"
_STORED_ONCE: Final = (".png", ".webp", ".jpg", ".jpeg")


class DiskFiles:
    """Reads what a path names; quotes around it and ``~`` are understood."""

    async def read(self, named: str, *, picture: bool = False) -> AttachedFile:  # noqa: ARG002 — files stay as they are
        """The file; a folder with SillyTavern's data as one archive.

        Raises FileNotSent, FileMissing, FileIsFolder, FileUnreadable, FileTooBig.
        """
        bare = named.strip().strip("'\"")
        if not bare:
            raise FileNotSent()
        try:
            return await asyncio.to_thread(_read, Path(bare))
        except ValueError:  # a NUL in the path
            raise FileMissing(path=bare.replace("\0", "")[:200]) from None
        except OSError as error:
            raise FileUnreadable(path=bare[:200], reason=error.strerror or "") from None


def keep(document: Document, folder: Path) -> Path:
    """Write a file into ``folder`` under a name that nothing has there yet; the path. Raises OSError.

    The folder is made for its owner alone where it is not there yet.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    wished = Path(document.filename.replace("\\", "/")).name.lstrip(".") or "file"
    stem, ending = Path(wished).stem, Path(wished).suffix
    number = 1
    while True:
        path = folder / (wished if number == 1 else f"{stem}-{number}{ending}")
        try:
            with path.open("xb") as file:
                file.write(document.data)
        except FileExistsError:
            number += 1
        else:
            return path


def _read(path: Path) -> AttachedFile:
    try:
        whole = path.expanduser()
    except RuntimeError:
        whole = path
    if whole.is_dir():
        return AttachedFile(f"{whole.resolve().name}.zip", _packed(whole, str(path)[:200]))
    try:
        size = whole.stat().st_size
    except (FileNotFoundError, NotADirectoryError):
        raise FileMissing(path=str(path)[:200]) from None
    if size > LIMIT:
        raise _too_big(size)
    with whole.open("rb") as file:
        return AttachedFile(whole.name, file.read(LIMIT + 1))


def _packed(folder: Path, shown: str) -> bytes:
    """The folders of SillyTavern's data under ``folder``, as the archive that its backup is."""
    files = [folder / _SETTINGS] if (folder / _SETTINGS).is_file() else []
    files += [it for name in _KEPT for it in sorted((folder / name).rglob("*")) if it.is_file() and not it.is_symlink()]
    if not files or len(files) > _MOST_FILES:
        raise FileIsFolder(path=shown)
    if (size := sum(it.stat().st_size for it in files)) > LIMIT:
        raise _too_big(size)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", compresslevel=1, strict_timestamps=False) as archive:
        for file in files:
            how = zipfile.ZIP_STORED if file.suffix.lower() in _STORED_ONCE else zipfile.ZIP_DEFLATED
            archive.write(file, file.relative_to(folder).as_posix(), how)
    return packed.getvalue()


def _too_big(size: int) -> FileTooBig:
    return FileTooBig(size=size, limit=LIMIT, megabytes=LIMIT // 1024 // 1024)
