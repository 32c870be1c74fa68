"""Searching the web with a tool of an MCP server: a program that is started here, or a server somewhere.

One session serves all searches. It is opened when somebody first searches, and anew when it is lost; it ends, and the
program with all that it started, with the daemon. Who waits for it has less patience than some programs need to start:
that goes on, so that the next search finds it.
"""

import asyncio
import importlib
import os
from collections.abc import AsyncGenerator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, cast

import structlog

from engine.errors import (
    SearchError,
    SearchFailed,
    SearchNotStarted,
    SearchSilent,
    SearchToolMissing,
    SearchUnreachable,
)
from engine.ports import Clock
from engine.processes import BackgroundTasks, RunningProgram, open_program
from engine.values.models.models import is_near
from engine.values.search import McpServer, SearchHit
from engine.web.found import asked_words
from engine.web.mcp.answers import mcp_hits
from engine.web.mcp.tools import McpAnswer, McpLost, McpTool, SearchTool, search_tool

START_SECONDS: Final = 60.0
"""So long a server may take until it can be asked: some fetch themselves first."""
SECONDS: Final = 15.0
REST_SECONDS: Final = 30.0
"""So long nobody tries again to reach one that could not be reached."""
MOST_LATE: Final = 2
"""A server that leaves so many questions in a row without an answer is started anew."""
LONGEST_LINE: Final = 4 << 20
_GRACE: Final = 2.0
"""Seconds in which a program may end by itself once it is asked to."""
_TOLD: Final = 8
_SESSION: Final = "engine.web.mcp.session"
_GIVEN: Final = (
    *("PATH", "HOME", "USER", "LOGNAME", "LANG", "LC_ALL", "TMPDIR", "TEMP", "TMP", "SYSTEMROOT", "APPDATA"),
    *("LOCALAPPDATA", "USERPROFILE", "PROGRAMFILES", "SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS"),
    *("HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy"),
)
"""What such a program needs of our environment; keys of ours are not in it."""

_log = structlog.get_logger(__name__)


class _Session(Protocol):
    async def tools(self) -> list[McpTool]: ...
    async def call(self, name: str, arguments: Mapping[str, Any]) -> McpAnswer: ...


class _Sessions(Protocol):
    """What the module that knows the protocol offers."""

    def over_pipes(self, program: RunningProgram, seconds: float) -> AbstractAsyncContextManager[_Session]: ...

    def over_http(
        self, url: str, headers: Mapping[str, str], seconds: float, *, near: bool
    ) -> AbstractAsyncContextManager[_Session]: ...


@dataclass(slots=True)
class _Open:
    """A session with the tool that searches, and what it was waited for by. ``late``: questions in a row in vain."""

    session: _Session
    tool: SearchTool
    opened: asyncio.Future["_Open"]
    lost: asyncio.Event = field(default_factory=asyncio.Event)
    late: int = 0
    answered: bool = False


