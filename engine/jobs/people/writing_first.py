"""Characters that write first: the days ahead are planned, and what was planned is written in its time, or never."""

from datetime import date, datetime, timedelta
from functools import partial
from typing import Final

from engine.context import EngineContext
from engine.db.chats import sessions
from engine.db.house import work
from engine.db.people import writing_first
from engine.db.people.writing_first import HeldConsent
from engine.db.postgres.pool import Transaction
from engine.errors import LeaseLost
from engine.jobs.chats.unasked import Unasked, is_waited_for, write_unasked
from engine.rules.writing_first.hours import local_day
from engine.rules.writing_first.planning import obstacle, plans, still_there
from engine.rules.writing_first.reasons import TellingReason
from engine.turns.inputs.telling_first import PLANNING, first_mark, telling_of
from engine.turns.runner import Runner
from engine.utility.day_share import is_left
from engine.values.chats.bodies import OccasionBody
from engine.values.chats.entries import Entry
from engine.values.chats.sessions import ChannelHead
from engine.values.chats.turns import HeadState
from engine.values.house.shares import DayShare
from engine.values.house.work import Due
from engine.values.people.writing_first import FirstConsent, Obstacle, Plan, PlanState

EVERY_SECONDS: Final = timedelta(minutes=30).total_seconds()
"""So often the days ahead are looked at."""
_LONGEST_WAIT: Final = timedelta(hours=1)
"""So long a mark waits at once: the clocks of the database and of the house may differ."""
_AGAIN: Final = timedelta(minutes=10)
"""When it is tried again where people were talking."""


async def due_first_plans(ctx: EngineContext) -> None:
    """Mark that each character that may write first plans the days ahead."""
    await writing_first.mark_all(ctx.db, PLANNING)
    ctx.due_bell.set()


async def plan_first(ctx: EngineContext, due: Due) -> None:
    """Plan the days ahead of a person and a character, once, whoever else does it. Raises LeaseLost."""
    person, _, character = due.kind.partition("/")[2].partition(".")
    async with ctx.db.transaction() as on:
        held = await writing_first.hold(on, int(person), int(character))
        if held is not None and held.consent.holds:
            await _plan(ctx, on, held)
        if not await work.finish_due(on, due):
            raise LeaseLost


async def _plan(ctx: EngineContext, on: Transaction, held: HeldConsent) -> None:
    consent, now = held.consent, ctx.clock.now()
    await writing_first.drop_late(on, consent, now)
    here = await telling_of(ctx, on, held)
    waiting: dict[int, datetime] = {}
    for plan in await writing_first.open_plans(on, consent):
        if still_there(plan.new, here.telling, consent, here.zone) is None:
            await writing_first.drop(on, plan.id, Obstacle.GONE)
        else:
            waiting[plan.id] = plan.new.begins
    waiting |= await writing_first.add(on, consent, plans(here.telling, consent, now, here.zone))
    for number, begins in waiting.items():
        kind = first_mark(held.address.platform, number)
        await writing_first.mark(on, consent.channel.space, kind, begins - now)


async def write_first(ctx: EngineContext, runner: Runner, platform: str, due: Due) -> None:
    """Write what was planned, if all still speaks for it; before its time the mark waits. Raises LeaseLost."""
    number = int(due.kind.partition("/")[2])
    plan = await writing_first.plan(ctx.db, number)
    found = await _channel_head(ctx, plan) if plan is not None and plan.state is PlanState.PLANNED else None
    if plan is None or found is None:
        await _end(ctx, due, plan)
        return
    early = plan.new.begins - ctx.clock.now()
    if early > timedelta():
        await work.postpone_due(ctx.db, due, min(early, _LONGEST_WAIT))
        return
    consent, channel_head = found
    claimed = await write_unasked(ctx, runner, platform, due, channel_head.key, partial(_choose, ctx, number))
    after = await writing_first.plan(ctx.db, number)
    if claimed is None and after is not None and after.state is PlanState.PLANNED:
        await writing_first.mark(ctx.db, consent.channel.space, due.kind, _AGAIN)


async def _channel_head(ctx: EngineContext, plan: Plan) -> tuple[FirstConsent, ChannelHead] | None:
    """Where a plan would be written; None where nothing is played, or nothing is allowed any more."""
    for consent, _ in await writing_first.consents(ctx.db, plan.person, plan.character):
        channel_head = await sessions.current(ctx.db, consent.channel)
        if consent.person == plan.person and channel_head is not None:
            return consent, channel_head
    return None


async def _end(ctx: EngineContext, due: Due, plan: Plan | None) -> None:
    async with ctx.db.transaction() as on:
        if plan is not None:
            await writing_first.drop(on, plan.id, Obstacle.ELSEWHERE)
        if not await work.finish_due(on, due):
            raise LeaseLost


async def _choose(ctx: EngineContext, number: int, on: Transaction, found: HeadState) -> Unasked | None:
    """Prove everything once more, and write down that it is written, or why it is not."""
    plan = await writing_first.plan(on, number)
    proved = await _proved(ctx, on, found, plan) if plan else None
    if plan is None or proved is None:
        return None
    said, today = proved
    if not isinstance(said, TellingReason):
        await writing_first.drop(on, number, said)
        return None
    if not await writing_first.wrote(on, number, found.channel_head, found.head, today):
        return None
    return Unasked(plan.character, said.occasion, plan.person)


async def may_still_write(ctx: EngineContext, on: Transaction, found: HeadState, occasion: Entry) -> bool:
    """Whether a message that could not be written at once may be written now; where not, its plan says why."""
    behind = occasion.body.behind if isinstance(occasion.body, OccasionBody) else 0
    plan = await writing_first.written_behind(on, found.channel_head.session_key, occasion.place.branch, behind)
    proved = await _proved(ctx, on, found, plan) if plan else None
    if plan is None or proved is None:
        return False
    said, _ = proved
    if not await is_waited_for(ctx, on, found, plan.person, occasion.said_at):
        said = Obstacle.LATE
    if isinstance(said, TellingReason):
        return True
    await writing_first.take_back(on, plan.id, said)
    return False


async def _proved(
    ctx: EngineContext, on: Transaction, found: HeadState, plan: Plan
) -> tuple[Obstacle | TellingReason, date] | None:
    """What a plan is about, or what speaks against it now, and which day it is; None where nothing was ever allowed."""
    held = await writing_first.hold(on, plan.person, plan.character)
    if held is None:
        return None
    here, now = await telling_of(ctx, on, held, plan.id), ctx.clock.now()
    said = obstacle(plan.new, here.telling, held.consent, now, here.zone)
    if here.channel_head is None or here.channel_head.key != found.channel_head.key:
        said = Obstacle.ELSEWHERE
    spender = ctx.spending.spender(held.consent.channel.space, held.consent.channel.channel, plan.person)
    if isinstance(said, TellingReason) and not await is_left(ctx, on, DayShare.FIRST, spender, plan.id):
        said = Obstacle.BUDGET
    return said, local_day(now, here.zone)
