"""Keeps the chronicle of a story: each claim takes the first missing step in story order, in one transaction."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import structlog

from engine.context import EngineContext
from engine.db.house import work
from engine.db.memory import derivations, memories, progress
from engine.db.postgres.pool import Transaction
from engine.db.story import chronicle, settled
from engine.errors import LeaseLost
from engine.jobs.context import JobContext, acts_of, job_contexts
from engine.jobs.memory.reading import ReadingChanged, unchanged
from engine.jobs.put_off import put_off
from engine.jobs.story.as_it_was import passed
from engine.jobs.story.chapters import next_chapter
from engine.jobs.story.compress import plan_compress
from engine.jobs.story.elsewhere import end_where_changed
from engine.jobs.story.evolve import evolve
from engine.jobs.story.initiation import plan_initiation
from engine.jobs.story.judge import judge
from engine.jobs.story.long_talk import paged_where_long
from engine.jobs.story.merge import plan_merge
from engine.jobs.story.pages import plan_page
from engine.jobs.story.remake import plan_remake
from engine.jobs.story.steps import ASKING, PAGED, ChronicleState, ChronicleStep, Planner, StepResult
from engine.jobs.story.summaries import next_summary
from engine.jobs.story.telling import right_of
from engine.rules.recall.remembering.batches import read_upto
from engine.rules.recall.remembering.sources import CHRONICLE, EMBED
from engine.utility.asking import MOST_TRIES, UNANSWERABLE
from engine.values.chats.entries import Retirement
from engine.values.chats.outgoing import Noticed, Sending
from engine.values.house.work import Due, NewSending
from engine.values.ids import ChannelKey
from engine.values.story.chronicle import ChronicleKind
from engine.work.crashpoints import maybe_crash

PLANNERS: Final[tuple[Planner, ...]] = (
    next_chapter,
    plan_remake,
    plan_page,
    plan_compress,
    plan_merge,
    next_summary,
    evolve,
    judge,
    plan_initiation,
)
"""Who says what is lacking. Of steps that lie at one place, the step of the first of them is taken."""

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class _Task:
    """A step on a line, and what people have put right there before it is taken."""

    job: JobContext
    step: ChronicleStep
    right: Sequence[str]


async def keep(ctx: EngineContext, due: Due) -> None:
    """Take the next step. Without a model for it none is taken, and nothing is waited for."""
    found = [await paged_where_long(ctx, it) for it in await job_contexts(ctx, due.key)]
    async with put_off(ctx, due):
        task = await _first(ctx, found)
        if task is None:
            await _all_kept(ctx, due, found)
        else:
            await _store(ctx, due, task, await _made(due, task.step))


async def _first(ctx: EngineContext, found: Sequence[JobContext]) -> _Task | None:
    """The step to be taken next on the first line where one is lacking; one that somebody waits for before others."""
    for job in found:
        state = await _state(ctx, job)
        steps = [step for plan in PLANNERS if (step := await plan(ctx, job, state)) is not None]
        if steps:
            right = await right_of(ctx.db, job)
            step = min(steps, key=lambda it: (not it.waited_for, it.beside, it.place.seq))
            return _Task(job, step, right)
    return None


async def _state(ctx: EngineContext, job: JobContext) -> ChronicleState:
    """All that planners have to know: of what comes with pages, only what is recent; judgements are looked up."""
    others = [it for it in ChronicleKind if it not in (*PAGED, ChronicleKind.JUDGED)]
    rows = await chronicle.history(ctx.db, job.key, job.line, others)
    paged = await chronicle.recent(ctx.db, job.key, job.line, PAGED)
    return ChronicleState([*rows, *paged], await acts_of(ctx.db, job, ASKING))


async def _made(due: Due, step: ChronicleStep) -> StepResult | None:
    """What comes of a step; None where the model has nothing to say, or no answer, time and again."""
    try:
        return await step.make()
    except UNANSWERABLE as error:
        if due.tries < MOST_TRIES:
            raise
        _log.warning("step passed over", step=step.kind, error=str(error), action="choose a model that can do it")
        return None


async def _store(ctx: EngineContext, due: Due, task: _Task, told: StepResult | None) -> None:
    """What came of the step, the mark for what may be lacking next and the end of this one, all or nothing."""
    key = task.job.key
    async with ctx.db.transaction() as on:
        made = told or await passed(ctx, on, task.job, task.step)
        new = await _write(ctx, on, task, made)
        says = await _planned(on, task, made) if new else ()
        if made.memories:
            await work.mark_due(on, key, EMBED)
        if new:  # else the same step would be found again, without end
            await work.mark_due(on, key, CHRONICLE)
        if not await work.finish_due(on, due):
            raise LeaseLost
        maybe_crash("in_chronicle")
    if not new:
        _log.error("step came to nothing", step=task.step.kind, action="report this with the log")
    if made.notice and says:
        ctx.shows.tell(_channel(task), Noticed(made.notice, says[0]))


async def _planned(on: Transaction, task: _Task, made: StepResult) -> tuple[Sending, ...]:
    """What is said of it where the line is played outlives a crash."""
    if made.notice is None:
        return ()
    if made.of:
        told = await work.plan_progress(on, _channel(task), task.job.key.session, made.of, made.notice)
        return (told,)
    notice = NewSending("notice", notice=made.notice)
    return await work.plan(on, _channel(task), task.job.key.session, None, [notice])


def _channel(task: _Task) -> ChannelKey:
    return ChannelKey(task.job.key.space, task.job.played.channel_head.channel)


async def _write(ctx: EngineContext, on: Transaction, task: _Task, made: StepResult) -> bool:
    """Write down what came of a step; whether anything is new. Raises ReadingChanged."""
    key, step = task.job.key, task.step
    await unchanged(ctx, on, step.reading)
    if await right_of(on, task.job) != list(task.right):  # the model was told something else
        raise ReadingChanged
    await _still_there(ctx, on, task, made)
    rows = [await derivations.derive(on, key, row) for row in made.rows]
    remembered = await memories.remember(on, key, made.memories)
    for end in made.ends:
        by = rows[end.by] if end.by is not None else None
        await derivations.retire(on, key, Retirement(end.row, step.place, end.reason, by=by))
    stored = [*zip(rows, made.rows, strict=True), *zip(remembered, made.memories, strict=True)]
    await end_where_changed(on, key, [(row, it.place, it.sources) for row, it in stored if row is not None])
    await settled.unsettle(on, key, min([step.place.seq, *(it.place.seq for it in made.rows)]))
    return bool(made.ends) or any(it is not None for it in (*rows, *remembered))


async def _still_there(ctx: EngineContext, on: Transaction, task: _Task, made: StepResult) -> None:
    """From here on nobody erases what the step was made from, or ends what it ends; else raises ReadingChanged."""
    ends, rows = [it.row for it in made.ends], list(task.step.rows)
    if not ends and not rows:
        return
    job = task.job
    line = await ctx.lines.current(on, job.key, job.line.segments[-1].branch)
    if not await chronicle.still_live(on, job.key, line, live=ends, there=rows):
        raise ReadingChanged


async def _all_kept(ctx: EngineContext, due: Due, found: Sequence[JobContext]) -> None:
    """Nothing is lacking on any of the lines, as far as they go now."""
    for job in found:
        await settled.settle(ctx.db, job.key, job.line)
    async with ctx.db.transaction() as on:
        for job in found:
            for branch, seq in read_upto(job.line, job.line.head).items():
                await progress.advance(on, due.key, CHRONICLE, branch, seq)
        if not await work.finish_due(on, due):
            raise LeaseLost
        maybe_crash("in_chronicle")
