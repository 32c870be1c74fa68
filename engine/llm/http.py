"""The way out to models: one HTTP client, no secrets in its logs."""

import logging
import ssl
from functools import cache

import aiohttp
import httpx
from httpx_aiohttp import AiohttpTransport

from engine.values.models.models import Deadlines

_CONNECT = Deadlines().connect
_TALKERS = ("httpx", "httpcore", "aiohttp.client")  # they log URLs, and people put keys into URLs


class Http:
    """The shared client. Silence is measured above it, so only connecting has a time limit here.

    Local endpoints are asked directly, others through the proxy of the environment if there is one.
    """

    def __init__(self, connect: float = _CONNECT) -> None:
        for name in _TALKERS:
            logging.getLogger(name).setLevel(logging.CRITICAL)
        self._timeout = httpx.Timeout(None, connect=connect, pool=connect)
        self._clients: dict[bool, httpx.AsyncClient] = {}

    def client(self, *, local: bool) -> httpx.AsyncClient:
        """The client for local endpoints, or for all others. To be called inside the event loop."""
        if local not in self._clients:
            self._clients[local] = self._open(proxied=not local)
        return self._clients[local]

    async def aclose(self) -> None:
        """Close every connection."""
        clients = list(self._clients.values())
        self._clients.clear()
        for client in clients:
            await client.aclose()

    def _open(self, *, proxied: bool) -> httpx.AsyncClient:
        tls = _certificates()

        def session() -> aiohttp.ClientSession:
            return aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(limit=0, ssl=tls),
                cookie_jar=aiohttp.DummyCookieJar(),
                trust_env=proxied,
            )

        # Uncompressed: a compressed stream comes in lumps, and costs more than it saves.
        headers = {"Accept-Encoding": "identity", "User-Agent": "omoide"}
        transport = AiohttpTransport(verify=tls, client=session)
        return httpx.AsyncClient(transport=transport, timeout=self._timeout, headers=headers, trust_env=False)


@cache
def _certificates() -> ssl.SSLContext:
    """Reading them takes a tenth of a second, so a process does it once."""
    return httpx.create_ssl_context()
