"""One streamed reply: from a request to its events, with silence watched and the socket closed at once on leaving."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol, cast

import aiohttp
import httpx

from engine.llm.http import Http
from engine.llm.requests import ModelRequest, decoder
from engine.llm.silence import Silence
from engine.ports import Clock
from engine.rules.wire.failures import from_status, from_wire
from engine.values.models.failures import Failure, FailureKind
from engine.values.models.models import Delta, EndMark, Endpoint, StillThinking, WireError, WireEvent

_ERROR_BODY = 1 << 16
_PENDING = 1 << 20
_DRAIN = 1.0
_GATHER = 0.1
"""Seconds that flowing text is gathered before the consumer is woken: a few tokens at once, no eye sees it."""


class Starter(Protocol):
    """Starts supervised background tasks."""

    def start(self, work: Coroutine[Any, Any, Any], name: str) -> asyncio.Task[Any]: ...


class StreamWorld(Protocol):
    """What a stream needs of the world."""

    @property
    def http(self) -> Http: ...
    @property
    def tasks(self) -> Starter: ...
    @property
    def clock(self) -> Clock: ...


@dataclass(frozen=True, slots=True)
class StreamClosed:
    """The stream ended without an error of its own."""


ENDS = (StreamClosed, Failure)
StreamEvent = WireEvent | StillThinking | StreamClosed | Failure


class Stream:
    """One attempt at one endpoint. A task reads and decodes, another watches the silence, ``events`` hands out.
    ``started`` is when the person began to wait.

    Reading goes on while the consumer is busy (up to 1 MiB ahead), so its pauses are not taken for silence.
    """

    def __init__(
        self, reach: StreamWorld, endpoint: Endpoint, request: ModelRequest, silence: Silence, started: float
    ) -> None:
        self._http = reach.http
        self._tasks = reach.tasks
        self._clock = reach.clock
        self._endpoint = endpoint
        self._request = request
        self._silence = silence
        self._started = started
        self._decoder = decoder(endpoint)
        self._pending: list[StreamEvent] = []
        self._size = 0
        self._waiting: asyncio.Future[None] | None = None
        self._room = asyncio.Event()
        self._room.set()
        self._over = False
        self._flowing = False
        self._soon: asyncio.TimerHandle | None = None

    async def events(self) -> AsyncGenerator[StreamEvent, None]:
        """The events; the last is StreamClosed or a Failure."""
        self._guard = self._tasks.start(self._watch(), "model silence")
        reader = self._tasks.start(self._read(), "model stream")
        reader.add_done_callback(lambda _: self._put([Failure(FailureKind.BROKEN)]))
        try:
            while True:
                for event in _joined(await self._take()):
                    yield event
                    if isinstance(event, ENDS):
                        return
        finally:
            self._guard.cancel()
            self._wake()
            if not self._over:  # else it only reads the rest, to keep the connection for the next reply
                reader.cancel()
                await asyncio.wait([reader])

    async def _take(self) -> list[StreamEvent]:
        while not self._pending or self._soon is not None:
            self._waiting = asyncio.get_running_loop().create_future()
            await self._waiting
        taken, self._pending = self._pending, []
        self._size = 0
        if not self._room.is_set():
            self._silence.excuse(self._clock.monotonic())
            self._room.set()
        return taken

    def _put(self, events: list[StreamEvent]) -> None:
        """Wake the consumer at once, or, for more of a text that already flows, soon."""
        self._pending += events
        if not self._flowing or len(events) != 1 or type(events[0]) is not Delta:
            self._flowing = any(isinstance(event, Delta) for event in events)
            self._wake()
        elif self._soon is None:
            self._soon = asyncio.get_running_loop().call_later(_GATHER, self._wake)

    def _wake(self) -> None:
        if self._soon is not None:
            self._soon.cancel()
            self._soon = None
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    async def _watch(self) -> None:
        while True:
            await self._room.wait()
            now = self._clock.monotonic()
            wait = self._silence.wait(now)
            if wait > 0:
                await self._clock.sleep(wait)
            elif event := self._silence.due(now, self._started):
                self._put([event])
                if isinstance(event, Failure):
                    return

    async def _read(self) -> None:
        client = self._http.client(local=self._endpoint.local)
        request = self._request
        try:
            async with client.stream("POST", request.url, content=request.body, headers=request.headers) as response:
                await self._answer(response)
        except (httpx.HTTPError, httpx.InvalidURL, aiohttp.ClientError, OSError, ValueError) as error:
            self._put([_failure(error)])

    async def _answer(self, response: httpx.Response) -> None:
        if response.status_code != 200:
            body = (await _body(response, _ERROR_BODY)).decode("utf-8", "replace")
            now = self._clock.now()
            self._put([from_status(response.status_code, body, response.headers.get("retry-after"), now)])
            return
        kind = response.headers.get("content-type", "")
        if kind.startswith("text/html"):
            self._put([Failure(FailureKind.URL, 200)])
        elif kind.startswith("application/json"):  # the server does not stream
            body = b"".join((await _body(response, _PENDING)).splitlines())
            self._decoded(self._decoder.feed(b"data: " + body + b"\n\n"))
            self._put([StreamClosed()])
        else:
            await self._follow(response)

    async def _follow(self, response: httpx.Response) -> None:
        chunks = _chunks(response)
        async for data in chunks:
            if self._decoded(self._decoder.feed(data)):
                break
            self._size += len(data)
            if self._size > _PENDING:
                self._room.clear()
                await self._room.wait()
        else:
            if not self._decoded(self._decoder.flush()):
                self._put([StreamClosed()])
        if self._over:
            with suppress(TimeoutError):
                async with asyncio.timeout(_DRAIN):
                    await _drain(chunks)

    def _decoded(self, events: list[WireEvent]) -> bool:
        """Hand on what was read. True when nothing after it matters."""
        if not events:
            return False
        if self._silence.hear(events, self._clock.monotonic()):
            self._guard.cancel()  # it sleeps towards a deadline that no longer holds
            self._guard = self._tasks.start(self._watch(), "model silence")
        for place, event in enumerate(events):
            if isinstance(event, WireError):
                self._put([*events[:place], from_wire(event)])
                return True
            if isinstance(event, EndMark):
                self._over = True
                self._put([*events[:place], StreamClosed()])
                return True
        self._put([*events])
        return False


def _joined(events: list[StreamEvent]) -> list[StreamEvent]:
    """Neighbouring texts made one."""
    if len(events) == 1:
        return events
    out: list[StreamEvent] = []
    texts: list[str] = []
    for event in events:
        if isinstance(event, Delta):
            texts.append(event.text)
            continue
        if texts:
            out.append(Delta("".join(texts)))
            texts.clear()
        out.append(event)
    if texts:
        out.append(Delta("".join(texts)))
    return out


def _chunks(response: httpx.Response) -> AsyncIterator[bytes]:
    if response.headers.get("content-encoding", "identity") != "identity":
        return response.aiter_bytes()
    # httpx's own iterators count, chunk and decode: a fifth of the cost of a token.
    return cast("httpx.AsyncByteStream", response.stream).__aiter__()


async def _drain(chunks: AsyncIterator[bytes]) -> None:
    async for _ in chunks:
        pass


async def _body(response: httpx.Response, limit: int) -> bytes:
    body = bytearray()
    async for data in _chunks(response):
        body += data
        if len(body) >= limit:
            break
    return bytes(body[:limit])


def _failure(error: Exception) -> Failure:
    """What a driver's error means. aiohttp's own error is the cause of httpx's, and tells more."""
    cause = error.__cause__ or error
    if isinstance(error, httpx.InvalidURL | httpx.UnsupportedProtocol) or isinstance(cause, aiohttp.InvalidURL):
        return Failure(FailureKind.URL)
    if isinstance(error, httpx.TimeoutException) and not isinstance(cause, aiohttp.ServerTimeoutError):
        # httpx-aiohttp calls every connection error a connect timeout, a server that hung up too.
        unreached = isinstance(cause, aiohttp.ClientConnectorError)
        return Failure(FailureKind.UNREACHABLE if unreached else FailureKind.BROKEN)
    if isinstance(error, httpx.ConnectError | httpx.TimeoutException | httpx.ProxyError):
        return Failure(FailureKind.UNREACHABLE)
    return Failure(FailureKind.BROKEN)
