"""Daemons that start in a moment: every module is read once, and each daemon is a fork of that process.

``python -m tests.faults.platform_nursery N`` serves socket N: a JSON line ``{"environment": …}`` with two descriptors
(standard output and error) begins a daemon and is answered by its ``pid``; its end is told as ``{"ended": status}``,
the status of ``waitpid``. Each connection is one daemon; N is a listening socket that was inherited.
"""

import asyncio
import contextlib
import json
import os
import signal
import socket
import sys
import tempfile
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bot import platforms  # noqa: F401 - so that no fork has to read it
from bot.__main__ import main
from engine.work import crashpoints
from tests.platforms.daemon import HERE, Daemon

_DEVNULL = os.open(os.devnull, os.O_RDONLY)


class Fork:
    """A daemon as a process; what ``Daemon`` needs of one."""

    def __init__(self, connection: socket.socket, stdout: asyncio.StreamReader) -> None:
        self.stdout = stdout
        self.returncode: int | None = None
        self.pid = 0
        self._connection = connection
        self._ended = asyncio.ensure_future(self._listen())
        self.born = asyncio.Event()

    async def _listen(self) -> None:
        reader, writer = await asyncio.open_connection(sock=self._connection)
        self.pid = json.loads(await reader.readline())["pid"]
        self.born.set()
        self.returncode = os.waitstatus_to_exitcode(json.loads(await reader.readline())["ended"])
        writer.close()

    def send_signal(self, number: int) -> None:
        """Send a signal, unless it has ended."""
        if self.returncode is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """kill -9."""
        self.send_signal(signal.SIGKILL)

    async def wait(self) -> int:
        """Its exit code, below 0 for a signal."""
        await asyncio.shield(self._ended)
        assert self.returncode is not None
        return self.returncode


class ForkedDaemon(Daemon):
    """A daemon out of the nursery."""

    def __init__(self, environment: Mapping[str, str], log: Path, there: "Nursery") -> None:
        super().__init__(environment, log)
        self.nursery = there

    async def launch(self, crashpoint: str = "") -> None:
        """Start it without waiting for anything."""
        self._process = await self.nursery.born({**self._environment, "CRASHPOINT": crashpoint}, self.log)  # pyright: ignore[reportAttributeAccessIssue] - has what is used of a process
        assert self._process
        self._reading = asyncio.ensure_future(self._read(self._process))

    async def over(self) -> None:
        """It does not outlive its test."""
        if self._process is not None:
            await self.kill()


class Nursery:
    """The process that is forked."""

    def __init__(self, address: str, process: asyncio.subprocess.Process) -> None:
        self._address = address
        self._process = process

    async def born(self, environment: dict[str, str], log: Path) -> Fork:
        """A new daemon."""
        loop = asyncio.get_running_loop()
        connection = socket.socket(socket.AF_UNIX)
        connection.setblocking(False)
        await loop.sock_connect(connection, self._address)
        reading, writing = os.pipe()
        errors = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        try:
            order = json.dumps(environment).encode() + b"\n"
            socket.send_fds(connection, [order[:1]], [writing, errors])
            await loop.sock_sendall(connection, order[1:])
        finally:
            os.close(writing)
            os.close(errors)
        stdout = asyncio.StreamReader()
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(stdout), os.fdopen(reading, "rb"))
        fork = Fork(connection, stdout)
        await fork.born.wait()
        return fork


_nursery: list[tuple[asyncio.AbstractEventLoop, Nursery]] = []


async def nursery() -> Nursery:
    """The nursery of this process; it ends with it."""
    loop = asyncio.get_running_loop()
    for owner, there in _nursery:
        if owner is loop and there._process.returncode is None:
            return there
    folder = tempfile.mkdtemp(prefix="omoide-nursery-")
    address = f"{folder}/socket"
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(address)
    listening.listen()
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "tests.faults.platform_nursery", str(listening.fileno())),
        cwd=HERE,
        stdin=asyncio.subprocess.PIPE,
        pass_fds=[listening.fileno()],
    )
    listening.close()
    _nursery.append((loop, Nursery(address, process)))
    return _nursery[-1][1]


# --- the other side ---


def _serve(listening: socket.socket) -> None:
    """Fork for every connection until standard input ends."""
    threading.Thread(target=_end_with_the_starter, daemon=True).start()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        connection, _ = listening.accept()
        if os.fork() == 0:
            listening.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            _attend(connection)
        connection.close()


def _end_with_the_starter() -> None:
    sys.stdin.read()
    os._exit(0)


def _attend(connection: socket.socket) -> None:
    """In a process of its own: begin one daemon, and tell of its end."""
    first, descriptors, _, _ = socket.recv_fds(connection, 1, 2)
    environment = json.loads(first + connection.makefile("rb").readline())
    pid = os.fork()
    if pid == 0:
        connection.close()
        _become_a_daemon(environment, *descriptors)
    for each in descriptors:
        os.close(each)
    connection.sendall(json.dumps({"pid": pid}).encode() + b"\n")
    _, status = os.waitpid(pid, 0)
    with contextlib.suppress(OSError):
        connection.sendall(json.dumps({"ended": status}).encode() + b"\n")
    os._exit(0)


def _become_a_daemon(environment: dict[str, str], output: int, errors: int) -> None:
    for number, descriptor in enumerate((_DEVNULL, output, errors)):
        os.dup2(descriptor, number)
    os.environ.clear()
    os.environ.update(environment)
    armed = crashpoints._armed(environment["CRASHPOINT"]) if environment.get("CRASHPOINT") else crashpoints._unarmed
    modules: list[Any] = [it for it in sys.modules.values() if hasattr(it, "maybe_crash")]
    for module in modules:
        module.maybe_crash = armed
    code = 1
    try:
        code = main(["run"])
    finally:
        sys.stdout.flush()
        os._exit(code)


if __name__ == "__main__":
    _serve(socket.socket(fileno=int(sys.argv[1])))
