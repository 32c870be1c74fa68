"""Who searches the web for us: a SearXNG of one's own, and Brave's API.

A provider's words about an error are read for what kind it is, and go no further: they quote what was asked.
"""

import asyncio
import json
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Protocol
from urllib.parse import SplitResult, unquote, urlencode, urlsplit, urlunsplit

import aiohttp
import httpx
from pydantic import SecretStr

from engine.errors import (
    SearchEnginesSilent,
    SearchError,
    SearchFailed,
    SearchFormatOff,
    SearchKeyRefused,
    SearchRateLimited,
    SearchSilent,
    SearchUnreachable,
    SearchUnreadable,
)
from engine.rules.wire.chunks import an_object
from engine.values.models.models import is_near
from engine.values.search import SearchHit
from engine.web.found import asked_words, brave_code, brave_hits, searxng_hits, silent_engines

BRAVE: Final = "https://api.search.brave.com"
SECONDS: Final = 15.0
"""A net under what is asked; who waits for it has less patience."""
MOST_BYTES: Final = 1 << 22
_BRAVE_MOST: Final = 20
_BRAVE_LANGUAGES: Final[Mapping[str, str]] = {"en": "en", "zh": "zh-hans"}
_BRAVE_KEY_CODES: Final = frozenset({"SUBSCRIPTION_TOKEN_INVALID", "SUBSCRIPTION_TOKEN_MISSING"})
_OK: Final = 200


class HttpClients(Protocol):
    """Gives the shared HTTP client."""

    def client(self, *, local: bool) -> httpx.AsyncClient: ...


class SearchProvider(Protocol):
    """Searches the web."""

    @property
    def name(self) -> str:
        """Its name for people."""
        ...

    async def search(self, query: str, count: int, language: str) -> list[SearchHit]:
        """At most ``count`` hits, best first; ``language`` (``en``, ``zh``) is a wish. Raises a SearchError."""
        ...


class SearXng:
    """A SearXNG at ``url``, which may be written with ``/search``, and with user and password for a proxy before it."""

    name = "SearXNG"

    def __init__(self, url: str, clients: HttpClients) -> None:
        parts = urlsplit(url)
        path = parts.path.rstrip("/").removesuffix("/search")
        self._url = urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2], path=path, query="", fragment=""))
        self._login = _login(parts)
        self._clients = clients

    async def search(self, query: str, count: int, language: str) -> list[SearchHit]:
        """The hits. Raises a SearchError."""
        asked = {"q": asked_words(query), "format": "json", "language": language or "auto", "safesearch": "1"}
        # Its limiter turns away who asks as no browser does (searx/botdetection).
        headers = {"Accept": "application/json, text/html;q=0.5", "Accept-Language": language or "en", **self._login}
        client = self._clients.client(local=is_near(self._url))
        got = await _got(client, f"{self._url}/search?{urlencode(asked)}", headers, self.name)
        if got.status != _OK:
            raise _refused(got.status, self.name, {403: SearchFormatOff})
        if "results" not in an_object(got.body):
            raise SearchUnreadable(provider=self.name)
        hits = searxng_hits(got.body, count)
        if not hits and (silent := silent_engines(got.body)):
            raise SearchEnginesSilent(provider=self.name, engines=silent)
        return hits


class Brave:
    """Brave's Search API. ``base`` is where it is."""

    name = "Brave"

    def __init__(self, key: SecretStr, clients: HttpClients, base: str = BRAVE) -> None:
        self._key = key
        self._clients = clients
        self._base = base.rstrip("/")

    async def search(self, query: str, count: int, language: str) -> list[SearchHit]:
        """The hits. Raises a SearchError."""
        asked = {
            "q": asked_words(query),
            "count": str(max(1, min(count, _BRAVE_MOST))),
            "result_filter": "web",
            "safesearch": "moderate",
            "text_decorations": "false",
        }
        if language in _BRAVE_LANGUAGES:  # another one would be refused
            asked["search_lang"] = _BRAVE_LANGUAGES[language]
        headers = {"Accept": "application/json", "X-Subscription-Token": self._key.get_secret_value().strip()}
        client = self._clients.client(local=is_near(self._base))
        got = await _got(client, f"{self._base}/res/v1/web/search?{urlencode(asked)}", headers, self.name)
        if got.status != _OK:
            known = brave_code(got.body) in _BRAVE_KEY_CODES
            kinds = {401: SearchKeyRefused, 403: SearchKeyRefused, **({got.status: SearchKeyRefused} if known else {})}
            raise _refused(got.status, self.name, kinds)
        if an_object(got.body).get("type") != "search":
            raise SearchUnreadable(provider=self.name)
        return brave_hits(got.body, count)


@dataclass(frozen=True, slots=True)
class _Got:
    """An answer: ``body`` is what its JSON says, None where it is none."""

    status: int
    body: object


async def _got(client: httpx.AsyncClient, url: str, headers: Mapping[str, str], name: str) -> _Got:
    """What is answered. Raises a SearchError."""
    failed: type[SearchError] = SearchUnreachable
    try:
        async with (
            asyncio.timeout(SECONDS),
            client.stream("GET", url, headers={"Accept-Encoding": "gzip", **headers}) as response,
        ):
            body = bytearray()
            async for chunk in response.aiter_bytes():
                body += chunk
                if len(body) > MOST_BYTES:
                    break
            return _Got(response.status_code, _json(bytes(body)))
    except TimeoutError:
        failed = SearchSilent
    except (httpx.DecodingError, httpx.RemoteProtocolError, httpx.ReadError):
        failed = SearchUnreadable
    except (httpx.HTTPError, httpx.InvalidURL, aiohttp.ClientError, OSError, ValueError):
        failed = SearchUnreachable
    raise failed(provider=name)


def _json(body: bytes) -> object:
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None


def _refused(status: int, name: str, kinds: Mapping[int, type[SearchError]]) -> SearchError:
    kind = kinds.get(status) or (SearchRateLimited if status == httpx.codes.TOO_MANY_REQUESTS.value else SearchFailed)
    return kind(provider=name, status=status)


def _login(parts: SplitResult) -> dict[str, str]:
    """User and password of an address in a header: an address ends up in logs on the way."""
    user = parts.netloc.rpartition("@")[0]
    return {"Authorization": f"Basic {b64encode(unquote(user).encode()).decode()}"} if user else {}
