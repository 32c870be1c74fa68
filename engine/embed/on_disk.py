"""The table of word pieces of the built-in model on disk: of its 65 MB only the rows of words that are used are read.

The model unpacks it into memory. What is mapped from a file is shared by all processes of a house, and the system may
drop what is not looked at. Nothing depends on it: where it is not possible, the table stays in memory.
"""

import os
from pathlib import Path
from typing import Any, Final, cast

import numpy as np
import structlog
from numpy.typing import NDArray

Table = NDArray[np.uint8]

_NAME: Final = "word-pieces.npy"
_log = structlog.get_logger(__name__)


def keep_on_disk(encoder: Any, folder: Path) -> None:
    """Put the table of a loaded encoder into a file in ``folder``, and map it from there."""
    backend: Any = getattr(encoder, "_backend", None)
    table: Any = getattr(backend, "table", None)
    if not isinstance(table, np.ndarray):
        _log.info("embedding model is kept in memory", action="none; its package has another form than is known")
        return
    try:
        backend.table = _mapped(cast("Table", table), folder)
    except OSError as error:
        _log.warning("embedding model is kept in memory", code=error.errno, action="see that the disk has 70 MB free")


def _mapped(table: Table, folder: Path) -> Table:
    """The same numbers in a file, which is made where none has them."""
    path = folder / _NAME
    if not _has(path, table):
        folder.mkdir(parents=True, exist_ok=True)
        fresh = folder / f"{_NAME}.{os.getpid()}"
        try:
            with fresh.open("wb") as file:
                np.save(file, table)
            fresh.replace(path)  # whoever has mapped the old one keeps it
        finally:
            fresh.unlink(missing_ok=True)
    return np.load(path, mmap_mode="r")


def _has(path: Path, table: Table) -> bool:
    """Whether a file has this very table: read once at the start, as it may be an older model's, or cut."""
    try:
        kept = np.load(path, mmap_mode="r")
    except (OSError, ValueError, EOFError):
        return False
    return kept.shape == table.shape and kept.dtype == table.dtype and bool(np.array_equal(kept, table))
