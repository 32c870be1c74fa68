"""The end of a reply: its final texts, durable until they have arrived or never can."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Final

from bot.delivery.channel_preferences import ChannelPreferences
from bot.delivery.delivery_context import DeliveryContext
from bot.delivery.growing import SPOKEN, GrowingReply, ReplyMessage, same, to_see_again, to_try_again, under_a_reply
from bot.delivery.pacing import Spacing
from bot.delivery.questions import answers_to
from bot.delivery.surface import ChannelMoved, Gone, Later, NotAllowed, SurfaceMessage, Unsure
from bot.delivery.troubles import is_silent, told_in, trouble_of
from bot.delivery.waiting import pauses
from engine.service.parts import split
from engine.values.chats.notices import Notice
from engine.values.chats.outgoing import Sending, SendingState
from engine.values.chats.places import Address
from engine.values.chats.turns import TurnState

PROGRESS: Final = "progress"
"""What one message tells that is changed again and again."""
_CAME_TO_NOTHING: Final = frozenset({TurnState.EMPTY, TurnState.ERROR})


class ReplyEnds:
    """Delivers what is final in one channel, each part until it has arrived."""

    def __init__(self, context: DeliveryContext, at: Address, spacing: Spacing) -> None:
        self._context = context
        self._at = at
        self._spacing = spacing
        self._progress: dict[int, str] = {}

    async def finish(self, reply: GrowingReply, preferences: ChannelPreferences) -> ReplyMessage | None:
        """Show the end of ``reply``; the message that its buttons stand under, if any do."""
        ended = reply.ended
        if ended is None:
            return None
        parts = [it for it in ended.sendings if it.kind in SPOKEN and it.text.strip() and not ended.withdrawn]
        empty = [it for it in ended.sendings if it.kind in SPOKEN and it not in parts]
        notices = [it for it in ended.sendings if it.kind not in SPOKEN]
        newest = await self._parts(reply, parts, preferences)
        nothing = not parts and not ended.withdrawn
        notice = ended.notice or next(map(notice_of, notices), None)
        if notice is not None and trouble_of(notice) is not None and not preferences.owner:
            self._context.confide(notice)
        if nothing and notice is not None and await self._say_instead(reply, notice, preferences):
            newest = reply.messages[0] = self._told_instead(reply.messages[0], notices)
            kept, notices = {0}, []
        elif nothing and ended.state is TurnState.ERROR:  # nobody asked just now: what was told before still holds
            kept = {number for number, it in reply.messages.items() if it.inherited and it.part is None}
        else:
            kept = {it.part for it in parts}
        await self._remove(reply, kept)
        self._context.engine.turns.delivered([*empty, *(notices if ended.withdrawn else ())])
        if not ended.withdrawn:
            # What it was to go on with stands there, with its own buttons.
            failed = ended.state in _CAME_TO_NOTHING and not ended.further
            buttons = to_try_again(reply.turn, ended.swipe, preferences) if failed else ()
            near = reply.near(max(reply.messages, default=-1) + 1)
            for sending in notices:
                await self.tell(sending, preferences, SurfaceMessage("", f"n{sending.id}", buttons=buttons, near=near))
        return newest

    async def tell(self, sending: Sending, preferences: ChannelPreferences, part: SurfaceMessage) -> None:
        """Deliver a notice: silent, in the language of the place. ``part`` says how, not what."""
        notice = notice_of(sending)
        buttons = part.buttons or answers_to(notice, preferences.speak)
        line = SurfaceMessage("", part.key, buttons=buttons, silent=is_silent(notice), near=part.near)
        line = told_in(line, notice, preferences)
        tried = sending.state is SendingState.SENDING
        try:
            message = await self._in_place(sending, line) or await self.send(line, "", tried=tried)
        except (Gone, NotAllowed) as error:
            self._context.give_up((sending,), str(error))
            return
        if message is None:
            self._context.give_up((sending,), "no answer")
        else:
            self._context.engine.turns.delivered((sending,), (message,))
            if sending.kind == PROGRESS:
                self._progress[sending.id] = message

    async def _in_place(self, sending: Sending, line: SurfaceMessage) -> str | None:
        """The message of a progress that is known already, brought up to date; None where it is gone, or never was."""
        message = sending.platform_id or self._progress.get(sending.id)
        if sending.kind != PROGRESS or message is None:
            return None
        try:
            await self.change(message, line)
        except (Gone, NotAllowed):
            return None
        return message

    async def send(self, part: SurfaceMessage, after: str, *, tried: bool = False, anew: bool = False) -> str | None:
        """Make a message once, whatever it takes: its id, or None when nobody can tell whether it is there.

        ``tried``: it may be there already; ``anew``: at most with an older text, so that it is worth being sent again.
        Raises Gone, NotAllowed.
        """
        growing = pauses()
        doubtful = tried
        while True:
            try:
                if tried:
                    look = partial(self._context.find, self._at, part, after, reworded=anew)
                    found = await self._context.send_first(look)
                    if found is not None and not self._context.surface.edits:
                        return found
                    if found is not None:
                        await self._context.at_last(
                            lambda found=found: self._context.surface.edit(self._at, found, part)
                        )
                        return found
                    tried = False
                made = await self._context.send_first(lambda: self._context.surface.send(self._at, part))
            except Later as later:
                await self._context.clock.sleep(later.seconds)
            except Unsure:
                if tried and not anew:
                    return None
                tried, anew = not tried, False
                doubtful = True
                await self._context.clock.sleep(next(growing))
            else:
                self._spacing.changed(self._context.clock.monotonic())
                if doubtful and self._context.surface.edits:  # the same key may have brought back an older text
                    await self.change(made, part)
                return made

    async def change(self, message: str, part: SurfaceMessage) -> None:
        """Change a message, however long it takes. Raises Gone, NotAllowed."""
        await self._context.at_last(lambda: self._context.surface.edit(self._at, message, part))
        self._spacing.changed(self._context.clock.monotonic())

    async def _parts(
        self, reply: GrowingReply, sendings: Sequence[Sending], preferences: ChannelPreferences
    ) -> ReplyMessage | None:
        """Deliver the parts of the reply; the last message, when buttons stand under it."""
        lost: list[Sending] = []
        newest: ReplyMessage | None = None
        for place, sending in enumerate(sendings):
            last = place == len(sendings) - 1
            text = self._marked(reply, sending.text, preferences) if last else sending.text
            part = reply.part(sending.part, text, under_a_reply(reply.swipe, preferences) if last else ())
            try:
                message = await self._part(reply, sending, part)
            except (Gone, NotAllowed) as error:
                if reply.past:
                    await self._stays(sending, preferences)
                elif isinstance(error, NotAllowed):
                    await self._context.refuse(self._at, error)
                self._context.give_up((*lost, *sendings[place:]), str(error) or "gone")
                return None
            if message is None:
                lost.append(sending)
                continue
            newest = reply.messages[sending.part] = self._arrived(sending, message, part)
        if lost:
            await self._offer(reply, tuple(lost), preferences)
        return newest if newest is not None and newest.part is not None and newest.part.buttons else None

    def _arrived(self, sending: Sending, message: str, part: SurfaceMessage) -> ReplyMessage:
        """Write down that a part is there, and whether buttons stand under it."""
        row = replace(sending, controls=bool(part.buttons))
        self._context.engine.turns.delivered((row,), (message,))
        return ReplyMessage(message, part, sending=row)

    async def _part(self, reply: GrowingReply, sending: Sending, part: SurfaceMessage) -> str | None:
        """One part in its message, made if there is none; None when nobody can tell. Raises Gone, NotAllowed."""
        message = reply.messages.get(sending.part)
        if message is not None:
            if same(message.part, part):
                return message.id
            try:
                await self.change(message.id, part)
            except Gone as gone:
                if reply.past or not (message.inherited or isinstance(gone, ChannelMoved)):
                    raise
                if isinstance(gone, ChannelMoved):
                    reply.leave_behind()
            else:
                return message.id
        tried = sending.part in reply.tried
        anew = not tried and sending.part in reply.attempted
        if not tried:
            await self._context.write_down(sending)
        if reply.shown is not None:
            reply.outdate(sending.part)
        before = reply.messages.get(sending.part - 1)
        return await self.send(part, before.id if before else reply.answers, tried=tried or anew, anew=anew)

    async def _say_instead(self, reply: GrowingReply, notice: Notice, preferences: ChannelPreferences) -> bool:
        """There is no reply: its message says why, if it has one or a process that is gone may have made it one.

        Trouble with a model is told in a message of the reply in any case, which becomes the answer when there is one.
        """
        message = reply.messages.get(0)
        tried = 0 in reply.attempted or 0 in reply.tried
        if message is None and not tried and trouble_of(notice) is None:
            return False
        part = reply.part(0, "", to_try_again(reply.turn, reply.swipe, preferences))
        part = told_in(part, notice, preferences)
        try:
            if message is not None and await self._changed(message, part):
                reply.messages[0] = replace(message, part=part)
            elif (found := await self.send(part, reply.answers, tried=tried, anew=tried)) is not None:
                reply.messages[0] = ReplyMessage(found, part)
        except ChannelMoved:
            reply.leave_behind()
        except (Gone, NotAllowed):
            pass
        return 0 in reply.messages

    async def _changed(self, message: ReplyMessage, part: SurfaceMessage) -> bool:
        """Change a message; False where it was there before and is gone, or cannot be changed."""
        try:
            await self.change(message.id, part)
        except ChannelMoved:
            raise
        except Gone:
            if not message.inherited:
                raise
            return False
        return True

    def _told_instead(self, message: ReplyMessage, notices: Sequence[Sending]) -> ReplyMessage:
        """Write down that a message says why there is no reply; its buttons stand there until it is outdated."""
        rows = [replace(it, controls=True) for it in notices]
        self._context.engine.turns.delivered(rows, [message.id] * len(rows))
        return replace(message, sending=rows[0] if rows else None)

    async def _offer(self, reply: GrowingReply, lost: tuple[Sending, ...], preferences: ChannelPreferences) -> None:
        """Nobody can tell whether these parts arrived: people may ask to see them again.

        They count as given up only once that stands there: a crash before it would leave them to nobody.
        """
        part = SurfaceMessage(
            preferences.speak.say("delivery-lost"),
            f"o{reply.turn}",
            buttons=to_see_again(reply.turn, preferences),
            silent=True,
            near=reply.answers,
        )
        with suppress(Gone, NotAllowed):
            await self._context.at_last(lambda: self._context.surface.send(self._at, part))
        self._context.give_up(lost, "no answer")

    async def _stays(self, sending: Sending, preferences: ChannelPreferences) -> None:
        """The platform lets nobody change a message that stands above: what it should say is in the story alone."""
        if sending.platform_id is None:
            return
        told = preferences.speak.say("delivery-stays")
        part = SurfaceMessage(told, f"o{sending.id}", silent=True, near=sending.platform_id)
        with suppress(Gone, NotAllowed):
            await self._context.at_last(lambda: self._context.surface.send(self._at, part))

    async def _remove(self, reply: GrowingReply, kept: set[int]) -> None:
        """Delete the messages that the reply needs no more."""
        for number in sorted(set(reply.messages) - kept):
            message = reply.messages.pop(number)
            try:
                await self._context.at_last(lambda message=message: self._context.surface.delete(self._at, message.id))
            except (Gone, NotAllowed):
                continue

    def _marked(self, reply: GrowingReply, text: str, preferences: ChannelPreferences) -> str:
        """``text`` with the sign of a reply that was stopped, where there is room for it."""
        if reply.ended is None or reply.ended.state is not TurnState.INTERRUPTED or reply.ended.notice is not None:
            return text
        marked = f"{text.rstrip()}\n{preferences.speak.say('delivery-stopped')}"
        return marked if len(split(marked, self._context.surface.limit)) == 1 else text


def notice_of(sending: Sending) -> Notice:
    """What a row that is no reply says."""
    assert sending.notice is not None, "whoever plans a part that is no reply says what it tells"
    return sending.notice
