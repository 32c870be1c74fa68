"""The gateway: who may connect, what they are told, and ways to misbehave."""

import asyncio
import json
import zlib
from collections.abc import Iterator
from typing import Any

from aiohttp import web

from tests.servers.discord import payloads
from tests.servers.discord.sessions import Connection, Session
from tests.servers.discord.world import CONTENT_INTENT, PRIVILEGED, Channel, Guild, World

Json = dict[str, Any]


class Gateway:
    """Sessions and faults. ``accepting`` False refuses connections; ``deaf`` True leaves heartbeats unanswered."""

    def __init__(self, world: World) -> None:
        self.sessions: list[Session] = []
        self.heartbeat_ms = 41250
        self.accepting = True
        self.deaf = False
        self.url = ""
        self._world = world
        self._open: set[Connection] = set()
        world.emit = self.emit

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """GET /gateway: upgrade and talk until it ends."""
        if not self.accepting:
            return web.Response(status=503)
        socket = web.WebSocketResponse(max_msg_size=0, timeout=1.0, compress=False)
        await socket.prepare(request)
        connection = Connection(self, socket, request)
        self._open.add(connection)
        try:
            async with asyncio.TaskGroup() as group:
                writer = group.create_task(connection.write())
                await connection.read()
                writer.cancel()
        finally:
            self._left(connection, socket.close_code)
        return socket

    def _left(self, connection: Connection, code: int | None) -> None:
        self._open.discard(connection)
        session = connection.session
        if session is None or session.connection is not connection:
            return
        session.connection = None
        if code in (1000, 1001) and session in self.sessions:
            self.sessions.remove(session)
        self._world.history.add("session", name="left", status=code or 0, text=session.id)

    def connected(self) -> Iterator[Session]:
        """Sessions with a connection."""
        return (session for session in self.sessions if session.connection)

    def emit(
        self, event: str, data: Json, channel: Channel | None = None, guild: Guild | None = None,
        hidden: Json | None = None,
    ) -> None:  # fmt: skip
        """Send an event to the sessions it is for. ``hidden`` is what those without message content get."""
        guild = guild or (channel.guild if channel else None)
        if not self._audible(event, channel, guild):
            return
        texts: dict[bool, str] = {}
        for session in self.sessions:
            if session.wants(event, channel, guild):
                masked = hidden is not None and not session.intents & CONTENT_INTENT
                if masked not in texts:
                    texts[masked] = json.dumps(hidden if masked else data, ensure_ascii=False)
                session.dispatch(event, texts[masked])

    def _audible(self, event: str, channel: Channel | None, guild: Guild | None) -> bool:
        if event == "INTERACTION_CREATE" or guild is None or event == "GUILD_DELETE":
            return True
        if not guild.joined:
            return False
        if channel is None or event.startswith(("CHANNEL_", "THREAD_")):
            return True
        return self._world.may(self._world.bot, channel, "view_channel")

    def take(self, connection: Connection, frame: Json) -> None:
        """One frame of the client."""
        match frame.get("op"):
            case 1 if not self.deaf:
                connection.op(11, None)
            case 2:
                self._identify(connection, frame["d"])
            case 6:
                self._resume(connection, frame["d"])
            case 8:
                self._members(connection, frame["d"])
            case _:
                return

    def _identify(self, connection: Connection, asked: Json) -> None:
        if asked.get("token", "").removeprefix("Bot ") != self._world.token:
            return self._refuse(connection, 4004)
        intents = int(asked["intents"])
        if any(intents & bit and not self._world.allowed_intents & bit for bit in PRIVILEGED.values()):
            return self._refuse(connection, 4014)
        shard = asked.get("shard") or [0, 1]
        if not 0 <= shard[0] < shard[1]:
            return self._refuse(connection, 4010)
        session = Session((shard[0], shard[1]), intents)
        self.sessions = [old for old in self.sessions if old.connection or old.shard != session.shard]
        self.sessions.append(session)
        session.connection, connection.session = connection, session
        self._welcome(session)
        self._world.history.add("session", name="identify", text=session.id, body=asked)
        return None

    def _refuse(self, connection: Connection, code: int) -> None:
        self._world.history.add("session", name="refused", status=code)
        connection.close(code)

    def _welcome(self, session: Session) -> None:
        world = self._world
        guilds = [guild for guild in world.guilds if guild.joined and session.wants("GUILD_CREATE", None, guild)]
        ready = {
            "v": 10,
            "user": payloads.me(world),
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "shard": list(session.shard),
            "application": {"id": str(world.application), "flags": payloads.application(world)["flags"]},
            "private_channels": [],
            "user_settings": {},
            "relationships": [],
        }
        session.dispatch("READY", json.dumps(ready))
        for guild in guilds:
            shown = payloads.guild_create(guild, world, bool(session.intents & (1 << 1)))
            session.dispatch("GUILD_CREATE", json.dumps(shown))

    def _resume(self, connection: Connection, asked: Json) -> None:
        if asked.get("token", "").removeprefix("Bot ") != self._world.token:
            return self._refuse(connection, 4004)
        session = next((known for known in self.sessions if known.id == asked["session_id"]), None)
        seen = int(asked["seq"] or 0)
        if session is None or (session.sent and session.sent[0][0] > seen + 1):
            self._world.history.add("session", name="resume refused")
            return connection.op(9, False)
        session.connection, connection.session = connection, session
        for number, text in session.sent:
            if number > seen:
                connection.send(text)
        session.dispatch("RESUMED", '{"_trace":[]}')
        self._world.history.add("session", name="resumed", text=session.id, status=session.sequence - 1 - seen)
        return None

    def _members(self, connection: Connection, asked: Json) -> None:
        guild = self._world.find(Guild, asked["guild_id"])
        if guild is None or connection.session is None:
            return
        members = list(guild.members.values())
        if ids := asked.get("user_ids"):
            wanted = {str(id_) for id_ in (ids if isinstance(ids, list) else [ids])}
            members = [member for member in members if str(member.user.id) in wanted]
        elif query := asked.get("query"):
            members = [member for member in members if member.user.name.lower().startswith(query.lower())]
        members = members[: asked.get("limit") or None]
        chunks = [members[start : start + 1000] for start in range(0, len(members), 1000)] or [[]]
        for index, chunk in enumerate(chunks):
            data = {
                "guild_id": str(guild.id),
                "members": [payloads.member(member) for member in chunk],
                "chunk_index": index,
                "chunk_count": len(chunks),
                "not_found": [],
                "nonce": asked.get("nonce"),
            }
            connection.session.dispatch("GUILD_MEMBERS_CHUNK", json.dumps(data))

    # -- faults; ``shard`` None means every session

    def _these(self, shard: int | None) -> list[Session]:
        return [session for session in self.sessions if shard in (None, session.shard[0])]

    def drop(self, shard: int | None = None, code: int | None = None) -> None:
        """End connections: broken off, or closed with a code. Sessions can be resumed."""
        for session in self._these(shard):
            if connection := session.connection:
                session.connection = None
                if code is None:
                    connection.cut()
                else:
                    connection.close(code)

    def reconnect(self, shard: int | None = None) -> None:
        """Op 7: come again and resume."""
        for session in self._these(shard):
            if session.connection:
                session.connection.op(7, None)

    def invalidate(self, shard: int | None = None, resumable: bool = False) -> None:
        """Op 9. When it is not resumable the session is forgotten."""
        for session in self._these(shard):
            if not resumable:
                self.sessions.remove(session)
            if session.connection:
                session.connection.op(9, resumable)

    def replay(self, count: int, shard: int | None = None, times: int = 1, shuffled: int = 0) -> None:
        """Send the last events once more, as they were; several times, and in an order drawn from a seed."""
        for session in self._these(shard):
            texts = [text for _, text in list(session.sent)[-count:]] * times
            if shuffled:
                places = sorted(range(len(texts)), key=lambda place: zlib.crc32(b"%d %d" % (shuffled, place)))
                texts = [texts[place] for place in places]
            for text in texts:
                if session.connection:
                    session.connection.send(text)

    def send(self, event: str, data: Json) -> None:
        """Send any event to whoever is connected; also one that no client can read."""
        for session in list(self.connected()):
            session.dispatch(event, json.dumps(data))

    def cut_all(self) -> None:
        """Break every connection; for the end of the server."""
        for connection in list(self._open):
            connection.cut()
