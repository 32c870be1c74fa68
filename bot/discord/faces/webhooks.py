"""Characters under their own name and face: each speaks through a webhook of its own, as long as there is room."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final, cast
from weakref import WeakValueDictionary

import discord
import structlog

from bot.delivery.surface import Gone, Later, NotAllowed, SurfaceMessage, Unsure
from bot.discord.faces.hooks import SHARED, ChannelWebhooks, Hook
from bot.discord.faces.looks import Looks, shown_name
from bot.discord.link import Link
from bot.discord.translate import PLATFORM
from bot.discord.wire import explained
from engine.actions.house import settings
from engine.app import Engine
from engine.errors import OmoideError
from engine.values.chats.incoming import Here
from engine.values.chats.places import Address
from engine.values.ids import ChannelKey

Json = dict[str, Any]

_THREADS: Final = (10, 11, 12)
_PAUSE: Final = 600.0

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class WebhookVoice:
    """A webhook, and the thread it speaks in (None: the channel itself)."""

    hook: Hook
    thread: int | None


class Webhooks:
    """Finds, makes and uses them."""

    def __init__(self, link: Link, engine: Engine) -> None:
        self._link = link
        self._engine = engine
        self._looks = Looks(link, engine)
        self._pools: dict[int, ChannelWebhooks] = {}
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._paused: dict[int, float] = {}
        self._keys: dict[Address, ChannelKey] = {}
        self._wanted: dict[Address, tuple[float, bool]] = {}
        self._barred: set[int] = set()

    async def voice(self, at: Address, part: SurfaceMessage) -> WebhookVoice | None:
        """What ``part`` is to be said through; None when the bot says it itself."""
        if at.private or not part.number or not await self._is_wanted(at):
            return None
        parent, thread = await self.parent(at)
        lock = self._locks.setdefault(parent, asyncio.Lock())
        async with lock:
            pool = await self._pool(parent)
            hook = await self._hook_for(parent, pool, part) if pool is not None else None
        return WebhookVoice(hook, thread) if hook is not None else None

    async def warm(self, at: Address) -> None:
        """Find out beforehand what the first words in a place will need."""
        if not at.private and await self._is_wanted(at):
            with suppress(Gone, NotAllowed, Unsure, Later):
                await self._known(at)

    async def voice_of(self, at: Address, hook: int) -> WebhookVoice | None:
        """The voice that a webhook of this id is, if it is ours."""
        pool, thread = await self._known(at)
        found = pool.by_id(hook) if pool is not None else None
        return WebhookVoice(found, thread) if found is not None else None

    async def is_barred(self, at: Address) -> bool:
        """Whether the bot may not have a webhook in this place."""
        return not at.private and bool(self._barred) and (await self.parent(at))[0] in self._barred

    def forget(self, voice: WebhookVoice) -> None:
        """It may be gone: what is there is read anew."""
        self._pools.pop(voice.hook.channel, None)

    async def say(self, voice: WebhookVoice, part: SurfaceMessage, body: Json) -> str:
        """A message with the speaker's name and face; its id. Tried once: what is Unsure may have been said."""
        async with voice.hook.lock:
            await self._looks.wear(voice.hook, part)
            if voice.hook.character == SHARED or part.emotion:
                return await self._execute(voice, part, body)
        return await self._execute(voice, part, body)

    async def _execute(self, voice: WebhookVoice, part: SurfaceMessage, body: Json) -> str:
        link, hook = self._link, voice.hook
        with explained():
            said = await link.adapter.execute_webhook(
                hook.id,
                hook.token,
                session=link.once,
                payload=body | {"username": shown_name(part.speaker)},
                thread_id=voice.thread,
                wait=True,
            )
        return str(said["id"] if said else "")

    async def change(self, voice: WebhookVoice, message: int, body: Json) -> None:
        """A message as it is to be now."""
        link, hook = self._link, voice.hook
        with explained():
            await link.adapter.edit_webhook_message(
                hook.id, hook.token, message, session=link.session, payload=body, thread_id=voice.thread
            )

    async def remove(self, voice: WebhookVoice, message: int) -> None:
        """Take a message away."""
        link, hook = self._link, voice.hook
        with explained():
            await link.adapter.delete_webhook_message(
                hook.id, hook.token, message, session=link.session, thread_id=voice.thread
            )

    async def parent(self, at: Address) -> tuple[int, int | None]:
        """The channel that may hold a webhook, and the thread under it."""
        number = int(at.channel)
        channel: Any = self._link.up.get_channel(number)
        if channel is None:
            with explained():
                found: Any = await self._link.http.get_channel(number)
            return (int(found["parent_id"]), number) if found["type"] in _THREADS else (number, None)
        return (channel.parent_id, number) if isinstance(channel, discord.Thread) else (number, None)

    async def _known(self, at: Address) -> tuple[ChannelWebhooks | None, int | None]:
        parent, thread = await self.parent(at)
        lock = self._locks.setdefault(parent, asyncio.Lock())
        async with lock:
            return await self._pool(parent), thread

    async def _pool(self, parent: int) -> ChannelWebhooks | None:
        """The webhooks of a channel, read once; None where there cannot be any."""
        now = asyncio.get_running_loop().time()
        pool = self._pools.get(parent)
        if pool is not None and not pool.outdated(now):
            return pool
        if not self._may(parent):
            self._barred.add(parent)
            return None
        if now < self._paused.get(parent, 0.0):
            return None
        try:
            self._pools[parent] = pool = await self._read(parent, now)
        except (NotAllowed, Gone) as error:
            self._bar(parent, error)
            return None
        self._barred.discard(parent)
        return pool

    async def _read(self, parent: int, now: float) -> ChannelWebhooks:
        ours = str(self._link.application)
        with explained():
            listed: Any = await self._link.http.channel_webhooks(parent)
        mine = [it for it in listed if it.get("application_id") == ours and it.get("token")]
        hooks = [Hook(int(it["id"]), str(it["token"]), parent) for it in mine]
        for hook in hooks:
            self._link.webhooks.add(hook.id)
            await self._looks.recall(hook)
        return ChannelWebhooks(hooks, len(listed) - len(mine), now)

    async def _hook_for(self, parent: int, pool: ChannelWebhooks, part: SurfaceMessage) -> Hook | None:
        """The webhook that the speaker has, gets, or shares."""
        if own := pool.of(part.number):
            return pool.used(own)
        if (left := await pool.free(self._looks.exists)) is not None:
            left.character = part.number
            return pool.used(left)
        made = await self._make(parent, pool, part) if pool.has_room else None
        hook = made or pool.shared()
        return pool.used(hook) if hook is not None else None

    async def _make(self, parent: int, pool: ChannelWebhooks, part: SurfaceMessage) -> Hook | None:
        """A webhook of its own for a speaker; None where there can be no more, or Discord wants others to come first.

        Raises Later where there is none that could be shared meanwhile.
        """
        try:
            hook = await self._create(parent, part)
        except Later:
            if not pool.hooks:
                raise
            return None
        except NotAllowed as error:
            if pool.hooks:
                pool.full()
            else:
                self._bar(parent, error)
            return None
        pool.hooks.append(hook)
        return hook

    async def _create(self, parent: int, part: SurfaceMessage) -> Hook:
        """A new webhook with the speaker's name and face."""
        face, picture = await self._looks.of(part.number, part.emotion)
        name, avatar = shown_name(part.speaker), cast("Any", picture)  # the library passes on what it says are bytes
        with explained():
            made: Any = await self._link.http.create_webhook(parent, name=name, avatar=avatar)
        hook = Hook(int(made["id"]), str(made["token"]), parent, part.number, face)
        self._link.webhooks.add(hook.id)
        await self._looks.keep(hook)
        return hook

    def _bar(self, parent: int, error: Exception) -> None:
        self._pools.pop(parent, None)
        self._barred.add(parent)
        self._paused[parent] = asyncio.get_running_loop().time() + _PAUSE
        _log.warning("no webhook", channel=parent, reason=str(error), action="the bot speaks under its own name")

    def _may(self, parent: int) -> bool:
        channel: Any = self._link.up.get_channel(parent)
        return channel is None or channel.permissions_for(channel.guild.me).manage_webhooks

    def _above(self, at: Address) -> Address:
        """The channel above a thread: what is set there holds in a thread of which nothing is known."""
        client = self._link.client
        channel = client.get_channel(int(at.channel)) if client and not at.private else None
        return replace(at, channel=str(channel.parent_id)) if isinstance(channel, discord.Thread) else at

    async def _is_wanted(self, at: Address) -> bool:
        """What the setting says; looked up again after a while."""
        now = asyncio.get_running_loop().time()
        until, wanted = self._wanted.get(at, (0.0, True))
        if now < until:
            return wanted
        try:
            if at not in self._keys:
                self._keys = {it.address: it.key for it in await self._engine.places.known(PLATFORM)}
            if (key := self._keys.get(at) or self._keys.get(self._above(at))) is not None:
                here = Here(key.space, key.channel, 0, PLATFORM, at.private)
                wanted = (await settings.current(self._engine.ctx, here)).webhooks
        except OmoideError:
            return wanted
        self._wanted[at] = (now + 30.0, wanted)
        return wanted
