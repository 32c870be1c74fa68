"""``python -m bot run`` as a process, beside the test servers of the platforms and of the model."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import asyncpg

from bot.words.localise import LANGUAGES, Speech
from engine.db.postgres.embedded import EmbeddedServer
from tests import calendar
from tests.processes import nursery
from tests.processes.program import Program, configured, spawned

_PLATFORMS = "\0"
_SPEECH = Speech()
READY = tuple(_SPEECH.speaker(it).say("app-running", platforms=_PLATFORMS).partition(_PLATFORMS)[0] for it in LANGUAGES)
"""How the line begins that the daemon prints once every platform has let it in."""


class Daemon(Program):
    """The daemon, or another program that is started as it is and says when it is ready."""

    command = "run"
    birth = staticmethod(spawned)
    talks = False

    def __init__(self, environment: Mapping[str, str], log: Path) -> None:
        super().__init__(("-m", "bot", self.command), environment, log, self.birth, talks=self.talks)

    async def start(self, crashpoint: str = "") -> None:
        """Start it; returns when it is ready. Raises when it ends before that."""
        since = len(self.said)
        await self.launch(crashpoint)
        if not await self.until(lambda: self.ready(self.said[since:])):
            raise RuntimeError(f"it ended at its start:\n{self.logged}")

    def ready(self, said: Sequence[str]) -> bool:
        """Whether these are the first lines of one that is ready."""
        return any(it.startswith(READY) for it in said)


class ForkedDaemon(Daemon):
    """The same out of the nursery, ready in a moment."""

    birth = staticmethod(nursery.forked)


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
    usual = {"CHAT__CONTEXT": "32768", "LANGUAGE": "en", "TIMEZONE": calendar.ZONE}
    environment = configured(database, folder, model_url, **{**usual, **names})
    async with program(environment, folder / "daemon.log") as one:
        yield one


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
