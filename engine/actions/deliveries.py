"""What deliverers ask of the engine: what a crash left to be delivered."""

from engine.db import work
from engine.turns.needs import Needs
from engine.values.ids import ChannelKey, TurnKey
from engine.values.outgoing import Open


async def open_sendings(needs: Needs, platform: str) -> list[Open]:
    """The parts that have not arrived, of turns that have ended and that nobody was told of in this process.

    In order. Where a part has no text and a message, the message is to be removed.
    """
    rows = await work.left_open(needs.db, platform)
    found: list[Open] = []
    for row in rows:
        sending = row.sending
        if sending.turn is not None and needs.shows.told(sending.turn):
            continue
        if sending.turn is not None and sending.session is not None:
            needs.outbox.learn_key(
                TurnKey(sending.space, sending.session, sending.turn), ChannelKey(sending.space, row.channel)
            )
        name = ""
        if row.character is not None:
            card = await needs.cards.card(needs.db, row.character, row.version) if row.version else None
            name = card.called if card else row.name
        found.append(Open(row.address, sending, False, name, row.character or 0, row.after, row.made_at))
    return found
