"""What every part needs: the model in its own process, an engine on a folder of its own, people who talk."""

import asyncio
import json
import os
import sys
import time
import urllib.request
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

from engine.actions.chats import sessions
from engine.actions.house import access
from engine.app import Engine
from engine.config.config import Config
from engine.config.reading import read_config
from engine.context import EngineContext
from engine.values.chats.incoming import Here, Incoming, Origin
from engine.values.chats.outgoing import Ended
from engine.values.chats.turns import TurnState
from engine.wiring.opening import open_engine
from tests import calendar

PLATFORM = "terminal"
"""The platform without a debounce."""

_START = calendar.now()


@dataclass(frozen=True, slots=True)
class Model:
    """The model's process."""

    port: int

    @property
    def url(self) -> str:
        """The base URL for the OpenAI format."""
        return f"http://127.0.0.1:{self.port}/v1"

    async def plan(self, chunks: int, pace: float = 0.0, *, stamped: bool | str = False) -> float:
        """Answer from now on with so many tokens, ``pace`` seconds apart; forget the times. When that was."""
        plan = {"chunks": chunks, "pace": pace, "stamped": stamped}
        return (await asyncio.to_thread(self._ask, "/plan", plan))["since"]

    async def times(self) -> tuple[list[float], list[float]]:
        """When it was asked and when each reply's last token was sent, since the last call or plan."""
        told = await self.all_times()
        return told["asked"], told["ended"]

    async def all_times(self) -> dict[str, list[float]]:
        """The same as ``asked`` and ``ended``, and when each reply's first token was sent as ``began``."""
        return await asyncio.to_thread(self._ask, "/times", {})

    def _ask(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", json.dumps(body).encode())
        with urllib.request.urlopen(request) as response:
            return json.load(response)


@asynccontextmanager
async def model_process() -> AsyncIterator[Model]:
    """The model, ready to be asked."""
    process = await asyncio.create_subprocess_exec(sys.executable, "-m", "tests.bench.model", stdout=-1)
    try:
        assert process.stdout is not None
        yield Model(int(await process.stdout.readline()))
    finally:
        process.kill()
        await process.wait()


def config_for(folder: Path, model: Model | None) -> Config:
    """A configuration of our own: nothing of the machine's environment is read."""
    for name in [it for it in os.environ if it.startswith("OMOIDE_") or it == "DATABASE_URL"]:
        del os.environ[name]
    os.environ |= environment(folder, model)
    return read_config(folder / "none.env")[0]


def environment(folder: Path, model: Model | None) -> dict[str, str]:
    """The names that a process of ours reads to use ``folder`` and ``model``."""
    names = {"OMOIDE_DATA_DIR": str(folder), "OMOIDE_LANGUAGE": "en", "OMOIDE_TIMEZONE": "UTC", "OMOIDE_LOG": "warning"}
    if model is not None:
        names |= {"OMOIDE_CHAT__URL": model.url, "OMOIDE_CHAT__MODEL": "m", "OMOIDE_CHAT__CONTEXT": "32768"}
    return names


@asynccontextmanager
async def engine_on(folder: Path, model: Model | None) -> AsyncIterator[Engine]:
    """The engine, running on ``folder``, which may be new."""
    async with open_engine(config_for(folder, model), name="bench", platforms={PLATFORM: None}) as engine:
        yield engine


def needs_of(engine: Engine) -> EngineContext:
    """What the engine's steps were given, to count and to look."""
    return engine.ctx


def memory_mb(process: int | None = None) -> float:
    """Resident memory of this process, or of another."""
    return psutil.Process(process).memory_info().rss / 2**20


class Talker:
    """One person alone in a channel of a space of their own."""

    def __init__(self, engine: Engine, number: int) -> None:
        self._engine = engine
        self._origin = Origin(PLATFORM, f"space-{number}", "channel", f"person-{number}", "Ann")
        self._position = 0
        self.here: Here

    async def open(self) -> None:
        """Begin the first session."""
        self.here = await self._engine.places.resolve(self._origin)
        await access.at_home(self._engine.ctx, self.here)
        await sessions.open_here(self._engine.ctx, self.here, "Ann")

    async def anew(self) -> None:
        """Begin another session."""
        await sessions.new(self._engine.ctx, self._engine.runner, self.here, "Ann")

    async def say(self, text: str = "And then? Tell me more about the harbour, please.") -> tuple[float, float]:
        """Say something and read the reply to its end: when it was said, when the final text was there."""
        self._position += 1
        message = Incoming(self._origin, f"m{self._position}", text, _START, self._position)
        with self._engine.turns.watch(self.here) as shows:
            said = time.monotonic()
            await self._engine.turns.accept(message)
            async for show in shows:
                if isinstance(show, Ended):
                    ended = time.monotonic()
                    if show.state is not TurnState.COMPLETE:
                        raise RuntimeError(f"the turn ended as {show.state}: {show.notice}")
                    self._engine.turns.delivered(show.sendings)
                    return said, ended
        raise AssertionError("unreachable")

    async def idle(self) -> None:
        """Return when nothing of ours runs in the channel."""
        await self._engine.turns.idle(self.here)
