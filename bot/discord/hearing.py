"""What people say, edit and delete, in the order of their channel; what could not be stored is read again later."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Final
from weakref import WeakValueDictionary

import discord
import structlog

from bot.commands.framework.abilities import AccessRole
from bot.discord import translate
from bot.discord.answers import DiscordAnswers
from bot.discord.attachments import DiscordSentFiles, Downloads
from bot.discord.forums.circles import ForumCircles
from bot.discord.lacks import lacking
from bot.discord.link import Link
from bot.handler import Handler, Sender
from bot.routing import Author, heeds
from bot.words.localise import Speaker
from engine.app import Engine
from engine.errors import DatabaseError, OmoideError
from engine.values.chats.incoming import Incoming
from engine.values.chats.places import Address

_REMEMBERED: Final = 1000  # messages: as many as one history is read back
_PAUSES: Final = (0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 30.0, 60.0, 60.0, 60.0)

_log = structlog.get_logger(__name__)


class EventNotStored(Exception):
    """The database did not take what arrived, so the platform has to tell it again."""


@contextmanager
def _stored() -> Iterator[None]:
    """What the database does not tell or take now is not stored."""
    try:
        yield
    except DatabaseError as error:
        raise EventNotStored from error


class Hearing:
    """Messages of one channel one after the other, channels side by side.

    While ``listening`` is False, or a channel is owed, its messages are not taken as they come: they are read from the
    channel's history, after what was missed before them. ``owed`` is from which message on a channel is to be read.
    """

    def __init__(
        self,
        link: Link,
        engine: Engine,
        handler: Handler,
        answers: DiscordAnswers,
        speak: Speaker,
        forums: ForumCircles,
    ) -> None:
        self._link = link
        self._forums = forums
        self._engine = engine
        self._handler = handler
        self._answers = answers
        self._speak = speak
        self._lanes: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._in_hand: set[int] = set()
        self._heard: deque[int] = deque(maxlen=_REMEMBERED)
        self.owed: dict[int, int] = {}
        self.owing = asyncio.Event()
        self.listening = False
        self.newest = 0
        self.downloads: Downloads | None = None

    @property
    def heard_until(self) -> int:
        """Everything up to this message is stored, wherever it was said."""
        return min((self.newest, *(number - 1 for number in self._in_hand)))

    def passed(self, number: int) -> None:
        """A message came that is nothing to hear; while one is still owed to be read, it says nothing."""
        if self.listening:
            self.newest = max(self.newest, number)

    def owe(self, channel: int, since: int) -> None:
        """A channel is to be read again, from ``since`` on."""
        self.owed[channel] = min(since, self.owed.get(channel, since))
        self.owing.set()

    def lane(self, channel: int) -> asyncio.Lock:
        """Whoever holds it is the only one to hear this channel."""
        return self._lanes.setdefault(channel, asyncio.Lock())

    async def message(self, message: discord.Message) -> None:
        """A message as it comes."""
        if not translate.is_spoken(message) or not heeds(self._author(message), proxies=True):
            return None
        channel = message.channel.id
        if not self.listening or channel in self.owed:
            return self.owe(channel, message.id)
        with self._holding(message.id):
            async with self.lane(channel):
                if channel in self.owed:  # what was said before it could not be stored
                    return self.owe(channel, message.id)
                await self.hear(message, live=True)
        return None

    async def hear(self, message: discord.Message, *, live: bool = False) -> None:
        """Take one message in; the caller holds the lane. What cannot be stored stays owed.

        ``live``: it comes as it is said.

        The history may hold a message before its event comes, and the gateway may tell of one twice.
        """
        if message.id in self._heard or not translate.is_spoken(message):
            return
        if not heeds(self._author(message), proxies=True):
            return
        try:
            incoming = replace(await self._with_files(message), live=live)
            roles = translate.roles_of(message.author)
            await self._take(incoming, translate.access_roles_of(message), translate.attachments_of(message), roles)
            self._heard.append(message.id)
        except EventNotStored:
            _log.warning("message not stored", action="it is read again; check that the database runs")
            self.owe(message.channel.id, message.id)

    async def edit(self, message: discord.Message, at: datetime) -> None:
        """An edit by a person; the caller has seen that it is one."""
        if heeds(self._author(message), proxies=True) and translate.is_spoken(message):
            async with self.lane(message.channel.id):
                await self.hear_edit(message, at)

    async def hear_edit(self, message: discord.Message, at: datetime) -> None:
        """The same; the caller holds the lane."""
        try:
            incoming = translate.edited(message, self._link.own, at)
            await self._take(incoming, translate.access_roles_of(message), [])
        except EventNotStored:
            _log.warning("edit not stored", action="it is read again; check that the database runs")
            self.owe(message.channel.id, message.id)

    async def delete(self, channel: int, guild: int | None, messages: list[int]) -> None:
        """Messages are gone."""
        origin = translate.somebody(translate.address_of(discord.Object(channel), guild))
        async with self.lane(channel):
            for number in messages:
                await self._forget(translate.deleted(origin, number, self._link.now()))

    async def thread_gone(self, guild: int, forum: int, thread: int) -> None:
        """A thread was deleted: of a forum that is a circle, a post."""

        async def forget() -> None:
            with _stored():
                gone = await self._forums.closed(guild, forum, thread)
            if gone is not None:
                await self._take(gone, frozenset(), [])

        async with self.lane(thread):
            await self._until_stored(forget, "deletion")

    async def react(self, payload: discord.RawReactionActionEvent, *, put: bool) -> None:
        """Somebody reacted to a message, or took it back; what they feel about others' messages is not looked at."""
        if payload.user_id == self._link.own.user:
            return
        member, channel = payload.member, self._link.up.get_channel(payload.channel_id)
        at = translate.address_of(discord.Object(payload.channel_id), payload.guild_id)
        origin = translate.somebody(at, str(payload.user_id))
        if member is not None and channel is not None:
            origin = translate.place(channel, member.guild, origin.person, member.display_name)
        incoming = translate.reacted(origin, payload, self._link.now(), put=put)
        permissions = member.guild_permissions if member is not None else None
        access_roles = translate.access_roles(permissions, private=payload.guild_id is None)
        roles = translate.roles_of(member) if member is not None else frozenset[str]()
        async with self.lane(payload.channel_id):
            await self._feel(incoming, access_roles, roles)

    async def cleared(
        self, payload: discord.RawReactionClearEvent | discord.RawReactionClearEmojiEvent, sign: str = ""
    ) -> None:
        """A moderator took everybody's reactions off a message: those of one kind, or all."""
        at = translate.address_of(discord.Object(payload.channel_id), payload.guild_id)
        incoming = translate.reactions_gone(translate.somebody(at), payload.message_id, sign, self._link.now())
        async with self.lane(payload.channel_id):
            await self._feel(incoming, frozenset(), frozenset())

    async def _feel(self, incoming: Incoming, access_roles: frozenset[AccessRole], roles: frozenset[str]) -> None:
        async def store() -> None:
            with _stored():
                it = await self._forums.settled(incoming)
                at = Address(translate.PLATFORM, it.origin.space, it.origin.channel, it.origin.private)
                known = await self._engine.turns.reacted_in(at, it.target)
            if known is not None:
                await self._take(it, access_roles, [], roles, key=f"r{it.position}")

        await self._until_stored(store, "reaction")

    async def _forget(self, deletion: Incoming) -> None:
        await self._until_stored(lambda: self._take(deletion, frozenset(), []), "deletion")

    async def _until_stored(self, store: Callable[[], Awaitable[None]], what: str) -> None:
        """No history tells of a deletion or a reaction, so it is kept until the database has it."""
        for pause in (*_PAUSES, None):
            try:
                return await store()
            except EventNotStored:
                _log.warning(f"{what} not stored", action="check that the database runs")
                if pause is not None:
                    await asyncio.sleep(pause)
        return None

    async def _take(
        self,
        incoming: Incoming,
        access_roles: frozenset[AccessRole],
        files: list[discord.Attachment],
        roles: frozenset[str] = frozenset(),
        key: str = "",
    ) -> None:
        """``key`` names what is answered, where that is not the message itself."""
        with _stored():
            incoming = await self._forums.settled(incoming)
        reply = await self._handler.hear(incoming, replace(self._sender(incoming, access_roles, files), roles=roles))
        if reply.unstored:
            raise EventNotStored
        if reply.speaks or reply.gone or reply.owners or reply.redrawn or reply.then:
            origin = incoming.origin
            at = Address(origin.platform, origin.space, origin.channel, origin.private)
            key, answers = key or f"m{incoming.position}", incoming.target if key else incoming.external
            if reply.secret and not at.private:
                saying = self._answers.confide(origin, reply, key, answers)
            else:
                saying = self._answers.say(at, reply, key, answers)
            self._link.errands.start(saying)

    def _sender(
        self, incoming: Incoming, access_roles: frozenset[AccessRole], files: list[discord.Attachment]
    ) -> Sender:
        assert self.downloads is not None
        return Sender(
            access_roles,
            DiscordSentFiles(self.downloads, files),
            lacks=lacking(self._link, incoming.origin),
            link=partial(translate.link_to, incoming.origin),
        )

    def _author(self, message: discord.Message) -> Author:
        return translate.author_of(message, self._link.own)

    async def _with_files(self, message: discord.Message) -> Incoming:
        """The message with the bytes of its files, unless nobody would look at them."""
        bare = translate.said(message, self._link.own)
        attachments = translate.attachments_of(message)
        if not attachments or self.downloads is None or not await self._may_be_kept(bare):
            return bare
        files, missing, large = await self.downloads.all_of(attachments)
        notes = [self._speak.say("discord-file-missing", name=name) for name in missing]
        return bare.with_files(files, notes, large)

    async def _may_be_kept(self, incoming: Incoming) -> bool:
        try:
            with _stored():
                return await self._engine.turns.listens(await self._forums.settled(incoming))
        except OmoideError:
            return False

    @contextmanager
    def _holding(self, number: int) -> Iterator[None]:
        self._in_hand.add(number)
        try:
            yield
        finally:
            self._in_hand.discard(number)
            self.newest = max(self.newest, number)
