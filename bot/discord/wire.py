"""Below discord.py: what its failures mean, a session that tries once, and files from known hosts only.

The library tries a call again when Discord answers with 500 or 502, although the first try may have taken effect.
That is harmless for what can be repeated, and for messages with a nonce; what is said through a webhook has none.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any, Final

import aiohttp
import discord
from yarl import URL

from bot.delivery.surface import Gone, Later, NotAllowed, Unsure

_BANNED_SECONDS: Final = 60.0
_LOST_SECONDS: Final = 1.0
_GONE: Final = frozenset({10003, 10008, 10015, 160005})
"""What is not there, and a thread that is locked: nobody is to be told of a right that is missing."""
_ARCHIVED: Final = 50083
_CHUNK: Final = 1 << 16

LOST: Final = (aiohttp.ClientError, OSError, asyncio.TimeoutError)
"""What a broken or missing connection raises."""


class Archived(Gone):
    """The thread is put away: nothing in it is changed until it is taken out."""


class FileRefused(Exception):
    """A file was not fetched: too big, from elsewhere, or not there. The text says which."""


class FileTooLarge(FileRefused):
    """It has more bytes than were allowed."""

    def __init__(self) -> None:
        super().__init__("too big")


@contextmanager
def explained() -> Iterator[None]:
    """The library's failures, in the words of the delivery."""
    try:
        yield
    except discord.RateLimited as error:
        raise Later(error.retry_after) from error
    except discord.HTTPException as error:
        raise _meaning(error) from error
    except aiohttp.ClientConnectorError as error:
        raise Later(_LOST_SECONDS) from error
    except LOST as error:
        raise Unsure(type(error).__name__) from error


def _meaning(error: discord.HTTPException) -> Exception:
    if error.status >= 500:
        return Unsure(f"{error.status}")
    if error.status == 429:
        return Later(_BANNED_SECONDS)
    if error.code == _ARCHIVED:
        return Archived(str(error.code))
    if isinstance(error, discord.NotFound) or error.code in _GONE:
        return Gone(str(error.code))
    return NotAllowed(f"{error.status} {error.code}")


def session_of(client: discord.Client) -> aiohttp.ClientSession:
    """The library's own pool of connections. Raises Later before there is one."""
    session: Any = getattr(client.http, "_HTTPClient__session", None)
    if session is None or not hasattr(session, "request"):
        raise Later(_LOST_SECONDS)
    return session


class TryOnce:
    """A session for what must not be repeated: an answer of 500 or more is raised as Unsure at once."""

    def __init__(self, session: aiohttp.ClientSession) -> None:
        self._session = session

    @asynccontextmanager
    async def request(self, method: str, url: str, **more: Any) -> AsyncIterator[aiohttp.ClientResponse]:
        """As of a session, for the library."""
        async with self._session.request(method, url, **more) as response:
            if response.status >= 500:
                raise Unsure(str(response.status))
            yield response


async def download(session: aiohttp.ClientSession, url: URL, limit: int, seconds: float) -> bytes:
    """The bytes at ``url``, at most ``limit``, no redirects. Raises FileRefused."""
    try:
        async with asyncio.timeout(seconds), session.get(url, allow_redirects=False) as response:
            if response.status != 200:
                raise FileRefused(str(response.status))
            return await _read(response, limit)
    except LOST as error:
        raise FileRefused(type(error).__name__) from error


async def _read(response: aiohttp.ClientResponse, limit: int) -> bytes:
    read = bytearray()
    async for chunk in response.content.iter_chunked(_CHUNK):
        read += chunk
        if len(read) > limit:
            raise FileTooLarge
    return bytes(read)
