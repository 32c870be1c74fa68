"""What deliverers ask of the engine: what a crash left to be delivered, and where buttons stand."""

from dataclasses import replace
from typing import Final

from engine.db import controls, swipes, work
from engine.db.work import Left
from engine.turns.needs import Needs
from engine.values.entries import Place
from engine.values.ids import ChannelKey, SessionKey, TurnKey
from engine.values.outgoing import Open, Sending
from engine.values.places import Address
from engine.values.swipes import Swipe, swipe_at

LINE: Final = "line"


async def open_sendings(needs: Needs, platform: str) -> list[Open]:
    """The parts that have not arrived, of turns that have ended and that nobody was told of in this process.

    In order. Where a part has no text and a message, the message is to be removed.
    """
    rows = await work.left_open(needs.db, platform)
    found: list[Open] = []
    for row in rows:
        sending = row.sending
        if sending.turn is not None and sending.kind != LINE and needs.shows.told(sending.turn):
            continue
        if sending.turn is not None and sending.session is not None:
            needs.outbox.learn_key(
                TurnKey(sending.space, sending.session, sending.turn), ChannelKey(sending.space, row.channel)
            )
        name = ""
        if row.character is not None:
            card = await needs.cards.card(needs.db, row.character, row.version) if row.version else None
            name = card.called if card else row.name
        opened = Open(row.address, sending, False, name, row.character or 0, row.after, row.made_at, named=row.named)
        found.append(replace(opened, swipe=await _swipe(needs, row), person=row.person))
    return found


async def line_goes_out(needs: Needs, sending: Sending) -> None:
    """A part of a line is about to be sent: written down before it happens."""
    await swipes.line_goes_out(needs.db, sending)


async def with_controls(needs: Needs, at: Address) -> list[Sending]:
    """The parts under whose messages the buttons of a reply stand in a channel, the newest first."""
    return await controls.standing(needs.db, at)


async def left_controls(needs: Needs, platform: str) -> list[Address]:
    """The channels of a platform where buttons stand under more than one reply."""
    return await controls.left(needs.db, platform)


async def _swipe(needs: Needs, row: Left) -> Swipe | None:
    """Where the reply lies that a part shows."""
    session, place = row.sending.session, row.place
    if session is None or place is None:
        return None
    slot = await swipes.slot(needs.db, SessionKey(row.sending.space, session), Place(place.branch, place.seq - 1))
    return swipe_at(session, slot, place)
