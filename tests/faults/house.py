"""A daemon that is killed and started again, the people who talk to it, and what they were shown."""

import asyncio
import itertools
import json
import os
import signal
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import asyncpg

from tests.faults.numbered import numbered
from tests.faults.nursery import Fork, nursery
from tests.servers.model import Gate, ModelServer, Script, Seen, fail

HERE = Path(__file__).parent.parent.parent
ROUNDS = 12

_platforms = itertools.count(1)


@dataclass(frozen=True, slots=True)
class Sent:
    """A message that somebody sent; delivered anew until the daemon has said that it is stored."""

    channel: str
    external: str
    text: str
    position: int


@dataclass
class House:
    """``records`` is everything that any life of the daemon said; ``chunks`` and ``pace`` are the model's replies.

    ``gate``: no reply begins before it is opened.
    """

    url: str
    folder: Path
    model: ModelServer
    channels: Sequence[str]
    platform: str = field(default_factory=lambda: f"chaos{os.getpid()}x{next(_platforms)}")
    chunks: int = 12
    pace: float = 0.01
    failures: int = 0
    gate: Gate | None = None
    records: list[dict[str, Any]] = field(default_factory=list)
    sent: dict[str, Sent] = field(default_factory=dict)
    kills: int = 0
    _process: Fork | None = None
    _reading: asyncio.Task[None] | None = None
    _news: asyncio.Event = field(default_factory=asyncio.Event)
    _numbers: Any = field(default_factory=lambda: itertools.count(1))

    def answer(self, asked: Seen) -> Script:
        """A reply whose words tell which reply they belong to."""
        if self.failures:
            self.failures -= 1
            return fail(503)
        return numbered(asked, self._numbers, self.chunks, self.pace, self.gate)

    async def start(self, crashpoint: str = "") -> None:
        """Start the daemon; returns when it is ready or has crashed."""
        environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("OMOIDE_")},
            "DATABASE_URL": self.url,
            "OMOIDE_DATA_DIR": str(self.folder),
            "OMOIDE_CHAT__URL": self.model.url,
            "OMOIDE_CHAT__MODEL": "m",
            "OMOIDE_EMBEDDING__URL": self.model.url,
            "OMOIDE_EMBEDDING__MODEL": "vectors",
            "OMOIDE_LANGUAGE": "en",
            "CRASHPOINT": crashpoint,
        }
        program = ("tests.faults.driver", self.platform, *self.channels)
        there = await nursery()
        self._process = await there.born(program, environment, self.folder / "daemon.log", talks=True)
        before = len(self.records)
        self._reading = asyncio.ensure_future(self._read(self._process))
        if await self.until(lambda new: any(it["event"] == "ready" for it in new), since=before):
            await self.deliver_again()

    async def deliver_again(self) -> None:
        """What was not acknowledged comes again, oldest first, as platforms do it."""
        stored = {it["id"] for it in self.records if it["event"] == "done"}
        for one in self.sent.values():
            if one.external not in stored:
                since = len(self.records)
                self._deliver(one)
                await self.finished(one.external, since=since)

    async def _read(self, process: Fork) -> None:
        async for line in process.stdout:
            with suppress(ValueError):  # a line that the kill cut was not delivered
                self.records.append(json.loads(line))
            self._news.set()

    @property
    def alive(self) -> bool:
        return self._reading is not None and not self._reading.done()

    async def until(self, enough: Callable[[list[dict[str, Any]]], bool], *, since: int = 0) -> bool:
        """Wait until what was said since then is enough; False when the daemon has died first."""
        while not enough(self.records[since:]):
            if not self.alive:
                return enough(self.records[since:])
            self._news.clear()
            news = asyncio.ensure_future(self._news.wait())
            assert self._reading
            await asyncio.wait({news, self._reading}, return_when=asyncio.FIRST_COMPLETED)
            news.cancel()
        return True

    def order(self, do: str, **what: Any) -> str:
        """Tell the daemon to do something; ``finished`` waits for it."""
        name = f"o{next(self._numbers)}"
        self._write({"do": do, "id": name, **what})
        return name

    def say(self, channel: str) -> str:
        """Somebody sends the channel's next message."""
        number = next(self._numbers)
        one = Sent(channel, f"e{number}", f"[{channel}] message {number}", number)
        self.sent[one.external] = one
        self._deliver(one)
        return one.external

    def _deliver(self, one: Sent) -> None:
        self._write({"do": "say", **{name: getattr(one, name) for name in Sent.__dataclass_fields__}})

    def _write(self, order: dict[str, Any]) -> None:
        assert self._process
        assert self._process.stdin
        with suppress(ConnectionError, RuntimeError):  # it died; what it did not hear is said again
            self._process.stdin.write(json.dumps(order).encode() + b"\n")

    async def finished(self, name: str, *, since: int = 0) -> bool:
        """Whether an order was carried out; False when it failed or the daemon died."""
        await self.until(lambda new: any(it.get("id") == name for it in new), since=since)
        return any(it.get("id") == name and it["event"] == "done" for it in self.records[since:])

    async def do(self, what: str, **more: Any) -> bool:
        since = len(self.records)
        return await self.finished(self.order(what, **more), since=since)

    async def died(self) -> int:
        """Wait for the daemon's end; how it ended."""
        assert self._process
        assert self._reading
        code = await self._process.wait()
        await self._reading
        return code

    async def kill(self) -> None:
        assert self._process
        if self._process.returncode is None:
            self._process.kill()
            self.kills += 1
        await self.died()

    async def kill_quietly(self) -> None:
        """End the daemon without counting it among the deaths."""
        await self.kill()
        self.kills -= 1

    async def terminate(self) -> int:
        assert self._process
        self._process.send_signal(signal.SIGTERM)
        return await self.died()

    async def settle(self) -> None:
        """Deliver again what was not acknowledged, then let the daemon finish whatever is open."""
        if not await self.settles():
            raise AssertionError(f"it died before it came to rest: {await self.open_work()}")

    async def settles(self) -> bool:
        """The same; False when the daemon has died over it."""
        for _ in range(ROUNDS):
            await self.deliver_again()
            await self.do("sweep")
            await self.do("idle")
            if not self.alive:
                return False
            if not await self.open_work():
                return True
            await self.sql("UPDATE due SET not_before = now(), held_until = NULL WHERE space_id = ANY ($1)")
            await self.do("due")
            await self.do("idle")
        raise AssertionError(f"never came to rest: {await self.open_work()}")

    async def open_work(self) -> list[Any]:
        """What is still to be done, and what was not acknowledged."""
        stored = {it["id"] for it in self.records if it["event"] == "done"}
        rows = await self.sql(
            "SELECT 'inbox', id FROM inbox WHERE space_id = ANY ($1) AND outcome IS NULL UNION ALL "
            "SELECT 'turn', id FROM turn WHERE space_id = ANY ($1) AND state = 'running' UNION ALL "
            "SELECT 'due', session_id FROM due WHERE space_id = ANY ($1)"
        )
        return [*rows, *(it for it in self.sent if it not in stored)]

    async def sql(self, query: str) -> list[Any]:
        """Any SQL; $1 are the spaces of this platform."""
        connection = await asyncpg.connect(self.url)
        try:
            spaces = await connection.fetch("SELECT id FROM space WHERE platform = $1", self.platform)
            return await connection.fetch(query, [it["id"] for it in spaces])
        finally:
            await connection.close()


@asynccontextmanager
async def house(url: str, folder: Path, channels: Sequence[str], **more: Any) -> AsyncIterator[House]:
    """A house with its model; the daemon is not started yet. Nothing of it outlives the block."""
    await asyncio.to_thread(folder.mkdir, parents=True, exist_ok=True)
    async with ModelServer() as model:
        one = House(url, folder, model, channels, **more)
        model.answer = one.answer
        try:
            yield one
        finally:
            if one._process is not None:
                await one.kill()
