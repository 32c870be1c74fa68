"""A scripted model server on loopback that speaks the real wire formats, OpenAI's and Gemini's.

In a test:

    async with ModelServer() as server:
        server.script(say("Hello", " you"), fail(429, retry_after=1))
        ...                                  # ask server.url (OpenAI) or server.gemini_url
        assert server.requests[0].body["model"] == "m"

As a process: ``python -m tests.servers.model --port 0 --chunks 200 --pace 0.02`` prints its port on the first line.
"""

import argparse
import asyncio
import contextlib
import json
import socket
import struct
import time
from base64 import b64decode
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from aiohttp import web

from tests.servers.model_scripts import (
    COMMENT,
    Call,
    Cut,
    Finish,
    Gate,
    Pause,
    Script,
    Step,
    Think,
    Tokens,
    cut,
    fail,
    say,
    stream,
)
from tests.servers.model_wire import GeminiWire, OpenAIWire

__all__ = [
    "COMMENT",
    "Call",
    "Cut",
    "Finish",
    "Gate",
    "ModelServer",
    "Pause",
    "Script",
    "Seen",
    "Step",
    "Think",
    "Tokens",
    "cut",
    "fail",
    "say",
    "stream",
]


@dataclass(slots=True)
class Seen:
    """One request, as the server saw it. ``at`` is ``time.monotonic()``; ``closed`` is set when the exchange is over,
    ``left`` is True when it was the client that went; ``peer`` is the port it came from.
    """

    method: str
    path: str
    headers: Mapping[str, str]
    body: Any
    at: float
    peer: int = 0
    closed: asyncio.Event = field(default_factory=asyncio.Event)
    left: bool = False

    @property
    def errand(self) -> frozenset[str]:
        """What an answer is to hold that work behind the turns asks for; nothing for any other request."""
        wanted = frozenset(self.schema.get("properties", {})) or self.tools
        return wanted if any(wanted <= it for it in _ERRANDS) else frozenset()

    @property
    def schema(self) -> Mapping[str, Any]:
        """The shape that the answer is to have; empty where none is asked for."""
        return self.body.get("response_format", {}).get("json_schema", {}).get("schema", {})

    @property
    def tools(self) -> frozenset[str]:
        """The functions that the model may call."""
        return frozenset(it["function"]["name"] for it in self.body.get("tools", ()) if "function" in it)

    @property
    def prompt(self) -> str:
        """All that was said to the model, of either format, as one text."""
        parts = [text for message in self.body.get("messages", ()) for text in _texts(message["content"])]
        for content in [self.body.get("systemInstruction"), *self.body.get("contents", ())]:
            parts += [part["text"] for part in (content or {}).get("parts", ()) if "text" in part]
        return "\n".join(parts)

    @property
    def pictures(self) -> list[bytes]:
        """The pictures that were shown to the model, in either format."""
        told = [part for message in self.body.get("messages", ()) for part in _parts(message["content"])]
        addresses = [part["image_url"]["url"] for part in told if "image_url" in part]
        inline = [
            part["inlineData"]
            for content in self.body.get("contents", ())
            for part in content["parts"]
            if "inlineData" in part
        ]
        return [b64decode(it.partition(",")[2]) for it in addresses] + [b64decode(it["data"]) for it in inline]


def _parts(content: Any) -> list[Any]:
    return content if isinstance(content, list) else []


def _texts(content: Any) -> list[str]:
    return [content] if isinstance(content, str) else [it["text"] for it in _parts(content) if "text" in it]


Answer = Callable[[Seen], Script]
_ERRANDS = (
    {"topics", "facts"},
    {"page"},
    {"id", "text"},
    {"recall_story_page", "recall_character"},
    {"pages", "characters"},
    {"queries"},
    {"acts"},
    {"post", "replies"},
    {"page", "title", "brief", "when", "timeline", "items", "figures"},
    {"pages", "items", "figures"},
    {"lines"},
    {"known", "aliases"},
    {"why", "point", "status", "sure"},
    {"summary"},
    {"events"},
    {"name", "setting", "outline", "ending"},
    {"recap"},
    {"statements", "question"},
    {"personality", "feelings", "relations", "goals", "beliefs", "habits", "speech"},
)
"""What work behind the turns asks for, by the properties of the shape or by the names of the tools."""

