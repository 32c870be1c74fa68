"""Which stretch of talk is read next for facts: what nobody has read, what was revised, what is to be read again."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from engine.context import EngineContext
from engine.db.chats import audiences
from engine.db.memory import job_rows, progress
from engine.db.postgres.pool import Statements, Transaction
from engine.jobs.context import JobContext, acts_of, job_context_of, job_contexts
from engine.rules.acts import hidden_span
from engine.rules.bodies.due import stretch_of
from engine.rules.recall.remembering.batches import (
    LINES_A_ROUND,
    BatchMessage,
    first_unread,
    next_batch,
    read_alike,
    read_upto,
)
from engine.rules.recall.remembering.sources import FACTS
from engine.values.chats.bodies import HideBody
from engine.values.chats.entries import EntryKind, Place, said_by
from engine.values.house.due_bodies import StretchMark
from engine.values.house.work import Due

MOST_BACKLOG = 1_000
"""Entries that are looked back on: a story that was brought in is not read from its beginning, at anybody's cost."""
BEFORE = 8
"""Entries before the first unread one that are looked at for where its exchange began."""
MOST_SAID = 5_000
"""Messages that are looked at together, a day's at most; what was read is compared with as many."""
AROUND = 2
MOST_REVISED = 6
MOST_AGAIN = 60
"""Messages that are read again at once: what a fact was made of may lie far apart."""

Span = tuple[int, int]


class ReadingChanged(Exception):
    """What was read is not what stands there now."""


@dataclass(frozen=True, slots=True)
class ReadingBatch:
    """A batch of one line. ``read``: how far each branch is read with it. ``more``: something is left unread."""

    job: JobContext
    batch: tuple[BatchMessage, ...]
    spans: tuple[Span, ...] = ()
    read: dict[int, int] = field(default_factory=dict[int, int])
    more: bool = False


async def next_reading(ctx: EngineContext, due: Due) -> ReadingBatch | None:
    """What a mark asks to be read; None when nothing is left."""
    if (stretch := stretch_of(due.body)) is not None:
        return await _again(ctx, due, stretch)
    found = await job_contexts(ctx, due.key)
    read = await progress.progress(ctx.db, due.key, FACTS)
    for job in found:
        reading = await _unread(ctx, job, read)
        if reading is not None:
            return replace(reading, more=reading.more or len(found) > 1)
    return None


async def unchanged(ctx: EngineContext, on: Transaction, reading: ReadingBatch) -> None:
    """From here on nobody revises or erases what was read. Raises ReadingChanged when somebody has."""
    if not reading.batch:
        return
    job = reading.job
    places = [Place(it.branch, it.seq) for it in reading.batch]
    await job_rows.keep_still(on, job.played.channel_head.key, job.key.session, places)
    line = await ctx.lines.current(on, job.key, job.line.segments[-1].branch)
    now = {it.seq: (it.place, it.text) for it in await said_in(on, replace(job, line=line), reading.spans)}
    if any(now.get(it.seq) != (it.place, it.text) for it in reading.batch):
        raise ReadingChanged


async def said_in(on: Statements, job: JobContext, spans: Sequence[Span], limit: int = MOST_SAID) -> list[BatchMessage]:
    """What was said in stretches of a line, each message once, without what is hidden from the model."""
    hidden = await _hidden(on, job)
    found: dict[int, BatchMessage] = {}
    for span in spans:
        for it in await job_rows.spoken(on, job.key, job.line, span, limit):
            found[it.seq] = it
    return [it for _, it in sorted(found.items()) if it.seq not in hidden]


async def hidden_at(on: Statements, job: JobContext, span: Span) -> int:
    """The seq from which on the model may read of a stretch no more than it may now; 0 where it may read all of it."""
    hidden = {it: 0 for it in await _hidden(on, job) if span[0] <= it <= span[1]}
    for act, what in said_by(await acts_of(on, job, [EntryKind.HIDE]), HideBody) if hidden else ():
        seqs = hidden_span(act, what)
        if any(it in seqs for it in hidden):
            hidden[seqs[0]] = act.place.seq
    return max(hidden.values(), default=0)


async def _unread(ctx: EngineContext, job: JobContext, read: dict[int, int]) -> ReadingBatch | None:
    line = job.line
    first = max(first_unread(line, read), line.head - MOST_BACKLOG)
    if first > line.head:
        return None
    if not job.settings.facts:  # what was said while they were off is never read
        return ReadingBatch(job, (), read=read_upto(line, line.head))
    rounds = job.settings.core_rounds
    span = (max(1, first - BEFORE), line.head)
    said = await said_in(ctx.db, job, (span,), rounds * LINES_A_ROUND + BEFORE)
    fresh = next_batch(said, first, rounds)
    more = bool(fresh) and fresh[-1].seq < said[-1].seq
    older = await _revised(ctx, job, first)
    spans = (*older, *([(fresh[0].seq, fresh[-1].seq)] if fresh else []))
    batch = read_alike(await said_in(ctx.db, job, spans)) if older else fresh
    upto = read_upto(line, fresh[-1].seq if more else line.head)
    return ReadingBatch(await _told_to_them(ctx, job, batch), tuple(batch), spans, upto, more)


async def _revised(ctx: EngineContext, job: JobContext, first: int) -> tuple[Span, ...]:
    """Where older messages have got another text since, with what stands around them."""
    targets = await job_rows.revised_behind(ctx.db, job.key, job.line, first)
    return tuple((max(1, it - AROUND), it + AROUND) for it in targets[-MOST_REVISED:])


async def _again(ctx: EngineContext, due: Due, stretch: StretchMark) -> ReadingBatch | None:
    """The stretch that a mark names: something that was made from it is no more."""
    job = await job_context_of(ctx, due.key, stretch.branch)
    if job is None or not job.settings.facts:
        return None
    span = (stretch.first, stretch.last)
    batch = read_alike(await said_in(ctx.db, job, (span,), MOST_AGAIN))
    if not batch:
        return None
    return ReadingBatch(await _told_to_them(ctx, job, batch), tuple(batch), ((span[0], batch[-1].seq),))


async def _told_to_them(ctx: EngineContext, job: JobContext, batch: Sequence[BatchMessage]) -> JobContext:
    """The job of a batch: what is known already is what those may be told who could read the batch."""
    audience = batch[-1].audience if batch else frozenset[int]()
    covered = await audiences.covered_by(ctx.db, job.key.space, audience)
    return replace(job, played=replace(job.played, covered=covered))


async def _hidden(on: Statements, job: JobContext) -> frozenset[int]:
    """The messages that people keep from the model."""
    hidden: set[int] = set()
    for act, what in said_by(await acts_of(on, job, [EntryKind.HIDE]), HideBody):
        span = set(hidden_span(act, what))
        hidden = hidden | span if what.hidden else hidden - span
    return frozenset(hidden)
