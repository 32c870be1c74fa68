"""The same powers over HTTP, in the shape of the Discord server's.

``POST /_control`` with ``{"do": "says", "on": {"ref": 1000001}, "args": [{"channel": 1000001}, "hi"], "kwargs": {}}``
calls a method. ``on`` is left out for the server itself, names a part of it ("bot", "faults", "limits", "profile",
"updates") or is a reference. ``{"set": name, "to": value}`` sets an attribute, ``{"get": name}`` reads one. The
answer is ``{"is": value}``, or 400 with ``error`` and ``message``. Things come as references that can be given back as
they are: people ``{"ref": id}``, chats ``{"channel": id}``, messages ``{"message": [chat, id]}``, topics ``{"topic":
[chat, id]}``, taps ``{"tap": id}``, gates ``{"fault": number}``; bytes go in as ``{"b64": text}``.

``GET /_control/history?after=N&seconds=S`` gives the entries above N and waits up to S seconds for one.
"""

import base64
import inspect
import json
from typing import TYPE_CHECKING, Any

from aiohttp import web

from tests.servers.history import Entry
from tests.servers.telegram.faults import Gate
from tests.servers.telegram.people import Tap
from tests.servers.telegram.places import Chat, Message, Person, Topic

if TYPE_CHECKING:
    from tests.servers.telegram.server import TelegramServer

PARTS = frozenset({"bot", "faults", "limits", "profile", "updates"})


class Control:
    """Performs orders on one server."""

    def __init__(self, server: "TelegramServer") -> None:
        self._server = server
        self._gates: list[Gate] = []

    async def command(self, request: web.Request) -> web.Response:
        """POST /_control."""
        try:
            return web.json_response({"is": self._shown(await self._perform(await request.json()))})
        except Exception as error:
            return web.json_response({"error": type(error).__name__, "message": str(error)}, status=400)

    async def history(self, request: web.Request) -> web.Response:
        """GET /_control/history."""
        after, seconds = int(request.query.get("after", 0)), float(request.query.get("seconds", 20))
        return web.json_response([entry.as_json() for entry in await self._server.history.wait(after, seconds)])

    async def _perform(self, order: dict[str, Any]) -> Any:
        target = self._target(order.get("on"))
        name = order.get("do") or order.get("set") or order.get("get") or ""
        if name.startswith("_"):
            raise AttributeError(name)
        if "set" in order:
            getattr(target, name)  # a name that is not there is a mistake
            return setattr(target, name, self._read(order["to"]))
        if "get" in order:
            return getattr(target, name)
        result = getattr(target, name)(*self._read(order.get("args", [])), **self._read(order.get("kwargs", {})))
        return await result if inspect.isawaitable(result) else result

    def _target(self, on: Any) -> Any:
        if on is None:
            return self._server
        if isinstance(on, str) and on in PARTS:
            return getattr(self._server, on)
        if not isinstance(on, dict):
            raise KeyError(on)
        return self._read(on)

    def _read(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self._read(one) for one in value]
        if not isinstance(value, dict):
            return value
        for kind in ("ref", "message", "topic", "tap", "fault", "channel", "b64"):
            if kind in value:
                return self._named(kind, value[kind])
        return {key: self._read(one) for key, one in value.items()}

    def _named(self, kind: str, name: Any) -> Any:
        server = self._server
        match kind:
            case "ref":
                return server.users[int(name)]
            case "channel":
                return server.chats[int(name)]
            case "message":
                return server.chats[int(name[0])].messages[int(name[1])]
            case "topic":
                return server.chats[int(name[0])].topics[int(name[1])]
            case "tap":
                return server.taps[str(name)]
            case "fault":
                return self._gates[int(name)]
            case _:
                return base64.b64decode(name)

    def _shown(self, value: Any) -> Any:
        if isinstance(value, Entry):
            return value.as_json()
        if isinstance(value, (list, tuple)):
            return [self._shown(one) for one in value]
        if isinstance(value, Gate):
            self._gates.append(value)
            return {"fault": len(self._gates) - 1}
        shown = _thing(value)
        return json.loads(json.dumps(value, default=repr)) if shown is None else shown


def _thing(value: Any) -> dict[str, Any] | None:
    """A thing of the world: its reference, and what is worth knowing of it."""
    if isinstance(value, Person):
        names = ("name", "username", "language", "is_bot", "started", "blocked")
        return {"ref": value.id, **{name: getattr(value, name) for name in names}}
    if isinstance(value, Chat):
        return {"channel": value.id, "name": value.title, "kind": value.kind}
    if isinstance(value, Topic):
        return {"topic": [value.opened.chat.id, value.id], "name": value.name}
    if isinstance(value, Tap):
        answer = {"text": value.text, "alert": value.alert, "url": value.url, "count": value.count}
        return {"tap": value.id, "data": value.data, **answer}
    return _message(value) if isinstance(value, Message) else None


def _message(message: Message) -> dict[str, Any]:
    names = ("text", "kind", "silent", "deleted", "edited", "by_bot", "buttons", "entities", "date")
    place = {"message": [message.chat.id, message.id], "thread": message.topic}
    return {**place, **{name: getattr(message, name) for name in names}}


def mount(app: web.Application, server: "TelegramServer") -> None:
    """Put the control under /_control."""
    control = Control(server)
    app.router.add_post("/_control", control.command)
    app.router.add_get("/_control/history", control.history)
