"""Chapters that people have closed: what happened in them, in short for the prompt, and in detail for memory."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial
from typing import Final
from zlib import crc32

from engine.context import EngineContext
from engine.db.memory import memories
from engine.db.story import chronicle
from engine.jobs.context import JobContext
from engine.jobs.memory.reading import ReadingBatch, hidden_at, said_in
from engine.jobs.story.steps import ChronicleState, ChronicleStep, StepEnding, StepResult
from engine.jobs.story.summing import SummaryVoice, in_stretches, short, stretch_of
from engine.jobs.story.telling import block, right_of
from engine.rules.chronicle.again import AGAIN
from engine.rules.chronicle.blocks import Blocks
from engine.rules.chronicle.by_hand import EDITED
from engine.rules.chronicle.chapters import ClosedChapter, Events, PlotPoint, closed_chapters, plot_points
from engine.rules.chronicle.summaries import cut_at_sentence
from engine.rules.lines import place_at
from engine.rules.recall.remembering.batches import BatchMessage, as_statements, ranges
from engine.rules.recall.remembering.embedded import embedded_text
from engine.rules.recall.words.words import terms
from engine.utility.asking import ask, utility_role
from engine.values.chats.entries import Derived, EntryKind, NewDerived, row_says
from engine.values.chats.notices import Notice
from engine.values.memory.memories import MemoryKind, NewMemory, Tag
from engine.values.memory.memory_bodies import MemoryBody
from engine.values.memory.recall import TimeRange
from engine.values.story.chronicle import ChronicleKind, Recorded
from engine.values.story.chronicle_bodies import ChapterBody

CHAPTER: Final = "chapter"
"""Why summaries end that a chapter has taken in."""
RETOLD: Final = "retold"
"""Why what was remembered of a chapter ends where it is told again."""
WAITED: Final = timedelta(hours=1)
"""So long somebody waits for a chapter."""
LONGEST_ANSWER: Final = 6_000
REMEMBERED: Final = (MemoryKind.EVENT, MemoryKind.PLOT)
MOST_PEOPLE: Final = 400
MOST_REMEMBERED: Final = 500
_HALF_AGAIN: Final = 1.5


@dataclass(frozen=True, slots=True)
class _Task:
    """A chapter that is to be told. ``summaries`` live in it, the chapter's own from before among them.

    ``waited_for``: somebody has just closed it. ``before`` is what was told of it and may stand again.
    """

    chapter: ClosedChapter
    said: tuple[BatchMessage, ...]
    row: NewDerived
    summaries: tuple[Derived, ...]
    waited_for: bool = False
    before: tuple[Recorded, ...] = ()

    @property
    def ends(self) -> tuple[StepEnding, ...]:
        """What the chapter takes in."""
        return tuple(StepEnding(it.id, CHAPTER, by=0) for it in self.summaries)

    @property
    def passed(self) -> StepResult:
        """The chapter with what its summaries say."""
        text = "\n".join(it.text for it in self.summaries if it.text)
        return StepResult((replace(self.row, text=text),), ends=self.ends if text else (), notice=self.notice("untold"))

    def notice(self, how: str) -> Notice | None:
        """What people are told who wait for it."""
        return Notice(f"chapter-{how}", {"number": self.chapter.number}) if self.waited_for else None


async def next_chapter(ctx: EngineContext, job: JobContext, state: ChronicleState) -> ChronicleStep | None:
    """The first chapter of a line that was closed and is not told yet, or is to be told again."""
    if utility_role(ctx.roles) is None:
        return None
    rows, closed = state.rows, closed_chapters(state.acts(EntryKind.CHRONICLE))
    lost = await chronicle.ended(ctx.db, job.key, job.line, sorted(AGAIN), REMEMBERED) if closed else []
    for chapter in closed:
        told = [
            recorded
            for recorded in rows
            if recorded.row.kind == ChronicleKind.CHAPTER and row_says(recorded.row, ChapterBody).at == chapter.at
        ]
        since = max((it.row.place.seq for it in told), default=0)
        again = [it for it in lost if row_says(it.row, MemoryBody).chapter == chapter.at and (it.ended_at or 0) > since]
        if again or all(it.reason in AGAIN or it.reason == EDITED for it in told):
            return await _step(ctx, job, rows, chapter, [*told, *again])
        if (step := _late(job, rows, chapter, told)) is not None:
            return step
    return None


def _late(
    job: JobContext, rows: Sequence[Recorded], chapter: ClosedChapter, told: Sequence[Recorded]
) -> ChronicleStep | None:
    """Summaries that came into a chapter after it was told: somebody had gone back to before it was closed."""
    now = next((it.row for it in told if it.ended_at is None and it.row.text), None)
    late = _summaries_in(rows, chapter) if now else ()
    place = place_at(job.line, max(now.place.seq, *(it.place.seq for it in late))) if now and late else None
    if place is None:
        return None

    async def make() -> StepResult:
        return StepResult(ends=tuple(StepEnding(it.id, CHAPTER) for it in late))

    return ChronicleStep(ChronicleKind.CHAPTER, place, ReadingBatch(job, ()), make)


def _summaries_in(rows: Sequence[Recorded], chapter: ClosedChapter) -> tuple[Derived, ...]:
    return tuple(
        recorded.row
        for recorded in rows
        if recorded.row.kind == ChronicleKind.SUMMARY
        and recorded.ended_at is None
        and chapter.after < recorded.row.from_seq < chapter.at
    )


async def _step(
    ctx: EngineContext, job: JobContext, rows: Sequence[Recorded], chapter: ClosedChapter, told: Sequence[Recorded]
) -> ChronicleStep:
    """``told``: what was told of it before, and has ended but for the chapter itself where only a memory of it has."""
    span = (chapter.after + 1, chapter.at)
    said = tuple(await said_in(ctx.db, job, (span,)))
    hidden = await hidden_at(ctx.db, job, span)
    at = max(chapter.at, hidden, *(it.place.seq for it in said), *(it.ended_at or 0 for it in told))
    place = place_at(job.line, at)
    assert place is not None  # seqs of the line
    row = NewDerived(
        ChronicleKind.CHAPTER,
        place,
        job.character,
        stretch_of(job, said[0].seq, said[-1].seq) if said else stretch_of(job, chapter.at, chapter.at),
        body=ChapterBody(chapter=chapter.number, at=chapter.at, title=chapter.title),
        n=place.seq,
    )
    summaries = _summaries_in(rows, chapter)
    waited_for = not told and ctx.clock.now() - chapter.when < WAITED
    live = tuple(it.row for it in told if it.ended_at is None)
    task = _Task(chapter, said, row, (*summaries, *live), waited_for, _before(rows, chapter, told))
    return ChronicleStep(
        kind=ChronicleKind.CHAPTER,
        place=place,
        reading=ReadingBatch(job, said, (span,)),
        make=partial(_make, ctx, job, task),
        passed=task.passed,
        before=() if task.passed.rows[0].text else task.before,
        waited_for=waited_for,
    )


def _before(rows: Sequence[Recorded], chapter: ClosedChapter, told: Sequence[Recorded]) -> tuple[Recorded, ...]:
    """The chapter as it was told last; before it ever was, the newest of its summaries."""
    of_it = [it for it in told if it.row.kind == ChronicleKind.CHAPTER]
    summaries = [it for it in rows if it.row.kind == ChronicleKind.SUMMARY]
    inside = [it for it in summaries if chapter.after < it.row.from_seq < chapter.at]
    newest = max(of_it or inside, key=lambda it: (it.row.place.seq, it.row.id), default=None)
    return (newest,) if newest else ()


async def _make(ctx: EngineContext, job: JobContext, task: _Task) -> StepResult | None:
    """The chapter's text and what is remembered of it."""
    right = await right_of(ctx.db, job)
    errand = replace(job.errand.to(ChronicleKind.CHAPTER), waited_for=task.waited_for)
    telling = SummaryVoice(ctx, job, errand, int(job.settings.summary_length * _HALF_AGAIN), right)

    async def read(cut_up: Blocks) -> list[PlotPoint]:
        return [point for it in cut_up.stretches for point in await _points(telling, it, cut_up.longest)]

    points = await in_stretches(ctx, task.said, read)
    text = await _text(telling, points)
    if not text:  # nothing is left of it, or the model has nothing to say of it
        return None
    remembered = tuple(it for point in points for it in _remembered(job, task, point))
    older = await _remembered_before(ctx, job, task, remembered)
    ends = (*task.ends, *(StepEnding(it, RETOLD) for it in older))
    return StepResult((replace(task.row, text=text),), remembered, ends, task.notice("told"))


