"""Our own Postgres: start it or join it, and let it go. One guard process per folder keeps it (``guard.py``).

The server listens on a Unix socket only, in a folder that nobody but its user can enter, and asks the kernel who it
is that connects: our own user comes in, nobody else does. There is no TCP port and no password. Several processes of
ours may use one folder; the server stops a moment after the last one is gone.
On macOS a killed guard leaves the server running; the next start stops it and starts its own.
"""

import asyncio
import fcntl
import json
import os
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from urllib.parse import quote

from engine.db.postgres import guard
from engine.db.postgres.data_folder import ROLE, DataFolder, PreparedFolder, open_folder, prepare
from engine.db.postgres.programs import find_programs
from engine.errors import DatabaseStartFailed, DatabaseStartTimeout

START_SECONDS = 60.0
GRACE_SECONDS = 2.0

_LOOK_SECONDS = 0.01
_OPTIONS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "max_connections": "60",
    "shared_buffers": "64MB",
    "work_mem": "8MB",
    "maintenance_work_mem": "64MB",
    "min_wal_size": "32MB",
    "max_wal_size": "256MB",  # bounds recovery after a crash too
    "deadlock_timeout": "200ms",
    "huge_pages": "off",
    "jit": "off",
    "max_parallel_workers_per_gather": "0",
    "autovacuum_max_workers": "2",
    "max_logical_replication_workers": "0",
    "logging_collector": "off",  # the guard writes the log and bounds it
    "log_destination": "stderr",
    "log_line_prefix": "%m [%p] ",
    "log_error_verbosity": "terse",  # details may quote what people wrote
    "log_statement": "none",
    "log_min_error_statement": "panic",
    "log_parameter_max_length": "0",
    "log_parameter_max_length_on_error": "0",
    "log_checkpoints": "off",
    "timezone": "UTC",
}
_NOT_DURABLE = {
    "fsync": "off",  # commits still outlive a killed process
    "full_page_writes": "off",
    "max_connections": "200",  # daemons by the dozen, and several processes of tests
    "autovacuum_naptime": "5s",  # tests fill tables in minutes, and without statistics plans are many times slower
}


class EmbeddedServer:
    """One process's use of the server in a folder. ``dsn`` is where to connect, also after a restart of the server."""

    def __init__(self, folder: DataFolder, dsn: str, users: int, *, durable: bool, grace: float) -> None:
        self.dsn = dsn
        self._folder = folder
        self._users = users
        self._durable = durable
        self._grace = grace

    @property
    def pid(self) -> int | None:
        """The server's process, which changes when the guard had to start it again."""
        return guard.postmaster_pid(self._folder.pgdata)

    @property
    def log(self) -> Path:
        """What the server and its guard say."""
        return self._folder.log

    async def ensure(self, seconds: float = START_SECONDS) -> None:
        """Wait until the server takes connections; start a new guard if somebody killed it. Raises as ``start``."""
        await _bring_up(self._folder, _Patience(seconds), durable=self._durable, grace=self._grace)

    async def stop(self) -> None:
        """Use it no longer. The server stops a moment after its last user; this does not wait for that."""
        if self._users >= 0:
            os.close(self._users)
            self._users = -1

    async def ended(self, seconds: float = 30.0) -> bool:
        """After ``stop``: wait until the server has ended. False when somebody else still uses it after ``seconds``."""
        patience = _Patience(seconds)
        while _is_guarded(self._folder):
            if patience.over:
                return False
            await asyncio.sleep(_LOOK_SECONDS)
        return True


async def start(
    folder: Path, *, seconds: float = START_SECONDS, grace: float = GRACE_SECONDS, durable: bool = True
) -> EmbeddedServer:
    """Start the server of ``folder``, or join the one that runs; the folder is made when it is missing.

    ``grace``: how long it outlives its last user. ``durable=False`` turns fsync off, for tests. Raises
    DataFolderForeign, DataFolderMajor, DataFolderUnreachable, EmbeddedDatabaseMissing, DatabaseStartTimeout,
    DatabaseStartFailed.
    """
    patience = _Patience(seconds)
    opened = await asyncio.to_thread(open_folder, folder)
    users = os.open(opened.users_lock, os.O_RDWR)
    try:
        while not _lock(users, fcntl.LOCK_SH):  # a guard that is stopping its server holds it
            patience.check(opened)
            await asyncio.sleep(_LOOK_SECONDS)
        dsn = await _bring_up(opened, patience, durable=durable, grace=grace)
    except BaseException:
        os.close(users)
        raise
    return EmbeddedServer(opened, dsn, users, durable=durable, grace=grace)


