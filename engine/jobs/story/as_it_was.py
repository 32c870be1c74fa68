"""Rows that were to be written anew, where no model can: they stay as they were, unless they hold what must go.

Whatever ends a row so that it is written anew names it in ``ChronicleStep.before``. A row goes if a message that it was
made from was changed, hidden or erased since, or if somebody has corrected it or had it forgotten.
"""

from collections.abc import Sequence
from dataclasses import replace

from engine.context import EngineContext
from engine.db.chats.changes import changes_behind
from engine.db.memory import job_rows
from engine.db.postgres.pool import Transaction
from engine.db.story import chronicle
from engine.jobs.context import JobContext
from engine.jobs.story.steps import ChronicleStep, StepResult
from engine.jobs.story.telling import corrections_of
from engine.rules.chronicle.by_hand import REDONE, moved, tells
from engine.rules.lines import lies_on
from engine.values.chats.entries import NewDerived, Range
from engine.values.story.chronicle import Recorded


async def passed(ctx: EngineContext, on: Transaction, job: JobContext, step: ChronicleStep) -> StepResult:
    """What is stored where nobody has an answer to ``step``; nothing more is said on the line until that is done."""
    if not step.before:
        return step.passed
    await job_rows.keep_still(on, job.played.channel_head.key, job.key.session, [it.row.place for it in step.before])
    now = replace(job, line=await ctx.lines.current(on, job.key, job.line.segments[-1].branch))
    before = await chronicle.recorded(on, job.key, now.line, [it.row for it in step.before])
    sources = await chronicle.sources_of(on, job.key, [it.row.id for it in before])
    again = [
        moved(recorded.row, sources[recorded.row.id], step.place)
        for recorded in before
        if recorded.row.text and (recorded.ended_at is None or recorded.reason == REDONE)
        if recorded.row.id in sources and await _holds(on, now, recorded, sources[recorded.row.id])
    ]
    return replace(step.passed, rows=_put(step.passed.rows, again))


async def _holds(on: Transaction, job: JobContext, recorded: Recorded, sources: Sequence[Range]) -> bool:
    """Whether its messages read as they did, and nobody has corrected what it tells."""
    for change in await changes_behind(on, job.key, recorded.row.place.seq, max(one.to_seq for one in sources)):
        about = any(one.from_seq <= change.last and change.first <= one.to_seq for one in sources)
        if about and lies_on(job.line, change.place):
            return False
    return not any(tells(recorded.row, was, now) for was, now in await corrections_of(on, job))


def _put(rows: Sequence[NewDerived], again: Sequence[NewDerived]) -> tuple[NewDerived, ...]:
    """``rows`` with those that stand ``again`` in place of the first of their kind, or else behind them."""
    instead = {it.kind: it for it in reversed(again)}
    put = [instead.pop(it.kind, it) for it in rows]
    return (*put, *(it for it in again if not any(it is one for one in put)))
