"""What deliverers ask of the engine: what a crash left to be delivered, and where buttons stand."""

from dataclasses import replace
from typing import Final

from engine.context import EngineContext
from engine.db.chats import controls, log, sessions, swipes
from engine.db.house import work
from engine.db.house.work import UndeliveredPart
from engine.rules.lines import lies_on
from engine.values.chats.entries import Place
from engine.values.chats.outgoing import Open, Sending
from engine.values.chats.places import Address
from engine.values.chats.swipes import Swipe, swipe_at
from engine.values.ids import ChannelKey, SessionKey, TurnKey

LINE: Final = "line"
_LATELY: Final = 100
"""Parts: as many as messages are read where a lost one is looked for."""


async def open_sendings(ctx: EngineContext, platform: str) -> list[Open]:
    """The parts that have not arrived, of turns that have ended and that nobody was told of in this process.

    In order. Where a part has no text and a message, the message is to be removed.
    """
    rows = await work.left_open(ctx.db, platform)
    found: list[Open] = []
    for row in rows:
        sending = row.sending
        if sending.turn is not None and sending.kind != LINE and ctx.shows.told(sending.turn):
            continue
        if sending.turn is not None and sending.session is not None:
            ctx.outbox.learn_key(
                TurnKey(sending.space, sending.session, sending.turn), ChannelKey(sending.space, row.channel)
            )
        name = ""
        if row.character is not None:
            card = await ctx.cards.card(ctx.db, row.character, row.version) if row.version else None
            name = card.called if card else row.name
        opened = Open(row.address, sending, False, name, row.character or 0, row.after, row.made_at, named=row.named)
        lies = {"place": row.place, "swipe": await _swipe(ctx, row), "past": await _is_past(ctx, row)}
        found.append(replace(opened, person=row.person, **lies))
    return found


async def line_goes_out(ctx: EngineContext, sending: Sending) -> None:
    """A part of a line is about to be sent: written down before it happens."""
    await swipes.line_goes_out(ctx.db, sending)


async def with_controls(ctx: EngineContext, at: Address) -> list[Sending]:
    """The parts under whose messages the buttons of a reply stand in a channel, the newest first."""
    return await controls.with_buttons(ctx.db, at)


async def planned_lately(ctx: EngineContext, at: Address) -> list[Sending]:
    """The newest parts that were planned for a channel, delivered or not, the newest first."""
    return await controls.planned_lately(ctx.db, at, _LATELY)


async def left_controls(ctx: EngineContext, platform: str) -> list[Address]:
    """The channels of a platform where buttons stand under more than one reply."""
    return await controls.left(ctx.db, platform)


async def _swipe(ctx: EngineContext, row: UndeliveredPart) -> Swipe | None:
    """Where the reply lies that a part shows."""
    session, place = row.sending.session, row.place
    if session is None or place is None:
        return None
    slot = await swipes.slot(ctx.db, SessionKey(row.sending.space, session), Place(place.branch, place.seq - 1))
    return swipe_at(session, slot, place)


async def _is_past(ctx: EngineContext, row: UndeliveredPart) -> bool:
    """Whether a part is a line behind which more was said, where its channel stands now."""
    place = row.place
    if place is None or row.sending.kind != LINE:
        return False
    channel_head = await sessions.current(ctx.db, ChannelKey(row.sending.space, row.channel))
    if channel_head is None or channel_head.session != row.sending.session:
        return False
    line = await ctx.lines.current(ctx.db, channel_head.session_key, channel_head.branch)
    newest = await log.messages(ctx.db, channel_head.session_key, line, 1)
    return bool(newest) and newest[0].place != place and lies_on(line, place)
