"""What may be used in a day: seeing it, setting it, and what was used."""

from dataclasses import replace
from datetime import date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from engine.db import allowances
from engine.errors import NoSuchPerson, NotOwner
from engine.rules.allowance import ENOUGH_REPLIES, hundred
from engine.turns.load import settings_here
from engine.turns.needs import Needs
from engine.values.allowances import ASKER, EACH, Allowance, Holder, Hundred, Reach, Spender, Unit, Usage, Used
from engine.values.incoming import Here
from engine.values.models import RoleName

MOST_DAYS: Final = 90
_MEASURED: Final = timedelta(days=30)


async def listed(needs: Needs, here: Here, reach: Reach) -> list[Used]:
    """What may be used and how much of it is, with what its holders are called. Raises NotOwner."""
    await needs.spending.refresh(needs.db)
    if reach is Reach.PERSON:
        spender = Spender(here.space, here.channel, here.person, needs.spending.roles(here.space, here.person))
        found = needs.spending.known(spender)
    else:
        await _may(needs, here, reach)
        everything = reach is Reach.HOUSE
        found = [it for it in needs.spending.every() if everything or it.allowance.space == here.space]
    order = list(Holder)
    found.sort(key=lambda it: (-order.index(it.allowance.holder), it.allowance.space, it.allowance.holder_id))
    titles = await allowances.called(needs.db, [it.allowance for it in found]) if found else []
    return [replace(it, title=title) for it, title in zip(found, titles, strict=True)]


async def put(needs: Needs, here: Here, holder: Holder, holder_id: str, unit: Unit, amount: int) -> None:
    """Set what may be used in a day. Of the house only owners may. Raises NotOwner, NoSuchPerson."""
    space, number = await _holder(needs, here, holder, holder_id)
    await allowances.put(needs.db, Allowance(space, holder, number, unit, amount), here.person)
    await _news(needs)


async def clear(needs: Needs, here: Here, holder: Holder, holder_id: str) -> int:
    """Take away what was set for a holder; how many amounts that were. Raises NotOwner, NoSuchPerson."""
    space, number = await _holder(needs, here, holder, holder_id)
    gone = await allowances.clear(needs.db, space, holder, number, here.person)
    await _news(needs)
    return gone


async def used(needs: Needs, here: Here, reach: Reach, days: int) -> Usage:
    """What was used in the last local days, by whom and for what. Raises NotOwner."""
    await _may(needs, here, reach)
    settings = await settings_here(needs.db, needs.defaults, here)
    zone, days = ZoneInfo(settings.timezone), min(max(days, 1), MOST_DAYS)
    today = needs.clock.now().astimezone(zone).date()
    began = [_midnight(today - timedelta(days=days - 1 - n), zone) for n in range(days)]
    space = here.space if reach is Reach.SPACE else None
    person = here.person if reach is Reach.PERSON else None
    by_day, replies = await allowances.usage_by_day(needs.db, space, person, began)
    dollars = [it.dollars for it in by_day if it.dollars is not None]
    return Usage(
        days=days,
        today=began[-1],
        by_day=tuple(by_day),
        characters=await allowances.usage_by_character(needs.db, space, person, began[0]),
        channels=await allowances.usage_by_channel(needs.db, space, person, began[0]),
        replies=replies,
        tokens=sum(it.tokens for it in by_day),
        dollars=sum(dollars) if dollars else None,
    )


async def of_a_hundred(needs: Needs) -> Hundred:
    """What a hundred messages take, by what the last month's took if there were enough."""
    replies, read, written = await allowances.usage_of_replies(needs.db, _MEASURED)
    first = next(iter(needs.roles.endpoints(RoleName.CHAT)), None)
    measured = (read / replies, written / replies) if replies >= ENOUGH_REPLIES else None
    return hundred(first.price if first else None, measured)


async def _holder(needs: Needs, here: Here, holder: Holder, holder_id: str) -> tuple[int, str]:
    """The space that an allowance belongs to, and whose it is: in a private place, of a person everywhere."""
    if holder is Holder.HOUSE:
        await _may(needs, here, Reach.HOUSE)
        return 0, ""
    if holder is Holder.SPACE:
        return here.space, str(here.space)
    if holder is Holder.CHANNEL:
        return here.space, str(here.channel)
    space = 0 if here.private else here.space
    if not space:
        await _may(needs, here, Reach.HOUSE)
    if holder is Holder.ROLE or holder_id == EACH:
        return space, holder_id
    if holder_id == ASKER:
        return space, str(here.person)
    person = await allowances.person_called(needs.db, here.platform, holder_id, space)
    if person is None:
        raise NoSuchPerson(name=holder_id)
    return space, str(person)


async def _may(needs: Needs, here: Here, reach: Reach) -> None:
    if reach is Reach.HOUSE and not (await needs.doors.door(needs.db, here)).admission.owner:
        raise NotOwner


async def _news(needs: Needs) -> None:
    """What was said before of other amounts holds no longer."""
    needs.spending.warned.clear()
    await needs.spending.refresh(needs.db)


def _midnight(day: date, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, time(), zone)
