"""The dates of a person: birthdays, exams, promises, with what is to be done about each. Seen by that person alone."""

from dataclasses import replace
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from engine.actions.people import abouts
from engine.context import EngineContext
from engine.db.people import dates
from engine.errors import NoSuchDate, NoSuchLunarDay, WhenOver, WhenUnclear
from engine.rules.dates.meaning import date_meant, kind_of, over, speaks_lunar
from engine.rules.dates.occurring import anchor, moment_of, next_at
from engine.rules.dates.telling import lunar_words
from engine.turns.load import settings_here
from engine.values.chats.incoming import Here
from engine.values.house.setting_choices import Language
from engine.values.people.dates import DatedFact, DateKind, DateWish, FactDate, ShownDate

LONGEST: Final = 100
"""Characters of words that are said again because nobody understood them."""


async def listed(ctx: EngineContext, here: Here) -> list[ShownDate]:
    """Every dated fact of the person: what comes next first, then what is over, the newest first."""
    now = await _now(ctx, here)
    shown = [_shown(it, now) for it in await dates.dates_of(ctx.db, here.person, private_too=True)]
    ahead = sorted((it for it in shown if it.at is not None), key=lambda it: (it.at or now, it.fact.id))
    return [*ahead, *(it for it in reversed(shown) if it.at is None)]


async def show(ctx: EngineContext, here: Here, number: int) -> ShownDate:
    """The dated fact that ``number`` means now. Raises NoSuchFact, NoSuchDate."""
    fact = (await abouts.show(ctx, here, number)).known.fact
    found = await dates.dates_of(ctx.db, here.person, private_too=True)
    now = await _now(ctx, here)
    one = next((_shown(it, now) for it in found if it.fact.id == fact.id), None)
    if one is None:
        raise NoSuchDate(number=str(number))
    return one


async def add(ctx: EngineContext, here: Here, what: str, when: str, kind: DateKind | None = None) -> ShownDate:
    """Write a fact about oneself with its day; without a ``kind`` what its words say it is.

    Raises WhenUnclear, WhenOver, NoSuchLunarDay, and what adding a fact raises.
    """
    now = await _now(ctx, here)
    day = _meant(when, now, kind or kind_of(what))
    known = await abouts.add(ctx, here, what, day)
    return _shown(DatedFact(known.fact, day), now)


async def edit(ctx: EngineContext, here: Here, number: int, when: str) -> ShownDate:
    """Give a fact another day, or its first. Raises NoSuchFact, WhenUnclear, WhenOver, NoSuchLunarDay."""
    now = await _now(ctx, here)
    fact = (await abouts.show(ctx, here, number)).known.fact
    async with ctx.db.transaction() as on:
        known = {it.fact.id: it.date for it in await dates.dates_of(on, here.person, private_too=True)}
        old = known.get(fact.id)
        day = _meant(when, now, old.kind if old else kind_of(fact.text), old.wish if old else DateWish.MENTION)
        await dates.put(on, here.person, fact.id, day)
    return await show(ctx, here, fact.id)


async def wish(ctx: EngineContext, here: Here, number: int, wanted: DateWish) -> ShownDate:
    """Say what is to be done about a date. Raises NoSuchFact, NoSuchDate."""
    fact = (await abouts.show(ctx, here, number)).known.fact
    if not await dates.wish(ctx.db, here.person, fact.id, wanted):
        raise NoSuchDate(number=str(number))
    return await show(ctx, here, fact.id)


def lunar(on: FactDate, language: Language) -> str:
    """A day of the lunar calendar in words that can be typed: "农历八月十五"; "" for one of the other."""
    return lunar_words(on, language)


def _meant(when: str, now: datetime, kind: DateKind, wanted: DateWish = DateWish.MENTION) -> FactDate:
    day = date_meant(when, now, kind)
    if day is None:
        raise (NoSuchLunarDay if speaks_lunar(when) else WhenUnclear)(given=when[:LONGEST])
    if over(day, now):
        raise WhenOver(given=when[:LONGEST])
    return replace(day, wish=wanted)


def _shown(dated: DatedFact, now: datetime) -> ShownDate:
    day = anchor(dated.date)
    first = moment_of(dated.date, day, now) if day is not None else None
    return ShownDate(dated.fact, dated.date, next_at(dated.date, now), first)


async def _now(ctx: EngineContext, here: Here) -> datetime:
    settings = await settings_here(ctx.db, ctx.defaults, here)
    return ctx.clock.now().astimezone(ZoneInfo(settings.timezone))
