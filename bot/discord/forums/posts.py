"""Posts in a forum: each opens a thread, through a webhook with the face of who writes it, or by the bot itself.

A webhook may begin a thread in a forum (``thread_name``), and nothing there has a nonce: after a call that nobody
answered, the threads of the forum are looked through first.
"""

from collections import OrderedDict
from dataclasses import dataclass
from typing import Any, Final

import discord
import structlog
from discord.http import MultipartParameters

from bot.delivery.circles import named
from bot.delivery.surface import Gone, Later, NotAllowed, SurfaceMessage, Unsure
from bot.discord.faces.webhooks import Webhooks
from bot.discord.forums.names import title_of
from bot.discord.link import Link
from bot.discord.uploads import form
from bot.discord.wire import explained
from engine.values.chats.places import Address

Json = dict[str, Any]

_WEEK: Final = 10_080
_LOOKED_INTO: Final = 5
"""So many threads of one title are read, the newest first."""
_REMEMBERED: Final = 1024

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Bodies:
    """A message as Discord takes it: ``spoken`` by a webhook, ``plain`` by the bot."""

    spoken: Json
    plain: Json


class ForumPosts:
    """Opens threads in forums, and finds those that were opened."""

    def __init__(self, link: Link, webhooks: Webhooks) -> None:
        self._link = link
        self._webhooks = webhooks
        self._unsure: OrderedDict[tuple[str, str], None] = OrderedDict()

    def is_forum(self, at: Address) -> bool:
        """Whether what is said there, and answers nothing, opens a thread."""
        return self._forum(at) is not None

    async def is_locked(self, thread: Address) -> bool:
        """Whether moderators have closed a thread: nobody writes there, also where we might."""
        known = self._link.up.get_channel(int(thread.channel))
        if isinstance(known, discord.Thread):
            return known.locked
        with explained():  # the library forgets those that are archived
            found: Any = await self._link.http.get_channel(int(thread.channel))
        return bool(found.get("thread_metadata", {}).get("locked"))

    async def open(self, at: Address, part: SurfaceMessage, bodies: Bodies) -> str:
        """A thread that begins with ``part``; the name of that message. The same key again looks for it first."""
        key = (at.channel, part.key)
        found = await self.find(at, part, bodies) if key in self._unsure else None
        if found is None:
            try:
                found = await self._open(at, part, bodies)
            except Unsure:
                self._unsure[key] = None
                if len(self._unsure) > _REMEMBERED:
                    self._unsure.popitem(last=False)
                raise
        self._unsure.pop(key, None)
        return named(found, found)  # the first message of a post has the number of its thread

    async def find(self, at: Address, part: SurfaceMessage, bodies: Bodies) -> str | None:
        """The thread that a lost ``open`` of ``part`` made; None if none. Raises Later where nobody can tell."""
        title = title_of(part.text)
        await self._webhooks.warm(at)  # which webhooks are ours is read with those of the forum
        try:
            with explained():
                listed: Any = await self._link.http.get_active_threads(int(at.space))
                alike = [it for it in listed["threads"] if it["parent_id"] == at.channel and it["name"] == title]
                for it in sorted(alike, key=lambda one: -int(one["id"]))[:_LOOKED_INTO]:
                    if await self._is_ours(int(it["id"]), bodies):
                        return str(it["id"])
        except Unsure as error:
            raise Later(1.0) from error
        return None

    async def _open(self, at: Address, part: SurfaceMessage, bodies: Bodies) -> str:
        voice, tags = await self._webhooks.voice(at, part), self._tags(at)
        if voice is not None:
            thread = {"thread_name": title_of(part.text), **tags}
            try:
                return await self._webhooks.say(voice, part, bodies.spoken | thread)
            except (Gone, NotAllowed) as error:
                self._webhooks.forget(voice)
                _log.warning("no post through a webhook", reason=str(error), action="the bot posts under its own name")
        it = form(bodies.plain, part.documents)
        assert it.payload is not None, "a post has no files"
        thread = {"name": title_of(part.text), "auto_archive_duration": _WEEK, "message": it.payload, **tags}
        with explained():
            made: Any = await self._link.http.start_thread_in_forum(
                int(at.channel), params=MultipartParameters(payload=thread, multipart=None, files=None)
            )
        return str(made["id"])

    async def _is_ours(self, thread: int, bodies: Bodies) -> bool:
        """Whether a thread begins with these words of ours."""
        try:
            first: Any = await self._link.http.get_message(thread, thread)
        except discord.NotFound:
            return False
        author, hook = int(first["author"]["id"]), int(first.get("webhook_id") or 0)
        own = hook in self._link.webhooks if hook else author == self._link.own.user
        return own and first["content"].strip() in {bodies.spoken["content"].strip(), bodies.plain["content"].strip()}

    def _tags(self, at: Address) -> Json:
        """A forum may want each post to have a tag: the first that anybody may give."""
        forum = self._forum(at)
        if forum is None or not forum.flags.require_tag:
            return {}
        return {"applied_tags": [str(it.id) for it in forum.available_tags if not it.moderated][:1]}

    def _forum(self, at: Address) -> discord.ForumChannel | None:
        client = self._link.client
        found = client.get_channel(int(at.channel)) if client and at.channel.isdecimal() and not at.private else None
        return found if isinstance(found, discord.ForumChannel) else None
