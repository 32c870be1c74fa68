"""A small IRC server on loopback with one real client, the bot; people act through it, and see what it says."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Final

from tests.servers.history import History

LONGEST: Final = 512
"""Bytes of a line with its end, as the protocol has it."""
_PREFIX: Final = ":omoide!omoide@client.example.org "


@dataclass(eq=False)
class Channel:
    """A channel, or what one person and the bot say to each other. ``id`` is for the history."""

    name: str
    id: int
    private: bool = False


@dataclass(eq=False)
class Person:
    """Somebody on the network."""

    name: str
    server: "IrcServer"

    def private(self) -> Channel:
        return self.server.channel(self.name, private=True)


@dataclass(eq=False)
class Said:
    """A message: of a person a line, of the bot all lines up to its PING."""

    id: int
    channel: Channel
    lines: list[str]
    by_bot: bool = False

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


class IrcServer:
    """``swallow``: the next PINGs are not answered: the line is cut."""

    def __init__(self, password: str = "") -> None:
        self.history = History()
        self.password = password
        self.said: list[Said] = []
        self.tries = 0
        self.logins = 0
        self.swallow = 0
        self.port = 0
        self._channels: dict[str, Channel] = {}
        self._joined: set[str] = set()
        self._invited: dict[str, list[str]] = {}  # by channel: what people say there once the bot is in
        self._ids = iter(range(1, 10**6))
        self._open: Said | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._tasks: set[asyncio.StreamWriter] = set()

    def user(self, name: str) -> Person:
        return Person(name, self)

    def channel(self, name: str, *, private: bool = False) -> Channel:
        if name not in self._channels:
            self._channels[name] = Channel(name, len(self._channels) + 1, private)
        return self._channels[name]

    def messages(self, channel: Channel) -> list[Said]:
        """What the bot said there, oldest first."""
        return [it for it in self.said if it.by_bot and it.channel is channel and it is not self._open]

    def invites(self, person: Person, channel: Channel) -> None:
        self._invited[channel.name] = []
        self._send(f":{person.name}!u@host INVITE omoide {channel.name}")

    def says(self, person: Person, channel: Channel, text: str) -> Said:
        """A person says a line; the bot hears it where it is."""
        said = self._note(channel, [text])
        line = f":{person.name}!u@host PRIVMSG {'omoide' if channel.private else channel.name} :{text}"
        if channel.private or channel.name in self._joined:
            self._send(line)
        elif channel.name in self._invited:
            self._invited[channel.name].append(line)
        return said

    def cut(self) -> None:
        """The connection ends without a word."""
        if self._writer is not None:
            self._writer.transport.abort()

    def _send(self, line: str) -> None:
        if self._writer is not None:
            self._writer.write(f"{line}\r\n".encode())

    def _note(self, channel: Channel, lines: list[str], *, by_bot: bool = False) -> Said:
        said = Said(next(self._ids), channel, lines, by_bot)
        self.said.append(said)
        return said

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._tasks.add(writer)
        given = ""
        try:
            while raw := await reader.readline():
                if len(raw) + len(_PREFIX) > LONGEST:
                    self.history.add("call", name="too long", status=400)
                command, _, rest = raw.decode().rstrip("\r\n").partition(" ")
                if command == "PASS":
                    given = rest
                elif command == "USER":
                    self._let_in(writer, given)
                else:
                    self._take(command, rest)
        except OSError:
            pass
        finally:
            self._tasks.discard(writer)
            if self._writer is writer:
                self._writer, self._open = None, None
                self._joined.clear()
            writer.close()

    def _let_in(self, writer: asyncio.StreamWriter, given: str) -> None:
        self.tries += 1
        if given != self.password:
            writer.write(b":irc 464 omoide :Password incorrect\r\n")
            return
        self._writer = writer
        self.logins += 1
        writer.write(b":irc 001 omoide :Welcome\r\n")
        self.history.add("session")

    def _take(self, command: str, rest: str) -> None:
        if command == "JOIN":
            self._joined.add(rest)
            self.history.add("call", name=f"JOIN {rest}")
            for line in self._invited.pop(rest, ()):
                self._send(line)
        elif command == "PRIVMSG":
            target, _, text = rest.partition(" :")
            channel = self.channel(target, private=not target.startswith("#"))
            if self._open is None:
                self._open = self._note(channel, [], by_bot=True)
            self._open.lines.append(text)
        elif command == "PING":
            self._whole(rest)

    def _whole(self, token: str) -> None:
        """The bot has said a whole message."""
        said, self._open = self._open, None
        if self.swallow:
            self.swallow -= 1
            self.cut()
        else:
            self._send(f":irc PONG irc {token}")
        if said is not None:
            self.history.add("message", channel=said.channel.id, message=said.id, text=said.text, client=True)

    async def close(self) -> None:
        for writer in list(self._tasks):
            writer.transport.abort()


@asynccontextmanager
async def irc_server(**options: Any) -> AsyncIterator[IrcServer]:
    """A server that listens."""
    server = IrcServer(**options)
    listening = await asyncio.start_server(server.serve, "127.0.0.1", 0)
    server.port = listening.sockets[0].getsockname()[1]
    try:
        yield server
    finally:
        listening.close()
        await server.close()
        await listening.wait_closed()