class Mcp:
    """The server's search tool. What is started ends with ``tasks``."""

    name = "MCP"

    def __init__(self, server: McpServer, tasks: BackgroundTasks, clock: Clock) -> None:
        self._server = server
        self._tasks = tasks
        self._clock = clock
        self._opened: asyncio.Future[_Open] | None = None
        self._life: asyncio.Task[None] | None = None
        self._pid: int | None = None
        self._failed: tuple[float, SearchError] | None = None

    @property
    def pid(self) -> int | None:
        """The program that runs now; None while there is none."""
        return self._pid

    async def search(self, query: str, count: int, language: str) -> list[SearchHit]:  # noqa: ARG002 — tools take none
        """The hits. Raises a SearchError."""
        it = await self._open()
        try:
            answer = await self._answer(it, query, count)
        except McpLost:
            if not it.answered:
                raise SearchUnreachable(provider=self.name) from None
            answer = await self._anew(query, count)  # it may have ended since it was asked last
        if answer.failed:
            raise SearchFailed(provider=self.name)
        return mcp_hits(answer, count)

    async def close(self) -> None:
        """End what was started; the next search starts it anew."""
        if self._life is not None and not self._life.done():
            self._life.cancel()
            await asyncio.wait([self._life])

    async def _anew(self, query: str, count: int) -> McpAnswer:
        try:
            return await self._answer(await self._open(), query, count)
        except McpLost:
            raise SearchUnreachable(provider=self.name) from None

    async def _answer(self, it: _Open, query: str, count: int) -> McpAnswer:
        """What the tool answers. Raises McpLost, SearchSilent."""
        answered = lost = False
        try:
            async with asyncio.timeout(SECONDS):
                answer = await it.session.call(it.tool.name, it.tool.arguments(asked_words(query), count))
            answered = it.answered = True
        except TimeoutError:
            raise SearchSilent(provider=self.name) from None
        except McpLost:
            lost = True
            raise
        finally:
            it.late = 0 if answered else it.late + 1
            if lost or it.late >= MOST_LATE:
                it.lost.set()
                if self._opened is it.opened:
                    self._opened = None  # the next search opens another one, at once
        return answer

    async def _open(self) -> _Open:
        """The session, opened now if there is none. Raises a SearchError."""
        if self._opened is None:
            if self._failed is not None and self._clock.monotonic() < self._failed[0]:
                raise type(self._failed[1])(**self._failed[1].data)
            opened = self._opened = asyncio.get_running_loop().create_future()
            opened.add_done_callback(lambda it: it.cancelled() or it.exception())  # nobody may wait for it any more
            self._life = self._tasks.start(self._live(opened), "MCP server")
            self._life.add_done_callback(lambda _: self._over(opened))
        return await asyncio.shield(self._opened)

    def _over(self, opened: asyncio.Future[_Open]) -> None:
        if not opened.done():
            opened.set_exception(SearchUnreachable(provider=self.name))
        if self._opened is opened:
            self._opened = None

    async def _live(self, opened: asyncio.Future[_Open]) -> None:
        """One session, from its start until it is lost, or the daemon ends."""
        failure: SearchError | None = None
        try:
            async with self._session(START_SECONDS) as session:
                found = await self._tool(session)
                if isinstance(found, SearchTool):
                    it = _Open(session, found, opened)
                    self._failed = None
                    opened.set_result(it)
                    await it.lost.wait()
                else:
                    failure = found  # raised in here it would be one of many for the package
        except SearchError as error:
            failure = error
        except (McpLost, TimeoutError, OSError):
            failure = SearchUnreachable(provider=self.name)
        if failure is not None and not opened.done():
            self._failed = (self._clock.monotonic() + REST_SECONDS, failure)
            opened.set_exception(failure)
            action = "the next provider is asked; see doctor"
            _log.warning("no MCP server", error=type(failure).__name__, action=action)

    async def _tool(self, session: _Session) -> SearchTool | SearchError:
        async with asyncio.timeout(SECONDS):
            tools = await session.tools()
        found = search_tool(tools, self._server.names)
        if found is None:
            named = [it.name for it in tools[:_TOLD] if it.name.isascii() and it.name.isprintable()]
            return SearchToolMissing(provider=self.name, tools=", ".join(it[:40] for it in named) or "—")
        return found

    @asynccontextmanager
    async def _session(self, seconds: float) -> AsyncGenerator[_Session]:
        """Raises SearchNotStarted, McpLost, TimeoutError, OSError."""
        server, protocol = self._server, cast("_Sessions", await asyncio.to_thread(importlib.import_module, _SESSION))
        if not server.command:
            near = is_near(server.url)
            async with _within(seconds, protocol.over_http(server.url, server.headers, SECONDS, near=near)) as session:
                yield session
            return
        async with self._program() as program, _within(seconds, protocol.over_pipes(program, seconds)) as session:
            yield session

    @asynccontextmanager
    async def _program(self) -> AsyncGenerator[RunningProgram]:
        env = {**{it: os.environ[it] for it in _GIVEN if it in os.environ}, **self._server.env}
        try:
            program = await open_program(self._server.command, env=env, own_session=True, longest_line=LONGEST_LINE)
        except (OSError, ValueError):
            raise SearchNotStarted(provider=self.name) from None
        self._pid = program.pid
        try:
            yield program
        finally:
            self._pid = None
            await program.finish(_GRACE)


@asynccontextmanager
async def _within(seconds: float, opening: AbstractAsyncContextManager[_Session]) -> AsyncGenerator[_Session]:
    """A session that may take so long to open. Raises TimeoutError."""
    async with asyncio.timeout(seconds) as limit, opening as session:
        limit.reschedule(None)
        yield session
