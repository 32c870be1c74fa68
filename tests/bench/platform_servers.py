"""The test servers of the platforms as processes of their own, and the owner who sits in front of them."""

import asyncio
import json
import sys
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import aiohttp

Json = dict[str, Any]
Entry = dict[str, Any]

_KEPT = ("number", "at", "kind", "message", "client", "text")
_LOOK_SECONDS = 0.04
"""How seldom its history is read: to read it costs the server time. Times come from the entries themselves."""


@dataclass(eq=False)
class Remote:
    """A test server over its control port. ``rooms`` is its history by channel, ``read_until`` how far it was read."""

    shown: Json
    session: aiohttp.ClientSession
    rooms: dict[int, list[Entry]] = field(default_factory=lambda: defaultdict(list))
    statuses: Counter[int] = field(default_factory=Counter)
    read_until: int = 0
    _news: asyncio.Condition = field(default_factory=asyncio.Condition)

    async def order(self, do: str, *args: Any, on: Any = None, **kwargs: Any) -> Any:
        """Call a method of the server or of one of its things."""
        return await self._send({"do": do, "on": on, "args": list(args), "kwargs": kwargs})

    async def put(self, part: str, name: str, value: Any) -> None:
        """Set an attribute of a part of the server."""
        await self._send({"on": part, "set": name, "to": value})

    async def _send(self, order: Json) -> Any:
        async with self.session.post(self.shown["control_url"], json=order) as response:
            told = await response.json()
        if "error" in told:
            raise RuntimeError(f"{order}: {told}")
        return told["is"]

    async def read(self) -> None:
        """Read the history as it grows, until cancelled."""
        url = f"{self.shown['control_url']}/history"
        while True:
            async with self.session.get(url, params={"after": self.read_until, "seconds": 20}) as response:
                fresh = await response.json()
            async with self._news:
                for entry in fresh:
                    self._keep(entry)
                self._news.notify_all()
            await asyncio.sleep(_LOOK_SECONDS)

    def _keep(self, entry: Entry) -> None:
        self.read_until = entry["number"]
        self.statuses[entry["status"]] += entry["kind"] == "call"
        if entry["kind"] != "call" and entry["kind"] != "typing":
            self.rooms[entry["channel"]].append({name: entry[name] for name in _KEPT})

    async def until(self, enough: Callable[[], Any], seconds: float = 60.0) -> None:
        """Wait until what was read is enough. Raises TimeoutError."""
        async with asyncio.timeout(seconds), self._news:
            await self._news.wait_for(enough)


class Seat:
    """The owner in front of one platform, in rooms in which the bot is too.

    ``answers`` is the kind of entry that says that a command was heard.
    """

    platform: str
    answers: str

    def __init__(self, remote: Remote) -> None:
        self.remote = remote
        self.rooms: Sequence[int] = ()

    @property
    def names(self) -> dict[str, str]:
        """The daemon's OMOIDE_ names."""
        raise NotImplementedError

    async def settle(self, rooms: int) -> None:
        """Make the owner, and so many rooms."""
        raise NotImplementedError

    async def says(self, room: int, text: str) -> int:
        """Say something to the bot; the number of the message."""
        raise NotImplementedError

    async def claims(self, code: str) -> int:
        """Say the owner's code in private; the room."""
        raise NotImplementedError

    async def limits(self, *, on: bool, overall: int = 50) -> None:
        """Switch the platform's budgets on or off; ``overall``: requests a second that it bears in all."""
        raise NotImplementedError

    async def asks(self, room: int) -> None:
        """Use a command that is answered at once."""
        raise NotImplementedError

    def seen(self, room: int, behind: int) -> list[Entry]:
        """What people saw of the bot's messages behind message ``behind``: made and changed, oldest first."""
        return [
            it
            for it in self.remote.rooms[room]
            if it["client"] and it["kind"] in ("message", "edit") and it["message"] > behind
        ]

    def sent_at(self, room: int, message: int) -> float:
        """When the platform told of a message of a person."""
        return next(it["at"] for it in self.remote.rooms[room] if it["message"] == message)

    def heard_at(self, room: int, after: float) -> float | None:
        """When the first command that was used behind ``after`` was answered."""
        found = (it["at"] for it in self.remote.rooms[room] if it["client"] and it["kind"] == self.answers)
        return next((at for at in found if at > after), None)