NEW_FACT = {"action": "add", "old": "", "when": "", "kind": "other", "every": "never"}
"""What the notes say besides of a fact that is new and has no day."""


def nothing_to_note(seen: Seen) -> Script:
    """What a model says to work behind the turns when there is nothing to say: empty in the shape that is asked for."""
    return say("none") if seen.tools else say(json.dumps(_empty(seen.schema)))


def _empty(schema: Mapping[str, Any]) -> Any:
    kinds = {"string": "", "integer": 0, "number": 0, "boolean": False}
    if schema.get("type") == "object":
        return {name: _empty(it) for name, it in schema.get("properties", {}).items()}
    if schema.get("type") == "array":
        return [_empty(schema["items"]) for _ in range(schema.get("minItems", 0))]
    return schema["enum"][0] if "enum" in schema else kinds.get(schema.get("type", ""), "")


class ModelServer:
    """``script`` queues answers for generations; ``answer`` decides once the queue is empty. ``notes`` answers what
    work behind the turns asks (facts, pages, corrections), which are ``errands`` and no generations. ``embed`` makes
    vectors; ``others`` answers other paths (``/props``, ``/v1/models``) with JSON.
    """

    def __init__(self, answer: Answer | None = None, history: Path | None = None) -> None:
        self.requests: list[Seen] = []
        self.answer = answer
        self.notes: Answer = nothing_to_note
        self.embed: Callable[[str], list[float]] = _letters
        self.others: dict[str, Any] = {
            "/v1/models": {"object": "list", "data": [{"id": "m", "object": "model", "max_model_len": 32768}]},
        }
        self.port = 0
        self._queue: deque[Script] = deque()
        self._arrived = asyncio.Condition()
        self._history = history
        self._runner: web.AppRunner | None = None

    @property
    def url(self) -> str:
        """The base URL for the OpenAI format."""
        return f"http://127.0.0.1:{self.port}/v1"

    @property
    def gemini_url(self) -> str:
        """The base URL for the Gemini format."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def generations(self) -> list[Seen]:
        """The requests that asked for a reply."""
        return [seen for seen in self.requests if _generates(seen.path) and not seen.errand]

    @property
    def errands(self) -> list[Seen]:
        """The requests of work behind the turns."""
        return [seen for seen in self.requests if _generates(seen.path) and seen.errand]

    def script(self, *scripts: Script) -> None:
        """Queue answers, one a generation."""
        self._queue.extend(scripts)

    async def arrived(self, count: int = 1) -> Seen:
        """Wait until so many generations were asked for; the last of them. Raises TimeoutError after a minute."""
        async with asyncio.timeout(60), self._arrived:
            await self._arrived.wait_for(lambda: len(self.generations) >= count)
        return self.generations[count - 1]

    async def start(self, port: int = 0) -> None:
        app = web.Application(client_max_size=1 << 26)
        app.router.add_route("*", "/{path:.*}", self._handle)
        self._runner = web.AppRunner(app, handler_cancellation=True, access_log=None, shutdown_timeout=0.0)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", port, backlog=4096)
        await site.start()
        self.port = self._runner.addresses[0][1]

    async def stop(self) -> None:
        if self._runner:
            await self._runner.cleanup()
            self._runner = None

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.stop()

    async def _handle(self, request: web.Request) -> web.StreamResponse:
        raw = await request.read()
        peer = request.transport.get_extra_info("peername")[1] if request.transport else 0
        seen = Seen(request.method, request.path_qs, dict(request.headers), _parsed(raw), time.monotonic(), peer)
        await self._remember(seen)
        try:
            return await self._respond(request, seen)
        except (asyncio.CancelledError, ConnectionError):
            seen.left = True
            raise
        finally:
            seen.closed.set()

    async def _remember(self, seen: Seen) -> None:
        async with self._arrived:
            self.requests.append(seen)
            self._arrived.notify_all()
        if self._history:
            line = {"at": seen.at, "path": seen.path, "headers": dict(seen.headers), "body": seen.body}
            with self._history.open("a") as file:
                file.write(json.dumps(line, ensure_ascii=False) + "\n")

    async def _respond(self, request: web.Request, seen: Seen) -> web.StreamResponse:
        if _generates(request.path):
            return await self._generate(request, seen, self._next(seen))
        if request.path.endswith("/embeddings") and request.path not in self.others:
            return web.json_response(self._embeddings(seen.body))
        found = self.others.get(request.path)
        if callable(found):
            found = found(seen)
        if isinstance(found, Script):
            return await self._generate(request, seen, found)
        if found is None:
            return web.json_response({"error": {"message": "Not Found", "code": 404}}, status=404)
        return web.json_response(found)

    def _next(self, seen: Seen) -> Script:
        if seen.errand:
            return self.notes(seen)
        if self._queue:
            return self._queue.popleft()
        if self.answer:
            return self.answer(seen)
        return fail(400, "the test has scripted no answer for this request")

    def _embeddings(self, body: Any) -> dict[str, Any]:
        texts = [body["input"]] if isinstance(body["input"], str) else body["input"]
        rows = [
            {"object": "embedding", "index": place, "embedding": self.embed(text)} for place, text in enumerate(texts)
        ]
        usage = {"prompt_tokens": len(texts), "total_tokens": len(texts)}
        return {"object": "list", "model": body["model"], "data": rows, "usage": usage}

    async def _generate(self, request: web.Request, seen: Seen, script: Script) -> web.StreamResponse:
        if script.before:
            await script.before.stand()
        if script.status != 200 or script.body is not None:
            if isinstance(script.body, str):
                return web.Response(text=script.body, status=script.status, headers=script.headers)
            return web.json_response(script.body, status=script.status, headers=script.headers)
        wire = GeminiWire() if _is_gemini(request.path) else OpenAIWire(str(seen.body.get("model")))
        if isinstance(wire, OpenAIWire) and not seen.body.get("stream"):
            return web.json_response(wire.whole(script.steps))
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream", **script.headers})
        await response.prepare(request)
        for step in script.steps:
            if isinstance(step, Cut):
                return await _end(request, response, step.how)
            await _perform(response, wire, step)
        if script.done:
            await response.write(wire.end)
        await response.write_eof()
        return response


async def _perform(response: web.StreamResponse, wire: "OpenAIWire | GeminiWire", step: Step) -> None:
    if isinstance(step, Gate):
        await step.stand()
    elif isinstance(step, Pause):
        await asyncio.sleep(step.seconds)
    else:
        await response.write(step if isinstance(step, bytes) else wire.chunk(step))


async def _end(request: web.Request, response: web.StreamResponse, how: str) -> web.StreamResponse:
    if how == "eof":
        await response.write_eof()
        return response
    transport = request.transport
    if transport is not None:
        if how == "rst":
            sock: socket.socket = transport.get_extra_info("socket")
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            transport.abort()
        transport.close()
    return response


def _is_gemini(path: str) -> bool:
    return ":streamGenerateContent" in path or ":generateContent" in path


def _generates(path: str) -> bool:
    return path.partition("?")[0].endswith("/chat/completions") or _is_gemini(path)


def _parsed(raw: bytes) -> Any:
    try:
        return json.loads(raw) if raw else {}
    except ValueError:
        return {"unreadable": raw.decode("utf-8", "replace")}


def _letters(text: str) -> list[float]:
    """A small vector that is alike for texts with the same letters."""
    counts = [0.0] * 16
    for letter in text.lower():
        counts[ord(letter) % 16] += 1.0
    size = sum(count * count for count in counts) ** 0.5 or 1.0
    return [count / size for count in counts]


@contextlib.asynccontextmanager
async def _running(arguments: argparse.Namespace) -> AsyncIterator[ModelServer]:
    server = ModelServer(lambda _: stream(arguments.chunks, arguments.pace, arguments.text), arguments.history)
    if arguments.script:
        server.script(*map(Script.read, json.loads(arguments.script.read_text())))
    await server.start(arguments.port)
    try:
        yield server
    finally:
        await server.stop()


async def _serve(arguments: argparse.Namespace) -> None:
    async with _running(arguments) as server:
        print(server.port, flush=True)  # noqa: T201 - the one line its starter reads
        await asyncio.Event().wait()


def main() -> None:
    """Serve until killed: first the scripts of ``--script`` (a JSON list), then the same stream for everyone."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--script", type=Path)
    parser.add_argument("--chunks", type=int, default=20)
    parser.add_argument("--pace", type=float, default=0.0)
    parser.add_argument("--text", default=" word")
    parser.add_argument("--history", type=Path)
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_serve(parser.parse_args()))


if __name__ == "__main__":
    main()
