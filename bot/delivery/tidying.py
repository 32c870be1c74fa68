"""The buttons of replies in one channel: they stand under the newest alone, and go from the others without haste."""

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from typing import Final

import structlog

from bot.delivery.delivery_context import DeliveryContext
from bot.delivery.ends import notice_of
from bot.delivery.growing import SPOKEN, GrowingReply, ReplyMessage
from bot.delivery.pacing import Spacing
from bot.delivery.surface import Gone, Later, NotAllowed, Unsure
from bot.delivery.troubles import trouble_of
from bot.delivery.waiting import rest
from engine.errors import OmoideError
from engine.values.chats.places import Address

_TRIES: Final = 3
_AFTER_FAULT: Final = 1.0

_log = structlog.get_logger(__name__)


class Tidying:
    """Which message of a channel has the buttons, and which had them before. ``urgent`` is set when it has to wait."""

    def __init__(self, context: DeliveryContext, at: Address, spacing: Spacing, urgent: asyncio.Event) -> None:
        self._context = context
        self._at = at
        self._spacing = spacing
        self._urgent = urgent
        self._newest: ReplyMessage | None = None
        self._outdated: deque[ReplyMessage] = deque()
        self._looked = False
        self._to_look = False

    @property
    def idle(self) -> bool:
        """No buttons are to be taken away."""
        return not (self._outdated or self._to_look)

    def look(self) -> None:
        """An older process left buttons here that are to go."""
        self._to_look = not self._looked

    async def ended(self, reply: GrowingReply, message: ReplyMessage | None) -> None:
        """``reply`` has been shown to its end; ``message`` has its buttons, if any has."""
        if reply.ended is None:
            self._outdated.extend(it for it in reply.messages.values() if it.part is not None and it.part.buttons)
            return
        own = {it.id for it in reply.messages.values()}
        await self._look_back(own)
        if self._newest is not None and self._newest.id not in own:
            self._outdated.append(self._newest)
            self._newest = None
        if message is not None or (reply.messages and reply.ended.text.strip()):
            self._newest = message

    async def next(self, busy: Callable[[], bool]) -> None:
        """Do what is to be done first. ``busy``: something else is to be shown, which cannot wait."""
        if self._to_look:
            return await self._look_back(set())
        message = self._outdated[0]
        if await self._strip(message, busy):
            self._outdated.popleft()
        else:
            self._outdated.rotate(-1)
        return None

    def drop(self) -> None:
        """What is to be done first failed: leave it to the next process."""
        if self._to_look:
            self._to_look = False
        elif self._outdated:
            self._outdated.popleft()

    async def _look_back(self, own: set[str]) -> None:
        """Learn, once, under which messages besides ``own`` the processes before this one left buttons."""
        self._to_look = False
        if self._looked:
            return
        try:
            with_buttons = await self._context.engine.turns.with_controls(self._at)
        except OmoideError as error:
            _log.warning("buttons not looked for", error=str(error), action="check that the database runs")
            return
        self._looked = True
        there = [
            ReplyMessage(sending.platform_id, sending=sending)
            for sending in with_buttons
            if sending.platform_id and sending.platform_id not in own
        ]
        if self._newest is None and there:
            self._newest = there.pop(0)
        self._outdated.extend(it for it in there if self._newest is None or it.id != self._newest.id)

    async def _strip(self, message: ReplyMessage, busy: Callable[[], bool]) -> bool:
        """Take the buttons away from a reply that is not the newest any more; False when that has to wait."""
        if self._newest is not None and message.id == self._newest.id:
            return True
        for _ in range(_TRIES):
            if not await self._room(busy):
                return False
            try:
                await self._take_away(message)
            except Later as later:
                self._spacing.keep_quiet(self._context.clock.monotonic() + later.seconds)
            except Unsure:
                self._spacing.keep_quiet(self._context.clock.monotonic() + _AFTER_FAULT)
            except NotAllowed:
                return True
            except Gone:
                self._written_down(message)
                return True
            else:
                self._spacing.changed(self._context.clock.monotonic())
                self._written_down(message)
                return True
        return True

    async def _take_away(self, message: ReplyMessage) -> None:
        """The buttons of a reply; all of a message that tells of trouble that is over. Raises what a surface does."""
        sending = message.sending
        if sending is not None and sending.kind not in SPOKEN and trouble_of(notice_of(sending)) is not None:
            await self._context.surface.delete(self._at, message.id)
        else:
            await self._context.surface.strip(self._at, message.id)

    async def _room(self, busy: Callable[[], bool]) -> bool:
        """Wait until the channel may change; False when something else is to be shown meanwhile."""
        while (pause := self._spacing.room(self._context.clock.monotonic())) > 0:
            self._urgent.clear()
            await rest(self._context.clock, pause, self._urgent)
            if busy():
                return False
        return True

    def _written_down(self, message: ReplyMessage) -> None:
        """No process has to look at it again."""
        if message.sending is not None:
            self._context.engine.turns.delivered((replace(message.sending, controls=False),), (message.id,))
