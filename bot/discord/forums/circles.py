"""Which forums are circles, and what arrives in their threads: all of it belongs to the one channel of the forum."""

from dataclasses import replace
from typing import Final

import discord

from bot.delivery.circles import CircleGround, named
from bot.delivery.surface import Gone, Later, NotAllowed, Unsure
from bot.discord import translate
from bot.discord.forums.names import in_forum
from bot.discord.link import Link
from bot.discord.wire import explained
from engine.app import Engine
from engine.values.chats.incoming import Incoming
from engine.values.chats.places import Address

_NEEDED: Final = ("send_messages", "send_messages_in_threads", "read_message_history")
"""Creating posts is what Discord calls to send messages in a forum."""


class ForumCircles:
    """Knows the threads of forums. What cannot be looked up is what it seems to be: a channel of its own."""

    def __init__(self, link: Link, engine: Engine) -> None:
        self._link = link
        self._engine = engine

    async def settled(self, incoming: Incoming) -> Incoming:
        """What arrived, in the forum's channel where that is a circle. Raises DatabaseError."""
        it = incoming.origin
        thread = await self._thread(Address(it.platform, it.space, it.channel, it.private))
        forum = thread.parent if thread is not None else None
        if thread is None or forum is None or not await self._is_circle(it.space, forum.id):
            return incoming
        there = translate.place(forum, forum.guild, it.person, it.person_name)
        return in_forum(incoming, replace(there, through=it.through), thread.name)

    async def closed(self, guild: int, forum: int, thread: int) -> Incoming | None:
        """That a thread is gone, and the post with it; None where that is not of a circle. Raises DatabaseError."""
        if not await self._is_circle(str(guild), forum):
            return None
        origin = translate.somebody(Address(translate.PLATFORM, str(guild), str(forum)))
        gone, name = translate.deleted(origin, thread, self._link.now()), str(thread)
        return replace(gone, external=named(name, gone.external), target=named(name, gone.target))

    async def ground(self, at: Address) -> CircleGround:
        """Where a circle that is opened in a channel or thread lies: in the forum of a thread, where it has one.

        NotAllowed says why it may not be.
        """
        thread = await self._thread(at)
        forum = thread.parent if thread is not None else self._forum(at)
        if not isinstance(forum, discord.ForumChannel):
            return CircleGround(at)
        if forum.is_media():
            raise NotAllowed("media")
        may = forum.permissions_for(forum.guild.me)
        if not all(getattr(may, name) for name in _NEEDED):
            raise NotAllowed("posts")
        return CircleGround(replace(at, channel=str(forum.id)), "forum", f"#{forum.name}")

    def _forum(self, at: Address) -> discord.ForumChannel | None:
        client = self._link.client
        found = client.get_channel(int(at.channel)) if client and not at.private else None
        return found if isinstance(found, discord.ForumChannel) else None

    async def _is_circle(self, space: str, forum: int) -> bool:
        return await self._engine.places.is_circle(Address(translate.PLATFORM, space, str(forum)))

    async def _thread(self, at: Address) -> discord.Thread | None:
        """A thread of a forum; the library forgets those that are archived."""
        client = self._link.client
        if at.private or client is None or not at.channel.isdecimal():
            return None
        found = client.get_channel(int(at.channel))
        if found is None:
            try:
                with explained():
                    found = await client.fetch_channel(int(at.channel))
            except (Gone, Later, NotAllowed, Unsure):
                return None
        return found if isinstance(found, discord.Thread) and isinstance(found.parent, discord.ForumChannel) else None
