"""Programs that start in a moment: every module is read once, and each daemon is a fork of that process.

``python -m tests.faults.nursery N`` serves socket N: a JSON line ``{"arguments": …, "environment": …}`` with three
descriptors (standard input, output and error) begins a program and is answered by its ``pid``; its end is told as
``{"ended": status}``, the status of ``waitpid``. Each connection is one program; N is a listening socket that was
inherited. The arguments are what follows ``python -m``: ``bot run``, or ``tests.faults.driver`` and its own.
"""

import asyncio
import contextlib
import gc
import json
import os
import signal
import socket
import sys
import tempfile
import threading
import traceback
from asyncio.streams import FlowControlMixin
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import uvloop  # noqa: F401 - as all that follows here and is not used: so that no fork has to read it

from bot import __main__ as bot
from bot import app  # noqa: F401
from bot.discord import entry as discord  # noqa: F401
from bot.telegram import entry as telegram  # noqa: F401
from bot.words.localise import LANGUAGES, Speech
from engine.db.postgres.queries import product_queries
from engine.work import crashpoints
from tests import calendar
from tests.faults import driver
from tests.platforms.daemon import HERE, Daemon
from tests.shaking.loop import SEED, shaken


class Fork:
    """A program as a process, as ``asyncio`` shows one; ``stdin`` only where it was asked for."""

    def __init__(
        self, connection: socket.socket, stdout: asyncio.StreamReader, stdin: asyncio.StreamWriter | None
    ) -> None:
        self.stdout = stdout
        self.stdin = stdin
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
        if self.stdin is not None:
            self.stdin.close()

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
        environment = {**self._environment, "CRASHPOINT": crashpoint}
        self._process = await self.nursery.born(("bot", "run"), environment, self.log)  # pyright: ignore[reportAttributeAccessIssue] - has what is used of a process
        assert self._process
        self._reading = asyncio.ensure_future(self._read(self._process))


@asynccontextmanager
async def forked(real: Daemon) -> AsyncIterator[ForkedDaemon]:
    """The daemon that ``real`` would be, not started yet, out of the nursery. It does not outlive the block."""
    one = ForkedDaemon(real._environment, real.log, await nursery())
    try:
        yield one
    finally:
        if one._process is not None:
            await one.kill()


class Nursery:
    """The process that is forked."""

    def __init__(self, address: str, process: asyncio.subprocess.Process) -> None:
        self._address = address
        self._process = process

    async def born(
        self, arguments: Sequence[str], environment: Mapping[str, str], log: Path, *, talks: bool = False
    ) -> Fork:
        """A new program. Its standard error is added to ``log``; ``talks``: it is told things on standard input."""
        loop = asyncio.get_running_loop()
        connection = socket.socket(socket.AF_UNIX)
        connection.setblocking(False)
        await loop.sock_connect(connection, self._address)
        hearing, telling = os.pipe() if talks else (os.open(os.devnull, os.O_RDONLY), -1)
        reading, writing = os.pipe()
        errors = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        try:
            order = json.dumps({"arguments": arguments, "environment": dict(environment)}).encode() + b"\n"
            socket.send_fds(connection, [order[:1]], [hearing, writing, errors])
            await loop.sock_sendall(connection, order[1:])
        finally:
            for each in (hearing, writing, errors):
                os.close(each)
        stdout = asyncio.StreamReader(limit=1 << 24)
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(stdout), os.fdopen(reading, "rb"))
        fork = Fork(connection, stdout, await _writer(telling) if talks else None)
        await fork.born.wait()
        return fork


async def _writer(descriptor: int) -> asyncio.StreamWriter:
    loop = asyncio.get_running_loop()
    transport, protocol = await loop.connect_write_pipe(FlowControlMixin, os.fdopen(descriptor, "wb"))
    return asyncio.StreamWriter(transport, protocol, None, loop)


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
        *("-m", "tests.faults.nursery", str(listening.fileno())),
        cwd=HERE,
        stdin=asyncio.subprocess.PIPE,
        pass_fds=[listening.fileno()],
    )
    listening.close()
    _nursery.append((loop, Nursery(address, process)))
    return _nursery[-1][1]


# --- the other side ---


def _read_all_words() -> None:
    """Parse every message, which takes each daemon half a second otherwise."""
    for language in LANGUAGES:
        words = Speech().speaker(language)._words
        for message in list(words._unread):
            words.pattern(message)


def _serve(listening: socket.socket) -> None:
    """Fork for every connection until standard input ends."""
    _read_all_words()
    product_queries()
    calendar.keep()
    gc.freeze()  # no fork looks through for garbage, and so copies, what it has from here
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
    """In a process of its own: begin one program, and tell of its end."""
    first, descriptors, _, _ = socket.recv_fds(connection, 1, 3)
    order = json.loads(first + connection.makefile("rb").readline())
    pid = os.fork()
    if pid == 0:
        connection.close()
        _become(order["arguments"], order["environment"], descriptors)
    for each in descriptors:
        os.close(each)
    connection.sendall(json.dumps({"pid": pid}).encode() + b"\n")
    _, status = os.waitpid(pid, 0)
    with contextlib.suppress(OSError):
        connection.sendall(json.dumps({"ended": status}).encode() + b"\n")
    os._exit(0)


def _become(arguments: Sequence[str], environment: Mapping[str, str], descriptors: Sequence[int]) -> None:
    for number, descriptor in enumerate(descriptors):
        os.dup2(descriptor, number)
    os.environ.clear()
    os.environ.update(environment)
    armed = crashpoints._armed(environment["CRASHPOINT"]) if environment.get("CRASHPOINT") else crashpoints._unarmed
    modules: list[Any] = [it for it in sys.modules.values() if hasattr(it, "maybe_crash")]
    for module in modules:
        module.maybe_crash = armed
    code = 1
    try:
        code = _run(arguments)
    except BaseException:  # the end of the process, told as the interpreter tells it
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _run(arguments: Sequence[str]) -> int:
    new_loop = shaken(os.environ[SEED]) if SEED in os.environ else None
    if arguments[0] == "bot":
        if new_loop is not None:
            bot._loop_factory = lambda: new_loop
        return bot.main(arguments[1:])
    with asyncio.Runner(loop_factory=new_loop) as runner:
        runner.run(driver.main(arguments[1], list(arguments[2:])))
    return 0


if __name__ == "__main__":
    _serve(socket.socket(fileno=int(sys.argv[1])))
