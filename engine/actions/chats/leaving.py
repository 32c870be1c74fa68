"""Leaving a channel or a whole space that we can no longer reach: what runs there ends, nothing stays queued."""

from functools import partial

from engine.context import EngineContext
from engine.db.chats import booths, leaving
from engine.db.house import work
from engine.db.postgres.repeat import repeat
from engine.turns.claim import look
from engine.turns.commit import unanswered
from engine.turns.recover import close
from engine.values.chats.places import Address
from engine.values.ids import ChannelKey
from engine.work.saver import Interruption


async def leave(ctx: EngineContext, at: Address) -> None:
    """Stop what runs in a channel, or (without a channel's name) in every channel of a space, and let nothing wait.

    The model's connection is closed at once, and nothing is written or shown there until something arrives.
    """
    for channel in await leaving.channels_at(ctx.db, at):
        abandoned = partial(_leave, ctx, channel, at.platform)
        await repeat(abandoned, key=f"leave:{channel.channel}", clock=ctx.clock)


async def _leave(ctx: EngineContext, channel: ChannelKey, platform: str) -> None:
    async with ctx.db.transaction() as on:
        for channel_head in await leaving.busy_heads(on, channel):
            fence = await ctx.leases.seize(on, channel_head.key)
            ctx.saver.interrupt(channel_head.key, Interruption.LOST)
            await close(ctx, on, await look(ctx, on, channel_head.key, 1), "left")
            await leaving.abandon(on, channel, unanswered(platform))
            await work.give_back(on, channel_head.key, fence)
        await booths.drop(on, channel)
        await leaving.abandon(on, channel, unanswered(platform))
