"""Programs that start in a moment: every module is read once, and each of them is a fork of that process.

``forking`` is the process that is forked.
"""

import asyncio
import json
import os
import socket
import sys
import tempfile
from asyncio.streams import FlowControlMixin
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.processes.program import ROOT


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

    async def wait(self) -> int:
        """Its exit code, below 0 for a signal."""
        await asyncio.shield(self._ended)
        assert self.returncode is not None
        return self.returncode


class Nursery:
    """The process that is forked."""

    def __init__(self, address: str, process: asyncio.subprocess.Process) -> None:
        self._address = address
        self._process = process

    @property
    def alive(self) -> bool:
        return self._process.returncode is None

    async def born(self, arguments: Sequence[str], environment: Mapping[str, str], log: Path, *, talks: bool) -> Fork:
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


async def forked(arguments: Sequence[str], environment: Mapping[str, str], log: Path, talks: bool) -> Fork:
    """A module as a process out of the nursery."""
    module, *left = arguments
    assert module == "-m"
    return await (await _nursery()).born(left, environment, log, talks=talks)


_nurseries: list[tuple[asyncio.AbstractEventLoop, Nursery]] = []


async def _nursery() -> Nursery:
    """The nursery of this process; it ends with it."""
    loop = asyncio.get_running_loop()
    for owner, there in _nurseries:
        if owner is loop and there.alive:
            return there
    folder = tempfile.mkdtemp(prefix="omoide-nursery-")
    address = f"{folder}/socket"
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(address)
    listening.listen()
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "tests.processes.forking", str(listening.fileno())),
        cwd=ROOT,
        stdin=asyncio.subprocess.PIPE,
        pass_fds=[listening.fileno()],
    )
    listening.close()
    _nurseries.append((loop, Nursery(address, process)))
    return _nurseries[-1][1]
