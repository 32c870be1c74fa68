"""Reading a story in when somebody asks for it: world books and card first, then what was said, a batch at a time.

It goes on beside the other steps, which come first. What it makes lies where the messages lie, as if it had been made
when they were said; so whoever takes it up again finds by the pages themselves what is left to be read.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from engine.context import EngineContext
from engine.db.chats import sessions
from engine.db.memory import job_rows
from engine.db.story import chronicle
from engine.jobs.context import JobContext
from engine.jobs.memory.reading import ReadingBatch
from engine.jobs.story.lore import lore_of
from engine.jobs.story.pages import add_named, hidings_of, names_made, page_prompt
from engine.jobs.story.sheets import (
    Sheet,
    line_number,
    line_rows,
    missed_row,
    named_row,
    page_memories,
    page_number,
    page_row,
)
from engine.jobs.story.sheets import sheet as sheet_of
from engine.jobs.story.steps import PAGED, ChronicleState, ChronicleStep, StepResult
from engine.jobs.story.telling import block, corrections_of, data
from engine.rules.chronicle.initiation import (
    ANSWER_A_PAGE,
    ANSWER_BESIDES,
    InitiationRequest,
    ToldBatch,
    batch_schema,
    chunks,
    fewer,
    initiation_of,
    messages_missed,
    setting_read,
    unread,
)
from engine.rules.chronicle.named import named, names_of
from engine.rules.chronicle.pages import Gap, Hidings, PageMessages, ToldPage, kept_page, without_wrong
from engine.rules.lines import cut, place_at
from engine.rules.recall.remembering.batches import BatchMessage
from engine.utility.asking import ask, data_prompt
from engine.values.chats.entries import EntryKind, NewDerived, Place, Range
from engine.values.chats.notices import Notice
from engine.values.story.chronicle import ChronicleKind, Level, Recorded
from engine.values.story.chronicle_bodies import PageBody, PageOrigin, TimelineBody

KIND: Final = "init"
LONGEST_ANSWER: Final = 4_000


@dataclass(frozen=True, slots=True)
class _Batch:
    """Messages that are read at once, on several pages; ``whole`` is all of them."""

    initiation: InitiationRequest
    sheets: tuple[Sheet, ...]
    whole: Sheet


async def plan_initiation(ctx: EngineContext, job: JobContext, state: ChronicleState) -> ChronicleStep | None:
    """What is read next, where somebody asked for it and it does not wait; for that all rows are read."""
    if not job.settings.story_pages:
        return None
    found = initiation_of(state.acts(EntryKind.CHRONICLE))
    if found is None or found.paused:
        return None
    rows = await chronicle.history(ctx.db, job.key, job.line, PAGED)
    if not setting_read(rows):
        return await _setting_step(ctx, job, rows, found)
    said = await unread_said(ctx, job, rows, found.upto, job.settings.init_batch)
    return await _batch_step(ctx, job, (rows, hidings_of(state)), found, *said) if said else None


async def unread_said(
    ctx: EngineContext, job: JobContext, rows: Sequence[Recorded], upto: int, most: int
) -> tuple[Gap, list[BatchMessage]] | None:
    """The first messages up to seq ``upto`` that nobody has read, with the stretch they lie in."""
    for gap in unread(rows, upto):
        said = await job_rows.spoken(ctx.db, job.key, job.line, (gap.first, gap.last), most)
        if said:
            return gap, said
    return None


async def progress(
    ctx: EngineContext,
    job: JobContext,
    rows: Sequence[Recorded],
    found: InitiationRequest,
    behind: int = 0,
    lost: int = 0,
) -> Notice:
    """What is read next, or that all is, for people; what lies up to seq ``behind`` is as good as read.

    ``lost``: of so many of these messages nothing is told, besides those of empty pages among ``rows``.
    """
    for gap in unread(rows, found.upto):
        span = (max(gap.first, behind + 1), gap.last)
        if said := await job_rows.spoken(ctx.db, job.key, job.line, span, job.settings.init_batch):
            first = await sessions.messages_on(ctx.db, job.key, cut(job.line, upto=said[0].seq))
            last = min(first + len(said) - 1, found.total)
            return Notice("initiation-messages", {"first": first, "last": last, "total": found.total})
    if lost := lost + messages_missed(rows):
        return Notice("initiation-gaps", {"lost": lost, "total": found.total})
    return Notice("initiation-done", {"total": found.total})


async def _batch_step(
    ctx: EngineContext,
    job: JobContext,
    kept: tuple[Sequence[Recorded], Hidings],
    found: InitiationRequest,
    gap: Gap,
    said: Sequence[BatchMessage],
) -> ChronicleStep | None:
    rows, hidings = kept
    cuts = chunks(said, hidings, gap, job.settings.page_every, job.line.head)
    places = [place_at(job.line, it.at) for it in cuts]
    sheets = tuple(sheet_of(job, it, hidings, at) for it, at in zip(cuts, places, strict=True) if at is not None)
    at = max((it.place for it in sheets), key=lambda it: it.seq, default=None)
    if at is None:
        return None
    whole = sheet_of(job, PageMessages(tuple(said), cuts[-1].number, at.seq), hidings, at)
    batch = _Batch(found, sheets, whole)
    notice = await progress(ctx, job, rows, found, said[-1].seq)
    nothing = StepResult(tuple(page_row(it, ToldPage()) for it in sheets), notice=notice, of=found.subject)
    lost = await progress(ctx, job, rows, found, said[-1].seq, len(whole.batch))
    passed = replace(nothing, rows=tuple(missed_row(it) for it in sheets), notice=lost)
    make = partial(_make_batch, ctx, rows, batch, nothing)
    return ChronicleStep(KIND, at, whole.reading, make, passed, beside=True)


async def _make_batch(ctx: EngineContext, rows: Sequence[Recorded], batch: _Batch, nothing: StepResult) -> StepResult:
    """What a model tells of a batch; ``nothing`` where it may read none of it."""
    whole = batch.whole
    if not whole.batch:
        return nothing
    told = await _told(ctx, rows, batch)
    corrections = await corrections_of(ctx.db, whole.job)
    pages = [kept_page(without_wrong(it, corrections)) for it in told.pages[: len(batch.sheets)]]
    things = kept_page(without_wrong(ToldPage(items=told.items, figures=told.figures), corrections))
    sheets = _fewer(batch, len(pages))
    named_in: list[NewDerived] = []
    made = StepResult(notice=nothing.notice, of=nothing.of)
    ends = list(made.ends)
    await add_named(ctx, rows, (whole, things), named_in, ends)
    names, memories = names_made(named_in), made.memories
    new: list[NewDerived] = []
    for it, page in zip(sheets, pages, strict=True):
        new += [page_row(it, page, names if page.page else None), *(line_rows(it, page) if page.page else ())]
        memories = (*memories, *page_memories(it, page))
    ends = [replace(it, by=it.by + len(new)) if it.by is not None else it for it in ends]
    return replace(made, rows=(*new, *named_in), memories=memories, ends=tuple(ends))


def _fewer(batch: _Batch, told: int) -> list[Sheet]:
    """The pages that were told, at least one."""
    whole = batch.whole
    found: list[Sheet] = []
    for one, sheet in zip(fewer([it.chunk for it in batch.sheets], told), batch.sheets, strict=False):
        if one is sheet.chunk:
            found.append(sheet)
        else:
            seqs = {said.seq for said in one.said}
            rest = tuple(said for said in whole.batch if said.seq in seqs)
            found.append(Sheet(whole.job, one, rest, whole.place))
    return found


async def _told(ctx: EngineContext, rows: Sequence[Recorded], batch: _Batch) -> ToldBatch:
    whole, job = batch.whole, batch.whole.job
    right = [now for _, now in await corrections_of(ctx.db, job)]
    text = ctx.texts[job.settings.language].story_batch.replace("{pages}", str(len(batch.sheets)))
    borders: list[str] = []
    first = 1
    for number, it in enumerate(batch.sheets, 1):
        if it.batch:
            borders.append(data(job, page=number, first=first, last=first + len(it.batch) - 1))
        first += len(it.batch)
    cuts = block(job, "The pages to be written", "要写的各页", "\n".join(borders))
    prompt = page_prompt(rows, whole, text, right, cuts)
    longest = ANSWER_BESIDES + ANSWER_A_PAGE * len(batch.sheets)
    return await ask(ctx, job.errand.to(KIND), prompt, ToldBatch, longest, batch_schema(len(batch.sheets)))


async def _setting_step(
    ctx: EngineContext, job: JobContext, rows: Sequence[Recorded], found: InitiationRequest
) -> ChronicleStep | None:
    """World books and card, as of the first entry of the line."""
    place = place_at(job.line, 1)
    if place is None:
        return None
    notice = await progress(ctx, job, rows, found)
    passed = StepResult((_setting_row(job, place),), notice=notice, of=found.subject)
    make = partial(_make_setting, ctx, job, rows, (place, found.person, passed))
    return ChronicleStep(KIND, place, ReadingBatch(job, ()), make, passed, beside=True)


async def _make_setting(
    ctx: EngineContext, job: JobContext, rows: Sequence[Recorded], what: tuple[Place, int, StepResult]
) -> StepResult:
    place, person, passed = what
    lore = await lore_of(ctx, job, person)
    if not lore:
        return passed
    text = ctx.texts[job.settings.language].story_setting.replace("{mark}", job.mark)
    prompt = data_prompt(text, [block(job, "World books and card", "世界书与角色卡", "\n".join(lore))])
    told = kept_page(await ask(ctx, job.errand.to(KIND), prompt, ToldPage, LONGEST_ANSWER))
    source = (Range(place.branch, place.seq, place.seq),)
    known = {
        name
        for recorded in rows
        if recorded.row.kind in (ChronicleKind.ITEM, ChronicleKind.DOSSIER)
        for name in names_of(recorded.row)
    }
    figures = [it for it in told.figures if not known.intersection(map(named, (it.name, *it.aliases)))]
    items = [it for it in told.items if named(it.name) not in known and not it.gone]
    new = [
        *(
            NewDerived(
                ChronicleKind.TIMELINE,
                place,
                job.character,
                source,
                line,
                TimelineBody(when=told.when),
                line_number(place, at),
            )
            for at, line in enumerate(told.timeline)
        ),
        *(named_row(job, place, ChronicleKind.ITEM, source, (it.name, it.state, ())) for it in items),
        *(named_row(job, place, ChronicleKind.DOSSIER, source, (it.name, it.known, it.aliases)) for it in figures),
    ]
    return replace(passed, rows=(*passed.rows, *new))


def _setting_row(job: JobContext, place: Place) -> NewDerived:
    """Says that it was read: a page before the first one, which tells nothing."""
    source = (Range(place.branch, place.seq, place.seq),)
    body = PageBody(origin=PageOrigin(setting=True))
    return NewDerived(ChronicleKind.PAGE, place, job.character, source, "", body, page_number(place, Level.DETAILED))
