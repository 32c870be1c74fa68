"""Programs that run beside us, and talk with us through pipes.

They are not started by the call of the loop: where it forks, handlers of numeric libraries run before. They wait for
what another thread computes, and that may be for ever: with them the loop, and everybody.
"""

import asyncio
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import BinaryIO

Sink = int | BinaryIO


def launch(
    command: Sequence[str],
    *,
    stdin: Sink = subprocess.DEVNULL,
    stdout: Sink = subprocess.DEVNULL,
    stderr: Sink = subprocess.DEVNULL,
    env: Mapping[str, str] | None = None,
    own_session: bool = False,
) -> "subprocess.Popen[bytes]":
    """Start a program. ``own_session``: no key that a terminal sends to us reaches it. Raises OSError."""
    return subprocess.Popen(  # noqa: S603 — programs of ours and of our packages, by their paths
        command, stdin=stdin, stdout=stdout, stderr=stderr, env=env, start_new_session=own_session
    )


class RunningProgram:
    """A program that runs. Whoever opened it ends it, which also closes its pipes."""

    def __init__(self, popen: "subprocess.Popen[bytes]") -> None:
        self._popen = popen
        self._ended: asyncio.Future[int] | None = None
        self._input: asyncio.StreamWriter | None = None
        self._output = asyncio.StreamReader()
        self._pipe: asyncio.BaseTransport | None = None

    @property
    def pid(self) -> int:
        return self._popen.pid

    @property
    def returncode(self) -> int | None:
        """What it ended with; None while it runs."""
        return self._popen.poll()

    async def write(self, data: bytes) -> None:
        """Give it something to read. Raises OSError when it has ended."""
        if self._input is None:
            raise BrokenPipeError
        self._input.write(data)
        await self._input.drain()

    async def readline(self) -> bytes:
        """The next line that it writes; empty when it writes no more."""
        return await self._output.readline()

    async def wait(self) -> int:
        """What it ends with. May be waited for again and again."""
        if self._ended is None:
            self._ended = asyncio.ensure_future(asyncio.to_thread(self._popen.wait))
        return await asyncio.shield(self._ended)

    async def end(self) -> None:
        """Kill it, if it runs still, and take note of its end, so that it leaves no zombie."""
        with suppress(ProcessLookupError):
            self._popen.kill()
        await self.wait()
        # Who is stopped while connecting has pipes that the loop does not know yet.
        for connected, pipe in ((self._input, self._popen.stdin), (self._pipe, self._popen.stdout)):
            if (held := connected or pipe) is not None:
                held.close()

    async def connect(self) -> None:
        """Read and write through its pipes from now on."""
        loop = asyncio.get_running_loop()
        if self._popen.stdout is not None:
            talk = asyncio.StreamReaderProtocol(self._output)
            self._pipe, _ = await loop.connect_read_pipe(lambda: talk, self._popen.stdout)
        if self._popen.stdin is not None:
            flow = asyncio.StreamReaderProtocol(asyncio.StreamReader())
            way, _ = await loop.connect_write_pipe(lambda: flow, self._popen.stdin)
            self._input = asyncio.StreamWriter(way, flow, None, loop)


async def open_program(
    command: Sequence[str],
    *,
    stderr: Sink = subprocess.DEVNULL,
    env: Mapping[str, str] | None = None,
    own_session: bool = False,
) -> RunningProgram:
    """Start a program that reads what we write and writes what we read. Raises OSError."""
    pipe = subprocess.PIPE
    program = RunningProgram(launch(command, stdin=pipe, stdout=pipe, stderr=stderr, env=env, own_session=own_session))
    try:
        await program.connect()
    except BaseException:
        await program.end()
        raise
    return program
