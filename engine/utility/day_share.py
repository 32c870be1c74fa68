"""Shares of the house's day, for characters that write unasked: what is left of each, and what it usually takes."""

from datetime import timedelta
from typing import Final

from engine.context import EngineContext
from engine.db.house import allowances, shares
from engine.db.postgres.pool import Statements
from engine.rules.allowance import ENOUGH_REPLIES, hundred
from engine.values.house.allowances import AllowanceHolder, Hundred, Spender, Spent
from engine.values.house.shares import DayShare, ShareUse
from engine.values.models.models import RoleName

_MEASURED: Final = timedelta(days=30)
_WHOLE: Final = 100


async def is_left(
    ctx: EngineContext, on: Statements, share: DayShare, spender: Spender, but: int | None = None
) -> bool:
    """Whether one more piece of work may be done: of the share, and of whatever else holds for ``spender``.

    It counts with what is usual, as does what is being done now, but for that of ``but`` itself: a plan to write first,
    or the channel of a circle that is about to be read. The first of a day may take more than the share. Until the
    transaction ends nobody else takes anything of it.
    """
    percent = ctx.spending.shares[share]
    if percent <= 0 or await ctx.spending.exceeded(on, spender) is not None:
        return False
    of_house = [it for it in await ctx.spending.checked(on, spender) if it.allowance.holder is AllowanceHolder.HOUSE]
    if not of_house:
        return True
    await shares.hold(on, share)
    took = await shares.used(on, share, ctx.spending.day_began())
    running = await shares.running(on, share, ctx.spending.day_began(), but)
    if not took.messages and not running:
        return True
    hundred_take = await usual(ctx, share, on)
    each = Spent(hundred_take.tokens / _WHOLE, hundred_take.dollars or 0.0, 1)
    return all(
        took.of(it.allowance.unit) + (running + 1) * each.of(it.allowance.unit)
        <= it.allowance.amount * percent / _WHOLE
        for it in of_house
    )


async def share_use(ctx: EngineContext, share: DayShare) -> ShareUse:
    """How much of a share is used today. Nobody's names or words."""
    percent = ctx.spending.shares[share]
    took = await shares.used(ctx.db, share, ctx.spending.day_began())
    limits = [it.allowance for it in ctx.spending.every() if it.allowance.holder is AllowanceHolder.HOUSE]
    parts = [took.of(it.unit) / (it.amount * percent / _WHOLE) for it in limits if it.limits and it.amount * percent]
    return ShareUse(max(parts, default=None), percent)


async def usual(ctx: EngineContext, share: DayShare = DayShare.FIRST, on: Statements | None = None) -> Hundred:
    """What a hundred messages take, or calls for circles, by what the last month's took if there were enough.

    ``on``: the transaction that whoever asks is in; who holds a connection waits for no second one.
    """
    kind = share.value if share is DayShare.CIRCLE else None  # what is written first is as long as any reply
    replies, read, written = await allowances.usage_of_replies(on or ctx.db, _MEASURED, kind)
    first = next(iter(ctx.roles.endpoints(RoleName.CHAT)), None)
    measured = (read / replies, written / replies) if replies >= ENOUGH_REPLIES else None
    return hundred(first.price if first else None, measured)
