"""Programs that run beside us, and talk with us through pipes.

They are not started by the call of the loop: where it forks, handlers of numeric libraries run before. They wait for
what another thread computes, and that may be for ever: with them the loop, and everybody.
"""

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final, Protocol, TypeVar

import structlog

from engine import NUMERIC_THREADS
from engine.ports import Clock

START_SECONDS: Final = 20.0
MOST_FAILURES: Final = 3
"""A process that failed to start so often in a row is not started again: the package is missing, or broken."""
NO_ANSWER: Final = (TimeoutError, OSError, EOFError, ValueError, LookupError, TypeError)
"""What a process that does not answer as it should is known by."""
_GIVEN: Final = ("PATH", "PYTHONPATH", "LD_LIBRARY_PATH", "SYSTEMROOT", "LANG", *NUMERIC_THREADS)

_LINE: Final = 1 << 16

Sink = int | BinaryIO
T = TypeVar("T")
_log = structlog.get_logger(__name__)


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

    def __init__(self, popen: "subprocess.Popen[bytes]", longest_line: int = _LINE, *, leads: bool = False) -> None:
        self._popen = popen
        self._leads = leads and hasattr(os, "killpg")
        self._ended: asyncio.Future[int] | None = None
        self._input: asyncio.StreamWriter | None = None
        self._output = asyncio.StreamReader(longest_line)
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
        """The next line that it writes; empty when it writes no more. Raises ValueError for one that is too long."""
        return await self._output.readline()

    async def wait(self) -> int:
        """What it ends with. May be waited for again and again."""
        if self._ended is None:
            self._ended = asyncio.ensure_future(asyncio.to_thread(self._popen.wait))
        return await asyncio.shield(self._ended)

    async def finish(self, seconds: float) -> None:
        """Ask it to end, and kill what of it runs still after ``seconds``."""
        if self._input is not None:
            self._input.close()
        self._signal(signal.SIGTERM)
        try:
            async with asyncio.timeout(seconds):
                await self.wait()
        except TimeoutError:
            pass
        finally:
            await self.end()

    async def end(self) -> None:
        """Kill it, if it runs still, and take note of its end, so that it leaves no zombie."""
        self._signal(getattr(signal, "SIGKILL", signal.SIGTERM))
        await self.wait()
        # Who is stopped while connecting has pipes that the loop does not know yet.
        for connected, pipe in ((self._input, self._popen.stdin), (self._pipe, self._popen.stdout)):
            if (held := connected or pipe) is not None:
                held.close()

    def _signal(self, number: int) -> None:
        """Send a signal to it; to all that it has started, where it leads a session."""
        with suppress(ProcessLookupError, PermissionError):
            if self._leads:
                os.killpg(self._popen.pid, number)
            else:
                self._popen.send_signal(number)

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
    longest_line: int = _LINE,
) -> RunningProgram:
    """Start a program that reads what we write and writes what we read. Raises OSError."""
    pipe = subprocess.PIPE
    started = launch(command, stdin=pipe, stdout=pipe, stderr=stderr, env=env, own_session=own_session)
    program = RunningProgram(started, longest_line, leads=own_session)
    try:
        await program.connect()
    except BaseException:
        await program.end()
        raise
    return program


class BackgroundTasks(Protocol):
    """Starts supervised background tasks."""

    def start(self, work: Coroutine[Any, Any, Any], name: str) -> asyncio.Task[Any]: ...


@dataclass(frozen=True, slots=True)
class WorkerScript:
    """A script that runs as a process of its own, and the words of the log about it.

    It says a line of JSON once it is ready, then answers each line with a line that has the same ``id``. It is ended
    when nobody has asked it for ``idle`` seconds. ``name`` is what its tasks are called, ``missing`` what follows, and
    is to be done, where it does not start.
    """

    path: Path
    name: str
    idle: float
    missing: str


