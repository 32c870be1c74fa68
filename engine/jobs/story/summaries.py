"""Automatic summaries: one replaces the middle of a talk, and the next one includes it."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from engine.context import EngineContext
from engine.db.memory import job_rows
from engine.jobs.context import JobContext
from engine.jobs.memory.reading import ReadingBatch, hidden_at, said_in
from engine.jobs.story.steps import ChronicleState, ChronicleStep, StepEnding, StepResult
from engine.jobs.story.summing import SummaryVoice, context_of, stretch_of, summed_up
from engine.jobs.story.telling import right_of
from engine.rules.chronicle.chapters import closed_chapters
from engine.rules.chronicle.imported import is_imported
from engine.rules.chronicle.summaries import (
    FOLDED,
    SUM_UP,
    SizedMessage,
    SummaryPlan,
    SummaryStart,
    asked_for,
    plan,
    redone_behind,
    rule_of,
    summary_start,
)
from engine.rules.lines import place_at
from engine.rules.recall.remembering.batches import BatchMessage
from engine.utility.asking import utility_role
from engine.values.chats.bodies import ChronicleBody
from engine.values.chats.entries import EntryKind, NewDerived, said_by
from engine.values.models.models import RoleName
from engine.values.story.chronicle import ChronicleKind, Recorded
from engine.values.story.chronicle_bodies import SummaryBody


async def next_summary(ctx: EngineContext, job: JobContext, state: ChronicleState) -> ChronicleStep | None:
    """The summary that is lacking first on a line; those that ended to be made again are among them."""
    rule = rule_of(job.settings, context_of(ctx, RoleName.CHAT))
    if rule is None or utility_role(ctx.roles) is None:
        return None
    acts = state.acts(EntryKind.CHRONICLE)
    chapters = closed_chapters(acts)
    start = chapters[-1].at if chapters else 0
    written = [it for it in state.rows if it.row.kind == ChronicleKind.SUMMARY and not is_imported(it.row)]
    at = await _start_here(ctx, job, written, start)
    said = await said_in(ctx.db, job, ((at.after + 1, job.line.head),))
    asked = asked_for((it.place.seq for it, what in said_by(acts, ChronicleBody) if what.act == SUM_UP), written, start)
    sized = [SizedMessage(it.seq, rule.size(it.text)) for it in said]
    found = plan(sized, rule, beginning=at.after == start, floor=at.floor, asked=asked)
    before = redone_behind(written, at.after)
    found = found or (_as_before(said, before, at) if before else None)
    return await _step(ctx, job, at, said, found, (before,) if before else ()) if found else None


def _as_before(said: Sequence[BatchMessage], before: Recorded, at: SummaryStart) -> SummaryPlan | None:
    """What people want summed up again, though by the settings that hold now nothing would be."""
    covered = [it.seq for it in said if before.row.from_seq <= it.seq <= before.row.to_seq]
    return SummaryPlan(covered[0], covered[-1], at.floor) if covered else None


async def _step(
    ctx: EngineContext,
    job: JobContext,
    at: SummaryStart,
    said: Sequence[BatchMessage],
    found: SummaryPlan,
    before: tuple[Recorded, ...],
) -> ChronicleStep:
    batch = tuple(it for it in said if found.first <= it.seq <= found.last)
    hidden = await hidden_at(ctx.db, job, (at.after + 1, found.at))
    place = place_at(job.line, max(found.at, hidden, *(it.place.seq for it in batch)))
    assert place is not None  # seqs of the line
    first = min((found.first, *(it.from_seq for it in at.base)))
    row = NewDerived(
        ChronicleKind.SUMMARY,
        place,
        job.character,
        stretch_of(job, first, found.last),
        body=SummaryBody(until=batch[-1].at.isoformat()),
        n=place.seq,  # what is made again lies further on
    )
    return ChronicleStep(
        kind=ChronicleKind.SUMMARY,
        place=place,
        reading=ReadingBatch(job, batch, ((found.first, found.last),)),
        make=partial(_make, ctx, job, at, batch, row),
        passed=StepResult((row,)),
        before=before,
        rows=tuple(it.id for it in at.base),
    )


async def _make(
    ctx: EngineContext, job: JobContext, at: SummaryStart, batch: Sequence[BatchMessage], row: NewDerived
) -> StepResult | None:
    """The summary, which ends those that it has taken in; None where the model has nothing to say of it."""
    errand, right = job.errand.to(ChronicleKind.SUMMARY), await right_of(ctx.db, job)
    telling = SummaryVoice(ctx, job, errand, job.settings.summary_length, right)
    earlier = [it.text for it in at.base if it.text]
    text = await summed_up(telling, earlier, batch)
    if not text:
        return None
    return StepResult((replace(row, text=text),), ends=tuple(StepEnding(it, FOLDED, by=0) for it in at.ends))


async def _start_here(ctx: EngineContext, job: JobContext, written: Sequence[Recorded], start: int) -> SummaryStart:
    """What the next summary goes on from; not from one that had been taken in and in which a message was changed."""
    stale: set[int] = set()
    while True:
        found = summary_start(written, start, stale)
        doubtful = [it for it in found.base if it.id not in found.ends]
        for it in doubtful:
            changed = await job_rows.revised_behind(ctx.db, job.key, job.line, it.place.seq + 1)
            if any(it.from_seq <= seq <= it.to_seq for seq in changed):
                stale.add(it.id)
        if stale.isdisjoint(it.id for it in doubtful):
            return found
