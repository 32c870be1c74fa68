"""The parent of our own Postgres: a small process of the standard library alone.

Every process that uses the database holds a shared lock on ``users.lock``. The kernel drops it when that process ends,
however it ends. The guard looks whether it can have the lock alone; when it can, twice with a pause between, nobody is
left and the server is stopped. Postgres is a child, so its end is seen at once: it is reaped and started again while
somebody needs it. On Linux the kernel interrupts Postgres when the guard dies; elsewhere the next guard stops it first.

Run by path (``python -I -S guard.py JSON``), so that it starts in milliseconds and needs no installed package.
"""

import contextlib
import fcntl
import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import IO, ClassVar

RUNNING_ALREADY = 3
LOOK_SECONDS = 0.25
LOG_BYTES = 4 << 20
QUICK_ENDS = 6
"""How often in a row the server may end before it was ready, until the guard gives up."""
LAST_WORK_SECONDS = 20.0
"""After SIGTERM: how long users may still write before the server stops under them."""
STOP_STEPS = ((signal.SIGINT, 20.0), (signal.SIGQUIT, 5.0), (signal.SIGKILL, 5.0))


@dataclass(frozen=True)
class GuardPlan:
    """What to guard. Paths are absolute; ``uid`` and ``gid`` are those Postgres runs as (-1: as the guard does)."""

    postgres: str
    data: str
    options: list[str]
    lock: str
    users: str
    log: str
    uid: int
    gid: int
    grace: float


def is_postgres_of(pid: int, data: Path) -> bool:
    """Whether ``pid`` is a living Postgres that works in ``data``; a recycled number is not."""
    process = Path("/proc") / str(pid)
    if Path("/proc/self").exists():
        try:
            return (process / "comm").read_text().strip() == "postgres" and (process / "cwd").samefile(data)
        except OSError:
            return False
    listing = subprocess.run(["ps", "-o", "command=", "-p", str(pid)], capture_output=True, text=True, check=False)  # noqa: S603, S607 — a number and a fixed name
    return "postgres" in listing.stdout and str(data) in listing.stdout


def postmaster_pid(data: Path) -> int | None:
    """The number in ``postmaster.pid``, whoever that is now."""
    try:
        return int((data / "postmaster.pid").read_text("utf-8", "replace").split("\n", 1)[0])
    except (OSError, ValueError):
        return None


def is_ready(data: Path, pid: int) -> bool:
    """Whether Postgres has written that it takes connections (the way ``pg_ctl`` looks)."""
    try:
        lines = (data / "postmaster.pid").read_text("utf-8", "replace").split("\n")
    except OSError:
        return False
    return lines[0] == str(pid) and len(lines) > 7 and lines[7].strip() == "ready"


