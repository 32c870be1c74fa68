"""What brings marks back that were lost, and vectors of another model up to date: at each start, and every night."""

from datetime import timedelta

from engine.context import EngineContext
from engine.db.house import access, allowances, work
from engine.db.memory import facts, job_rows, remembering, vectors
from engine.db.postgres.pool import Statements
from engine.errors import LeaseLost
from engine.jobs.memory.diary import PLAYED_WITHIN
from engine.jobs.memory.embed import PEOPLE, model_in_use
from engine.rules.recall.remembering.sources import CHRONICLE, EMBED, FACTS, REMEMBER
from engine.turns.intake.holding import KEPT_FOR
from engine.utility.asking import utility_role
from engine.values.house.work import Due
from engine.values.ids import SessionKey
from engine.work.crashpoints import maybe_crash

SWEEP = "sweep"
HOUSE = SessionKey(0, 0)
AFTER_START = timedelta(seconds=30)
AT_ONCE = 200
"""So many sessions are marked for other vectors together; the next ones when these are done."""
AGAIN = timedelta(minutes=1)
DROPPED = 5_000
TOLD_DAYS = timedelta(days=3)
"""What was told of a day's allowance is kept so long: somewhere on earth that day may still go on."""


async def mark_sweep(on: Statements, *, after: timedelta = timedelta()) -> None:
    """Have the house swept; two processes that ask get one sweep."""
    await work.mark_due(on, HOUSE, SWEEP, after=after)


async def sweep(ctx: EngineContext, due: Due) -> None:
    """Mark what has not been read or embedded. When nothing lacks vectors any more, those of older models go.

    What was told of the allowances of past days goes too, and what people said a week ago who still wait to be let in.
    """
    unread = await remembering.sessions_unread(ctx.db, REMEMBER)
    await work.mark_each_due(ctx.db, unread, REMEMBER)
    await access.empty_held(ctx.db, KEPT_FOR)
    await allowances.forget_told(ctx.db, ctx.clock.now().date() - TOLD_DAYS)
    if utility_role(ctx.roles) is not None:
        for kind in (FACTS, CHRONICLE):
            talked = await job_rows.sessions_with_talk(ctx.db, PLAYED_WITHIN, kind)
            await work.mark_each_due(ctx.db, talked, kind)
    ctx.due_bell.set()
    model = await model_in_use(ctx)
    lacking = await vectors.sessions_lacking(ctx.db, model, AT_ONCE)
    if await facts.lacking(ctx.db, model, 1):
        lacking = [*lacking, PEOPLE]
    if not lacking:
        for drop in (vectors.drop_others, facts.drop_others):
            while await drop(ctx.db, model, DROPPED):
                pass
    async with ctx.db.transaction() as on:
        await work.mark_each_due(on, lacking, EMBED)
        left = await (work.postpone_due(on, due, AGAIN) if lacking else work.finish_due(on, due))
        if not left:
            raise LeaseLost
        maybe_crash("in_sweep")
    ctx.due_bell.set()
