"""A channel or a whole space that is no longer there for us: what runs there ends, and nothing waits."""

from functools import partial

from engine.db import booths, leaving, work
from engine.db.repeat import repeat
from engine.turns.claim import look
from engine.turns.commit import unanswered
from engine.turns.needs import Needs
from engine.turns.recover import close
from engine.values.ids import ChannelKey
from engine.values.places import Address
from engine.work.saver import Interruption


async def leave(needs: Needs, at: Address) -> None:
    """Stop what runs in a channel, or (without a channel's name) in every channel of a space, and let nothing wait.

    The model's connection is closed at once, and nothing is written or shown there until something arrives.
    """
    for channel in await leaving.channels_at(needs.db, at):
        abandoned = partial(_leave, needs, channel, at.platform)
        await repeat(abandoned, key=f"leave:{channel.channel}", clock=needs.clock)


async def _leave(needs: Needs, channel: ChannelKey, platform: str) -> None:
    async with needs.db.transaction() as on:
        for stand in await leaving.busy_stands(on, channel):
            fence = await needs.leases.seize(on, stand.key)
            needs.saver.interrupt(stand.key, Interruption.LOST)
            await close(needs, on, await look(needs, on, stand.key, 1), "left")
            await leaving.abandon(on, channel, unanswered(platform))
            await work.give_back(on, stand.key, fence)
        await booths.drop(on, channel)
        await leaving.abandon(on, channel, unanswered(platform))
