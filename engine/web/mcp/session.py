"""A session with a server of the Model Context Protocol, by the official client.

It is loaded when a server is first asked, in a thread: that takes half a second and 34 MB. What the client would log
quotes what was asked and answered, so it logs nothing.
"""

import logging
from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, Self

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError
from mcp.shared.message import SessionMessage
from mcp.types import (
    CONNECTION_CLOSED,
    REQUEST_TIMEOUT,
    CallToolRequest,
    CallToolRequestParams,
    CallToolResult,
    Implementation,
    jsonrpc_message_adapter,
)
from pydantic import ValidationError

from engine.processes import RunningProgram
from engine.web.mcp.tools import McpAnswer, McpLost, McpTool

MOST_BYTES = 4 << 20
"""Of one answer, and of all that a server says without being asked between two answers."""
MOST_PAGES = 5
"""Pages of a list of tools that are read."""
_GONE = frozenset({CONNECTION_CLOSED, REQUEST_TIMEOUT})
_OURSELVES = Implementation(name="omoide", version="1")

for _name in ("mcp", "httpx2", "httpcore2"):
    logging.getLogger(_name).setLevel(logging.CRITICAL + 1)


class _Lines:
    """What a program writes, line by line, as messages; it ends where the program does, or floods."""

    def __init__(self, program: RunningProgram) -> None:
        self._program = program
        self._left = MOST_BYTES

    def answered(self) -> None:
        """It may say as much again."""
        self._left = MOST_BYTES

    async def receive(self) -> SessionMessage | Exception:
        return await anext(self)

    async def __anext__(self) -> SessionMessage | Exception:
        while True:
            try:
                line = await self._program.readline()
            except ValueError:  # longer than one may be
                line = b""
            self._left -= len(line)
            if not line or self._left < 0:
                raise StopAsyncIteration
            try:
                return SessionMessage(jsonrpc_message_adapter.validate_json(line, by_name=False))
            except ValueError:
                continue  # some servers print greetings

    def __aiter__(self) -> Self:
        return self

    async def aclose(self) -> None:
        """Whoever started the program ends it."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.aclose()


class _Input:
    """What a program reads."""

    def __init__(self, program: RunningProgram) -> None:
        self._program = program

    async def send(self, item: SessionMessage, /) -> None:
        """Raises McpLost when it has ended."""
        text = item.message.model_dump_json(by_alias=True, exclude_unset=True)
        try:
            await self._program.write(text.encode() + b"\n")
        except OSError:
            raise McpLost from None

    async def aclose(self) -> None:
        """Whoever started the program ends it."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.aclose()


class _Bounded(httpx2.AsyncBaseTransport):
    """No answer is longer than ``MOST_BYTES``."""

    def __init__(self, *, near: bool) -> None:
        self._inner = httpx2.AsyncHTTPTransport(trust_env=not near)

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        response = await self._inner.handle_async_request(request)
        response.stream = _Some(response.stream)
        return response

    async def aclose(self) -> None:
        await self._inner.aclose()


class _Some(httpx2.AsyncByteStream):
    """The beginning of a stream. Raises httpx2.ReadError where it goes on."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner

    async def __aiter__(self) -> AsyncIterator[bytes]:
        left = MOST_BYTES
        async for chunk in self._inner:
            left -= len(chunk)
            if left < 0:
                raise httpx2.ReadError("too much")
            yield chunk

    async def aclose(self) -> None:
        await self._inner.aclose()


class McpSession:
    """One that is open."""

    def __init__(self, client: Client, lines: _Lines | None = None) -> None:
        self._client = client
        self._lines = lines

    async def tools(self) -> Sequence[McpTool]:
        """What the server can do. Raises McpLost."""
        found: list[McpTool] = []
        cursor: str | None = None
        try:
            for _ in range(MOST_PAGES):
                page = await self._client.list_tools(cursor=cursor)
                found += [McpTool(it.name, it.input_schema) for it in page.tools]
                if not (cursor := page.next_cursor):
                    break
        except (MCPError, ValidationError, RuntimeError, httpx2.HTTPError):
            raise McpLost from None
        self._answered()
        return found

    async def call(self, name: str, arguments: Mapping[str, Any]) -> McpAnswer:
        """What a tool answers; what it answers is not held against a schema of its own. Raises McpLost."""
        asked = CallToolRequest(params=CallToolRequestParams(name=name, arguments=dict(arguments)))
        try:
            answer = await self._client.session.send_request(asked, CallToolResult)
        except MCPError as error:
            if error.code in _GONE:
                raise McpLost from None
            return McpAnswer(failed=True)
        except (ValidationError, RuntimeError, httpx2.HTTPError):
            raise McpLost from None
        self._answered()
        blocks = [it.model_dump(mode="json", by_alias=True) for it in answer.content]
        return McpAnswer(answer.structured_content, blocks, failed=bool(answer.is_error))

    def _answered(self) -> None:
        if self._lines is not None:
            self._lines.answered()


@asynccontextmanager
async def over_pipes(program: RunningProgram, seconds: float) -> AsyncGenerator[McpSession]:
    """A session with a program that was started; whoever started it ends it. Raises McpLost."""
    lines = _Lines(program)
    async with _opened(_pipes(lines, _Input(program)), seconds) as client:
        yield McpSession(client, lines)


@asynccontextmanager
async def over_http(url: str, headers: Mapping[str, str], seconds: float, *, near: bool) -> AsyncGenerator[McpSession]:
    """A session with a server at ``url``, which no proxy leads to where it is ``near``. Raises McpLost."""
    limits = httpx2.Timeout(seconds)
    async with (
        httpx2.AsyncClient(headers=headers, timeout=limits, transport=_Bounded(near=near)) as http,
        _opened(streamable_http_client(url, http_client=http, max_sse_event_size=MOST_BYTES), seconds) as client,
    ):
        yield McpSession(client)


@asynccontextmanager
async def _pipes(lines: _Lines, given: _Input) -> AsyncGenerator[tuple[_Lines, _Input]]:
    yield lines, given


@asynccontextmanager
async def _opened(transport: Any, seconds: float) -> AsyncGenerator[Client]:
    """The client of a transport. Raises McpLost where there is nobody, or nobody who speaks the protocol."""
    try:
        async with Client(transport, client_info=_OURSELVES, read_timeout_seconds=seconds, cache=None) as client:
            yield client
    except (MCPError, ValidationError, RuntimeError, httpx2.HTTPError, ExceptionGroup):
        raise McpLost from None
