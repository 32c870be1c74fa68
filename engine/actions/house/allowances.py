"""What may be used in a day: seeing it, setting it, and what was used."""

from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from engine.context import EngineContext
from engine.db.house import access, allowances
from engine.db.house.spending import on_behalf_of
from engine.errors import NoSuchPerson, NotOwner
from engine.turns.load import settings_here
from engine.utility.day_share import usual
from engine.values.chats.incoming import Here
from engine.values.chats.notices import Notice
from engine.values.house.allowances import (
    ASKER,
    EACH,
    Allowance,
    AllowanceHolder,
    AllowanceReach,
    AllowanceUnit,
    Hundred,
    UsageReport,
    Used,
)

MOST_DAYS: Final = 90


def seen(ctx: EngineContext, here: Here, roles: frozenset[str]) -> None:
    """The person was just seen with these roles of the platform."""
    ctx.spending.knows(here.space, here.person, roles)


def on_behalf(ctx: EngineContext, here: Here) -> AbstractContextManager[None]:
    """What a command asks of a model within it counts for the person who uses it."""
    return on_behalf_of(ctx.spending.spender(here.space, here.channel, here.person))


async def news(ctx: EngineContext, platform: str) -> tuple[Notice, ...]:
    """What the owners on ``platform`` are to be told now; it is told once, where there are any."""
    found = tuple(ctx.spending.news)
    if not found or not await access.owners(ctx.db, platform):
        return ()
    ctx.spending.news.clear()
    return found


async def listed(ctx: EngineContext, here: Here, reach: AllowanceReach) -> list[Used]:
    """What may be used and how much of it is, with what its holders are called. Raises NotOwner."""
    await ctx.spending.refresh(ctx.db)
    if reach is AllowanceReach.PERSON:
        found = ctx.spending.known(ctx.spending.spender(here.space, here.channel, here.person))
    else:
        await _may(ctx, here, reach)
        everything = reach is AllowanceReach.HOUSE
        found = [it for it in ctx.spending.every() if everything or it.allowance.space == here.space]
    order = list(AllowanceHolder)
    found.sort(key=lambda it: (-order.index(it.allowance.holder), it.allowance.space, it.allowance.holder_id))
    titles = await allowances.called(ctx.db, [it.allowance for it in found]) if found else []
    return [replace(it, title=title) for it, title in zip(found, titles, strict=True)]


async def put(
    ctx: EngineContext, here: Here, holder: AllowanceHolder, holder_id: str, unit: AllowanceUnit, amount: int
) -> None:
    """Set what may be used in a day. Of the house only owners may. Raises NotOwner, NoSuchPerson."""
    space, number = await _holder(ctx, here, holder, holder_id)
    await allowances.put(ctx.db, Allowance(space, holder, number, unit, amount), here.person)
    await _news(ctx)


async def clear(ctx: EngineContext, here: Here, holder: AllowanceHolder, holder_id: str) -> int:
    """Take away what was set for a holder; how many amounts that were. Raises NotOwner, NoSuchPerson."""
    space, number = await _holder(ctx, here, holder, holder_id)
    gone = await allowances.clear(ctx.db, space, holder, number, here.person)
    await _news(ctx)
    return gone


async def used(ctx: EngineContext, here: Here, reach: AllowanceReach, days: int) -> UsageReport:
    """What was used in the last local days, by whom and for what. Raises NotOwner."""
    await _may(ctx, here, reach)
    settings = await settings_here(ctx.db, ctx.defaults, here)
    zone, days = ZoneInfo(settings.timezone), min(max(days, 1), MOST_DAYS)
    today = ctx.clock.now().astimezone(zone).date()
    began = [_midnight(today - timedelta(days=days - 1 - n), zone) for n in range(days)]
    space = here.space if reach is AllowanceReach.SPACE else None
    person = here.person if reach is AllowanceReach.PERSON else None
    by_day, replies = await allowances.usage_by_day(ctx.db, space, person, began)
    dollars = [it.dollars for it in by_day if it.dollars is not None]
    return UsageReport(
        days=days,
        today=began[-1],
        by_day=tuple(by_day),
        characters=await allowances.usage_by_character(ctx.db, space, person, began[0]),
        channels=await allowances.usage_by_channel(ctx.db, space, person, began[0]),
        replies=replies,
        tokens=sum(it.tokens for it in by_day),
        dollars=sum(dollars) if dollars else None,
    )


async def of_a_hundred(ctx: EngineContext) -> Hundred:
    """What a hundred messages take, by what the last month's took if there were enough."""
    return await usual(ctx)


async def _holder(ctx: EngineContext, here: Here, holder: AllowanceHolder, holder_id: str) -> tuple[int, str]:
    """The space that an allowance belongs to, and whose it is: in a private place, of a person everywhere."""
    if holder is AllowanceHolder.HOUSE:
        await _may(ctx, here, AllowanceReach.HOUSE)
        return 0, ""
    if holder is AllowanceHolder.SPACE:
        return here.space, str(here.space)
    if holder is AllowanceHolder.CHANNEL:
        return here.space, str(here.channel)
    space = 0 if here.private else here.space
    if not space:
        await _may(ctx, here, AllowanceReach.HOUSE)
    if holder is AllowanceHolder.ROLE or holder_id == EACH:
        return space, holder_id
    if holder_id == ASKER:
        return space, str(here.person)
    person = await allowances.person_called(ctx.db, here.platform, holder_id, space)
    if person is None:
        raise NoSuchPerson(name=holder_id)
    return space, str(person)


async def _may(ctx: EngineContext, here: Here, reach: AllowanceReach) -> None:
    if reach is AllowanceReach.HOUSE and not (await ctx.doors.door(ctx.db, here)).admission.owner:
        raise NotOwner


async def _news(ctx: EngineContext) -> None:
    """What was said before of other amounts holds no longer."""
    ctx.spending.warned.clear()
    await ctx.spending.refresh(ctx.db)


def _midnight(day: date, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, time(), zone)
