"""Messages of a circle whose posts are in a channel: posts there, comments as answers to their copies in the group."""

from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

from telegram import Bot

from bot.delivery.circles import located, named
from bot.delivery.surface import Button, Gone, Later, LostMessage, NotAllowed, SurfaceMessage, Unsure
from bot.delivery.waiting import DeliveryClock
from bot.telegram.drafts import DraftingSurface
from bot.telegram.limiter import Limiter
from bot.telegram.linked.names import hashed
from bot.telegram.linked.posts import LinkedPosts
from bot.telegram.message_text import sent_text, written_out
from engine.values.chats.places import Address

_WHOLE: Final = 1.0
UNLINKED: Final = "circle-unlinked"
UNPOSTED: Final = "circle-unposted"
"""What is said in a group whose posts are in its channel no more: it discusses none now, or we may not post there."""


class CircleSurface(DraftingSurface):
    """As the surface; ``posts`` knows where posts are."""

    def __init__(
        self,
        bot: Bot,
        limiter: Limiter,
        moved: Callable[[str, str], Awaitable[None]],
        wanted: Callable[[Address], Awaitable[bool]],
        clock: DeliveryClock,
        start: Callable[[Coroutine[Any, Any, None]], object],
        posts: LinkedPosts,
    ) -> None:
        super().__init__(bot, limiter, moved, wanted, clock, start)
        self._posts = posts

    async def typing(self, at: Address) -> None:
        """Nobody is seen to type where posts are in a channel."""
        if not await self._posts.channel(at):
            await super().typing(at)

    async def send(self, at: Address, part: SurfaceMessage) -> str:
        """Make a message: of a character that answers nothing a post; what answers a post answers its copy."""
        beside = part.answers or part.near
        where, _ = located(at, beside)
        if where != at:
            root = await self._posts.answered(at, beside)
            return await super().send(at, replace(part, answers=root, silent=True))
        channel = await self._posts.channel(at) if beside or part.number else ""
        if not channel:
            return await super().send(at, part)
        if beside:
            return await super().send(at, replace(part, answers=beside, silent=part.silent or bool(part.number)))
        if part.growing:
            raise Later(_WHOLE)  # a channel shows what is whole
        return await self._post(at, channel, part)

    async def edit(self, at: Address, message: str, part: SurfaceMessage) -> None:
        """Change a message; Telegram changes the copy of a post by itself."""
        where, name = located(at, message)
        await super().edit(where, name, part if where == at else _bare(part))

    async def offer(self, at: Address, message: str, buttons: Sequence[Sequence[Button]]) -> None:
        """Put other buttons under a message; a post has none."""
        if located(at, message)[0] == at:
            await super().offer(at, message, buttons)

    async def delete(self, at: Address, message: str) -> None:
        """Remove a message; of a post the copy too, where we may: Telegram does not always do so."""
        where, name = located(at, message)
        if where == at:
            return await super().delete(at, message)
        await super().delete(where, name)
        if root := await self._posts.root(at, message):
            with suppress(NotAllowed):
                await super().delete(at, root)
            await self._posts.forget(at, message)
        return None

    async def find(self, at: Address, lost: LostMessage) -> str | None:
        """A post that a lost call made is found by its copy."""
        part = lost.part
        if part.answers or part.near or not part.number or not await self._posts.channel(at):
            return await super().find(at, lost)
        return await self._posts.lost(at, hashed(sent_text(int(at.channel), written_out(part))))

    async def _post(self, at: Address, channel: str, part: SurfaceMessage) -> str:
        """A post in the channel; in the group, which is told why, once that cannot be."""
        try:
            if not await self._discusses(at, channel):
                raise Gone(UNLINKED)
            return named(channel, await super().send(replace(at, channel=channel), _bare(part)))
        except (Gone, NotAllowed) as error:
            why = UNLINKED if str(error) == UNLINKED else UNPOSTED
        await self._posts.unlink(at, why)
        return await super().send(at, part)

    async def _discusses(self, at: Address, channel: str) -> bool:
        """Whether a group still discusses a channel."""
        chat, _ = self._place(at)
        try:
            with self._answers(chat):
                return str((await self._bot.get_chat(chat)).linked_chat_id) == channel
        except Unsure as error:  # nothing was to be changed
            raise Later(_WHOLE) from error


def _bare(part: SurfaceMessage) -> SurfaceMessage:
    """A post: it rings nowhere, and whoever reads a channel has no use for buttons."""
    return replace(part, buttons=(), silent=True)
