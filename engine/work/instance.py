"""This process as the database knows it: a name that only one living process may have, and a number for this life."""

import fcntl
import os
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from uuid import uuid4

from engine.db.house.work import LeaseHolder
from engine.errors import ConfigError

MOST_AT_ONCE = 64


@contextmanager
def instance(folder: Path, name: str) -> Generator[LeaseHolder]:
    """Hold the lock of the first free instance called ``name`` (``name``, ``name-2``, …) in ``folder``.

    The lock is the kernel's: it ends with the process, however that ends. Who has it may end the leases that older
    boots of the same instance left behind. Raises ConfigError where nothing can be written.
    """
    house = _house(folder)
    for number in range(1, MOST_AT_ONCE + 1):
        label = name if number == 1 else f"{name}-{number}"
        handle = os.open(folder / f"{label}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(handle)
            continue
        try:
            yield LeaseHolder(f"{house}/{label}", uuid4())
        finally:
            os.close(handle)
        return
    raise RuntimeError(f"{MOST_AT_ONCE} processes called {name} run in {folder}")


def running(folder: Path) -> list[str]:
    """The names of the instances in ``folder`` that live at this moment."""
    return [file.stem for file in sorted(folder.glob("*.lock")) if _is_held(file)]


def _is_held(file: Path) -> bool:
    handle = os.open(file, os.O_RDWR | os.O_CLOEXEC)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(handle)
    return False


def _house(folder: Path) -> str:
    """A name for this data folder, made once and whole: several machines may share one database."""
    path = folder / "house-id"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            fresh = folder / f"house-id.{uuid4().hex}"
            fresh.write_text(uuid4().hex)
            with suppress(FileExistsError):
                os.link(fresh, path)
            fresh.unlink()
        return path.read_text().strip()
    except OSError as error:
        raise ConfigError(name="OMOIDE_DATA_DIR", reason=f"{folder.parent}: {error.strerror}") from error
