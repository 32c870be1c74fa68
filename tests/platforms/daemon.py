"""``python -m bot run`` as a process that may be killed, beside the test servers of the platforms and of the model."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import asyncpg

from bot.words.localise import LANGUAGES, Speech
from engine.db.postgres.embedded import EmbeddedServer
from tests import calendar

HERE = Path(__file__).parents[2]
_PLATFORMS = "\0"
_LONGEST_END = 120.0
"""Seconds."""
_SPEECH = Speech()
READY = tuple(_SPEECH.speaker(it).say("app-running", platforms=_PLATFORMS).partition(_PLATFORMS)[0] for it in LANGUAGES)
"""How the line begins that the daemon prints once every platform has let it in."""


class Daemon:
    """``said`` is every line that any life of it printed; ``log`` is where it writes its log."""

    def __init__(self, environment: Mapping[str, str], log: Path) -> None:
        self.said: list[str] = []
        self.log = log
        self._environment = environment
        self._process: asyncio.subprocess.Process | None = None
        self._reading: asyncio.Task[None] | None = None
        self._news = asyncio.Event()

    @property
    def pid(self) -> int:
        assert self._process
        return self._process.pid

    async def start(self, crashpoint: str = "") -> None:
        """Start it; returns when it is ready. Raises when it ends before that."""
        since = len(self.said)
        await self.launch(crashpoint)
        if not await self.until(lambda lines: any(it.startswith(READY) for it in lines), since=since):
            raise RuntimeError(f"the daemon ended at its start:\n{self.log.read_text('utf-8')[-4000:]}")

    async def launch(self, crashpoint: str = "") -> None:
        """Start it without waiting for anything."""
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *calendar.program("bot", "run"),
                cwd=HERE,
                env={**self._environment, "CRASHPOINT": crashpoint},
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
            )
        self._reading = asyncio.ensure_future(self._read(self._process))

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout
        async for line in process.stdout:
            self.said.append(line.decode().rstrip("\n"))
            self._news.set()
        await process.wait()

    async def until(self, enough: Callable[[list[str]], bool], *, since: int = 0) -> bool:
        """Wait until what it printed since then is enough; False when it ended first."""
        assert self._reading
        while not enough(self.said[since:]):
            if self._reading.done():
                return False
            self._news.clear()
            news = asyncio.ensure_future(self._news.wait())
            await asyncio.wait({news, self._reading}, return_when=asyncio.FIRST_COMPLETED)
            news.cancel()
        return True

    async def died(self) -> int:
        """Wait for its end, not for ever; how it ended."""
        assert self._process
        assert self._reading
        async with asyncio.timeout(_LONGEST_END):
            await asyncio.shield(self._reading)
            return await self._process.wait()

    async def kill(self) -> int:
        """kill -9."""
        assert self._process
        if self._process.returncode is None:
            self._process.kill()
        return await self.died()

    async def terminate(self) -> int:
        """SIGTERM; how it ended."""
        assert self._process
        self._process.send_signal(signal.SIGTERM)
        return await self.died()


@asynccontextmanager
async def daemon(
    database: str,
    folder: Path,
    model_url: str,
    program: Callable[[Mapping[str, str], Path], Daemon] = Daemon,
    /,
    **names: str,
) -> AsyncIterator[Daemon]:
    """A daemon, or another ``program``, that is not started yet, in English unless told. ``names`` are more OMOIDE_
    names. It does not outlive the block.
    """
    await asyncio.to_thread(folder.mkdir, parents=True, exist_ok=True)
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("OMOIDE_")},
        "DATABASE_URL": database,
        "OMOIDE_DATA_DIR": str(folder),
        "OMOIDE_CHAT__URL": model_url,
        "OMOIDE_CHAT__MODEL": "m",
        "OMOIDE_CHAT__CONTEXT": "32768",
        "OMOIDE_LANGUAGE": "en",
        "OMOIDE_TIMEZONE": calendar.ZONE,
        **{f"OMOIDE_{name}": value for name, value in names.items()},
    }
    one = program(environment, folder / "daemon.log")
    try:
        yield one
    finally:
        if one._process is not None:
            await one.kill()


async def empty_database(server: EmbeddedServer, name: str) -> str:
    """A new database of a server; its address."""
    admin = await asyncpg.connect(server.dsn)
    try:
        await admin.execute(f'CREATE DATABASE "{name}" TEMPLATE template0')
    finally:
        await admin.close()
    url = server.dsn.replace("/postgres?", f"/{name}?")
    await calendar.keep_database(url)
    return url
