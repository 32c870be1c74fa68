"""The REST API's frame: routes, authorisation, faults, buckets, error bodies, and the record of every call."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from aiohttp import web

from tests.servers.discord.cdn import Upload
from tests.servers.discord.faults import Fault
from tests.servers.discord.world import Channel, Guild, Message, Role, Webhook, World

if TYPE_CHECKING:
    from tests.servers.discord.server import DiscordServer

Json = dict[str, Any]
_UNKNOWN: dict[type, tuple[int, str]] = {
    Channel: (10003, "Unknown Channel"),
    Guild: (10004, "Unknown Guild"),
    Message: (10008, "Unknown Message"),
    Role: (10011, "Unknown Role"),
    Webhook: (10015, "Unknown Webhook"),
}


class Refusal(Exception):
    """Discord says no: a status, its code and its words."""

    def __init__(self, status: int, code: int, message: str, errors: Json | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.body: Json = {"message": message, "code": code} | ({"errors": errors} if errors else {})


def invalid(path: str, code: str, message: str) -> Refusal:
    """An error of the form body; ``path`` is dotted."""
    errors: Json = {"_errors": [{"code": code, "message": message}]}
    for key in reversed(path.split(".")):
        errors = {key: errors}
    return Refusal(400, 50035, "Invalid Form Body", errors)


def missing(what: str) -> Refusal:
    codes = {"access": (50001, "Missing Access"), "permissions": (50013, "Missing Permissions")}
    return Refusal(403, *codes[what])


@dataclass(slots=True)
class Call:
    """One request, read."""

    world: World
    method: str
    path: str
    ids: dict[str, str]
    query: dict[str, str]
    body: Any = None
    files: list[Upload] = field(default_factory=list)

    def find(self, kind: type, key: str) -> Any:
        """The thing the path names; Unknown … when there is none."""
        found = self.world.find(kind, self.ids[key])
        if found is None:
            raise Refusal(404, *_UNKNOWN[kind])
        return found

    def channel(self, *permissions: str) -> Channel:
        """The channel of the path, if the bot sees it and may do this there."""
        found: Channel = self.find(Channel, "channel")
        self.need(found, *permissions)
        return found

    def need(self, channel: Channel, *permissions: str) -> None:
        """Missing Access or Missing Permissions."""
        world = self.world
        if channel.guild and not channel.guild.joined:
            raise missing("access")
        if not world.may(world.bot, channel, "view_channel"):
            raise missing("access")
        if not world.may(world.bot, channel, *permissions):
            raise missing("permissions")

    def guild(self) -> Guild:
        found: Guild = self.find(Guild, "guild")
        if not found.joined:
            raise Refusal(404, *_UNKNOWN[Guild])
        return found

    def message(self, channel: Channel) -> Message:
        """The message of the path, in this channel."""
        found = channel.messages.get(int(self.ids["message"]) if self.ids["message"].isdigit() else 0)
        if found is None:
            raise Refusal(404, *_UNKNOWN[Message])
        return found


Handler = Callable[[Call], Any]
Route = tuple[str, str, Handler]
"""Method, path, and a function: what it returns is the JSON answer, None is 204."""


class Rest:
    """Serves routes under /api/v10. Paths that begin with /webhooks/{id}/{token} and callbacks need no token."""

    def __init__(self, server: "DiscordServer") -> None:
        self._server = server

    def mount(self, app: web.Application, routes: list[Route]) -> None:
        for method, path, handler in routes:
            for base in ("/api/v10", "/api/v9"):
                app.router.add_route(method, base + path, self._handler(path, handler))
        app.router.add_route("*", "/api/{rest:.*}", self._handler("", _nowhere))

    def _handler(self, pattern: str, handler: Handler) -> Callable[[web.Request], Any]:
        is_open = "{token}" in pattern

        async def handle(request: web.Request) -> web.StreamResponse:
            return await self._handle(request, handler, is_open)

        return handle

    async def _handle(self, request: web.Request, handler: Handler, is_open: bool) -> web.StreamResponse:
        path = request.path.removeprefix("/api/v10").removeprefix("/api/v9")
        call = Call(
            self._server.world, request.method, path, dict(request.match_info), dict(request.query),
        )  # fmt: skip
        fault = self._server.faults.take(call.method, path)
        if fault and not fault.accepted:
            await fault.pause()
            if fault.cut or fault.status:
                return self._faulty(request, call, fault)
        answer = await self._answer(request, call, handler, is_open)
        if fault and fault.accepted:
            await fault.pause()
            if fault.cut or fault.status:
                return self._faulty(request, call, fault)
        return answer

    async def _answer(self, request: web.Request, call: Call, handler: Handler, is_open: bool) -> web.Response:
        headers: dict[str, str] = {}
        try:
            await _read(request, call)
            if not is_open and request.headers.get("Authorization") != f"Bot {call.world.token}":
                raise Refusal(401, 0, "401: Unauthorized")
            verdict = self._server.buckets.judge(call.method, call.path, _speaks_in(call))
            headers = verdict.headers
            if not verdict.passes:
                return self._limited(call, verdict.retry_after, verdict.everywhere, headers)
            result = handler(call)
            status, body = (204, None) if result is None else (200, result)
        except Refusal as refusal:
            status, body = refusal.status, refusal.body
        self._record(call, status)
        return answer(status, body, headers)

    def _limited(self, call: Call, wait: float, everywhere: bool, headers: dict[str, str], name: str = "") -> Any:
        self._record(call, 429, name)
        body = {"message": "You are being rate limited.", "retry_after": round(wait, 3), "global": everywhere}
        return answer(429, body, headers)

    def _faulty(self, request: web.Request, call: Call, fault: Fault) -> web.Response:
        if fault.cut:
            self._record(call, 0, "fault")
            if request.transport:
                request.transport.abort()
            return web.Response(status=499)
        if fault.status == 429:
            headers = {"Retry-After": str(int(fault.retry_after) + 1), "X-RateLimit-Scope": "shared"}
            headers |= {"X-RateLimit-Global": "true"} if fault.everywhere else {}
            return self._limited(call, fault.retry_after, fault.everywhere, headers, "fault")
        self._record(call, fault.status, "fault")
        if fault.status >= 500:
            page = f"<html>error {fault.says}</html>"
            return web.Response(status=fault.status, text=page, content_type="text/html")
        errors = {"content": {"_errors": [{"code": "INVALID", "message": fault.says}]}}
        return answer(fault.status, {"message": fault.says, "code": 0, "errors": errors}, {})

    def _record(self, call: Call, status: int, name: str = "") -> None:
        channel = call.ids.get("channel", "0")
        call.world.history.add(
            "call", method=call.method, route=call.path, status=status, body=call.body, client=True, name=name,
            channel=int(channel) if channel.isdigit() else 0,
        )  # fmt: skip


def answer(status: int, body: Any, headers: dict[str, str]) -> web.Response:
    """A response as Discord's edge gives it."""
    headers = {"Via": "1.1 google", **headers}
    if body is None:
        return web.Response(status=status, headers=headers)
    data = json.dumps(body, ensure_ascii=False).encode()
    return web.Response(status=status, body=data, headers={**headers, "Content-Type": "application/json"})


def _nowhere(_: Call) -> Any:
    raise Refusal(404, 0, "404: Not Found")


def _speaks_in(call: Call) -> int:
    """The channel a webhook is executed for."""
    hook = call.world.find(Webhook, call.ids.get("webhook", ""))
    return hook.channel.id if hook else 0


async def _read(request: web.Request, call: Call) -> None:
    try:
        if request.content_type.startswith("multipart/"):
            await _read_form(request, call)
        elif request.can_read_body:
            raw = await request.read()
            call.body = json.loads(raw) if raw else None
    except ValueError:
        raise Refusal(400, 50109, "The request body contains invalid JSON.") from None


async def _read_form(request: web.Request, call: Call) -> None:
    form = await request.post()
    call.body = {}
    for name, value in form.items():
        if name == "payload_json":
            call.body = json.loads(value if isinstance(value, str) else "{}")
        elif isinstance(value, web.FileField):
            call.files.append(Upload(value.filename, value.file.read(), value.content_type))
