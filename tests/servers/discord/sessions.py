"""Sessions of the gateway and their connections: shards, intents, numbering, the replay buffer."""

import asyncio
import contextlib
import json
import uuid
from collections import deque
from typing import TYPE_CHECKING, Any

from aiohttp import WSMsgType, web

from tests.servers.discord.wire import compressor
from tests.servers.discord.world import DM, Channel, Guild

if TYPE_CHECKING:
    from tests.servers.discord.gateway import Gateway

Json = dict[str, Any]
_ANY = 0
_INTENTS = {
    "TYPING_START": (1 << 11, 1 << 14),
    "GUILD_MEMBER_ADD": (1 << 1, 0),
    "GUILD_MEMBER_REMOVE": (1 << 1, 0),
    "GUILD_MEMBER_UPDATE": (1 << 1, 0),
    "WEBHOOKS_UPDATE": (1 << 5, 0),
    "INTERACTION_CREATE": (_ANY, _ANY),
}
_FAMILIES = {
    "MESSAGE_REACTION": (1 << 10, 1 << 13),
    "MESSAGE": (1 << 9, 1 << 12),
    "CHANNEL": (1, 0),
    "THREAD": (1, 0),
    "GUILD": (1, 0),
}


def _intent(event: str, direct: bool) -> int:
    if event in _INTENTS:
        return _INTENTS[event][direct]
    return next((pair[direct] for family, pair in _FAMILIES.items() if event.startswith(family)), _ANY)


class Session:
    """What the client and the server agreed on; it outlives its connection so that it can be resumed."""

    def __init__(self, shard: tuple[int, int], intents: int) -> None:
        self.id = uuid.uuid4().hex
        self.shard = shard
        self.intents = intents
        self.sequence = 0
        self.sent: deque[tuple[int, str]] = deque(maxlen=5000)
        self.connection: Connection | None = None

    def wants(self, event: str, channel: Channel | None, guild: Guild | None) -> bool:
        """By shard and by intents."""
        direct = guild is None
        shard = 0 if guild is None else (guild.id >> 22) % self.shard[1]
        needed = _intent(event, direct and channel is not None and channel.kind == DM)
        return shard == self.shard[0] and (needed == _ANY or bool(self.intents & needed))

    def dispatch(self, event: str, payload: str) -> None:
        """Number an event, keep it for a replay and send it when someone listens."""
        self.sequence += 1
        text = f'{{"op":0,"s":{self.sequence},"t":"{event}","d":{payload}}}'
        self.sent.append((self.sequence, text))
        if self.connection:
            self.connection.send(text)


class Connection:
    """One WebSocket. What is to be sent is queued, so that nothing that happens in the world has to wait."""

    def __init__(self, gateway: "Gateway", socket: web.WebSocketResponse, request: web.Request) -> None:
        self.gateway = gateway
        self.session: Session | None = None
        self._socket = socket
        self._request = request
        self._queue: asyncio.Queue[str | int] = asyncio.Queue()
        self._packed = compressor(request.query.get("compress", ""))

    def send(self, text: str) -> None:
        self._queue.put_nowait(text)

    def op(self, op: int, data: Any) -> None:
        self.send(json.dumps({"op": op, "d": data, "s": None, "t": None}))

    def close(self, code: int) -> None:
        """Close properly, after what is queued."""
        self._queue.put_nowait(code)

    def cut(self) -> None:
        """Break the connection without a word."""
        if self._request.transport:
            self._request.transport.abort()

    async def write(self) -> None:
        while True:
            item = await self._queue.get()
            if isinstance(item, int):
                await self._socket.close(code=item)
                return
            with contextlib.suppress(ConnectionError):
                if self._packed:
                    await self._socket.send_bytes(self._packed(item.encode()))
                else:
                    await self._socket.send_str(item)

    async def read(self) -> None:
        self.op(10, {"heartbeat_interval": self.gateway.heartbeat_ms, "_trace": []})
        async for message in self._socket:
            if message.type in (WSMsgType.TEXT, WSMsgType.BINARY):
                self.gateway.take(self, json.loads(message.data))
