"""What the engine shows, seen on one platform: replies that grow, their ends, notices, and what a crash left open."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable
from datetime import datetime
from functools import partial
from itertools import groupby
from typing import Final

import structlog

from bot.commands.framework.reply import Reply
from bot.delivery.channel import Channel
from bot.delivery.channel_preferences import ChannelPreferencesLookup
from bot.delivery.delivery_context import DeliveryContext
from bot.delivery.ends import notice_of
from bot.delivery.growing import LINE, REPLY, GrowingReply, ReplyMessage
from bot.delivery.pacing import EditPace
from bot.delivery.surface import Surface
from bot.delivery.waiting import DeliveryClock, LoopClock, beside, pauses
from bot.words.localise import Speech
from engine.app import Engine
from engine.errors import DatabaseError
from engine.values.chats.entries import Place
from engine.values.chats.outgoing import Ended, Noticed, Open, SendingState, ShownAgain, Spoken, TurnEvent
from engine.values.chats.places import Address
from engine.values.chats.turns import TurnState

_log = structlog.get_logger(__name__)

REMEMBERED: Final = 5_000
"""Channels whose newest reply is known, so that its buttons can be taken away."""


class Delivery:
    """Delivers everything that the engine shows on ``platform`` to its ``surface``.

    ``language`` is the house's own, for places whose language cannot be read. ``tell_owners`` tells every owner of the
    house, in private, what only they can mend.
    """

    def __init__(
        self,
        engine: Engine,
        platform: str,
        surface: Surface,
        speech: Speech,
        language: str,
        tell_owners: Callable[[Reply], Awaitable[object]],
        clock: DeliveryClock | None = None,
    ) -> None:
        self._engine = engine
        self._platform = platform
        self._surface = surface
        self._clock = clock or LoopClock()
        self._places = ChannelPreferencesLookup(
            engine, platform, speech, language, buttons=surface.buttons, hears_all=lambda: surface.hears_all
        )
        self._tell_owners = tell_owners
        self._channels: OrderedDict[Address, Channel] = OrderedDict()
        self._began_at: dict[int, Address] = {}

    async def run(self) -> None:
        """Deliver until cancelled: first what a crash left open, then what is shown from now on."""
        async with asyncio.TaskGroup() as group:
            context = self._context(group)
            self._channels.clear()
            self._began_at.clear()
            with self._engine.turns.shows(self._platform) as shows:
                opened, left = await self._left_open(context)
                # A task runs once the loop below waits: what this process has shown already is known better by then.
                context.start(self._take_up(context, opened, left))
                async for at, show in shows:
                    where = self._where(at, show)
                    self._channel(context, where).put(show)
                    self._wake(context, where)

    async def _left_open(self, context: DeliveryContext) -> tuple[list[Open], list[Address]]:
        """What a process left open and where it left buttons, however long the database takes to tell."""
        turns = self._engine.turns
        for pause in pauses():
            try:
                return await turns.open_sendings(self._platform), await turns.left_controls(self._platform)
            except DatabaseError as error:
                _log.warning("not read what was left open", error=str(error), action="check that the database runs")
                await context.clock.sleep(pause)
        raise AssertionError("pauses have no end")

    def _where(self, at: Address, show: TurnEvent) -> Address:
        """Where a reply began: whoever shows it goes on when the platform calls the place by another name meanwhile."""
        if isinstance(show, Noticed | ShownAgain | Spoken):
            return at
        where = self._began_at.setdefault(show.turn, at)
        if isinstance(show, Ended):
            del self._began_at[show.turn]
        elif len(self._began_at) > REMEMBERED:
            del self._began_at[next(iter(self._began_at))]
        return where

    def _context(self, group: asyncio.TaskGroup) -> DeliveryContext:
        surface = self._surface
        pace = EditPace(surface.live_every, surface.live_every_group, surface.live_rate)
        start = partial(beside, group)
        return DeliveryContext(self._engine, surface, self._clock, pace, self._places, start, self._tell_owners)

    def _channel(self, context: DeliveryContext, at: Address) -> Channel:
        channel = self._channels.get(at)
        if channel is None:
            channel = self._channels[at] = Channel(context, at)
        self._channels.move_to_end(at)
        return channel

    def _wake(self, context: DeliveryContext, at: Address) -> None:
        """Let the channel deliver, by a task of its own that ends when there is nothing left."""
        channel = self._channels[at]
        if channel.running or channel.idle:
            return
        channel.running = True
        context.start(self._deliver(channel))

    async def _deliver(self, channel: Channel) -> None:
        try:
            await channel.run()
        finally:
            channel.running = False
        self._forget()

    def _forget(self) -> None:
        while len(self._channels) > REMEMBERED:
            at, channel = next(iter(self._channels.items()))
            if not channel.idle:
                return
            del self._channels[at]

    async def _take_up(self, context: DeliveryContext, opened: Iterable[Open], untidy: Iterable[Address]) -> None:
        """Go on where a process ended: what is whole is delivered, of what still grows the messages are known.

        Where it left buttons under older replies they go, once there is nothing else to show.
        """
        before: Open | None = None
        for (at, turn, *_), rows in groupby(opened, key=_together):
            channel, left = self._channel(context, at), list(rows)
            older, before = before, left[0]
            if left[0].sending.kind == LINE:
                channel.put(_shown(left, turned=older is not None and _is_newest_at(older, at)))
            elif turn is not None and channel.saw(turn):
                continue
            elif turn is not None and left[0].live:
                channel.known(_left_growing(turn, left))
            elif turn is not None and any(it.sending.kind == REPLY for it in left):
                channel.known(_described(turn, left[0]))
                channel.put(_end(turn, left))
            else:
                for it in left:
                    if not channel.noticed(it.sending.id):
                        channel.put(Noticed(notice_of(it.sending), it.sending, it.person, about=it.after))
            self._wake(context, at)
        for at in untidy:
            self._channel(context, at).tidy()
            self._wake(context, at)


def _together(it: Open) -> tuple[Address, int | None, Place | None, datetime | None]:
    """What the parts of one reply share; a line is apart from each other time that it was shown."""
    line = it.sending.kind == LINE
    return it.address, it.sending.turn, it.place if line else None, it.made_at if line else None


def _is_newest_at(it: Open, at: Address) -> bool:
    """Whether it is a line of the last message of a story."""
    return it.sending.kind == LINE and not it.past and it.address == at


def _shown(left: list[Open], *, turned: bool) -> ShownAgain:
    """A line to be shown. Whether it was to take a place is not stored; of two in a row the newer one counts."""
    first = left[0]
    sendings, swipe = tuple(it.sending for it in left), None if first.past else first.swipe
    return ShownAgain(sendings, first.character, first.number, swipe, turned=turned and swipe is not None)


def _described(turn: int, left: Open) -> GrowingReply:
    return GrowingReply(
        turn, speaker=left.character, number=left.number, answers=left.after, named=left.named, person=left.person
    )


def _left_growing(turn: int, left: list[Open]) -> GrowingReply:
    """A turn that runs again: the messages that show it already."""
    reply = _described(turn, left[0])
    for sending in left:
        if sending.sending.kind != REPLY:
            continue
        if sending.sending.platform_id:
            reply.messages[sending.sending.part] = ReplyMessage(sending.sending.platform_id, inherited=True)
        elif sending.sending.state is SendingState.SENDING:
            reply.attempted.add(sending.sending.part)
    return reply


def _end(turn: int, left: list[Open]) -> Ended:
    sendings = tuple(it.sending for it in left)
    text = "".join(it.text for it in sendings)
    return Ended(turn, text, TurnState.COMPLETE, None, sendings, swipe=left[0].swipe)
