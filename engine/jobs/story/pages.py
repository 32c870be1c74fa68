"""A page of the story for every few messages, with what it adds to the timeline, the things and the figures."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Final

from engine.context import EngineContext
from engine.db.memory import job_rows
from engine.db.story import chronicle
from engine.jobs.context import JobContext
from engine.jobs.memory.reading import MOST_BACKLOG, MOST_SAID
from engine.jobs.story.sheets import NamesTold, Sheet, line_rows, named_row, page_memories, page_row, sheet
from engine.jobs.story.steps import ChronicleState, ChronicleStep, StepEnding, StepResult
from engine.jobs.story.telling import corrections_of, figures_block, items_block, live_at, right_block, timeline_block
from engine.rules.acts import hidden_span
from engine.rules.chronicle.common_words import is_named
from engine.rules.chronicle.initiation import initiation_of
from engine.rules.chronicle.named import known_as, named, names_of
from engine.rules.chronicle.pages import (
    Gap,
    Hide,
    Hidings,
    ToldFigure,
    ToldPage,
    chunk,
    gaps,
    kept_page,
    without_wrong,
)
from engine.rules.chronicle.sources import joined
from engine.rules.lines import place_at
from engine.rules.recall.remembering.batches import BatchMessage, as_lines, between, condensed
from engine.utility.asking import ask, data_prompt, words_for
from engine.values.chats.bodies import HideBody
from engine.values.chats.entries import Derived, EntryKind, NewDerived, Range, row_says, said_by
from engine.values.models.prompts import PromptMessage
from engine.values.story.chronicle import ChronicleKind, Recorded
from engine.values.story.chronicle_bodies import DossierBody, ItemBody, NamedBody

KIND: Final = "page"
TALK_CHARACTERS: Final = 16_000
CHARACTERS_A_MESSAGE: Final = 800
LONGEST_ANSWER: Final = 2_000
MOST_FIGURES: Final = 12
MOST_NAMES: Final = 12
"""Other names of a figure that are kept, the newest first."""
SPARE: Final = 50
"""So many hidden messages more are looked at among those of a page before all are."""


async def plan_page(ctx: EngineContext, job: JobContext, state: ChronicleState) -> ChronicleStep | None:
    """The first page that is lacking, where pages are kept."""
    if not job.settings.story_pages:
        return None
    return await page_step(ctx, job, state, job.settings.page_every)


async def page_step(
    ctx: EngineContext, job: JobContext, state: ChronicleState, every: int, backlog: int = MOST_BACKLOG
) -> ChronicleStep | None:
    """The first page that is lacking of ``every`` messages, as far as ``backlog`` entries back from the head."""
    head, rows = job.line.head, state.rows
    initiation = initiation_of(state.acts(EntryKind.CHRONICLE))
    skip, least = initiation.upto if initiation else 0, min(every, job.settings.init_batch)
    found, hidings = gaps(rows, head, backlog, skip=skip, every=least), hidings_of(state)
    for gap in (it for it in found if not it.unread):
        said = await _said(ctx, job, gap, every, hidings)
        one = chunk(said, hidings, gap, every, head)
        place = place_at(job.line, one.at) if one else None
        if one is not None and place is not None:
            return _step(ctx, rows, sheet(job, one, hidings, place))
    return None


def hidings_of(state: ChronicleState) -> Hidings:
    """What people keep from the model on a line."""
    acts = state.acts(EntryKind.HIDE)
    return Hidings(
        tuple(
            Hide(act.place.seq, span[0], span[-1], what.hidden)
            for act, what in said_by(acts, HideBody)
            if (span := hidden_span(act, what))
        )
    )


async def told_page(ctx: EngineContext, rows: Sequence[Recorded], it: Sheet) -> ToldPage:
    """What the model makes of a page, as far as it is kept; nothing where it may read none of it."""
    if not it.batch:
        return ToldPage()
    corrections = await corrections_of(ctx.db, it.job)
    text = ctx.texts[it.job.settings.language].story_page
    prompt = page_prompt(rows, it, text, [now for _, now in corrections])
    told = await ask(ctx, it.job.errand.to(KIND), prompt, ToldPage, LONGEST_ANSWER)
    return kept_page(without_wrong(told, corrections))


def _step(ctx: EngineContext, rows: Sequence[Recorded], it: Sheet) -> ChronicleStep:
    passed = StepResult((page_row(it, ToldPage()),))
    return ChronicleStep(KIND, it.place, it.reading, partial(_make, ctx, rows, it), passed)


async def _make(ctx: EngineContext, rows: Sequence[Recorded], it: Sheet) -> StepResult:
    told = await told_page(ctx, rows, it)
    if not told.page:
        return StepResult((page_row(it, told),))
    made: list[NewDerived] = [page_row(it, told), *line_rows(it, told)]
    ends: list[StepEnding] = []
    await add_named(ctx, rows, (it, told), made, ends)
    made[0] = page_row(it, told, names_made(made))
    return StepResult(tuple(made), page_memories(it, told), tuple(ends))


def names_made(made: Iterable[NewDerived]) -> NamesTold:
    """Of which things and figures a page tells something new, as its row says."""
    bodies = [row.body for row in made]
    return NamesTold(
        items=tuple(it.name for it in bodies if isinstance(it, ItemBody)),
        figures=tuple(it.name for it in bodies if isinstance(it, DossierBody)),
    )


async def add_named(
    ctx: EngineContext,
    rows: Sequence[Recorded],
    page: tuple[Sheet, ToldPage],
    made: list[NewDerived],
    ends: list[StepEnding],
) -> None:
    """Add the things and figures of which a page tells to what it makes and ends."""
    await _add_items(ctx, rows, page, made, ends)
    await _add_figures(ctx, rows, page, made, ends)


async def _add_items(
    ctx: EngineContext,
    rows: Sequence[Recorded],
    page: tuple[Sheet, ToldPage],
    made: list[NewDerived],
    ends: list[StepEnding],
) -> None:
    """The things that are new, have changed or are gone."""
    it, told = page
    for item in told.items:
        olds = _before(rows, ChronicleKind.ITEM, [item.name], it)
        if olds is None:
            continue
        by = None if item.gone else len(made)
        if not item.gone:
            sources = await inherited(ctx, it, olds)
            made.append(named_row(it.job, it.place, ChronicleKind.ITEM, sources, (item.name, item.state, ())))
        ends += [StepEnding(old.id, "gone" if item.gone else "updated", by) for old in olds]


async def _add_figures(
    ctx: EngineContext,
    rows: Sequence[Recorded],
    page: tuple[Sheet, ToldPage],
    made: list[NewDerived],
    ends: list[StepEnding],
) -> None:
    """The figures of whom something new is known."""
    it, told = page
    for figure in told.figures:
        olds = _before(rows, ChronicleKind.DOSSIER, [figure.name, *figure.aliases], it)
        if olds is None or any(end.row == old.id for end in ends for old in olds):
            continue
        ends += [StepEnding(old.id, "updated", len(made)) for old in olds]
        sources = await inherited(ctx, it, olds)
        told_of = (figure.name, figure.known, _aliases(figure, olds))
        made.append(named_row(it.job, it.place, ChronicleKind.DOSSIER, sources, told_of))


def _before(rows: Sequence[Recorded], kind: ChronicleKind, names: Sequence[str], it: Sheet) -> list[Derived] | None:
    """The rows under these names that a page takes the place of; None where a later page has told of them already."""
    of_kind = [one for one in rows if one.row.kind == kind]
    later = [one.row for one in of_kind if one.row.place.seq > it.place.seq]
    if known_as(later, names):
        return None
    return known_as((one.row for one in of_kind if one.live_at(it.place.seq) and one.ended_at is None), names)


def _aliases(figure: ToldFigure, olds: Iterable[Derived]) -> tuple[str, ...]:
    called = [*figure.aliases, *(name for old in olds for name in row_says(old, NamedBody).names)]
    apart = {named(name): name for name in reversed(called)}
    return tuple(reversed([name for key, name in apart.items() if key != named(figure.name)]))[:MOST_NAMES]


async def inherited(ctx: EngineContext, it: Sheet, olds: Sequence[Derived]) -> tuple[Range, ...]:
    """The sources of a page: its own messages, and those of the rows that it replaces."""
    found = await chronicle.sources_of(ctx.db, it.job.key, [old.id for old in olds])
    return joined((*it.sources, *(one for sources in found.values() for one in sources)))


async def _said(ctx: EngineContext, job: JobContext, gap: Gap, every: int, hidings: Hidings) -> list[BatchMessage]:
    """What was said in a gap, hidden or not; no more than a page may need."""
    span, few = (gap.first, gap.last), every + SPARE
    said = await job_rows.spoken(ctx.db, job.key, job.line, span, MOST_SAID if gap.closed else few)
    if gap.closed or len(said) < few:
        return said
    if sum(hidings.of(it.seq, said[-1].seq) is None for it in said) >= every:
        return said
    return await job_rows.spoken(ctx.db, job.key, job.line, span, MOST_SAID)


def page_prompt(
    rows: Sequence[Recorded], it: Sheet, instruction: str, right: Sequence[str], *more: str
) -> tuple[PromptMessage, ...]:
    """Asks for what a page tells; ``more`` are blocks behind the talk."""
    job, at = it.job, it.place.seq
    longest = max(TALK_CHARACTERS, CHARACTERS_A_MESSAGE * len(it.batch))
    talk = as_lines(it.batch, job.mark, job.zone, condensed(it.batch, longest))
    blocks = [
        timeline_block(job, rows, at),
        items_block(job, rows, at),
        figures_block(job, _occurring(live_at(rows, ChronicleKind.DOSSIER, at), it.batch)),
        right_block(job, right),
        between(job.mark, words_for(job.settings.language, "The talk", "对话"), talk),
        *more,
    ]
    return data_prompt(instruction.replace("{mark}", job.mark), [block for block in blocks if block])


def _occurring(figures: Sequence[Derived], batch: Sequence[BatchMessage]) -> list[Derived]:
    """The figures that are named in the talk, or speak in it; those first that were spoken of last."""
    talk = "\n".join(f"{it.name}\n{it.text}" for it in batch).casefold()
    found = [it for it in figures if any(is_named(name, talk) for name in names_of(it))]
    return sorted(found, key=lambda it: -it.place.seq)[:MOST_FIGURES]