async def _points(telling: SummaryVoice, stretch: Sequence[BatchMessage], longest: int) -> list[PlotPoint]:
    """What happened in a stretch of the chapter."""
    instruction = telling.ctx.texts[telling.job.settings.language].chapter_of
    prompt = telling.prompt(instruction, telling.known(), telling.talk(stretch, longest))
    return plot_points(await ask(telling.ctx, telling.errand, prompt, Events, LONGEST_ANSWER), stretch)


async def _text(telling: SummaryVoice, points: Sequence[PlotPoint]) -> str:
    """The events of the chapter, in the words of the model where they are too many to be listed."""
    events = [it.event for it in points]
    listed = "\n".join(events)
    if len(listed) <= telling.longest:
        return listed
    happened = block(telling.job, "What happened", "发生的事", as_statements(events, telling.job.mark))
    told = await short(telling, (), happened)
    return cut_at_sentence(told or listed, telling.longest)


def _remembered(job: JobContext, task: _Task, point: PlotPoint) -> list[NewMemory]:
    """A plot point as memories: in a sentence, and in detail."""
    texts = [(MemoryKind.EVENT, Tag.SUMMARY, point.event), (MemoryKind.PLOT, Tag.PLOT, point.detail)]
    people = sorted({it.person for it in point.said if it.person is not None})
    place, there = task.row.place, job.witnesses(point.said)
    return [
        NewMemory(
            kind=kind,
            tag=tag,
            place=place,
            holder=there[0],
            sources=ranges(point.said),
            text=text,
            occurred_at=min(it.at for it in point.said),
            until=max(it.at for it in point.said),
            terms=terms(embedded_text(text)),
            people=tuple(people) if len(people) <= MOST_PEOPLE else (),
            characters=there,
            body=MemoryBody(chapter=task.chapter.at),
            n=crc32(f"{place.seq}:{text}".encode()) & 0x7FFF_FFFF,
        )
        for kind, tag, text in texts
        if text
    ]


async def _remembered_before(ctx: EngineContext, job: JobContext, task: _Task, now: Sequence[NewMemory]) -> list[int]:
    """What was remembered of the chapter when it was told before, but for what is remembered just so ``now``."""
    when = TimeRange(min(it.at for it in task.said), max(it.at for it in task.said) + timedelta(microseconds=1))
    scope = replace(job.scope(Tag.SUMMARY, Tag.PLOT), when=when)
    found, _ = await memories.within(ctx.db, scope, MOST_REMEMBERED)
    same = {(it.kind, it.place, it.text, it.sources) for it in now}
    return [
        memory.id
        for memory in await memories.read(ctx.db, scope, [it.id for it in found])
        if memory.body.chapter == task.chapter.at
        and (memory.kind, memory.place, memory.text, memory.sources) not in same
    ]
