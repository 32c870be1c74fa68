"""Pages of the web as bytes. Whatever they are, they take little time, little memory, and come from outside."""

import asyncio
import socket
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from ssl import SSLContext
from typing import Final

import aiohttp
import httpx
from aiohttp.abc import AbstractResolver, ResolveResult
from yarl import URL

from engine.web.outside import NotAllowedOutside, Outside

MOST_BYTES: Final = 1 << 20
"""Of a page, on the wire and unpacked; what comes after is not read."""
SECONDS: Final = 3.0
MOST_REDIRECTS: Final = 3
_LONGEST_URL: Final = 4000
_LONGEST_HEADER: Final = 1 << 15
_CHUNK: Final = 1 << 16
_REDIRECTS: Final = frozenset({301, 302, 303, 307, 308})
_READ: Final = frozenset({"text/html", "text/plain"})
_HEADERS: Final = {
    "Accept": "text/html, text/plain;q=0.8",
    "Accept-Encoding": "gzip, deflate",
    "User-Agent": "Mozilla/5.0 (compatible; omoide)",
}


@dataclass(frozen=True, slots=True)
class WebPage:
    """What was fetched. ``charset`` is what its header says, "" where it says none; ``plain``: text, not HTML."""

    body: bytes
    charset: str
    plain: bool


class PageUnread(Exception):
    """There is no text at the address that could be read. ``kind`` says why, in a word."""

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind


class PageFetcher:
    """Fetches pages from ``outside``, each in at most ``seconds`` with all its redirects. Keeps no connection.

    ``certificates`` says whose certificates are believed.
    """

    def __init__(
        self, outside: Outside, seconds: float = SECONDS, certificates: Callable[[], SSLContext] | None = None
    ) -> None:
        self._outside = outside
        self._seconds = seconds
        self._certificates = certificates or _certificates

    async def fetch(self, url: str) -> WebPage:
        """The page. Raises PageUnread."""
        failed = ""
        try:
            async with asyncio.timeout(self._seconds):
                return await self._followed(url)
        except NotAllowedOutside:
            failed = "address"
        except TimeoutError:
            failed = "late"
        except (aiohttp.ClientError, OSError, zlib.error):
            failed = "broken"
        except ValueError:  # what is no URL, or a name that none can be; UnicodeError is one
            failed = "url"
        raise PageUnread(failed)

    async def _followed(self, url: str) -> WebPage:
        at: URL | None = URL(url) if len(url) <= _LONGEST_URL else None
        for _ in range(MOST_REDIRECTS + 1):
            if at is None:
                raise PageUnread("url")
            found = await self._got(at)
            if isinstance(found, WebPage):
                return found
            at = at.join(URL(found)) if len(found) <= _LONGEST_URL else None
        raise PageUnread("redirects")

    async def _got(self, url: URL) -> WebPage | str:
        """The page, or where it has gone."""
        address = await self._outside.address(url)
        connector = aiohttp.TCPConnector(
            resolver=_Pinned(address),
            socket_factory=self._outside.socket,
            ssl=await asyncio.to_thread(self._certificates) if url.scheme == "https" else True,
            use_dns_cache=False,
            force_close=True,
        )
        session = aiohttp.ClientSession(
            connector=connector,
            cookie_jar=aiohttp.DummyCookieJar(),
            headers=_HEADERS,
            auto_decompress=False,
            trust_env=False,
            max_line_size=_LONGEST_HEADER,
            max_field_size=_LONGEST_HEADER,
        )
        async with session, session.get(url, allow_redirects=False) as response:
            return await _page(response)


async def _page(response: aiohttp.ClientResponse) -> WebPage | str:
    if response.status in _REDIRECTS:
        if not (to := response.headers.get("Location", "")):
            raise PageUnread("redirects")
        return to
    if response.status != httpx.codes.OK.value:
        raise PageUnread("status")
    if "Content-Type" not in response.headers or response.content_type not in _READ:
        raise PageUnread("kind")
    body = await _body(response)
    return WebPage(body, response.charset or "", plain=response.content_type == "text/plain")


async def _body(response: aiohttp.ClientResponse) -> bytes:
    """As much as is read of a page; a packed one is never unpacked any further."""
    unpack = _Unpacked(response.headers.get("Content-Encoding", "identity").strip().lower())
    body = bytearray()
    taken = 0
    async for chunk in response.content.iter_chunked(_CHUNK):
        taken += len(chunk)
        body += unpack(chunk, MOST_BYTES - len(body))
        if len(body) >= MOST_BYTES or taken >= MOST_BYTES:
            break
    return bytes(body)


class _Unpacked:
    """Unpacks a stream piece by piece, never to more than it is asked for. Raises PageUnread."""

    def __init__(self, encoding: str) -> None:
        if encoding not in ("identity", "", "gzip", "x-gzip", "deflate"):
            raise PageUnread("encoding")
        self._packed = encoding not in ("identity", "")
        self._inflate = None if encoding == "deflate" else zlib.decompressobj(zlib.MAX_WBITS | 32)

    def __call__(self, chunk: bytes, most: int) -> bytes:
        """The next piece. Raises zlib.error."""
        if not self._packed:
            return chunk[:most]
        if self._inflate is None:  # with a header of its own, as the standard wants it, or without, as some send it
            headed = chunk[0] & 0x0F == zlib.DEFLATED
            self._inflate = zlib.decompressobj(zlib.MAX_WBITS if headed else -zlib.MAX_WBITS)
        return self._inflate.decompress(chunk, most)


class _Pinned(AbstractResolver):
    """Knows one address, whatever the name is. aiohttp asks it for names alone, not for numeric hosts."""

    def __init__(self, address: str) -> None:
        self._address = address

    async def resolve(
        self,
        host: str,
        port: int = 0,
        family: socket.AddressFamily = socket.AF_INET,  # noqa: ARG002 — the library's signature
    ) -> list[ResolveResult]:
        """The address."""
        kind = socket.AF_INET6 if ":" in self._address else socket.AF_INET
        found = ResolveResult(hostname=host, host=self._address, port=port, family=kind, proto=0, flags=0)
        return [found]

    async def close(self) -> None:
        """Nothing is held."""


@cache
def _certificates() -> SSLContext:
    """Reading them takes a tenth of a second, so a process does it once."""
    return httpx.create_ssl_context()
