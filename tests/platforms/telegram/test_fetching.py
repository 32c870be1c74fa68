"""Files that come with messages are fetched from Telegram alone."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from aiohttp import web
from telegram.error import NetworkError

from bot.telegram.request import Request

SECONDS = 20.0


@asynccontextmanager
async def serving(*routes: web.RouteDef) -> AsyncIterator[str]:
    """A server on loopback; its address."""
    app = web.Application()
    app.add_routes(routes)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_no_redirect_is_followed(status: int) -> None:
    """What answers in Telegram's place makes the house call addresses inside its own network."""
    asked: list[str] = []

    async def elsewhere(request: web.Request) -> web.Response:
        asked.append(request.path)
        return web.Response(text="inside")

    async with serving(web.get("/{path:.*}", elsewhere)) as inside:

        async def leads_there(_: web.Request) -> web.Response:
            return web.Response(status=status, headers={"Location": f"{inside}/x"})

        async with serving(web.get("/file", leads_there)) as there:
            request = Request()
            await request.initialize()
            try:
                with pytest.raises(NetworkError):
                    await request.download(f"{there}/file", 1_000, SECONDS)
                assert await request.download(f"{inside}/y", 1_000, SECONDS) == b"inside"
            finally:
                await request.shutdown()
    assert asked == ["/y"]
