"""The tests' powers over HTTP, for a server that runs as a process of its own.

``POST /_control {"do": "says", "args": {"user": 1000001, "chat": 1000001, "text": "hi"}}`` answers
``{"ok": true, "result": …}`` or ``{"ok": false, "error": …}``. Names and arguments are those of the Python API. People
and chats are named by id, messages by ``[chat, message]``, bytes come as base64. ``GET
/_control/history?after=N&wait=S`` gives the entries above N and waits up to S seconds for one.
"""

import base64
import dataclasses
from typing import TYPE_CHECKING, Any

from aiohttp import web

from tests.servers.telegram import payloads
from tests.servers.telegram.people import Tap
from tests.servers.telegram.places import Chat, Message, Person, Topic

if TYPE_CHECKING:
    from tests.servers.telegram.server import TelegramServer

OF_PERSON = frozenset({
    "private", "says", "uses", "edits", "deletes", "sends_photo", "sends_document", "sends_sticker", "sends_voice",
    "taps", "reacts", "joins", "leaves", "adds_bot", "kicks_bot", "promotes_bot", "restricts_bot", "demotes_bot",
    "blocks_bot", "unblocks_bot",
})  # fmt: skip
OF_SERVER = frozenset({
    "user", "group", "topic", "migrates", "later", "redeliver", "messages", "notifying", "draft", "menu", "calls",
})  # fmt: skip
OF_FAULTS = frozenset({"fail", "cut", "delay", "hold", "clear"})
PEOPLE = frozenset({"user", "person", "by"})
CHATS = frozenset({"chat", "group"})
MESSAGES = frozenset({"message", "reply_to"})
LONGEST_WAIT = 60.0


def add_routes(app: web.Application, server: "TelegramServer") -> None:
    """Put the control addresses beside the Bot API."""

    async def control(request: web.Request) -> web.Response:
        asked = await request.json()
        try:
            result = await _do(server, asked["do"], dict(asked.get("args") or {}))
        except (KeyError, TypeError, ValueError, AttributeError, TimeoutError) as error:
            problem = f"{type(error).__name__}: {error}"
            return web.json_response({"ok": False, "error": problem}, status=400)
        return web.json_response({"ok": True, "result": _shown(result)})

    async def history(request: web.Request) -> web.Response:
        after, wait = int(request.query.get("after", 0)), float(request.query.get("wait", 20))
        entries = await server.history.wait(after, min(wait, LONGEST_WAIT)) if wait else server.history.after(after)
        return web.json_response([entry.as_json() for entry in entries])

    app.router.add_post("/_control", control)
    app.router.add_get("/_control/history", history)


async def _do(server: "TelegramServer", name: str, raw: dict[str, Any]) -> Any:
    args = raw if name in OF_FAULTS else {key: _meant(server, key, value) for key, value in raw.items()}
    if name == "answered":
        return await server.taps[str(raw["tap"])].answered(float(raw.get("seconds", 20)))
    if name == "set":
        return _set(server, raw)
    if name in OF_PERSON:
        return getattr(args.pop("user"), name)(**args)
    if name in OF_SERVER:
        return getattr(server, name)(**args)
    if name in OF_FAULTS:
        return getattr(server.faults, name)(**args)
    raise ValueError(f"unknown power: {name}")


def _set(server: "TelegramServer", values: dict[str, Any]) -> None:
    """Settings by name: those of the limits, of the bot's profile, and ``tap_lives``."""
    for name, value in values.items():
        for place in (server.limits, server.profile, server.updates):
            if name in {one.name for one in dataclasses.fields(place)}:
                setattr(place, name, value)
                break
        else:
            if name not in {"tap_lives", "limits"}:
                raise ValueError(f"unknown setting: {name}")
            if name == "limits":
                server.limits.on = bool(value)
            else:
                server.tap_lives = float(value)


def _meant(server: "TelegramServer", name: str, value: Any) -> Any:
    """The thing an argument names."""
    if value is None:
        return None
    if name in PEOPLE:
        return server.users[int(value)]
    if name in CHATS:
        return server.chats[int(value)]
    if name in MESSAGES:
        return server.chats[int(value[0])].messages[int(value[1])]
    if name == "members":
        return [server.users[int(number)] for number in value]
    return base64.b64decode(value) if name == "data" else value


def _shown(value: Any) -> Any:
    """A result as JSON."""
    if isinstance(value, (list, tuple)):
        return [_shown(one) for one in value]
    if isinstance(value, Message):
        place = {"chat_id": value.chat.id, "silent": value.silent, "deleted": value.deleted, "by_bot": value.by_bot}
        return {**payloads.of_message(value), **place}
    if isinstance(value, Tap):
        return {"id": value.id, "text": value.text, "alert": value.alert, "url": value.url, "count": value.count}
    if isinstance(value, Chat):
        return payloads.of_chat(value)
    if isinstance(value, Person):
        return payloads.of_user(value)
    if isinstance(value, Topic):
        return {"id": value.id, "name": value.name}
    if hasattr(value, "as_json"):
        return value.as_json()
    return value if isinstance(value, (str, int, float, bool, dict, type(None))) else repr(value)
