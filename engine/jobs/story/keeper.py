"""Keeps the chronicle of a story: the first missing step in story order, then the next, each in one transaction."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import structlog

from engine.context import EngineContext
from engine.db.house import work
from engine.db.memory import derivations, memories
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
from engine.rules.chronicle.again import AGAIN
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

STEPS_A_CLAIM: Final = 4
"""So many steps are taken before others have their turn."""

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class _Task:
    """A step on a line, and what people have put right there before it is taken."""

    job: JobContext
    step: ChronicleStep
    right: Sequence[str]


async def keep(ctx: EngineContext, due: Due) -> None:
    """Take the next steps. Without a model for one none is taken, and nothing is waited for."""
    found = [await paged_where_long(ctx, it) for it in await job_contexts(ctx, due.key)]
    async with put_off(ctx, due):
        held: Due | None = due
        left = STEPS_A_CLAIM
        while held is not None:
            states: list[ChronicleState] = []
            task = await _first(ctx, found, states)
            if task is None:
                await _all_kept(ctx, held, list(zip(found, states, strict=True)))
                return
            left -= 1
            held = await _store(ctx, held, task, await _made(held, task.step), last=not left)


async def _first(ctx: EngineContext, found: Sequence[JobContext], states: list[ChronicleState]) -> _Task | None:
    """The step to be taken next on the first line where one is lacking; one that somebody waits for before others.

    How it stands on the lines that were looked at is added to ``states``.
    """
    for job in found:
        state = await _state(ctx, job)
        states.append(state)
        steps = [step for plan in PLANNERS if (step := await plan(ctx, job, state)) is not None]
        if steps:
            right = await right_of(ctx.db, job)
            step = min(steps, key=lambda it: (not it.waited_for, it.beside, it.place.seq))
            return _Task(job, step, right)
    return None


async def _state(ctx: EngineContext, job: JobContext) -> ChronicleState:
    """All that planners have to know: of what comes with pages, only what is recent; judgements are looked up."""
    others = [it for it in ChronicleKind if it not in (*PAGED, ChronicleKind.JUDGED)]
    found = await chronicle.standing(ctx.db, job.key, job.line, PAGED, others, sorted(AGAIN))
    return ChronicleState(found.rows, await acts_of(ctx.db, job, ASKING), found.settled, found.again)


async def _made(due: Due, step: ChronicleStep) -> StepResult | None:
    """What comes of a step; None where the model has nothing to say, or no answer, time and again."""
    try:
        return await step.make()
    except UNANSWERABLE as error:
        if due.tries < MOST_TRIES:
            raise
        _log.warning("step passed over", step=step.kind, error=str(error), action="choose a model that can do it")
        return None


async def _store(ctx: EngineContext, due: Due, task: _Task, told: StepResult | None, *, last: bool) -> Due | None:
    """What came of the step, all or nothing; the claim, to go on with what may be lacking next.

    None where it ended: with what was ``last``, for others have their turn and the mark is made again, or with a step
    that came to nothing, which would be found again without end.
    """
    key = task.job.key
    async with ctx.db.transaction() as on:
        made = told or await passed(ctx, on, task.job, task.step)
        new = await _write(ctx, on, task, made)
        says = await _planned(on, task, made) if new else ()
        if made.memories:
            await work.mark_due(on, key, EMBED)
        if new and last:
            await work.mark_due(on, key, CHRONICLE)
        goes_on = new and not last
        kept = await work.keep_due(on, due) if goes_on else None
        if kept is None and (goes_on or not await work.finish_due(on, due)):
            raise LeaseLost
        maybe_crash("in_chronicle")
    if not new:
        _log.error("step came to nothing", step=task.step.kind, action="report this with the log")
    if made.notice and says:
        ctx.shows.tell(_channel(task), Noticed(made.notice, says[0]))
    return kept


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


async def _all_kept(ctx: EngineContext, due: Due, found: Sequence[tuple[JobContext, ChronicleState]]) -> None:
    """Nothing is lacking on any of the lines, as far as they go now."""
    read: dict[int, int] = {}
    for job, state in found:
        if job.line.head - state.settled >= settled.EVERY:
            await settled.settle(ctx.db, job.key, job.line)
        for branch, seq in read_upto(job.line, job.line.head).items():
            read[branch] = max(seq, read.get(branch, 0))
    maybe_crash("in_chronicle")
    if not await work.finish_reading(ctx.db, due, CHRONICLE, read):
        raise LeaseLost
