"""What a chronicle told of messages that were changed, or told wrongly, is made again from what holds now."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from pydantic import BaseModel, Field

from engine.context import EngineContext
from engine.db.memory import derivations, job_rows
from engine.db.story import chronicle
from engine.jobs.context import JobContext
from engine.jobs.memory.reading import ReadingBatch
from engine.jobs.story.merge import LONGEST_ANSWER as LONGEST_LINES
from engine.jobs.story.merge import entries_prompt
from engine.jobs.story.pages import hidings_of, told_page
from engine.jobs.story.sheets import NamesTold, Sheet, line_number, line_rows, named_row, page_memories, page_row, sheet
from engine.jobs.story.steps import PAGED, ChronicleState, ChronicleStep, StepEnding, StepResult
from engine.jobs.story.telling import block, corrections_of, data, right_block
from engine.rules.chronicle.again import AGAIN, Redo, Restate, Retell, next_redo, next_restate, next_retell, text_of
from engine.rules.chronicle.pages import (
    LONGEST_KNOWN,
    LONGEST_NAME,
    LONGEST_STATE,
    MOST_ALIASES,
    Hidings,
    PageMessages,
    ToldPage,
)
from engine.rules.chronicle.sources import joined
from engine.rules.chronicle.timeline import LONGEST_MERGED, MergedLines, days, lines_schema
from engine.rules.chronicle.wording import fitted, one_line
from engine.rules.lines import place_at
from engine.rules.recall.remembering.batches import as_statements, evenly
from engine.rules.recall.remembering.merging import states
from engine.utility.asking import ask, data_prompt
from engine.values.chats.entries import Derived, NewDerived, Place, Range, row_says, rows_saying
from engine.values.memory.memories import MemoryKind
from engine.values.memory.memory_bodies import MemoryBody
from engine.values.story.chronicle import ChronicleKind, Level, Recorded
from engine.values.story.chronicle_bodies import PageBody, PageOrigin, TimelineBody

KIND: Final = "remake"
REMADE: Final = "remade"
MOST_SAID: Final = 500
MOST_PAGES: Final = 20
MOST_ENTRIES: Final = 40
LONGEST_ANSWER: Final = 800
_OF_PAGES: Final = (ChronicleKind.PAGE, ChronicleKind.TIMELINE, MemoryKind.EVENT, MemoryKind.PLOT)


class Restated(BaseModel):
    """What is known of a thing or a figure."""

    known: str = ""
    aliases: list[str] = Field(default_factory=list[str])


async def plan_remake(ctx: EngineContext, job: JobContext, state: ChronicleState) -> ChronicleStep | None:
    """The first thing to be made again: pages before what is told of them."""
    rows = state.rows
    since = max((it.ended_at or 0 for it in rows if it.reason == chronicle.SETTLED), default=0)
    where = (ctx.db, job.key, job.line)
    ended = await chronicle.ended(*where, sorted(AGAIN), _OF_PAGES, since) if state.again else []
    if since:
        if not ended and not any(it.reason in AGAIN for it in rows):
            return None
        rows = await chronicle.history(ctx.db, job.key, job.line, PAGED)
    if ended and (redo := next_redo(rows, ended)) is not None:
        return await _page(ctx, job, (rows, hidings_of(state)), redo)
    if (restate := next_restate(rows)) is not None:
        return await _figure(ctx, job, restate)
    if ended and (retell := next_retell(rows, ended)) is not None:
        return await _line(ctx, job, retell)
    return None


async def _page(
    ctx: EngineContext, job: JobContext, kept: tuple[Sequence[Recorded], Hidings], redo: Redo
) -> ChronicleStep | None:
    """The page of a stretch, with its lines and what is remembered of it, from what stands there now."""
    rows, hidings = kept
    span = (redo.first.from_seq, redo.first.to_seq)
    said = tuple(await job_rows.spoken(ctx.db, job.key, job.line, span, MOST_SAID))
    place = place_at(job.line, max([redo.at, *(it.place.seq for it in said)]))
    if place is None:
        return None
    number = row_says(redo.last, PageBody).number
    it = sheet(job, PageMessages(said, number, place.seq), hidings, place)
    sources = (await chronicle.sources_of(ctx.db, job.key, [redo.first.id])).get(redo.first.id, ())
    missed = row_says(redo.first, PageBody).origin.missed
    passed = StepResult((_again(it, sources, ToldPage(), redo, missed),), ends=_page_ends(rows, redo))
    make = partial(_make_page, ctx, rows, (it, redo, sources))
    reading = it.reading if said else ReadingBatch(job, ())
    return ChronicleStep(KIND, place, reading, make, passed, before=redo.before, rows=(redo.first.id,))


def _again(it: Sheet, sources: Sequence[Range], told: ToldPage, redo: Redo, missed: int = 0) -> NewDerived:
    """The row of the same stretch, whatever is left of it, so that the page behind it begins where it did.

    Where it is not told in full, it keeps the whole text beside, for what is known of figures comes from it.
    """
    before = row_says(redo.first, PageBody)
    kept = NamesTold(before.items or (), before.figures or ())
    beside = None if redo.level is Level.DETAILED else told.page
    row = page_row(it, told, kept, redo.level, PageOrigin(missed=missed, redone=True, told=beside))
    return replace(row, sources=tuple(sources))


async def _make_page(
    ctx: EngineContext, rows: Sequence[Recorded], what: tuple[Sheet, Redo, tuple[Range, ...]]
) -> StepResult | None:
    it, redo, sources = what
    told = await told_page(ctx, rows, it)
    if it.batch and not told.page:
        return None
    made = [_again(it, sources, told, redo)]
    ends = [*_page_ends(rows, redo), *await _memory_ends(ctx, it.job, redo)]
    lines = [one for one in rows if _is_line_of(one, redo)]
    if any(one.live_at(redo.at - 1) for one in lines):
        made += line_rows(it, told)
        ends += [StepEnding(one.row.id, REMADE) for one in lines if one.ended_at is None]
    return StepResult(tuple(made), page_memories(it, told), tuple(ends))


def _page_ends(rows: Sequence[Recorded], redo: Redo) -> tuple[StepEnding, ...]:
    """The rows of the page itself that are still live."""
    stretch = (redo.first.from_seq, redo.first.to_seq)
    return tuple(
        StepEnding(recorded.row.id, REMADE, 0)
        for recorded in rows
        if recorded.row.kind == ChronicleKind.PAGE
        and recorded.ended_at is None
        and (recorded.row.from_seq, recorded.row.to_seq) == stretch
    )


def _is_line_of(recorded: Recorded, redo: Redo) -> bool:
    row = recorded.row
    own = isinstance(row.body, TimelineBody) and not row.body.merged
    return own and (row.from_seq, row.to_seq) == (redo.first.from_seq, redo.first.to_seq)


async def _memory_ends(ctx: EngineContext, job: JobContext, redo: Redo) -> list[StepEnding]:
    """What is remembered of the old page."""
    beside = await derivations.made_from(ctx.db, job.key, job.line, redo.first.from_seq)
    kinds, stretch = (MemoryKind.EVENT, MemoryKind.PLOT), (redo.first.from_seq, redo.first.to_seq)
    return [
        StepEnding(row.id, REMADE)
        for row in beside
        if row.kind in kinds and row_says(row, MemoryBody).page is not None and (row.from_seq, row.to_seq) == stretch
    ]


async def _figure(ctx: EngineContext, job: JobContext, restate: Restate) -> ChronicleStep | None:
    place = place_at(job.line, restate.at)
    pages = [it for it in restate.pages if text_of(it)][-MOST_PAGES:]
    if place is None or not pages:
        return None
    sources = await chronicle.sources_of(ctx.db, job.key, [it.id for it in pages])
    passed = _restated(job, place, restate, (Restated(), sources))
    make = partial(_make_figure, ctx, job, place, (restate, pages, sources))
    made_from = tuple(it.id for it in pages)
    return ChronicleStep(KIND, place, ReadingBatch(job, ()), make, passed, restate.before, made_from)


async def _make_figure(
    ctx: EngineContext,
    job: JobContext,
    place: Place,
    what: tuple[Restate, list[Derived], dict[int, tuple[Range, ...]]],
) -> StepResult | None:
    restate, pages, sources = what
    corrections = await corrections_of(ctx.db, job)
    shown = "\n".join(data(job, when=row_says(it, PageBody).when, text=text_of(it)) for it in pages)
    blocks = [
        block(job, "The name", "名字", as_statements([restate.name], job.mark)),
        block(job, "The pages", "各页", shown),
        right_block(job, [now for _, now in corrections]),
    ]
    text = ctx.texts[job.settings.language].restate.replace("{mark}", job.mark)
    prompt = data_prompt(text, [it for it in blocks if it])
    told = await ask(ctx, job.errand.to(KIND), prompt, Restated, LONGEST_ANSWER)
    if any(states(told.known, was, now) for was, now in corrections):
        told = Restated(aliases=told.aliases)
    if restate.before and not one_line(told.known):
        return None
    return _restated(job, place, restate, (told, sources))


def _restated(
    job: JobContext, place: Place, restate: Restate, what: tuple[Restated, dict[int, tuple[Range, ...]]]
) -> StepResult:
    """The row; where the model has nothing to say, the gist of the last page is all that is known."""
    told, sources = what
    longest = LONGEST_STATE if restate.kind is ChronicleKind.ITEM else LONGEST_KNOWN
    gist = next((row_says(it, PageBody).brief or it.text for it in reversed(restate.pages) if text_of(it)), "")
    known = fitted(one_line(told.known) or gist, longest)
    aliases = [it for one in told.aliases[:MOST_ALIASES] if (it := one_line(one)[:LONGEST_NAME]) != restate.name and it]
    every = joined(one for found in sources.values() for one in found)
    row = named_row(job, place, restate.kind, every, (restate.name, known, aliases))
    return StepResult((row,), ends=tuple(StepEnding(it.id, REMADE, 0) for it in restate.old))


async def _line(ctx: EngineContext, job: JobContext, retell: Retell) -> ChronicleStep | None:
    place = place_at(job.line, retell.at)
    if place is None:
        return None
    sources = (await chronicle.sources_of(ctx.db, job.key, [retell.row.id])).get(retell.row.id, ())
    make = partial(_make_line, ctx, job, place, (retell, sources))
    passed = _retold(job, place, (retell, sources), "")
    pages = tuple(it.id for it in _some(retell))
    made_from = (retell.row.id, *pages)
    return ChronicleStep(KIND, place, ReadingBatch(job, ()), make, passed, (retell.before,), made_from)


async def _make_line(
    ctx: EngineContext, job: JobContext, place: Place, what: tuple[Retell, tuple[Range, ...]]
) -> StepResult | None:
    corrections = await corrections_of(ctx.db, job)
    entries = [(body.when, body.brief) for _, body in rows_saying(_some(what[0]), PageBody)]
    prompt = entries_prompt(ctx, job, entries, [now for _, now in corrections], into=1)
    schema = lines_schema(len(entries), 1)
    told = await ask(ctx, job.errand.to(KIND), prompt, MergedLines, LONGEST_LINES, schema)
    text = told.lines[0].text if told.lines else ""
    wrong = any(states(text, was, now) for was, now in corrections)
    return None if wrong or not one_line(text) else _retold(job, place, what, text)


def _retold(job: JobContext, place: Place, what: tuple[Retell, tuple[Range, ...]], text: str) -> StepResult:
    retell, sources = what
    pages = _some(retell)
    first, last = row_says(pages[0], PageBody), row_says(pages[-1], PageBody)
    told = one_line(text) or last.brief
    when = row_says(retell.row, TimelineBody).when or days(first.when, last.when)
    body = TimelineBody(when=when, merged=True)
    number = line_number(place, retell.row.id % 8)
    fit = fitted(told, LONGEST_MERGED)
    return StepResult((NewDerived(ChronicleKind.TIMELINE, place, job.character, sources, fit, body, number),))


def _some(retell: Retell) -> list[Derived]:
    return evenly(retell.pages, MOST_ENTRIES)
