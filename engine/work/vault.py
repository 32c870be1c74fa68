"""The folder where backups lie: each written whole or not at all, and old ones go only after a new one came."""

import asyncio
import contextlib
import fcntl
import json
import os
import shutil
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from pathlib import Path

import structlog

from engine.db.postgres import dumps
from engine.db.postgres.pacing import FAST, GENTLE, ProgramPace
from engine.errors import BackupFolderUnusable, BackupNoRoom, BackupRunning, BackupTooNew, NoSuchBackup
from engine.ports import Clock
from engine.rules.backups import ENDING, is_due, name_of, newest_first, outdated, read_name
from engine.values.house.backups import Backup, BackupKind, Census
from engine.work.crashpoints import maybe_crash

LEFT_FREE = 200 << 20
"""Bytes that a backup leaves to everybody else."""
_HALF = ".part"
_BESIDE_TALK = frozenset({BackupKind.NIGHT, BackupKind.HAND})
"""For the others people wait, and nobody talks meanwhile."""

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Vault:
    """Backups of the database at ``dsn``, in ``folder``. ``nightly``: whether they are made unasked."""

    folder: Path
    clock: Clock
    nightly: bool = True

    async def listed(self) -> list[Backup]:
        """The backups that are there, newest first."""
        return await asyncio.to_thread(self._listed)

    async def is_due(self) -> bool:
        """Whether the last night's backup is wanted and missing."""
        return self.nightly and is_due(await self.listed(), self.clock.now())

    async def tidy(self) -> None:
        """Remove what a process left that died while it made a backup; one that is being made stays."""
        if self.folder.is_dir():
            with contextlib.suppress(BackupRunning, BackupFolderUnusable), self.alone():
                pass

    async def make(self, dsn: str, kind: BackupKind) -> Backup:
        """Make a backup; then old ones go. Whatever fails leaves the folder as it was.

        Raises BackupRunning, BackupNoRoom, BackupFolderUnusable, BackupTooNew, BackupFailed, and what connecting does.
        """
        with self.alone():
            async with dumps.patient(dsn) as connection:
                size = await dumps.require_programs(connection)
            known = await self.listed()
            self._require_room(size, known)
            name = _free_name(kind, self.clock.now(), known)
            made = await self._write(dsn, name, GENTLE if kind in _BESIDE_TALK else FAST)
            for old in outdated(await self.listed()):
                await asyncio.to_thread(self._remove, old.name)
        _log.info("backup made", name=name, megabytes=made.size >> 20)
        return made

    async def rewrite(self, backup: Backup, dsn: str) -> None:
        """Put what the database at ``dsn`` holds in place of a backup, whole or not at all, while ``alone`` is held.

        Raises BackupNoRoom, BackupFolderUnusable, BackupFailed.
        """
        self._require_room(0, [backup])
        await self._write(dsn, backup.name, GENTLE)
        _log.info("backup rewritten", name=backup.name)

    async def make_if_possible(self, dsn: str, kind: BackupKind) -> Backup | None:
        """The same before something that has to happen; None where our programs are too old for the server.

        One that another process is making just now is enough.
        """
        try:
            return await self.make(dsn, kind)
        except (BackupTooNew, BackupRunning) as error:
            _log.warning("no backup made", error=str(error), action="it goes on without one")
            return None

    def path(self, name: str) -> Path:
        """The file of a backup in the folder, or one that lies elsewhere. Raises NoSuchBackup."""
        for place in (self.folder / name, Path(name)):
            if place.suffix == ENDING and place.is_file():
                return place
        raise NoSuchBackup(name=name)

    def census(self, backup: Path) -> Census | None:
        """What a backup held when it was made; None when nobody wrote it down."""
        try:
            return Census(**json.loads(_beside(backup).read_text("utf-8")))
        except (OSError, ValueError, TypeError):
            return None

    def _listed(self) -> list[Backup]:
        try:
            files = [(it.name, it.stat().st_size) for it in self.folder.iterdir() if it.suffix == ENDING]
        except OSError:
            return []
        return newest_first(it for name, size in files if (it := read_name(name, size)) is not None)

    @contextmanager
    def alone(self) -> Generator[None]:
        """The kernel's lock, which ends with the process however that ends. Raises BackupRunning."""
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            handle = os.open(self.folder / "backup.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise BackupFolderUnusable(folder=str(self.folder), reason=error.strerror or "?") from error
        try:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise BackupRunning from None
            self._tidy()
            yield
        finally:
            os.close(handle)

    def _tidy(self) -> None:
        """Take away what a process has left that died over a backup: halves, and what was written down of none."""
        for it in self.folder.glob("omoide-*"):
            whole = it.name.endswith(f"{ENDING}.json") and it.with_suffix("").exists()
            if it.name.endswith((_HALF, f"{_HALF}.json", f"{ENDING}.json")) and not whole:
                it.unlink(missing_ok=True)

    def _require_room(self, database: int, known: list[Backup]) -> None:
        """A dump is packed and has no indexes: half of the database at most, or a little more than the last one."""
        likely = int(known[0].size * 1.5) if known else database // 2
        free = shutil.disk_usage(self.folder).free
        if free < likely + LEFT_FREE:
            raise BackupNoRoom(folder=str(self.folder), free=free >> 20, needed=(likely + LEFT_FREE) >> 20)

    async def _write(self, dsn: str, name: str, pace: ProgramPace) -> Backup:
        half, whole = self.folder / f"{name}{_HALF}", self.folder / name
        beside = _beside(half)
        try:
            half.touch(mode=0o600)
            census = await dumps.dump(dsn, half, pace)
            await asyncio.to_thread(_store, beside, json.dumps(asdict(census)))
            await asyncio.to_thread(settle, half)
            maybe_crash("in_backup")
            _take_place(half, whole)
            await asyncio.to_thread(settle, self.folder)
        except OSError as error:
            raise BackupFolderUnusable(folder=str(self.folder), reason=error.strerror or "?") from error
        finally:
            for left in (half, beside):
                with contextlib.suppress(OSError):
                    left.unlink(missing_ok=True)
        found = read_name(name, whole.stat().st_size)
        assert found is not None
        return found

    def _remove(self, name: str) -> None:
        for file in (self.folder / name, _beside(self.folder / name)):
            with contextlib.suppress(OSError):  # it goes the next time
                file.unlink(missing_ok=True)


def _beside(backup: Path) -> Path:
    return backup.with_name(f"{backup.name}.json")


def _free_name(kind: BackupKind, at: datetime, known: Iterable[Backup]) -> str:
    """What a backup made ``at`` is called. Names count seconds: one that is made within the same is no other's."""
    taken = {it.name for it in known}
    while (name := name_of(kind, at)) in taken:
        at += timedelta(seconds=1)
    return name


def _take_place(half: Path, whole: Path) -> None:
    """What was written becomes a backup, or takes the place of one.

    Dying in between leaves none that is half, and none beside what was written down of another, which seems damaged.
    """
    if whole.exists():
        _beside(whole).unlink(missing_ok=True)
        half.replace(whole)
        _beside(half).replace(_beside(whole))
        return
    _beside(half).replace(_beside(whole))
    maybe_crash("after_census")
    half.replace(whole)  # last: only now there is a backup


def _store(file: Path, text: str) -> None:
    file.write_text(text, "utf-8")
    file.chmod(0o600)
    settle(file)


def settle(place: Path) -> None:
    """Wait until a file or folder is on the disk (fsync)."""
    handle = os.open(place, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
