"""Older pages become brief ones, and the oldest of those leave the catalogue for the timeline."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from engine.context import EngineContext
from engine.db.story import chronicle
from engine.jobs.context import JobContext
from engine.jobs.memory.reading import ReadingBatch
from engine.jobs.story.sheets import line_number, page_number
from engine.jobs.story.steps import ChronicleState, ChronicleStep, StepEnding, StepResult
from engine.rules.chronicle.compress import COMPRESS, Act, PageLimits, PageMove, next_act
from engine.rules.chronicle.imported import compressed_number, is_imported
from engine.rules.chronicle.named import first_double
from engine.rules.chronicle.pages import LONGEST_BRIEF
from engine.rules.chronicle.wording import fitted
from engine.rules.lines import place_at
from engine.values.chats.bodies import ChronicleBody
from engine.values.chats.entries import Derived, EntryKind, NewDerived, Place, Range, row_says, said_by
from engine.values.story.chronicle import ChronicleKind, Level, Recorded
from engine.values.story.chronicle_bodies import PageBody, TimelineBody

KIND: Final = "compress"
_OF_A_PAGE: Final = 9
"""The number among the lines of a page of the one that its gist becomes."""


async def plan_compress(ctx: EngineContext, job: JobContext, state: ChronicleState) -> ChronicleStep | None:
    """The first page that is one too many; before that, what is told twice."""
    rows = state.rows
    double = first_double(rows)
    if double is not None:
        place = place_at(job.line, double.new.row.place.seq)
        ends = StepEnding(double.old.row.id, "superseded")
        return _step(job, place, StepResult(ends=(ends,))) if place else None
    limits = PageLimits(job.settings.fresh_pages, job.settings.catalogue_pages)
    act = next_act(rows, limits, _forced(state))
    place = place_at(job.line, act.at) if act else None
    if act is None or place is None:
        return None
    if act.move is PageMove.REPLACE:
        return _step(job, place, StepResult(ends=(StepEnding(act.row.row.id, act.move),)))
    return ChronicleStep(KIND, place, ReadingBatch(job, ()), partial(_make, ctx, job, rows, (act, place)))


async def _make(ctx: EngineContext, job: JobContext, rows: Sequence[Recorded], what: tuple[Act, Place]) -> StepResult:
    act, place = what
    page = act.row.row
    sources = (await chronicle.sources_of(ctx.db, job.key, [page.id])).get(page.id, ())
    if not sources:  # erased since; what is found then is another step
        return StepResult(ends=(StepEnding(page.id, act.move),))
    if act.move is PageMove.COMPRESS:
        return StepResult((_brief(page, place, sources),), ends=(StepEnding(page.id, act.move, 0),))
    told = () if _is_told(rows, page, act.at) else (_line(page, place, sources),)
    return StepResult(told, ends=(StepEnding(page.id, act.move, 0 if told else None),))


def _step(job: JobContext, place: Place, made: StepResult) -> ChronicleStep:
    async def make() -> StepResult:
        return made

    return ChronicleStep(KIND, place, ReadingBatch(job, ()), make)


def _brief(page: Derived, place: Place, sources: tuple[Range, ...]) -> NewDerived:
    body = replace(row_says(page, PageBody), level=Level.BRIEF)
    number = compressed_number(page) if is_imported(page) else page_number(place, Level.BRIEF)
    return NewDerived(ChronicleKind.PAGE, place, page.holder, sources, _gist(page), body, number)


def _line(page: Derived, place: Place, sources: tuple[Range, ...]) -> NewDerived:
    body = TimelineBody(when=row_says(page, PageBody).when)
    return NewDerived(
        ChronicleKind.TIMELINE, place, page.holder, sources, _gist(page), body, line_number(place, _OF_A_PAGE)
    )


def _gist(page: Derived) -> str:
    return row_says(page, PageBody).brief or fitted(page.text, LONGEST_BRIEF)


def _is_told(rows: Sequence[Recorded], page: Derived, at: int) -> bool:
    """Whether the timeline tells of a page."""
    return any(
        recorded.row.from_seq <= page.to_seq and page.from_seq <= recorded.row.to_seq
        for recorded in rows
        if recorded.row.kind == ChronicleKind.TIMELINE and recorded.live_at(at)
    )


def _forced(state: ChronicleState) -> frozenset[int]:
    """Where people have had pages compressed."""
    acts = state.acts(EntryKind.CHRONICLE)
    return frozenset(it.place.seq for it, what in said_by(acts, ChronicleBody) if what.act == COMPRESS)