class Discord(Seat):
    """One server with a channel for each room."""

    platform = "discord"
    answers = "answer"

    @property
    def names(self) -> dict[str, str]:
        shown = self.remote.shown
        return {f"DISCORD__{name.upper()}": shown[name] for name in ("token", "api_url", "gateway_url", "cdn_url")} | {
            "DISCORD__GUILD_READY_TIMEOUT": "0.1"
        }

    async def settle(self, rooms: int) -> None:
        self._ann = await self.remote.order("user", "Ann")
        names = [f"room-{number}" for number in range(rooms)]
        guild = await self.remote.order("guild", "Harbour", owner=self._ann, channels=names)
        self.rooms = [it["channel"] for it in guild["channels"]]
        self._bot = {"ref": self.remote.shown["bot"]}

    async def says(self, room: int, text: str) -> int:
        return (await self.remote.order("says", {"channel": room}, text, on=self._ann, mentions=[self._bot]))["ref"]

    async def claims(self, code: str) -> int:
        room = (await self.remote.order("dm", on=self._ann))["channel"]
        await self.remote.order("says", {"channel": room}, code, on=self._ann)
        return room

    async def limits(self, *, on: bool, overall: int = 50) -> None:
        await self.remote.put("buckets", "overall", overall)
        await self.remote.put("buckets", "on", on)

    async def asks(self, room: int) -> None:
        await self.remote.order("uses", {"channel": room}, "help", on=self._ann)


class Telegram(Seat):
    """A group for each room."""

    platform = "telegram"
    answers = "message"

    @property
    def names(self) -> dict[str, str]:
        return {f"TELEGRAM__{name.upper()}": self.remote.shown[name] for name in ("token", "api_url", "file_url")}

    async def settle(self, rooms: int) -> None:
        self._ann = await self.remote.order("user", "Ann")
        made = [await self.remote.order("group", f"Room {number}", [self._ann]) for number in range(rooms)]
        self.rooms = [it["channel"] for it in made]

    async def says(self, room: int, text: str) -> int:
        said = await self.remote.order("says", {"channel": room}, text, on=self._ann, mention=True)
        return said["message"][1]

    async def claims(self, code: str) -> int:
        room = (await self.remote.order("private", on=self._ann))["channel"]
        await self.remote.order("says", {"channel": room}, code, on=self._ann)
        return room

    async def limits(self, *, on: bool, overall: int = 30) -> None:
        await self.remote.put("limits", "total_per_second", overall)
        await self.remote.put("limits", "on", on)

    async def asks(self, room: int) -> None:
        await self.remote.order("uses", {"channel": room}, "/help", on=self._ann)


SEATS: dict[str, type[Seat]] = {"discord": Discord, "telegram": Telegram}


@asynccontextmanager
async def seat_at(platform: str) -> AsyncIterator[Seat]:
    """The test server of a platform in a process of its own, and its seat."""
    process = await asyncio.create_subprocess_exec(sys.executable, "-m", f"tests.servers.{platform}", stdout=-1)
    try:
        assert process.stdout
        shown = json.loads(await process.stdout.readline())
        async with aiohttp.ClientSession() as session:
            remote = Remote(shown, session)
            reading = asyncio.ensure_future(remote.read())
            try:
                yield SEATS[platform](remote)
            finally:
                reading.cancel()
                await asyncio.wait({reading})
    finally:
        process.kill()
        await process.wait()
