"""The same powers over HTTP: POST /_control, GET /_control/history?after=N."""

import base64
import inspect
import json
from typing import TYPE_CHECKING, Any

from aiohttp import web

from tests.servers.discord.cdn import Upload
from tests.servers.discord.faults import Fault
from tests.servers.discord.world import Channel
from tests.servers.history import Entry

if TYPE_CHECKING:
    from tests.servers.discord.server import DiscordServer

_WIDE = ("name", "text", "token", "kind", "answer", "failed", "ephemeral", "modal", "choices", "locale", "deleted")


class Control:
    """``{"do": "says", "on": {"ref": id}, "args": […], "kwargs": {…}}`` calls a method. ``on`` is left out for the
    server itself, names a part of it ("gateway", "faults", "clock", "buckets", "world") or is a reference. Arguments
    may hold references ``{"ref": id}``, ``{"channel": id}``, ``{"fault": id}`` and files ``{"file": name, "b64": …}``.
    ``{"set": name, "to": value}`` sets an attribute, ``{"get": name}`` reads one. The answer is ``{"is": value}``;
    things are given as references.
    """

    def __init__(self, server: "DiscordServer") -> None:
        self._server = server
        self._faults: dict[int, Fault] = {}

    async def command(self, request: web.Request) -> web.Response:
        order = await request.json()
        try:
            return web.json_response({"is": self._shown(await self._perform(order))})
        except Exception as error:
            return web.json_response({"error": type(error).__name__, "message": str(error)}, status=400)

    async def history(self, request: web.Request) -> web.Response:
        after, seconds = int(request.query.get("after", 0)), float(request.query.get("seconds", 20))
        entries = await self._server.history.wait(after, seconds)
        return web.json_response([entry.as_json() for entry in entries])

    async def _perform(self, order: dict[str, Any]) -> Any:
        target = self._read(order.get("on")) if order.get("on") else self._server
        if isinstance(target, str):
            target = getattr(self._server, target)
        name = order.get("do") or order.get("set") or order.get("get") or ""
        if name.startswith("_"):
            raise AttributeError(name)
        if "set" in order:
            return setattr(target, name, self._read(order["to"]))
        if "get" in order:
            return getattr(target, name)
        result = getattr(target, name)(*self._read(order.get("args", [])), **self._read(order.get("kwargs", {})))
        return await result if inspect.isawaitable(result) else result

    def _read(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self._read(each) for each in value]
        if not isinstance(value, dict):
            return value
        world = self._server.world
        if "channel" in value:
            return world.places[int(value["channel"])]
        if "fault" in value:
            return self._faults[int(value["fault"])]
        if "ref" in value:
            id_ = int(value["ref"])
            found = world.objects.get(id_) or world.places.get(id_)
            return found or next(guild for guild in world.guilds if guild.id == id_)
        if "file" in value:
            more = {key: each for key, each in value.items() if key not in ("file", "b64")}
            return Upload(value["file"], base64.b64decode(value.get("b64", "")), **more)
        return {key: self._read(each) for key, each in value.items()}

    def _shown(self, value: Any) -> Any:
        if isinstance(value, Entry):
            return value.as_json()
        if isinstance(value, Fault):
            self._faults[id(value)] = value
            return {"fault": id(value), "met": value.met}
        if isinstance(value, (list, tuple)):
            return [self._shown(each) for each in value]
        if isinstance(value, Channel):
            return {"channel": value.id, "name": value.name}
        if hasattr(value, "id"):
            shown = {key: getattr(value, key) for key in _WIDE if hasattr(value, key)}
            channels = {"channels": self._shown(value.channels)} if hasattr(value, "channels") else {}
            return {"ref": value.id, **shown, **channels}
        return json.loads(json.dumps(value, default=repr))


def mount(app: web.Application, server: "DiscordServer") -> None:
    """Put the control under /_control."""
    control = Control(server)
    app.router.add_post("/_control", control.command)
    app.router.add_get("/_control/history", control.history)
