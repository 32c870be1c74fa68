"""Characters under their own name and face: one webhook of ours a channel speaks for whoever plays there."""

import asyncio
import base64
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final
from weakref import WeakValueDictionary

import discord
import structlog

from bot.delivery.surface import Gone, Later, NotAllowed, Part, Unsure
from bot.discord.link import Link
from bot.discord.translate import PLATFORM
from bot.discord.wire import explained
from engine.errors import OmoideError
from engine.service import Engine
from engine.values.ids import ChannelKey
from engine.values.incoming import Here
from engine.values.places import Address

Json = dict[str, Any]

_THREADS: Final = (10, 11, 12)
_FORBIDDEN: Final = re.compile(r"(dis)(cord)|(cl)(yde)|(```)", re.IGNORECASE)
_LONGEST_NAME: Final = 80
_BIGGEST_PICTURE: Final = 8 * 1024 * 1024
_PAUSE: Final = 600.0
_PICTURES: Final[Mapping[bytes, str]] = {b"\x89PNG": "png", b"\xff\xd8\xff": "jpeg", b"GIF8": "gif", b"RIFF": "webp"}

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Hook:
    """A webhook of ours in a channel."""

    id: int
    token: str
    channel: int


@dataclass(frozen=True, slots=True)
class Voice:
    """A webhook, and the thread it speaks in (None: the channel itself)."""

    hook: Hook
    thread: int | None


