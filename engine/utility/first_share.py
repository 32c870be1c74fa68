"""The share of the house's day that characters may take which write first: what is left of it, and what they cost."""

from datetime import timedelta
from typing import Final

from engine.context import EngineContext
from engine.db.house import allowances
from engine.db.people import writing_first
from engine.db.postgres.pool import Statements
from engine.rules.allowance import ENOUGH_REPLIES, hundred
from engine.values.house.allowances import AllowanceHolder, Hundred, Spender, Spent
from engine.values.models.models import RoleName
from engine.values.people.writing_first import FirstFigures

_MEASURED: Final = timedelta(days=30)
_WHOLE: Final = 100


async def is_left(ctx: EngineContext, on: Statements, spender: Spender, plan: int | None = None) -> bool:
    """Whether one more such message may be written: of the share, and of whatever else holds for ``spender``.

    It counts with what is usual, as do those that are being written now, but for that of ``plan`` itself. The first of
    a day may take more than the share.
    """
    percent = ctx.spending.first_percent
    if percent <= 0 or await ctx.spending.exceeded(on, spender) is not None:
        return False
    of_house = [it for it in await ctx.spending.checked(on, spender) if it.allowance.holder is AllowanceHolder.HOUSE]
    if not of_house:
        return True
    await writing_first.hold_share(on)
    took, running = await writing_first.used(on, ctx.spending.day_began(), plan)
    if not took.messages and not running:
        return True
    hundred_take = await usual(ctx)
    each = Spent(hundred_take.tokens / _WHOLE, hundred_take.dollars or 0.0, 1)
    return all(
        took.of(it.allowance.unit) + (running + 1) * each.of(it.allowance.unit)
        <= it.allowance.amount * percent / _WHOLE
        for it in of_house
    )


async def figures(ctx: EngineContext) -> FirstFigures:
    """How many people let characters write first, and what that takes today. Nobody's names or words."""
    since, percent = ctx.spending.day_began(), ctx.spending.first_percent
    people, planned, written = await writing_first.figures(ctx.db, since)
    took, _ = await writing_first.used(ctx.db, since)
    limits = [it.allowance for it in ctx.spending.every() if it.allowance.holder is AllowanceHolder.HOUSE]
    shares = [took.of(it.unit) / (it.amount * percent / _WHOLE) for it in limits if it.limits and it.amount * percent]
    return FirstFigures(people, planned, written, max(shares, default=None), percent)


async def usual(ctx: EngineContext) -> Hundred:
    """What a hundred messages take, by what the last month's took if there were enough."""
    replies, read, written = await allowances.usage_of_replies(ctx.db, _MEASURED)
    first = next(iter(ctx.roles.endpoints(RoleName.CHAT)), None)
    measured = (read / replies, written / replies) if replies >= ENOUGH_REPLIES else None
    return hundred(first.price if first else None, measured)
