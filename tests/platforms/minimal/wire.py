"""A connection to an IRC server: lines in, lines out, and whether the server has taken them."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Final

from pydantic import BaseModel, ConfigDict, SecretStr

from bot.delivery.surface import Gone, Later, NotAllowed, Unsure
from bot.platform_questions import KnownBot
from engine.errors import PlatformTokenWrong, PlatformUnreachable

LINE_BYTES: Final = 400
"""A line has 512 bytes in all; the rest is for the server's prefix, the command and the target."""
_PATIENCE: Final = 20.0
_LINE: Final = re.compile(r"(?:@\S+ +)?(?::(?P<prefix>\S+) +)?(?P<command>\S+)(?P<rest>.*)")
_REFUSED: Final = {"401": Gone, "403": Gone, "404": NotAllowed, "442": NotAllowed}


class Settings(BaseModel):
    """Where the server is, and as whom the bot is there. ``channels`` are joined at the start, with blanks between."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    host: str
    port: int = 6667
    tls: bool = False
    nick: str = "omoide"
    password: SecretStr | None = None
    channels: str = ""

    @property
    def known(self) -> KnownBot:
        """Who the bot is."""
        return KnownBot(self.nick, f"irc{'s' if self.tls else ''}://{self.host}:{self.port}/{self.nick},isnick")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the server. ``nick`` is who says it; the last of ``args`` is the text."""

    nick: str
    command: str
    args: tuple[str, ...]


def read(raw: bytes) -> Line:
    """A line as it came; an empty one for what is none."""
    found = _LINE.match(raw.decode("utf-8", "replace").strip("\r\n"))
    if found is None:
        return Line("", "", ("",))
    words, colon, text = f" {found['rest']}".partition(" :")
    args = (*words.split(), *((text,) if colon else ()))
    return Line((found["prefix"] or "").partition("!")[0], found["command"].upper(), args)


class Wire:
    """One connection at a time. A server says nothing of a message, so each is followed by a PING that it answers."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._writer: asyncio.StreamWriter | None = None
        self._taken: asyncio.Future[Exception | None] | None = None
        self._asked = 0
        self._turn = asyncio.Lock()

    @asynccontextmanager
    async def connected(self) -> AsyncIterator[asyncio.StreamReader]:
        """A connection while this is entered, for ``lines``. Raises PlatformTokenWrong, PlatformUnreachable."""
        it = self._settings
        try:
            async with asyncio.timeout(_PATIENCE):
                reader, writer = await asyncio.open_connection(it.host, it.port, ssl=it.tls or None)
        except OSError as error:  # a time-out too
            raise PlatformUnreachable(platform="IRC", reason=type(error).__name__) from None
        try:
            async with asyncio.timeout(_PATIENCE):
                await self._introduce(reader, writer)
            self._writer = writer
            yield reader
        finally:
            self._writer = None
            self._answered(Unsure("the connection was cut"))
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()

    async def lines(self, reader: asyncio.StreamReader) -> AsyncIterator[Line]:
        """What the server says, until the connection ends."""
        while raw := await _next(reader):
            line = read(raw)
            if line.command == "PING":
                self.write(f"PONG :{line.args[-1]}")
            elif line.command == "PONG" and line.args[-1] == str(self._asked):
                self._answered(None)
            elif line.command in _REFUSED:
                self._answered(_REFUSED[line.command](line.args[-1]))
            else:
                yield line

    async def say(self, target: str, texts: list[str]) -> None:
        """Say lines in a channel or to somebody. Raises Gone, NotAllowed, Unsure, Later."""
        async with self._turn:
            if self._writer is None:
                raise Later(0.2)
            self._asked += 1
            self._taken = asyncio.get_running_loop().create_future()
            self.write(*(f"PRIVMSG {target} :{it}" for it in texts), f"PING :{self._asked}")
            try:
                async with asyncio.timeout(_PATIENCE):
                    error = await self._taken
            except TimeoutError:
                raise Unsure("no answer") from None
            if error is not None:
                raise error

    def write(self, *lines: str) -> None:
        """Send lines, where there is a connection."""
        if self._writer is not None:
            self._writer.write("".join(f"{it}\r\n" for it in lines).encode())

    def _answered(self, error: Exception | None) -> None:
        if self._taken is not None and not self._taken.done():
            self._taken.set_result(error)

    async def _introduce(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        it = self._settings
        password = [f"PASS {it.password.get_secret_value()}"] if it.password else []
        lines = (*password, f"NICK {it.nick}", f"USER {it.nick} 0 * :Omoide")
        writer.write("".join(f"{line}\r\n" for line in lines).encode())
        while raw := await _next(reader):
            line = read(raw)
            if line.command == "001":
                return
            if line.command == "464":
                raise PlatformTokenWrong(platform="IRC", name="OMOIDE_PLATFORMS__IRC__PASSWORD")
            if line.command == "PING":
                writer.write(f"PONG :{line.args[-1]}\r\n".encode())
        raise PlatformUnreachable(platform="IRC", reason="not let in")


async def _next(reader: asyncio.StreamReader) -> bytes:
    """The next line, b"" at the end."""
    try:
        return await reader.readline()
    except (OSError, ValueError):
        return b""
