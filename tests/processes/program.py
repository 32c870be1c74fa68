"""A program of ours as a process that may be killed wherever it stands, and started again."""

import asyncio
import codecs
import os
import signal
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, Protocol, Self

from tests import calendar

ROOT: Final = Path(__file__).parents[2]
_LONGEST_END: Final = 120.0
"""Seconds."""


class Process(Protocol):
    """What is used of a process, as ``asyncio`` shows one."""

    @property
    def pid(self) -> int: ...

    @property
    def returncode(self) -> int | None: ...

    @property
    def stdout(self) -> asyncio.StreamReader | None: ...

    @property
    def stdin(self) -> asyncio.StreamWriter | None: ...

    def send_signal(self, signal: int, /) -> None: ...

    async def wait(self) -> int: ...


Birth = Callable[[Sequence[str], Mapping[str, str], Path, bool], Awaitable[Process]]
"""How a process begins: from what follows ``python``, its environment, its log, and whether it is told things."""


async def spawned(arguments: Sequence[str], environment: Mapping[str, str], log: Path, talks: bool) -> Process:
    """A process of its own, on the date that is played."""
    module = arguments[0] == "-m"
    with log.open("ab") as errors:
        return await asyncio.create_subprocess_exec(
            *(calendar.program(*arguments[1:]) if module else (sys.executable, *arguments)),
            cwd=ROOT,
            env=dict(environment),
            stdin=asyncio.subprocess.PIPE if talks else asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=errors,
        )


def configured(database: str, folder: Path, model_url: str, **names: str) -> dict[str, str]:
    """The environment of a program that talks to one model: of the OMOIDE_ names these, and ``names`` besides."""
    return {
        **{name: value for name, value in os.environ.items() if not name.startswith("OMOIDE_")},
        "DATABASE_URL": database,
        "OMOIDE_DATA_DIR": str(folder),
        "OMOIDE_CHAT__URL": model_url,
        "OMOIDE_CHAT__MODEL": "m",
        **{f"OMOIDE_{name}": value for name, value in names.items()},
    }


class Program:
    """``arguments`` are what follows ``python``; it is not started yet. ``said`` is every line that any life of it
    printed; ``log`` is where it writes its log; ``talks``: it is told things. It does not outlive a block of its own.
    """

    def __init__(
        self,
        arguments: Sequence[str],
        environment: Mapping[str, str],
        log: Path,
        birth: Birth = spawned,
        *,
        talks: bool = False,
    ) -> None:
        self.said: list[str] = []
        self.log = log
        self._arguments = arguments
        self._environment = environment
        self._birth = birth
        self._talks = talks
        self._process: Process | None = None
        self._listening: asyncio.Task[None] | None = None
        self._news = asyncio.Event()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._process is not None:
            await self.kill()

    @property
    def pid(self) -> int:
        assert self._process
        return self._process.pid

    @property
    def heard(self) -> bool:
        """Whether it lives, or something that it said has not been read yet."""
        return self._listening is not None and not self._listening.done()

    @property
    def ended(self) -> bool:
        """Whether its process is known to have ended."""
        return self._process is not None and self._process.returncode is not None

    @property
    def logged(self) -> str:
        """The end of its log."""
        return self.log.read_text("utf-8")[-4000:]

    async def launch(self, crashpoint: str = "") -> None:
        """Start it without waiting for anything. It dies where it comes by ``crashpoint``."""
        environment = {**self._environment, "CRASHPOINT": crashpoint}
        self._process = await self._birth(self._arguments, environment, self.log, self._talks)
        self._listening = asyncio.ensure_future(self._listen(self._process))

    async def _listen(self, process: Process) -> None:
        """Read what it prints, until everybody who may print there has ended. A line that a kill cut is none."""
        assert process.stdout
        decoder, line = codecs.getincrementaldecoder("utf-8")(), ""
        while data := await process.stdout.read(1 << 16):
            text = decoder.decode(data)
            *whole, line = (line + text).split("\n")
            self.said += whole
            self.hears(text, whole)
            self._news.set()
        await process.wait()

    def hears(self, text: str, lines: Sequence[str]) -> None:
        """It has printed this; ``lines`` are whole by it."""

    async def until(self, condition: Callable[[], bool]) -> bool:
        """Wait until this holds of what it printed; False when it ended first."""
        assert self._listening
        while not condition():
            if self._listening.done():
                return False
            self._news.clear()
            news = asyncio.ensure_future(self._news.wait())
            await asyncio.wait({news, self._listening}, return_when=asyncio.FIRST_COMPLETED)
            news.cancel()
        return True

    def tell(self, line: str) -> None:
        """Write a line to its standard input; one that has died hears nothing."""
        assert self._process
        assert self._process.stdin
        with suppress(ConnectionError, RuntimeError):
            self._process.stdin.write(line.encode() + b"\n")

    def hang_up(self) -> None:
        """Nothing more is told."""
        assert self._process
        assert self._process.stdin
        self._process.stdin.close()

    async def died(self) -> int:
        """Wait for its end, not for ever; how it ended: below 0 by a signal."""
        assert self._process
        assert self._listening
        async with asyncio.timeout(_LONGEST_END):
            await asyncio.shield(self._listening)
            return await self._process.wait()

    async def kill(self) -> int:
        """kill -9; how it ended."""
        return await self._signalled(signal.SIGKILL)

    async def terminate(self) -> int:
        """SIGTERM; how it ended."""
        return await self._signalled(signal.SIGTERM)

    async def _signalled(self, number: signal.Signals) -> int:
        assert self._process
        if not self.ended:
            self._process.send_signal(number)
        return await self.died()
