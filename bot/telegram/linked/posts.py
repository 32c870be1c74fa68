"""In which channel posts of a group's circle are, and which copy in the group each has. Kept in the database."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Final

from bot.delivery.circles import named
from bot.delivery.surface import Later, Unsure
from bot.telegram.linked.names import Mirrored
from bot.telegram.translate import PLATFORM, Post, Reaction
from engine.errors import DatabaseError
from engine.service.places import PlacesService
from engine.values.chats.incoming import IncomingKind
from engine.values.chats.places import Address

_MARK: Final = "circle"
_MARK_OF: Final = "circle-of"
_PATIENCE: Final = 15.0
"""So many seconds a copy is waited for: it comes with the updates, before or after the answer to its post."""
_AGAIN: Final = 1.0
_REMEMBERED: Final = 1_000


class LinkedPosts:
    """``clock`` gives seconds that only grow; ``tell`` says in a group what its message is called."""

    def __init__(
        self, places: PlacesService, clock: Callable[[], float], tell: Callable[[Address, str], object]
    ) -> None:
        self._places = places
        self._clock = clock
        self._tell = tell
        self._asked: OrderedDict[tuple[str, str], float] = OrderedDict()
        self._awaited: dict[str, asyncio.Event] = {}

    async def link(self, group: str, channel: str) -> None:
        """Posts of the group's circle are in a channel from now on; "": in the group itself. Raises DatabaseError."""
        await self._places.set_mark(PLATFORM, f"{_MARK}-{group}", channel)
        if channel:
            await self._places.set_mark(PLATFORM, f"{_MARK_OF}-{channel}", group)

    async def unlink(self, at: Address, why: str) -> None:
        """Posts of a circle are in the group itself from now on, where it is told ``why``. Raises Later."""
        with _read():
            await self.link(at.space, "")
        self._tell(at, why)

    async def linked(self, group: str) -> str:
        """The channel that posts of a group's circle are in; "" for the group itself. Raises DatabaseError."""
        return await self._places.mark(PLATFORM, f"{_MARK}-{group}") or ""

    async def channel(self, at: Address) -> str:
        """The same of a place, and only while it is a circle. Raises Later."""
        with _read():
            found = "" if at.private or at.space != at.channel else await self.linked(at.space)
            return found if found and await self._places.is_circle(at) else ""

    async def note(self, it: Mirrored | None) -> None:
        """A copy arrived, or was answered. Raises DatabaseError."""
        if it is not None and await self.linked(it.group) == it.channel:
            await self._places.note_thread(Address(PLATFORM, it.group, it.group), it.thread)
            if (awaited := self._awaited.get(it.thread.post)) is not None:
                awaited.set()

    async def settled(self, post: Post) -> Post:
        """What somebody said, as a comment where it is in the thread of a post. Raises DatabaseError."""
        await self.note(post.copy)
        incoming = post.incoming
        if incoming.replied or not post.thread:
            return post
        origin = incoming.origin
        name = await self._places.post_of(Address(PLATFORM, origin.space, origin.channel), post.thread)
        return replace(post, incoming=replace(incoming, replied=name))

    async def posted(self, post: Post) -> Post | None:
        """What somebody posted in a channel, as it arrives in the circle of its group; None where there is none.

        In the order of the group it is where its copy is. Raises DatabaseError.
        """
        incoming, channel = post.incoming, post.incoming.origin.space
        group = await self._places.mark(PLATFORM, f"{_MARK_OF}-{channel}") or ""
        at = Address(PLATFORM, group, group)
        if not group or await self.linked(group) != channel or not await self._places.is_circle(at):
            return None
        name = named(channel, incoming.external)
        copy = await self._copied(at, name) if incoming.kind is IncomingKind.MESSAGE else ""
        arrived = replace(
            incoming,
            origin=replace(incoming.origin, space=group, channel=group, space_title="", channel_title=""),
            external=name,
            target=named(channel, incoming.target),
            replied=named(channel, incoming.replied),
            position=int(copy) if copy.isdecimal() else incoming.position,
        )
        return replace(post, incoming=arrived)

    async def _copied(self, at: Address, post: str) -> str:
        """The copy of a post that just came; "" where none comes for a while."""
        awaited = self._awaited.setdefault(post, asyncio.Event())
        try:
            if not (copy := await self._places.thread_root(at, post)):
                async with asyncio.timeout(_PATIENCE):
                    await awaited.wait()
                copy = await self._places.thread_root(at, post)
        except TimeoutError:
            return ""
        finally:
            self._awaited.pop(post, None)
        return copy

    async def felt(self, it: Reaction) -> Reaction:
        """A reaction on the copy of a post, as one on the post. Raises DatabaseError."""
        origin = it.incoming.origin
        if origin.private:
            return it
        name = await self._places.post_of(Address(PLATFORM, origin.space, origin.channel), it.incoming.target)
        return replace(it, incoming=replace(it.incoming, target=name)) if name else it

    async def answered(self, at: Address, post: str) -> str:
        """What a comment on a post answers: the copy, or the post itself where no copy comes. Raises Later."""
        return await self.root(at, post) or self._waits(at, post) or post

    async def root(self, at: Address, post: str) -> str:
        """The copy of a post; "" where none has come. Raises Later."""
        with _read():
            return await self._places.thread_root(at, post)

    async def lost(self, at: Address, said: str) -> str:
        """The post that a lost call made, by the hash of its text. Raises Later, and Unsure where no copy comes."""
        with _read():
            found = await self._places.lost_post(at, said)
        if not found:
            self._waits(at, said)
            raise Unsure("no copy of the post came")
        return found

    async def forget(self, at: Address, post: str) -> None:
        """A post is gone. Raises Later."""
        with _read():
            await self._places.forget_thread(at, post)

    def _waits(self, at: Address, name: str) -> str:
        """Nothing, once it was waited for long enough. Raises Later."""
        now = self._clock()
        since = self._asked.setdefault((at.channel, name), now)
        if len(self._asked) > _REMEMBERED:
            self._asked.popitem(last=False)
        if now - since < _PATIENCE:
            raise Later(_AGAIN)
        return ""


@contextmanager
def _read() -> Iterator[None]:
    """What the database tells; where it is away, that is asked again."""
    try:
        yield
    except DatabaseError as error:
        raise Later(_AGAIN) from error
