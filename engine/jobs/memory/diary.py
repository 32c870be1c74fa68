"""A page of the diary for each day that is over, in the character's voice."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

import structlog
from pydantic import BaseModel

from engine.context import EngineContext
from engine.db.house import work
from engine.db.memory import corrections, job_rows, memories, progress
from engine.db.postgres.pool import Statements
from engine.errors import InputError, LeaseLost
from engine.jobs.context import JobContext, acts_of, job_context_of, job_contexts
from engine.jobs.memory.reading import ReadingBatch, ReadingChanged, Span, said_in, unchanged
from engine.jobs.put_off import put_off
from engine.jobs.story.elsewhere import end_where_changed
from engine.rules.bodies.due import stretch_of
from engine.rules.casting import version_at
from engine.rules.chronicle.again import MADE_AGAIN
from engine.rules.lines import place_at
from engine.rules.recall.remembering.batches import (
    BatchMessage,
    as_lines,
    as_statements,
    between,
    condensed,
    evenly,
    first_unread,
    place_of,
    ranges,
    read_upto,
)
from engine.rules.recall.remembering.embedded import embedded_text
from engine.rules.recall.remembering.sources import EMBED, PAGES
from engine.rules.recall.telling.diary_days import Day, Uttered, days, finished
from engine.rules.recall.words.words import terms
from engine.utility.asking import MOST_TRIES, UNANSWERABLE, ask, data_prompt, utility_role, words_for
from engine.values.chats.entries import EntryKind, Place
from engine.values.house.work import Due
from engine.values.memory.memories import MemoryKind, NewMemory, Tag
from engine.values.models.prompts import PromptMessage
from engine.work.crashpoints import maybe_crash

MOST_BACKLOG = 3_000
OLDEST = timedelta(days=14)
"""Days further back get no page by themselves: a story that was brought in would cost a call for each of its days."""
PLAYED_WITHIN = timedelta(days=60)
MOST_LINES = 300
TALK_CHARACTERS = 16_000
CARD_CHARACTERS = 3_000
MOST_PEOPLE = 400
"""A page about more of them belongs to nobody, so it is told nowhere else; an index could not hold their numbers."""
LONGEST_PAGE = 4_000
LONGEST_ANSWER = 1_500

_log = structlog.get_logger(__name__)


class DiaryAnswer(BaseModel):
    """What the model answers."""

    page: str


@dataclass(frozen=True, slots=True)
class DiaryTask:
    """A day to be written about; ``after`` is where an older page of it ended, 0 when there was none.

    ``kind``: by what the progress of the diary is known.
    """

    reading: ReadingBatch
    after: int = 0
    kind: str = PAGES


async def due_pages(ctx: EngineContext) -> None:
    """Mark the sessions where a day may have ended without a page; forget corrections that nobody said yes to."""
    await corrections.drop_old(ctx.db)
    if utility_role(ctx.roles) is not None:
        await work.mark_each_due(ctx.db, await job_rows.sessions_with_talk(ctx.db, PLAYED_WITHIN, PAGES), PAGES)
        ctx.due_bell.set()


async def write_page(ctx: EngineContext, due: Due) -> None:
    """Write the next page that is lacking. Without a model for it none is written, and nothing is waited for."""
    task = await _task(ctx, due)
    async with put_off(ctx, due):
        right = await _right(ctx.db, task.reading.job) if task else []
        text = await _written(ctx, due, task, right) if task and task.reading.batch else ""
        await _store(ctx, due, task, text, right)


async def _task(ctx: EngineContext, due: Due) -> DiaryTask | None:
    if (again := stretch_of(due.body)) is not None:
        job = await job_context_of(ctx, due.key, again.branch)
        return await _about(ctx, job, (again.first, again.last)) if job else None
    found = [it for job in await job_contexts(ctx, due.key) for it in _diaries(job)]
    for job, kind in found:
        task = await _lacking(ctx, job, await progress.progress(ctx.db, due.key, kind))
        if task is not None:
            return replace(task, kind=kind, reading=replace(task.reading, more=True))
    for job, _ in found:  # last: one that the model has no words for must not keep the others waiting
        task = await _ended(ctx, job)
        if task is not None:
            return task
    return None


def _diaries(job: JobContext) -> list[tuple[JobContext, str]]:
    """Each character keeps one of its own, read as far as its kind of progress says."""
    others = [(job.of(it), f"{PAGES}.{it}") for it in job.cast[1:]]
    return [(job, PAGES), *others]


async def _about(ctx: EngineContext, job: JobContext, span: Span, after: int = 0) -> DiaryTask | None:
    batch = job.heard(await said_in(ctx.db, job, (span,)))
    return DiaryTask(ReadingBatch(job, tuple(batch), (span,)), after) if batch else None


async def _ended(ctx: EngineContext, job: JobContext) -> DiaryTask | None:
    """The newest page of a day that ended because of what it told, and that no other page has taken the place of."""
    pages = await job_rows.pages(ctx.db, job.key, job.line, job.character)
    for page in pages:
        newer = any(it.id > page.id and it.from_seq <= page.to_seq and page.from_seq <= it.to_seq for it in pages)
        if page.ended_at is not None and page.reason in MADE_AGAIN and not newer:
            task = await _about(ctx, job, (page.from_seq, page.to_seq), page.ended_at)
            if task is not None:
                return replace(task, reading=replace(task.reading, more=True))
    return None


async def _lacking(ctx: EngineContext, job: JobContext, read: dict[int, int]) -> DiaryTask | None:
    """The first day that is over and was not thought of; without messages when none of them needs a page."""
    line, now = job.line, ctx.clock.now()
    first = max(first_unread(line, read), line.head - MOST_BACKLOG)
    said = await said_in(ctx.db, job, ((first, line.head),)) if first <= line.head else []
    uttered = [Uttered(it.seq, it.at, _is_own_reply(job, it)) for it in said]
    over = finished(days(uttered, job.zone), job.zone, now)
    if not over:
        return None
    oldest = (now - OLDEST).astimezone(job.zone).date()
    for day in over:
        if day.replies >= job.settings.diary_turns and day.date >= oldest:
            return DiaryTask(_reading(job, said, day))
    return DiaryTask(ReadingBatch(job, (), read=read_upto(line, over[-1].last)))


def _is_own_reply(job: JobContext, said: BatchMessage) -> bool:
    """Where several play, a day is long enough for who has said enough in it."""
    return said.character is not None and (len(job.cast) == 1 or said.character == job.character)


def _reading(job: JobContext, said: Sequence[BatchMessage], day: Day) -> ReadingBatch:
    batch = tuple(job.heard(it for it in said if day.first <= it.seq <= day.last))
    return ReadingBatch(job, batch, ((day.first, day.last),), read_upto(job.line, day.last))


async def _written(ctx: EngineContext, due: Due, task: DiaryTask, right: Sequence[str]) -> str:
    """The page; "" where the model has none, time and again: the day is passed over."""
    job = task.reading.job
    prompt = await _prompt(ctx, job, task.reading.batch, right)
    try:
        written = await ask(ctx, job.errand.to("diary"), prompt, DiaryAnswer, LONGEST_ANSWER)
    except UNANSWERABLE as error:
        if due.tries < MOST_TRIES:
            raise
        _log.warning("day passed over", error=str(error), action="choose a model that can write pages")
        return ""
    return written.page.strip()[:LONGEST_PAGE]


async def _prompt(
    ctx: EngineContext, job: JobContext, batch: Sequence[BatchMessage], known: Sequence[str]
) -> tuple[PromptMessage, ...]:
    language, mark = job.settings.language, job.mark
    said = evenly(batch, MOST_LINES)
    talk = as_lines(said, mark, job.zone, condensed(said, TALK_CHARACTERS))
    right = as_statements(known, mark)
    blocks = [
        between(mark, words_for(language, "The character", "角色"), as_statements(await _card(ctx, job), mark)),
        *([between(mark, words_for(language, "Known to be right", "已确认的事实"), right)] if right else []),
        between(mark, words_for(language, "The talk of the day", "当天的对话"), talk),
    ]
    return data_prompt(ctx.texts[language].page.replace("{mark}", mark), blocks)


async def _card(ctx: EngineContext, job: JobContext) -> list[str]:
    """Who the character is, as far as a page needs it."""
    acts = await acts_of(ctx.db, job, [EntryKind.MEMBER])
    version = version_at(acts, job.character)
    try:
        card = await ctx.cards.card(ctx.db, job.character, version) if version else None
    except InputError:  # a page needs no card
        card = None
    if card is None:
        return []
    texts = (card.called, card.personality[:CARD_CHARACTERS], card.description[:CARD_CHARACTERS])
    return [it.replace("{{char}}", card.called) for it in texts if it.strip()]


async def _right(on: Statements, job: JobContext) -> list[str]:
    """What people have put right."""
    scope, kinds = job.scope(Tag.CORE, Tag.MANUAL), (MemoryKind.CORE, MemoryKind.MANUAL)
    found, _ = await memories.listing(on, scope, offset=0, limit=100, kinds=kinds)
    return [it.text for it in found if it.body.marks.was is not None]


async def _store(ctx: EngineContext, due: Due, task: DiaryTask | None, text: str, right: Sequence[str] = ()) -> None:
    """The page, how far the days were thought of, and the end of the mark, all or nothing."""
    made = False
    async with ctx.db.transaction() as on:
        if task is not None:
            reading = task.reading
            if text:
                await unchanged(ctx, on, reading)
                if await _right(on, reading.job) != list(right):  # what was put right may be gone since
                    raise ReadingChanged
                page = _page(task, text)
                [row] = await memories.remember(on, due.key, [page])
                if row is not None:
                    made = True
                    await end_where_changed(on, due.key, [(row, page.place, page.sources)])
                await work.mark_due(on, due.key, EMBED)
            for branch, seq in reading.read.items():
                await progress.advance(on, due.key, task.kind, branch, seq)
            if reading.more and (made or not task.after):  # where nothing came of it, not at once again
                await work.mark_due(on, due.key, PAGES)
        if not await work.finish_due(on, due):
            raise LeaseLost
        maybe_crash("in_pages")
    if task is not None and (made or task.reading.more):
        ctx.due_bell.set()


def _page(task: DiaryTask, text: str) -> NewMemory:
    job, batch = task.reading.job, task.reading.batch
    place = place_of(batch)
    people = sorted({it.person for it in batch if it.person is not None})
    later = place_at(job.line, task.after) if task.after > place.seq else None
    return NewMemory(
        kind=MemoryKind.DIARY,
        tag=Tag.DIARY,
        place=later or place,
        holder=job.character,
        sources=ranges(batch),
        text=text,
        occurred_at=min(it.at for it in batch),
        until=max(it.at for it in batch),
        terms=terms(embedded_text(text)),
        people=tuple(people) if len(people) <= MOST_PEOPLE else (),
        characters=(job.character,),
        n=_number(batch, later),
    )


def _number(batch: Sequence[BatchMessage], later: Place | None) -> int:
    """Tells a page from one that was made of the same day before."""
    return later.seq if later else max(it.revision for it in batch)
