"""Letting a character write first: what somebody allows it, what it plans, and how they have it stop."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from engine.actions.chats.heads import head_line
from engine.context import EngineContext
from engine.db.memory import garden
from engine.db.people import links, writing_first
from engine.db.postgres.pool import Statements, Transaction
from engine.errors import DayNotUnderstood, FirstNotHere, HoursNotUnderstood, NobodyPlays, NothingWrittenFirst
from engine.rules.writing_first.days import coming_day
from engine.rules.writing_first.hours import hours_of, local_day
from engine.rules.writing_first.planning import still_there
from engine.turns.inputs.telling_first import DATE, PLANNING, telling_of
from engine.turns.load import settings_here
from engine.utility.day_share import usual
from engine.values.chats.incoming import Here
from engine.values.house.shares import DayShare
from engine.values.ids import ChannelKey
from engine.values.people.writing_first import (
    MOST_A_DAY,
    FirstConsent,
    FirstView,
    FirstWish,
    Obstacle,
    PlanView,
)

_FEWER: Final = {1: 2, 2: 4, 4: 7, 7: 14, 14: 30}
"""From how many days between two messages to how many, where less is wanted."""
_SEEN: Final = timedelta(days=7)
"""What became of plans is told for so long."""


async def shown(ctx: EngineContext, here: Here) -> FirstView:
    """What the character here may do, and what that costs. Raises FirstNotHere, SessionMissing, NobodyPlays."""
    return await _view(ctx, here, await _character(ctx, here))


async def allow(ctx: EngineContext, here: Here, daily: int | None = None) -> FirstView:
    """Let the character that plays here write first in this chat.

    At most ``daily`` times a day; None: as before, or once. Raises FirstNotHere, SessionMissing, NobodyPlays.
    """
    character = await _character(ctx, here)
    async with ctx.db.transaction() as on:
        now = await _given(on, here, character) or FirstConsent(here.person, character, here.key, 0)
        wanted = (now.daily or 1) if daily is None else max(0, min(MOST_A_DAY, daily))
        new = replace(now, person=here.person, channel=here.key, daily=wanted, every=1, never=now.never and not wanted)
        await _put(ctx, on, new)
    return await _view(ctx, here, character)


async def stop(ctx: EngineContext, here: Here) -> FirstView:
    """Let no character write first here until it is allowed again. Raises as ``shown``."""
    return await allow(ctx, here, 0)


async def keep_quiet(ctx: EngineContext, here: Here, text: str) -> FirstView:
    """Let nobody write in some hours: "22-9". Raises HoursNotUnderstood, and as ``shown``."""
    hours = hours_of(text)
    if hours is None:
        raise HoursNotUnderstood(hours=text)
    character = await _character(ctx, here)
    async with ctx.db.transaction() as on:
        now = await _given(on, here, character) or FirstConsent(here.person, character, here.key, 0)
        await _put(ctx, on, replace(now, quiet=hours))
    return await _view(ctx, here, character)


async def busy(ctx: EngineContext, here: Here, text: str, *, is_busy: bool = True) -> date:
    """Let no character write first on a day, or let them again; which day that is. Raises DayNotUnderstood."""
    zone = ZoneInfo((await settings_here(ctx.db, ctx.defaults, here)).timezone)
    day = coming_day(text, local_day(ctx.clock.now(), zone))
    if day is None:
        raise DayNotUnderstood(day=text)
    async with ctx.db.transaction() as on:
        await writing_first.set_busy(on, here.person, day, busy=is_busy)
        for consent, _ in await writing_first.consents(on, here.person):
            await _anew(ctx, on, consent)
    ctx.due_bell.set()
    return day


async def wish(ctx: EngineContext, here: Here, wanted: FirstWish, number: int | None = None) -> FirstView:
    """What somebody wants of a character that has written to them by itself: less, nothing of this, or never again.

    ``number`` is the message's plan; None: the newest one here. Raises NothingWrittenFirst where it is none of theirs;
    with "never" and no such message it is the character that plays here, and it raises as ``shown``.
    """
    character = await _meant(ctx, here, wanted, number)
    async with ctx.db.transaction() as on:
        now = await _given(on, here, character.character)
        if now is None:
            now = FirstConsent(here.person, character.character, here.key, 0)
        match wanted:
            case FirstWish.LESS if now.daily > 1:
                new = replace(now, daily=now.daily - 1)
            case FirstWish.LESS:
                new = replace(now, every=_FEWER.get(now.every, now.every))
            case FirstWish.TOPIC:
                new = replace(now, unwanted=now.unwanted | {character.topic})
            case FirstWish.NEVER:
                new = replace(now, never=True)
        await _put(ctx, on, new)
    return await _view(ctx, here, character.character)


async def follow(ctx: EngineContext, on: Transaction, left: ChannelKey, here: Here, cast: Collection[int]) -> None:
    """A chat with ``cast`` has moved here from the channel ``left``: who could write first there can do so here.

    That holds where it is the same person's alone. Anywhere else nobody has allowed it, and plans say so.
    """
    names = {it.id for it in await links.circle(on, here.person)}
    for consent in await writing_first.given_in(on, left):
        if consent.character not in cast:
            continue
        if here.private and consent.person in names:
            await _put(ctx, on, replace(consent, person=here.person, channel=here.key))
            continue
        for plan in await writing_first.open_plans(on, consent):
            await writing_first.drop(on, plan.id, Obstacle.ELSEWHERE)


async def planned(ctx: EngineContext, here: Here) -> list[PlanView]:
    """What characters plan to write to the person, and what became of the plans of the last week, in order."""
    zone = ZoneInfo((await settings_here(ctx.db, ctx.defaults, here)).timezone)
    found = await writing_first.plans_of(ctx.db, here.person, local_day(ctx.clock.now(), zone) - _SEEN)
    about = await _occasions(ctx, here.person)
    return [PlanView(it, zone.key, about.get(it.id, "")) for it in found]


@dataclass(frozen=True, slots=True)
class _Meant:
    """Which character a wish is about, and what "not about this" means: that date, else messages of that kind."""

    character: int
    topic: str = ""


async def _meant(ctx: EngineContext, here: Here, wanted: FirstWish, number: int | None) -> _Meant:
    if number is not None:
        every = await writing_first.plans_of(ctx.db, here.person, date.min)
        found = next((it for it in every if it.id == number), None)
    else:
        found = await writing_first.newest(ctx.db, here.person, here.key)
    if found is not None:
        return _Meant(found.character, found.new.ref if found.new.ref.startswith(DATE) else found.new.why.value)
    if number is not None or wanted is FirstWish.TOPIC:
        raise NothingWrittenFirst
    return _Meant(await _character(ctx, here))


async def _character(ctx: EngineContext, here: Here) -> int:
    if not here.private:
        raise FirstNotHere
    at = await head_line(ctx, here)
    if at.character is None:
        raise NobodyPlays
    return at.character


async def _given(on: Statements, here: Here, character: int) -> FirstConsent | None:
    """What somebody allows a character, under whichever of their names."""
    found = await writing_first.consents(on, here.person, character)
    return found[0][0] if found else None


async def _put(ctx: EngineContext, on: Statements, new: FirstConsent) -> None:
    await writing_first.put(on, new)
    await _anew(ctx, on, new)


async def _anew(ctx: EngineContext, on: Statements, consent: FirstConsent) -> None:
    """What is planned is planned anew, by what holds now."""
    await writing_first.plan_anew(on, consent)
    if consent.holds:
        kind = f"{PLANNING}/{consent.person}.{consent.character}"
        await writing_first.mark(on, consent.channel.space, kind, timedelta())
        ctx.due_bell.set()


async def _view(ctx: EngineContext, here: Here, character: int) -> FirstView:
    every = await writing_first.consents(ctx.db, here.person)
    own = next((it for it, _ in every if it.character == character), None)
    others = tuple(name for it, name in every if it.character != character and it.holds)
    called = (await garden.names(ctx.db, [character])).get(character, "?")
    each = await usual(ctx)
    settings = await settings_here(ctx.db, ctx.defaults, here)
    return FirstView(
        name=called,
        consent=own or FirstConsent(here.person, character, here.key, 0),
        zone=settings.timezone,
        each=each,
        percent=ctx.spending.shares[DayShare.FIRST],
        others=others,
    )


async def _occasions(ctx: EngineContext, person: int) -> dict[int, str]:
    """What the plans of a person that wait are about, by their number, as it is now."""
    found: dict[int, str] = {}
    for consent, _ in await writing_first.consents(ctx.db, person):
        held = await writing_first.hold(ctx.db, consent.person, consent.character)
        if held is None:
            continue
        here = await telling_of(ctx, ctx.db, held)
        for plan in await writing_first.open_plans(ctx.db, consent):
            reason = still_there(plan.new, here.telling, consent, here.zone)
            found[plan.id] = reason.occasion.about if reason else ""
    return found