class WorkerProcess:
    """Asks the process of a script, one question after the other.

    It starts when somebody needs it, inherits no secrets and no key that a terminal sends to us, and ends with
    ``tasks``. One that is late, breaks, or is left in the middle of a question is killed: the next question finds
    another one.
    """

    def __init__(self, script: WorkerScript, tasks: BackgroundTasks, clock: Clock) -> None:
        self._script = script
        self._tasks = tasks
        self._clock = clock
        self._process: RunningProgram | None = None
        self._life: asyncio.Task[None] | None = None
        self._ending: asyncio.Task[None] | None = None
        self._settled = asyncio.Event()
        self._one = asyncio.Lock()
        self._number = 0
        self._failures = 0
        self._used = 0.0

    @property
    def pid(self) -> int | None:
        """The process that answers now; None while there is none."""
        return self._process.pid if self._process is not None else None

    @property
    def ready(self) -> bool:
        """Whether there is a process that can be asked at once."""
        return self._process is not None and self._process.returncode is None

    def prepare(self) -> None:
        """Have a process start if there is none."""
        self._used = self._clock.monotonic()
        if self._process is not None and self._process.returncode is not None:
            self._drop(self._process)
        if (self._life is None or self._life.done()) and self._failures < MOST_FAILURES:
            settled = self._settled = asyncio.Event()
            self._life = self._tasks.start(self._live(self._ending, settled), self._script.name)
            self._life.add_done_callback(lambda _: settled.set())

    async def started(self) -> bool:
        """Wait for a process that is starting; whether there is one."""
        if self._life is not None:
            await self._settled.wait()
        return self._process is not None

    async def ask(
        self, question: Mapping[str, Any], read: Callable[[dict[str, Any]], T], seconds: float, body: bytes = b""
    ) -> T | None:
        """What ``read`` makes of the answer, which may take ``seconds`` once it is our turn; None where there is none.

        ``body`` follows the line of the question. ``read`` raises a ValueError, LookupError or TypeError for an answer
        that is none.
        """
        async with self._one:
            self.prepare()
            if self._life is not None:
                await self._settled.wait()
            if (process := self._process) is None:
                return None
            answered = False
            try:
                async with asyncio.timeout(seconds):
                    answer = await self._asked(process, question, body)
                found = read(answer)
                answered = True
            except NO_ANSWER as error:
                name, action = self._script.name, "the process is replaced"
                _log.info("no answer of a process", process=name, error=type(error).__name__, action=action)
                return None
            finally:  # who is stopped while it works leaves nothing in it that the next one would wait for
                if not answered:
                    self._drop(process)
            return found

    async def _asked(self, process: RunningProgram, question: Mapping[str, Any], body: bytes) -> dict[str, Any]:
        self._number += 1
        await process.write(json.dumps({"id": self._number, **question}).encode() + b"\n" + body)
        answer = await _line(process)
        if answer["id"] != self._number:
            raise ValueError
        return answer

    def _drop(self, process: RunningProgram) -> None:
        """Kill the process; the next question finds another one."""
        if process is self._process and self._life is not None:
            self._life.cancel()
            self._leave()

    def _leave(self) -> None:
        """The process that is there now is no longer asked; another one may start once it has ended."""
        self._process, self._ending, self._life = None, self._life, None

    async def _live(self, before: "asyncio.Task[None] | None", settled: asyncio.Event) -> None:
        """One process, from its start to its end: when nobody has asked it for a while, or the daemon ends."""
        process = None
        try:
            if before is not None:
                await asyncio.wait([before])
            process = self._process = await self._launched()
            self._failures = 0
            self._used = self._clock.monotonic()
            settled.set()
            await self._until_idle()
        except NO_ANSWER as error:
            self._failures += 1
            name, action = self._script.name, self._script.missing
            _log.warning("no process", process=name, error=type(error).__name__, action=action)
        finally:
            if process is not None:
                if self._process is process:
                    self._leave()
                await process.end()

    async def _launched(self) -> RunningProgram:
        """A process that is ready to answer."""
        process = await open_program(
            (sys.executable, "-P", str(self._script.path)),
            env={it: os.environ[it] for it in _GIVEN if it in os.environ},
            own_session=True,
        )
        try:
            async with asyncio.timeout(START_SECONDS):
                await _line(process)
        except BaseException:  # also when the daemon stops meanwhile: nothing is left behind
            await process.end()
            raise
        return process

    async def _until_idle(self) -> None:
        while (left := self._used + self._script.idle - self._clock.monotonic()) > 0 or self._one.locked():
            await self._clock.sleep(max(left, 1.0))


async def _line(process: RunningProgram) -> dict[str, Any]:
    line = await process.readline()
    if not line:
        raise EOFError
    return json.loads(line)
