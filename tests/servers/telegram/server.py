"""The server: addresses, one handler for all methods, file downloads."""

import asyncio
import secrets
from typing import Any, Self

from aiohttp import web

from tests.servers.history import Entry
from tests.servers.telegram import control, profile
from tests.servers.telegram.faults import ApiError, Fault, Faults, bad_request, too_many_requests
from tests.servers.telegram.methods import BY_LOWER_CASE, COUNTED, EDITS
from tests.servers.telegram.params import Params, read
from tests.servers.telegram.places import Chat, Person
from tests.servers.telegram.world import World

LARGEST = 64 * 1024 * 1024


class TelegramServer(World):
    """A Bot API for one bot. ``privacy`` is the bot's privacy mode; ``limits`` switches Telegram's budgets on."""

    def __init__(self, *, privacy: bool = True, limits: bool = False, token: str = "") -> None:
        super().__init__()
        self.token = token or f"{self.bot.id}:AA{secrets.token_hex(16)}x"
        self.bot.id = int(self.token.partition(":")[0])
        self.faults = Faults()
        self.profile.can_read_all_group_messages = not privacy
        self.limits.on = limits
        self.port = 0
        self._runner: web.AppRunner | None = None

    @property
    def api_url(self) -> str:
        """The base URL; clients put the token behind it."""
        return f"http://127.0.0.1:{self.port}/bot"

    @property
    def file_url(self) -> str:
        """The base URL of files; clients put the token behind it."""
        return f"http://127.0.0.1:{self.port}/file/bot"

    @property
    def rejected(self) -> list[Entry]:
        """Calls that Telegram refused for another reason than haste."""
        return [entry for entry in self.history.calls() if 400 <= entry.status < 500 and entry.status != 429]

    def calls(self, method: str = "", status: int = 0) -> list[Entry]:
        """The calls of this method (of all), oldest first; ``body`` is what the client sent."""
        return self.history.calls(method, status=status)

    def menu(self, person: Person, chat: Chat) -> list[dict[str, str]]:
        """The commands this person's client shows in this chat."""
        return profile.menu(self, person, chat)

    def redeliver(self, n: int, *, shuffled: bool = False, same_id: bool = True) -> list[int]:
        """Hand the last ``n`` updates out again, confirmed or not; their ids in the order they will come."""
        return self.updates.redeliver(n, shuffled=shuffled, same_id=same_id)

    async def start(self, port: int = 0) -> None:
        app = web.Application(client_max_size=LARGEST)
        app.router.add_route("*", "/bot{token}/{method}", self._handle)
        app.router.add_get("/file/bot{token}/{path:.+}", self._download)
        control.mount(app, self)
        self._runner = web.AppRunner(app, handler_cancellation=True, access_log=None, shutdown_timeout=0.0)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", port, backlog=4096)
        await site.start()
        self.port = self._runner.addresses[0][1]

    async def stop(self) -> None:
        self.updates.close()
        self.faults.clear()
        if self._runner:
            await self._runner.cleanup()
            self._runner = None

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.stop()

    async def _handle(self, request: web.Request) -> web.StreamResponse:
        name, method = BY_LOWER_CASE.get(request.match_info["method"].lower(), (request.match_info["method"], None))
        params, accepted = Params({}), False
        try:
            self._check_token(request.match_info["token"])
            params = await read(request)
            if method is None:
                raise ApiError(404, "Not Found")
            faults = self.faults.take(name.lower(), _number(params))
            await _suffer(faults, accepted=False)
            self._check_budget(name.lower(), _number(params))
            result = await method(self, params)
            accepted = True
            await _suffer(faults, accepted=True)
        except ApiError as error:
            self._record(name, params, error.status, "accepted" if accepted else error.description)
            return _refused(request, error)
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            self._record(name, params, 400, repr(error))
            return _refused(request, bad_request("can't parse the parameters of the call"))
        except asyncio.CancelledError:
            self._record(name, params, 0, "accepted, the client left" if accepted else "the client left")
            raise
        self._record(name, params, 200)
        return web.json_response({"ok": True, "result": result})

    def _record(self, name: str, params: Params, status: int, result: str = "") -> None:
        place = {"channel": _number(params), "message": _number(params, "message_id")}
        fields = {"text": params.text("text"), "name": result, "silent": params.flag("disable_notification")}
        topic = _number(params, "message_thread_id")
        body = {**params.values, **{field: repr(upload) for field, upload in params.uploads.items()}}
        self.history.add(
            "call", client=True, method=name, route=f"/{name}", status=status, topic=topic, body=body, **place, **fields
        )

    def _check_token(self, token: str) -> None:
        if not token.partition(":")[0].isdigit() or len(token.partition(":")[2]) < 10:
            raise ApiError(404, "Not Found")
        if not secrets.compare_digest(token.encode(), self.token.encode()):
            raise ApiError(401, "Unauthorized")

    def _check_budget(self, method: str, chat: int) -> None:
        if not chat:
            return
        edit = method in EDITS
        if seconds := self.limits.wait(chat, edit=edit, counts=edit or method in COUNTED):
            raise too_many_requests(seconds)

    async def _download(self, request: web.Request) -> web.StreamResponse:
        stored = self.files.paths.get(request.match_info["path"])
        if request.match_info["token"] != self.token or stored is None:
            return web.json_response(ApiError(404, "Not Found").as_json(), status=404)
        return web.Response(body=stored.data, content_type="application/octet-stream")


async def _suffer(faults: list[Fault], *, accepted: bool) -> None:
    for fault in faults:
        if fault.accepted == accepted:
            await fault.wait()
            if error := fault.error():
                raise error


def _refused(request: web.Request, error: ApiError) -> web.Response:
    """The answer; status 0 is a connection that ends without one."""
    if error.status == 0 and request.transport:
        request.transport.abort()
    return web.json_response(error.as_json(), status=error.status or 500)


def _number(params: Params, name: str = "chat_id") -> int:
    value: Any = params.values.get(name)
    return int(value) if value is not None and str(value).lstrip("-").isdigit() else 0


def telegram_server(*, privacy: bool = True, limits: bool = False, token: str = "") -> TelegramServer:
    """``async with telegram_server() as t: …``"""
    return TelegramServer(privacy=privacy, limits=limits, token=token)
