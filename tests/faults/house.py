"""A daemon that is killed and started again, the people who talk to it, and what they were shown."""

import asyncio
import itertools
import json
import os
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import asyncpg

from tests.faults.numbered import numbered
from tests.processes.nursery import forked
from tests.processes.program import Program, configured
from tests.servers.model import Gate, ModelServer, Script, Seen, fail

ROUNDS = 12

_platforms = itertools.count(1)


@dataclass(frozen=True, slots=True)
class Sent:
    """A message that somebody sent; delivered anew until the daemon has said that it is stored."""

    channel: str
    external: str
    text: str
    position: int


class Driver(Program):
    """``tests.faults.driver`` out of the nursery. ``records`` is everything that any life of it said."""

    def __init__(self, arguments: Sequence[str], environment: dict[str, str], log: Path) -> None:
        super().__init__(("-m", "tests.faults.driver", *arguments), environment, log, forked, talks=True)
        self.records: list[dict[str, Any]] = []

    def hears(self, text: str, lines: Sequence[str]) -> None:
        self.records += [json.loads(it) for it in lines if it.startswith("{")]  # the others are its log


@dataclass
class House:
    """``chunks`` and ``pace`` are the model's replies. ``gate``: no reply begins before it is opened."""

    url: str
    folder: Path
    model: ModelServer
    channels: Sequence[str]
    platform: str = field(default_factory=lambda: f"chaos{os.getpid()}x{next(_platforms)}")
    chunks: int = 12
    pace: float = 0.01
    failures: int = 0
    gate: Gate | None = None
    sent: dict[str, Sent] = field(default_factory=dict)
    kills: int = 0
    _numbers: Any = field(default_factory=lambda: itertools.count(1))

    def __post_init__(self) -> None:
        usual = {"EMBEDDING__URL": self.model.url, "EMBEDDING__MODEL": "vectors", "LANGUAGE": "en"}
        environment = configured(self.url, self.folder, self.model.url, **usual)
        self.daemon = Driver((self.platform, *self.channels), environment, self.folder / "daemon.log")

    @property
    def records(self) -> list[dict[str, Any]]:
        """Everything that any life of the daemon said."""
        return self.daemon.records

    def answer(self, asked: Seen) -> Script:
        """A reply whose words tell which reply they belong to."""
        if self.failures:
            self.failures -= 1
            return fail(503)
        return numbered(asked, self._numbers, self.chunks, self.pace, self.gate)

    async def start(self, crashpoint: str = "") -> None:
        """Start the daemon; returns when it is ready or has crashed."""
        before = len(self.records)
        await self.daemon.launch(crashpoint)
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

    @property
    def alive(self) -> bool:
        return self.daemon.heard

    async def until(self, enough: Callable[[list[dict[str, Any]]], bool], *, since: int = 0) -> bool:
        """Wait until what was said since then is enough; False when the daemon has died first."""
        return await self.daemon.until(lambda: enough(self.records[since:]))

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
        self.daemon.tell(json.dumps(order))  # what it did not hear is said again

    async def finished(self, name: str, *, since: int = 0) -> bool:
        """Whether an order was carried out; False when it failed or the daemon died."""
        await self.until(lambda new: any(it.get("id") == name for it in new), since=since)
        return any(it.get("id") == name and it["event"] == "done" for it in self.records[since:])

    async def do(self, what: str, **more: Any) -> bool:
        since = len(self.records)
        return await self.finished(self.order(what, **more), since=since)

    async def died(self) -> int:
        """Wait for the daemon's end; how it ended."""
        return await self.daemon.died()

    async def kill(self) -> None:
        """kill -9, which counts if it still lives."""
        self.kills += not self.daemon.ended
        await self.daemon.kill()

    async def kill_quietly(self) -> None:
        """End the daemon without counting it among the deaths."""
        await self.kill()
        self.kills -= 1

    async def terminate(self) -> int:
        return await self.daemon.terminate()

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
        async with one.daemon:
            yield one