class Webhooks:
    """Finds, makes and uses them."""

    def __init__(self, link: Link, engine: Engine) -> None:
        self._link = link
        self._engine = engine
        self._hooks: dict[int, Hook] = {}
        self._faces: dict[int, str] = {}
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._paused: dict[int, float] = {}
        self._keys: dict[Address, ChannelKey] = {}
        self._wanted: dict[Address, tuple[float, bool]] = {}
        self._barred: set[int] = set()

    async def voice(self, at: Address, part: Part) -> Voice | None:
        """What ``part`` is to be said through; None when the bot says it itself."""
        if at.private or not part.number or not await self._is_wanted(at):
            return None
        voice = await self.known(at)
        if voice is not None:
            await self._wear(voice.hook, part.number)
        return voice

    async def warm(self, at: Address) -> None:
        """Find out beforehand what the first words in a place will need."""
        if not at.private and await self._is_wanted(at):
            with suppress(Gone, NotAllowed, Unsure, Later):
                await self.known(at)

    async def known(self, at: Address) -> Voice | None:
        """The voice of a place, found or made; None where there cannot be one."""
        parent, thread = await self._parent(at)
        lock = self._locks.setdefault(parent, asyncio.Lock())
        async with lock:
            if parent not in self._hooks and not await self._acquire(parent):
                return None
        return Voice(self._hooks[parent], thread)

    async def is_barred(self, at: Address) -> bool:
        """Whether the bot may not have a webhook in this place."""
        return not at.private and bool(self._barred) and (await self._parent(at))[0] in self._barred

    def forget(self, voice: Voice) -> None:
        """It is gone: the next one is made anew."""
        self._hooks.pop(voice.hook.channel, None)

    async def say(self, voice: Voice, name: str, body: Json) -> str:
        """A message; its id. Tried once: what is Unsure may have been said."""
        link, hook = self._link, voice.hook
        with explained():
            said = await link.adapter.execute_webhook(
                hook.id,
                hook.token,
                session=link.once,
                payload=body | {"username": shown_name(name)},
                thread_id=voice.thread,
                wait=True,
            )
        return str(said["id"] if said else "")

    async def change(self, voice: Voice, message: int, body: Json) -> None:
        """A message as it is to be now."""
        link, hook = self._link, voice.hook
        with explained():
            await link.adapter.edit_webhook_message(
                hook.id, hook.token, message, session=link.session, payload=body, thread_id=voice.thread
            )

    async def remove(self, voice: Voice, message: int) -> None:
        """Take a message away."""
        link, hook = self._link, voice.hook
        with explained():
            await link.adapter.delete_webhook_message(
                hook.id, hook.token, message, session=link.session, thread_id=voice.thread
            )

    async def _parent(self, at: Address) -> tuple[int, int | None]:
        """The channel that may hold a webhook, and the thread under it."""
        number = int(at.channel)
        channel: Any = self._link.up.get_channel(number)
        if channel is None:
            with explained():
                found: Any = await self._link.http.get_channel(number)
            return (int(found["parent_id"]), number) if found["type"] in _THREADS else (number, None)
        return (channel.parent_id, number) if isinstance(channel, discord.Thread) else (number, None)

    async def _acquire(self, parent: int) -> bool:
        """Look for ours in a channel, or make one."""
        if not self._may(parent):
            self._barred.add(parent)
            return False
        if asyncio.get_running_loop().time() < self._paused.get(parent, 0.0):
            return False
        try:
            with explained():
                made: Any = await self._found(parent) or await self._link.http.create_webhook(parent, name="Omoide")
        except (NotAllowed, Gone) as error:
            self._barred.add(parent)
            self._paused[parent] = asyncio.get_running_loop().time() + _PAUSE
            _log.warning("no webhook", channel=parent, reason=str(error), action="the bot speaks under its own name")
            return False
        self._hooks[parent] = Hook(int(made["id"]), str(made["token"]), parent)
        self._link.webhooks.add(int(made["id"]))
        self._barred.discard(parent)
        return True

    def _may(self, parent: int) -> bool:
        channel: Any = self._link.up.get_channel(parent)
        return channel is None or channel.permissions_for(channel.guild.me).manage_webhooks

    async def _found(self, parent: int) -> Any:
        ours = str(self._link.application)
        listed: Any = await self._link.http.channel_webhooks(parent)
        return next((it for it in listed if it.get("application_id") == ours and it.get("token")), None)

    async def _wear(self, hook: Hook, number: int) -> None:
        """Give the webhook the face of a character; without one it goes on as it is."""
        try:
            face = await self._engine.characters.face(number)
            worn = self._faces.get(hook.id) or await self._engine.places.mark(PLATFORM, f"face-{hook.id}")
            self._faces[hook.id] = worn or ""
            if face.picture is None or worn == face.sha256 or (picture := data_uri(face.picture)) is None:
                return
            link = self._link
            with explained():
                await link.adapter.edit_webhook_with_token(
                    hook.id, hook.token, {"avatar": picture}, session=link.session
                )
            await self._engine.places.set_mark(PLATFORM, f"face-{hook.id}", face.sha256)
        except (OmoideError, NotAllowed) as error:
            _log.warning("no face", reason=str(error), action="the character speaks without a picture")
            return
        self._faces[hook.id] = face.sha256

    async def _is_wanted(self, at: Address) -> bool:
        """What the setting says; looked up again after a while."""
        now = asyncio.get_running_loop().time()
        until, wanted = self._wanted.get(at, (0.0, True))
        if now < until:
            return wanted
        try:
            if at not in self._keys:
                self._keys = {it.address: it.key for it in await self._engine.places.known(PLATFORM)}
            if (key := self._keys.get(at)) is not None:
                here = Here(key.space, key.channel, 0, PLATFORM, at.private)
                wanted = (await self._engine.settings.current(here)).webhooks
        except OmoideError:
            return wanted
        self._wanted[at] = (now + 30.0, wanted)
        return wanted


def shown_name(name: str) -> str:
    """A name that Discord lets a webhook have: without its own names, 1 to 80 characters."""
    parted = _FORBIDDEN.sub(lambda found: "·".join(part for part in found.groups() if part and part != "```"), name)
    return parted.strip()[:_LONGEST_NAME].strip() or "…"


def data_uri(picture: bytes) -> str | None:
    """A picture as Discord takes it; None for what it would refuse."""
    kind = next((kind for magic, kind in _PICTURES.items() if picture.startswith(magic)), None)
    if kind is None or len(picture) > _BIGGEST_PICTURE:
        return None
    return f"data:image/{kind};base64,{base64.b64encode(picture).decode()}"
