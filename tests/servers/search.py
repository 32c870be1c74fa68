"""SearXNG and Brave's Search API on loopback, as they answer, well or not.

async with SearXngServer() as server:
    server.answer = found(row("Lamp", "https://lamp.example/"))
    ...                                  # ask server.url
    assert server.asked[0].query["q"] == "lamp"
"""

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from ssl import SSLContext
from typing import Any, Self

from aiohttp import web

Handle = Callable[[web.Request], web.StreamResponse]

HTML = "<!DOCTYPE html><html><head><title>SearXNG</title></head><body><form id='search'></form></body></html>"


class LoopbackSite:
    """A server that one handler answers for, on a port that is free."""

    def __init__(self) -> None:
        self.asked: list[web.Request] = []
        self.port = 0
        self.gate: asyncio.Event | None = None
        """While it is there and not set, nobody is answered."""
        self._arrived = asyncio.Condition()
        self._runner: web.AppRunner | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def arrived(self, count: int = 1) -> None:
        """Wait until so many requests have come."""
        async with asyncio.timeout(60), self._arrived:
            await self._arrived.wait_for(lambda: len(self.asked) >= count)

    async def handle(self, request: web.Request) -> web.StreamResponse:
        raise NotImplementedError

    async def _handle(self, request: web.Request) -> web.StreamResponse:
        async with self._arrived:
            self.asked.append(request)
            self._arrived.notify_all()
        if self.gate is not None:
            await self.gate.wait()
        return await self.handle(request)

    async def start(self, host: str = "127.0.0.1", port: int = 0, ssl: SSLContext | None = None) -> None:
        app = web.Application()
        app.router.add_route("*", "/{path:.*}", self._handle)
        self._runner = web.AppRunner(app, handler_cancellation=True, access_log=None, shutdown_timeout=0.0)
        await self._runner.setup()
        await web.TCPSite(self._runner, host, port, ssl_context=ssl).start()
        self.port = self._runner.addresses[0][1]

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *exc: object) -> None:
        if self._runner is not None:
            await self._runner.cleanup()


class SearXngServer(LoopbackSite):
    """A SearXNG. ``formats`` is what its ``settings.yml`` lists; ``limiter``: only browsers are answered."""

    def __init__(self, *, formats: Sequence[str] = ("html", "json"), limiter: bool = False) -> None:
        super().__init__()
        self.formats = formats
        self.limiter = limiter
        self.answer: Handle = found()

    async def handle(self, request: web.Request) -> web.StreamResponse:
        if request.path != "/search":
            return web.Response(status=404, text="404 Not Found")
        wanted = request.query.get("format", "html")
        if wanted not in self.formats:
            return web.Response(status=403, text="<!doctype html><h1>Forbidden</h1>", content_type="text/html")
        if self.limiter and not _like_a_browser(request.headers):
            return web.Response(status=429, text="Too Many Requests")
        if wanted == "html":
            return web.Response(text=HTML, content_type="text/html")
        if not request.query.get("q"):
            return web.json_response({"error": "No query"}, status=400)
        return self.answer(request)


def _like_a_browser(headers: Mapping[str, str]) -> bool:
    packed = [it.strip() for it in headers.get("Accept-Encoding", "").split(",")]
    kept = headers.get("Connection", "").strip() != "close"
    return "text/html" in headers.get("Accept", "") and "gzip" in packed and bool(headers["Accept-Language"]) and kept


def row(title: str, url: str, content: str = "", published: str | None = None) -> dict[str, Any]:
    """A result of SearXNG."""
    return {
        "url": url,
        "title": title,
        "content": content,
        "thumbnail": None,
        "engine": "duckduckgo",
        "template": "default.html",
        "parsed_url": ["https", "", "", "", "", ""],
        "img_src": "",
        "priority": "",
        "engines": ["duckduckgo"],
        "positions": [1],
        "score": 1.0,
        "category": "general",
        "publishedDate": published,
        "pubdate": "",
    }


def found(*rows: Mapping[str, Any], silent: Sequence[tuple[str, str]] = ()) -> Handle:
    """What SearXNG answers with these results; ``silent`` are engines that did not answer it, and why."""

    def answer(request: web.Request) -> web.Response:
        told = {
            "query": request.query["q"],
            "results": list(rows),
            "answers": [],
            "corrections": [],
            "infoboxes": [],
            "suggestions": [],
            "unresponsive_engines": [list(it) for it in silent],
        }
        return web.json_response(told)

    return answer


def says(status: int, body: object, content_type: str = "application/json") -> Handle:
    """The same answer to everything."""
    text = body if isinstance(body, str) else json.dumps(body)
    return lambda _: web.Response(status=status, text=text, content_type=content_type)


class BraveServer(LoopbackSite):
    """Brave's Search API for whoever has ``key``."""

    def __init__(self, key: str = "BSA-example") -> None:
        super().__init__()
        self.key = key
        self.answer: Handle = brave_found()

    async def handle(self, request: web.Request) -> web.StreamResponse:
        if request.path != "/res/v1/web/search":
            return web.Response(status=404)
        if (given := request.headers.get("X-Subscription-Token")) != self.key:
            return brave_error(
                422, "SUBSCRIPTION_TOKEN_INVALID", f"The provided subscription token {given} is invalid."
            )
        if not 0 < len(request.query.get("q", "")) <= 400 or not 1 <= int(request.query.get("count", "20")) <= 20:
            return brave_error(422, "VALIDATION", f"Unable to validate {request.query_string}")
        return self.answer(request)


def brave_row(title: str, url: str, description: str = "", **more: Any) -> dict[str, Any]:
    """A result of Brave."""
    return {
        "title": title,
        "url": url,
        "is_source_local": False,
        "is_source_both": False,
        "description": description,
        "language": "en",
        "family_friendly": True,
        "type": "search_result",
        "subtype": "generic",
        "meta_url": {"scheme": "https", "netloc": "", "hostname": "", "path": ""},
        **more,
    }


def brave_found(*rows: Mapping[str, Any]) -> Handle:
    """What Brave answers with these results; it leaves out a part that is empty."""

    def answer(request: web.Request) -> web.Response:
        query = {"original": request.query["q"], "more_results_available": False}
        part = {"web": {"type": "search", "results": list(rows), "family_friendly": True}} if rows else {}
        return web.json_response({"type": "search", "query": query, "mixed": {"type": "mixed", "main": []}, **part})

    return answer


def brave_error(status: int, code: str, detail: str = "") -> web.Response:
    """An error of Brave."""
    error = {"id": "5d832250", "status": status, "code": code, "detail": detail, "meta": {"component": "subscriptions"}}
    return web.json_response({"type": "ErrorResponse", "error": error, "time": 1}, status=status)
