"""Replies that grow as drafts in private chats, where a setting asks for it: no message is edited, the last is sent.

A draft ends in a message that cannot be sent twice for once: after a crash or a lost answer nobody can tell whether it
is there. That is why it is a setting.
"""

import zlib
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Final

from telegram import Bot

from bot.delivery.surface import Gone, Later, NotAllowed, SurfaceMessage, Unsure
from bot.delivery.waiting import DeliveryClock
from bot.telegram.limiter import Limiter
from bot.telegram.message_text import marks, written_out
from bot.telegram.surface import PLATFORM, TelegramSurface
from engine.actions.house import settings
from engine.app import Engine
from engine.errors import OmoideError
from engine.values.chats.incoming import Here
from engine.values.chats.places import Address
from engine.values.ids import ChannelKey

_NAME: Final = "draft-"
_RENEWED: Final = 20.0  # a draft lives for 30 seconds
_RENEWALS: Final = 60
_REMEMBERED: Final = 1_000
_NOBODY: Final = 0


@dataclass(slots=True)
class MessageDraft:
    """A draft that people see. ``message`` is what became of it; ``lost``: sent, without an answer."""

    at: Address
    part: SurfaceMessage
    message: str = ""
    lost: bool = False
    over: bool = False


class DraftingSurface(TelegramSurface):
    """As the surface; ``wanted`` says where drafts are wanted, ``start`` runs something beside."""

    def __init__(
        self,
        bot: Bot,
        limiter: Limiter,
        moved: Callable[[str, str], Awaitable[None]],
        wanted: Callable[[Address], Awaitable[bool]],
        clock: DeliveryClock,
        start: Callable[[Coroutine[Any, Any, None]], object],
    ) -> None:
        super().__init__(bot, limiter, moved)
        self._wanted = wanted
        self._clock = clock
        self._start = start
        self._drafts: dict[str, MessageDraft] = {}

    async def send(self, at: Address, part: SurfaceMessage) -> str:
        """Make a message, or the first of a draft, which has a name of its own."""
        if not part.growing or not at.private:
            return await super().send(at, part)
        name = f"{_NAME}{zlib.crc32(part.key.encode()) % 2**31 or 1}"
        if await self._made_message_of(at) or not await self._wanted(at):
            return await super().send(at, part)
        await self._show(at, name, part)
        self._remember(name, MessageDraft(at, part))
        self._start(self._renew(name))
        return name

    async def edit(self, at: Address, message: str, part: SurfaceMessage) -> None:
        """Change a message or a draft; a draft that is whole becomes a message."""
        draft = self._drafts.get(message)
        if draft is None:
            await super().edit(at, message, part)
        elif draft.message:
            await super().edit(at, draft.message, part)
        elif part.growing:
            await self._show(at, message, part)
            draft.part = part
        else:
            await self._become_message(draft, part)

    async def delete(self, at: Address, message: str) -> None:
        """Remove a message; a draft goes by itself."""
        draft = self._drafts.get(message)
        if draft is not None:
            draft.over = True
        if draft is None or draft.message:
            await super().delete(at, draft.message if draft else message)

    async def _made_message_of(self, at: Address) -> bool:
        """A chat has one draft: if it has one, that becomes a message now, and what follows are messages too."""
        for draft in list(self._drafts.values()):
            if draft.at == at and not draft.over:
                await self._become_message(draft, draft.part)
                return True
        return False

    async def _become_message(self, draft: MessageDraft, part: SurfaceMessage) -> None:
        if draft.lost:
            raise Gone("no answer to the message that a draft became")
        draft.over = True
        try:
            draft.message = await super().send(draft.at, part)
        except Unsure:
            draft.lost = True
            raise
        except Later:
            draft.over = False
            raise

    async def _show(self, at: Address, name: str, part: SurfaceMessage) -> None:
        chat, topic = self._place(at)
        if wait := self._limiter.held(chat):
            raise Later(wait)
        written = written_out(part)
        with self._answers(chat):
            await self._bot.send_message_draft(
                chat,
                int(name.removeprefix(_NAME)),
                written.text or None,
                message_thread_id=topic,
                entities=marks(written.text, written),
            )

    async def _renew(self, name: str) -> None:
        """Keep a draft alive while nothing new comes from the model."""
        for _ in range(_RENEWALS):
            await self._clock.sleep(_RENEWED)
            draft = self._drafts.get(name)
            if draft is None or draft.over:
                return
            try:
                await self._show(draft.at, name, draft.part)
            except (Later, Unsure):
                continue
            except (Gone, NotAllowed):
                return

    def _remember(self, name: str, draft: MessageDraft) -> None:
        self._drafts[name] = draft
        if len(self._drafts) > _REMEMBERED:
            del self._drafts[next(iter(self._drafts))]


class Wishes:
    """Reads where drafts are wanted; nowhere, where that cannot be read."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._keys: dict[Address, ChannelKey] = {}

    async def drafts(self, at: Address) -> bool:
        """Whether replies grow as drafts in this private chat."""
        try:
            if at not in self._keys:
                self._keys = {it.address: it.key for it in await self._engine.places.known(PLATFORM)}
            if (key := self._keys.get(at)) is None:
                return False
            return (
                await settings.current(self._engine.ctx, Here(key.space, key.channel, _NOBODY, PLATFORM, True))
            ).drafts
        except OmoideError:
            return False