class Log:
    """The server's log: one file and one older one, each bounded."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = path.open("ab")

    def write(self, data: bytes) -> None:
        if self._file.tell() + len(data) > LOG_BYTES:
            self._file.close()
            self._path.replace(self._path.with_suffix(".old.log"))
            self._file = self._path.open("ab")
        with contextlib.suppress(OSError):  # a full disk must not end the guard
            self._file.write(data)
            self._file.flush()

    def say(self, text: str) -> None:
        self.write(f"guard: {text}\n".encode())

    def close(self) -> None:
        self._file.close()


class Guard:
    """Starts the server, starts it again, and stops it when nobody is left."""

    _DEATH_SIGNAL: ClassVar[int] = 1  # PR_SET_PDEATHSIG

    def __init__(self, plan: GuardPlan) -> None:
        self._plan = plan
        self._data = Path(plan.data)
        self._log = Log(Path(plan.log))
        self._users = os.open(plan.users, os.O_RDWR)
        self._look_seconds = min(LOOK_SECONDS, max(0.02, plan.grace / 2))
        self._asked_to_stop: float | None = None
        self._prctl = _prctl()
        signal.signal(signal.SIGTERM, self._stop_soon)
        signal.signal(signal.SIGINT, self._stop_soon)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)

    def run(self) -> None:
        """Until nobody uses the database, or the server cannot be started."""
        quick_ends = 0
        while True:
            self._clear_the_way()
            Path(self._plan.lock).write_text(f"{os.getpid()}\n")  # whoever answers from here on is our child
            server = self._spawn()
            was_ready, over = self._watch(server)
            if over:
                return
            self._log.say(f"the server ended by itself with {server.returncode}")
            quick_ends = 0 if was_ready else quick_ends + 1
            if quick_ends == QUICK_ENDS:
                self._log.say("it is not started again")
                return
            time.sleep(min(0.05 * 2**quick_ends, 1.0))

    def _watch(self, server: "subprocess.Popen[bytes]") -> tuple[bool, bool]:
        """Until the server ends or is not needed. Whether it had been ready, and whether all is over."""
        was_ready = False
        alone_since: float | None = None
        while server.poll() is None:
            if self._copy_log(server.stdout, self._look_seconds if was_ready else 0.02):
                time.sleep(0.02)  # the pipe ended, the process is about to
            was_ready = was_ready or is_ready(self._data, server.pid)
            alone_since = self._alone_since(alone_since)
            if self._time_to_end(alone_since):
                self._end(server)
                return was_ready, True
        self._drain(server)
        return was_ready, False

    def _alone_since(self, before: float | None) -> float | None:
        """Since when no user holds the lock. It is given back at once, for somebody may be about to come."""
        if not self._lock_users():
            return None
        fcntl.flock(self._users, fcntl.LOCK_UN)
        return before if before is not None else time.monotonic()

    def _time_to_end(self, alone_since: float | None) -> bool:
        now = time.monotonic()
        asked = self._asked_to_stop
        if asked is not None and (alone_since is not None or now - asked > LAST_WORK_SECONDS):
            self._lock_users()
            return True
        # From here on a new user waits until this guard has ended.
        return alone_since is not None and now - alone_since >= self._plan.grace and self._lock_users()

    def _lock_users(self) -> bool:
        try:
            fcntl.flock(self._users, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True

    def _spawn(self) -> "subprocess.Popen[bytes]":
        plan = self._plan
        other_user = plan.uid >= 0
        return subprocess.Popen(  # noqa: S603 — the programs of our own package
            [plan.postgres, "-D", plan.data, *plan.options],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=plan.data,
            env={"PATH": os.defpath, "LC_ALL": "C.UTF-8", "TZ": "UTC"},
            preexec_fn=self._before_exec(os.getpid()),  # noqa: PLW1509 — this process has one thread
            user=plan.uid if other_user else None,
            group=plan.gid if other_user else None,
            extra_groups=[] if other_user else None,
        )

    def _before_exec(self, guard: int) -> Callable[[], None]:
        def follow_the_guard() -> None:  # runs after the change of user, which would undo it
            if self._prctl is not None:
                self._prctl(self._DEATH_SIGNAL, int(signal.SIGINT), 0, 0, 0)
                if os.getppid() != guard:
                    os._exit(1)

        return follow_the_guard

    def _clear_the_way(self) -> None:
        """Stop a server that a killed guard left behind; make Postgres see any other old pid as stale.

        Postgres takes the pid of its own parent for stale and then still checks that no old backend is attached, so
        that pid is written in the place of the old one. The process that has the old number now is left alone.
        """
        pid = postmaster_pid(self._data)
        if pid is None:
            return
        for number, seconds in STOP_STEPS:
            if not is_postgres_of(pid, self._data):
                break
            self._log.say(f"stopping the server {pid} of an earlier guard")
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)
            _wait_until(lambda: not is_postgres_of(pid, self._data), seconds)
        file = self._data / "postmaster.pid"
        with contextlib.suppress(FileNotFoundError):
            rest = file.read_bytes().partition(b"\n")
            with file.open("r+b") as place:  # in place: the owner stays
                place.write(str(os.getpid()).encode() + rest[1] + rest[2])
                place.truncate()

    def _end(self, server: "subprocess.Popen[bytes]") -> None:
        for number, seconds in STOP_STEPS:
            server.send_signal(number)
            if _wait_until(lambda: self._ended(server), seconds):
                return

    def _ended(self, server: "subprocess.Popen[bytes]") -> bool:
        self._copy_log(server.stdout, 0)
        return server.poll() is not None

    def _drain(self, server: "subprocess.Popen[bytes]") -> None:
        """Read to the end of the pipe: then no child of the server is left either."""
        _wait_until(lambda: self._copy_log(server.stdout, 0.02), 10.0)
        if server.stdout is not None:
            server.stdout.close()

    def _copy_log(self, pipe: IO[bytes] | None, seconds: float) -> bool:
        """What the server says within ``seconds`` goes to the log. True at the end of the pipe."""
        if pipe is None:
            return True
        if not select.select([pipe], [], [], seconds)[0]:
            return False
        data = os.read(pipe.fileno(), 65536)
        self._log.write(data)
        return not data

    def _stop_soon(self, _number: int, _frame: object) -> None:
        self._asked_to_stop = self._asked_to_stop or time.monotonic()


def main() -> int:
    """Take the guard's lock, detach, guard. 0 means that a guard is at work, 3 that another one already was."""
    plan = GuardPlan(**json.loads(sys.argv[1]))
    lock = os.open(plan.lock, os.O_RDWR)
    if not _wait_until(lambda: _locked(lock), 2.0):
        return RUNNING_ALREADY
    os.ftruncate(lock, 0)
    if os.fork():
        os._exit(0)
    os.setsid()
    os.chdir("/")
    Guard(plan).run()
    return 0


def _locked(lock: int) -> bool:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _wait_until(done: Callable[[], bool], seconds: float) -> bool:
    end = time.monotonic() + seconds
    while not done():
        if time.monotonic() >= end:
            return False
        time.sleep(0.02)
    return True


def _prctl() -> Callable[..., int] | None:
    """Linux's way to hear of a parent's death; None elsewhere."""
    if sys.platform != "linux":
        return None
    try:
        import ctypes  # noqa: PLC0415 — missing from some builds of Python

        prctl = ctypes.CDLL(None).prctl
        prctl.argtypes = [ctypes.c_int, *[ctypes.c_ulong] * 4]
        return prctl
    except (ImportError, OSError, AttributeError):
        return None


if __name__ == "__main__":
    sys.exit(main())
