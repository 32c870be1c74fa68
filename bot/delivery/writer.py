"""Writes a reply while it grows: the newest text at the pace that the platform bears. Nothing here is repeated."""

from bot.delivery.channel_preferences import ChannelPreferences
from bot.delivery.delivery_context import DeliveryContext
from bot.delivery.growing import PLACEHOLDER, GrowingReply, ReplyMessage, same
from bot.delivery.pacing import Spacing, next_change
from bot.delivery.surface import ChannelMoved, Gone, Later, NotAllowed, SurfaceMessage, Unsure
from engine.errors import OmoideError
from engine.values.chats.places import Address

_AFTER_FAULT = 1.0


class Writer:
    """The one writer of the growing messages of a channel."""

    def __init__(self, context: DeliveryContext, at: Address, spacing: Spacing) -> None:
        self._context = context
        self._at = at
        self._spacing = spacing

    def pause(self, reply: GrowingReply) -> float:
        """Seconds until ``reply`` may change again."""
        pace, now = self._context.pace, self._context.clock.monotonic()
        every = pace.every(private=self._at.private, length=len(reply.text), first=reply.changes == 1)
        pause = next_change(self._spacing, pace, reply.last_change, every, now)
        if pause > 0 or reply.last_change is None:
            return pause
        if reply.slot is None:
            reply.slot = pace.slot(now)
        return max(0.0, reply.slot - now)

    async def hold_place(self, reply: GrowingReply) -> None:
        """A sign that somebody writes, in the message that the reply will stand in. It notifies: edits never do.

        It is written down before it goes out: a crash leaves one such sign at most, never one for each try.
        """
        wanted = self._context.surface.placeholder and self._at.private and not reply.messages and not reply.attempted
        if wanted and await self._guarded(reply, 0, reply.part(0, PLACEHOLDER, growing=True)):
            await self._context.engine.turns.written()  # a crash in the first words finds the message again

    async def think(self, reply: GrowingReply, preferences: ChannelPreferences) -> None:
        """Say that the model is at work, where a message holds the place."""
        message = reply.messages.get(0)
        if message is not None and not message.inherited:
            text = preferences.speak.say("delivery-thinking", name=reply.speaker)
            await self._guarded(reply, 0, reply.part(0, text, growing=True))

    async def grow(self, reply: GrowingReply, preferences: ChannelPreferences) -> None:
        """Show the newest text, as far as there is room for it now."""
        text = reply.text
        for number, part in enumerate(reply.growing_parts(reply.texts(self._context.surface.limit), preferences)):
            message = reply.messages.get(number)
            if message is not None and same(message.part, part):
                continue
            if reply.over or (reply.last_change is not None and self._room() > 0):
                return
            if not await self._guarded(reply, number, part):
                return
            reply.changed(self._context.clock.monotonic())
        reply.written = text

    async def _guarded(self, reply: GrowingReply, number: int, part: SurfaceMessage) -> bool:
        """Make or change one message; False when that did not come about."""
        try:
            await self._put(reply, number, part)
        except Later as later:
            self._spacing.keep_quiet(self._context.clock.monotonic() + later.seconds)
        except Unsure:
            self._doubt(reply, number, part)
        except ChannelMoved:
            reply.leave_behind()
        except Gone:
            reply.gave_up = True
        except NotAllowed as error:
            reply.gave_up = True
            await self._context.refuse(self._at, error)
        except OmoideError:
            self._spacing.keep_quiet(self._context.clock.monotonic() + _AFTER_FAULT)
        else:
            return True
        return False

    async def _put(self, reply: GrowingReply, number: int, part: SurfaceMessage) -> None:
        doubtful = number not in reply.messages and await self._look_for(reply, number, part)
        message = reply.messages.get(number)
        if message is None:
            await self._make(reply, number, part)
            if doubtful:  # the same key may have brought back the older message as it was
                reply.messages[number].part = None
            return
        try:
            await self._context.surface.edit(self._at, message.id, part)
        except Gone as gone:
            if not message.inherited or isinstance(gone, ChannelMoved):
                raise
            del reply.messages[number]
            await self._make(reply, number, part)
            return
        self._spacing.changed(self._context.clock.monotonic())
        if message.inherited:
            self._context.engine.turns.placed(self._at, reply.turn, number, message.id)
        message.part, message.inherited = part, False

    async def _make(self, reply: GrowingReply, number: int, part: SurfaceMessage) -> None:
        if number > 0 or part.text == PLACEHOLDER:  # first words are marked together with the text
            await self._context.engine.turns.sending(reply.turn, number)
        message = await self._context.surface.send(self._at, part)
        if part.text != PLACEHOLDER:  # the next steps need not wait for that
            self._spacing.changed(self._context.clock.monotonic())
        reply.messages[number] = ReplyMessage(message, part)
        self._context.engine.turns.placed(self._at, reply.turn, number, message)

    async def _look_for(self, reply: GrowingReply, number: int, part: SurfaceMessage) -> bool:
        """Find the message of a part whose sending got no answer; False when there is no doubt about it.

        Raises Unsure where that cannot be known.
        """
        attempted = number in reply.attempted
        if number not in reply.tried and not attempted:
            return False
        before = reply.messages.get(number - 1)
        try:
            behind = before.id if before else reply.answers
            found = await self._context.find(self._at, part, behind, reworded=attempted)
        except Unsure:
            if number in reply.tried:
                reply.gave_up = True
                raise
            found = None  # an older process may have shown a beginning; the whole reply is worth more than that is
        reply.tried.discard(number)
        reply.attempted.discard(number)
        if found is not None:
            reply.messages[number] = ReplyMessage(found, inherited=True)
            self._context.engine.turns.placed(self._at, reply.turn, number, found)
        return True

    def _doubt(self, reply: GrowingReply, number: int, part: SurfaceMessage) -> None:
        """A call got no answer: what it was to change is not known any more."""
        message = reply.messages.get(number)
        if message is not None:
            message.part = None
        elif part.text != PLACEHOLDER:
            reply.tried.add(number)
        self._spacing.keep_quiet(self._context.clock.monotonic() + _AFTER_FAULT)

    def _room(self) -> float:
        return self._spacing.room(self._context.clock.monotonic())
