"""Attachments and avatars: kept in memory, served at the CDN's address, with links that run out."""

import asyncio
import mimetypes
import re
from dataclasses import dataclass
from typing import Any

from aiohttp import web

from tests.servers.discord.world import Channel, World

PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010804000000b51c0c020000000b4944415478da6364f80f00010501"
    "01270e59e30000000049454e44ae426082"
)
_CHUNK = b"\0" * 65536


@dataclass(eq=False)
class Upload:
    """A file someone sends. ``huge``: serve this many bytes of nothing instead; ``declared``: the size Discord tells;
    ``slow``: seconds before each 64 KiB; ``missing``: the CDN answers 404; ``expires``: seconds its link is good for.
    ``seconds``: a voice message of this length.
    """

    name: str
    data: bytes = b""
    content_type: str = ""
    huge: int = 0
    declared: int = 0
    slow: float = 0.0
    missing: bool = False
    expires: float = 86400.0
    seconds: float = 0.0
    waveform: str = "AAkSGyQtNj9I"
    id: int = 0
    fetched: int = 0

    def store(self, world: World, channel: Channel) -> dict[str, Any]:
        """Keep it and give the attachment object."""
        self.id = world.snowflake()
        world.files[self.id] = self
        name = re.sub(r"[^\w.\-]", "_", self.name)
        url = self.link(world, channel, name)
        kind = self.content_type or mimetypes.guess_type(name)[0] or "application/octet-stream"
        size = self.declared or self.huge or len(self.data)
        shown: dict[str, Any] = {"id": str(self.id), "filename": name, "size": size, "url": url, "proxy_url": url}
        if kind.startswith("image/"):
            shown |= {"width": 1, "height": 1}
        if self.seconds:
            shown |= {"duration_secs": self.seconds, "waveform": self.waveform}
        return {**shown, "content_type": kind}

    def link(self, world: World, channel: Channel, name: str) -> str:
        """An address that is good for a while."""
        until = int(world.clock.now() + self.expires)
        return f"{world.cdn_url}/attachments/{channel.id}/{self.id}/{name}?ex={until:x}&is=0&hm=0"


def freshen(world: World, channel: Channel, attachments: list[dict[str, Any]]) -> None:
    """Give attachments new links, as Discord does whenever a message is asked for."""
    for each in attachments:
        if found := world.files.get(int(each["id"])):
            each["url"] = each["proxy_url"] = found.link(world, channel, each["filename"])


def upload(given: Any) -> Upload:
    """An upload from one, or from a pair of a name and bytes."""
    return given if isinstance(given, Upload) else Upload(given[0], given[1])


async def serve_attachment(world: World, request: web.Request) -> web.StreamResponse:
    """GET /attachments/{channel}/{id}/{name}?ex=…"""
    found: Upload | None = world.files.get(int(request.match_info["id"]))
    late = int(request.query.get("ex", "0"), 16) < world.clock.now()
    if found is None or found.missing or late:
        return web.Response(status=404, text="This content is no longer available.")
    found.fetched += 1
    if not found.huge and not found.slow:
        return web.Response(body=found.data, content_type=_kind(found))
    return await _stream(found, request)


async def _stream(found: Upload, request: web.Request) -> web.StreamResponse:
    response = web.StreamResponse(headers={"Content-Type": _kind(found)})
    response.content_length = found.huge or len(found.data)
    await response.prepare(request)
    left = response.content_length
    while left > 0:
        await asyncio.sleep(found.slow)
        start = response.content_length - left
        piece = _CHUNK[:left] if found.huge else found.data[start : start + 65536]
        await response.write(piece)
        left -= len(piece)
    await response.write_eof()
    return response


def _kind(found: Upload) -> str:
    return found.content_type or mimetypes.guess_type(found.name)[0] or "application/octet-stream"


async def serve_avatar(world: World, request: web.Request) -> web.StreamResponse:
    """GET /avatars/{id}/{hash}.png and the faces Discord has for those without one."""
    hash_ = request.match_info.get("name", "").partition(".")[0]
    return web.Response(body=world.avatars.get(hash_, PIXEL), content_type="image/png")


def mount(app: web.Application, world: World) -> None:
    """Put the CDN under /cdn."""

    async def attachment(request: web.Request) -> web.StreamResponse:
        return await serve_attachment(world, request)

    async def avatar(request: web.Request) -> web.StreamResponse:
        return await serve_avatar(world, request)

    app.router.add_get("/cdn/attachments/{channel}/{id}/{name}", attachment)
    app.router.add_get("/cdn/avatars/{id}/{name}", avatar)
    app.router.add_get("/cdn/embed/avatars/{name}", avatar)
    app.router.add_get("/cdn/icons/{id}/{name}", avatar)