async def _bring_up(folder: DataFolder, patience: "_Patience", *, durable: bool, grace: float) -> str:
    """Wait until the server takes connections, with a guard of our own making if there is none. The DSN."""
    await asyncio.to_thread(_launch, folder, patience, durable=durable, grace=grace)
    while not _is_up(folder):
        if not _is_guarded(folder):
            raise DatabaseStartFailed(reason=_last_words(folder.log), log=str(folder.log))
        patience.check(folder)
        await asyncio.sleep(_LOOK_SECONDS)
    return f"postgresql://{ROLE}@/postgres?host={quote(str(_socket(folder.pgdata)), safe='')}"


class _Patience:
    """How long a start may take."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._end = time.monotonic() + seconds

    @property
    def over(self) -> bool:
        return time.monotonic() >= self._end

    def check(self, folder: DataFolder) -> None:
        if self.over:
            raise DatabaseStartTimeout(seconds=round(self._seconds), log=str(folder.log))


def _launch(folder: DataFolder, patience: _Patience, *, durable: bool, grace: float) -> None:
    """Make sure that a guard is at work; alone among all starters."""
    with _start_lock(folder, patience):
        if not _is_guarded(folder):
            _spawn_guard(folder, prepare(folder, find_programs(), durable=durable), durable=durable, grace=grace)


@contextmanager
def _start_lock(folder: DataFolder, patience: _Patience) -> Generator[None]:
    descriptor = os.open(folder.start_lock, os.O_RDWR)
    try:
        while not _lock(descriptor, fcntl.LOCK_EX):
            patience.check(folder)
            time.sleep(_LOOK_SECONDS)
        yield
    finally:
        os.close(descriptor)


def _spawn_guard(folder: DataFolder, prepared: PreparedFolder, *, durable: bool, grace: float) -> None:
    socket = str(prepared.socket)
    options = {**_OPTIONS, "unix_socket_directories": f'"{socket}"', **({} if durable else _NOT_DURABLE)}
    plan = guard.GuardPlan(
        postgres=prepared.programs.path("postgres"),
        data=str(prepared.pgdata),
        options=[part for name, value in options.items() for part in ("-c", f"{name}={value}")],
        lock=str(folder.guard_lock),
        users=str(folder.users_lock),
        log=str(folder.log),
        uid=prepared.user.uid if prepared.user is not None else -1,
        gid=prepared.user.gid if prepared.user is not None else -1,
        grace=grace,
    )
    with folder.log.open("ab") as log:
        subprocess.run(  # noqa: S603 — our own file; it detaches itself
            [sys.executable, "-I", "-S", guard.__file__, json.dumps(asdict(plan))],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
            check=False,
        )


def _is_guarded(folder: DataFolder) -> bool:
    descriptor = os.open(folder.guard_lock, os.O_RDWR)
    try:
        return not _lock(descriptor, fcntl.LOCK_SH)
    finally:
        os.close(descriptor)


def _is_up(folder: DataFolder) -> bool:
    """Whether the server of the present guard takes connections; one that a killed guard left behind is not meant."""
    if not folder.guard_lock.stat().st_size:
        return False
    pid = guard.postmaster_pid(folder.pgdata)
    return pid is not None and guard.is_ready(folder.pgdata, pid) and guard.is_postgres_of(pid, folder.pgdata)


def _socket(pgdata: Path) -> Path:
    """Where a running server says its socket is: the fifth line of its pid file."""
    return Path((pgdata / "postmaster.pid").read_text("utf-8").split("\n")[4])


def _lock(descriptor: int, kind: int) -> bool:
    try:
        fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _last_words(log: Path) -> str:
    """The last complaint in the log, for the operator."""
    try:
        lines = log.read_text("utf-8", "replace").splitlines()[-40:]
    except OSError:
        return "-"
    loud = [line for line in lines if "FATAL" in line or "PANIC" in line or "rror" in line]
    return (loud or lines or ["-"])[-1][:400]
