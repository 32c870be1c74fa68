"""Beginning a turn that nobody waits for: behind the turns that run, under the lease of its channel head."""

from collections.abc import Awaitable, Callable
from datetime import timedelta

from engine.context import EngineContext
from engine.db.chats import turns
from engine.db.house import work
from engine.db.postgres.pool import Transaction
from engine.errors import LeaseLost
from engine.turns.intake.arrivals import MOST_AT_ONCE
from engine.turns.runner import Runner
from engine.values.chats.turns import Claimed, HeadState
from engine.values.house.work import Due
from engine.values.ids import ChannelHeadKey
from engine.work.crashpoints import maybe_crash

WHILE_BUSY = timedelta(seconds=5)

Begin = Callable[[Transaction, HeadState, int], Awaitable[Claimed | None]]
"""Begins a turn on what is found there, under the fence; None where none is to begin after all."""


class _BeingAnswered(Exception):
    """A turn runs on the channel head: its lease is to stay as it is."""


async def begin_due(
    ctx: EngineContext, runner: Runner, platform: str, due: Due, channel_head: ChannelHeadKey, begin: Begin
) -> Claimed | None:
    """Begin the turn that a mark asks for, and end the mark, in one transaction; then run the turn.

    While another turn runs there, the mark waits. Where the channel head is gone, the mark ends. Raises LeaseLost.
    """
    if runner.serves(channel_head):
        await work.postpone_due(ctx.db, due, WHILE_BUSY)
        return None
    try:
        found, claimed = await _take_up(ctx, due, channel_head, begin)
    except _BeingAnswered:
        await work.postpone_due(ctx.db, due, WHILE_BUSY)
        return None
    if found is not None and (claimed is not None or found.waiting):
        runner.wake(found.channel_head, platform, claimed)
    return claimed


async def _take_up(
    ctx: EngineContext, due: Due, channel_head: ChannelHeadKey, begin: Begin
) -> tuple[HeadState | None, Claimed | None]:
    async with ctx.db.transaction() as on:
        fence = await ctx.leases.take(on, channel_head)
        found = await turns.look(on, channel_head, MOST_AT_ONCE)
        if found is not None:
            ctx.shows.addresses.learn(found.channel_head.channel_key, found.address)
        if found is not None and (fence is None or found.leftover is not None):
            raise _BeingAnswered  # a task of ours has claimed it just now: keeping this fence would cost it its reply
        if not await work.finish_due(on, due):
            raise LeaseLost
        claimed = await begin(on, found, fence) if found and fence else None
        maybe_crash("in_due_work")
        if claimed is None and fence is not None:
            await work.give_back(on, channel_head, fence)
    return found, claimed
