"""Whether a reply that bore no mark has reached a point of the outline: the utility model judges from the talk."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import Final

from pydantic import BaseModel

from engine.context import EngineContext
from engine.db.chats import log
from engine.db.story import chronicle, plots
from engine.jobs.context import JobContext
from engine.jobs.memory.reading import ReadingBatch, said_in
from engine.jobs.story.steps import ChronicleState, ChronicleStep, StepResult
from engine.rules.chronicle.again import MADE_AGAIN
from engine.rules.director.outline import outline_text
from engine.rules.director.plot import as_seen, judgement_in, moves_on
from engine.rules.lines import cut
from engine.rules.recall.remembering.batches import BatchMessage, as_lines, between, condensed, place_of, ranges
from engine.rules.recall.telling.quoting import harmless
from engine.turns.inputs.directing import outline_of
from engine.turns.load import background_in
from engine.utility.asking import ask, data_prompt, words_for
from engine.values.chats.bodies import PlotBody
from engine.values.chats.entries import Entry, EntryKind, Line, NewDerived, row_says, said_by
from engine.values.models.prompts import PromptMessage
from engine.values.story.chronicle import ChronicleKind, Recorded
from engine.values.story.chronicle_bodies import JudgedBody
from engine.values.story.director import Judged, Mark, Plot, PointStatus

LOOKED_BACK: Final = 120
"""Entries: what was said further back is not judged any more where checks were switched on late."""
MESSAGES: Final = 8
_AMONG: Final = 60
TALK_CHARACTERS: Final = 6_000
LONGEST_ANSWER: Final = 300


class PlotVerdict(BaseModel):
    """What the model answers, the reason first."""

    why: str = ""
    point: int
    status: PointStatus
    sure: bool


@dataclass(frozen=True, slots=True)
class _Case:
    """A reply without a mark: the act behind it, how far the story had come, and the talk that led there."""

    act: Entry
    plot: Plot
    outline: tuple[str, ...]
    batch: tuple[BatchMessage, ...]

    def row(self, job: JobContext, mark: Mark | None = None) -> NewDerived:
        """Where its messages hold as they were read: at the act, or where one of them got another text later."""
        read = place_of(self.batch)
        later = read.seq > self.act.place.seq
        place, n = (read, read.seq) if later else (self.act.place, self.plot.replies)
        body = JudgedBody(reply=self.plot.replies, mark=mark)
        return NewDerived(ChronicleKind.JUDGED, place, job.character, ranges(self.batch), body=body, n=n)


async def judge(ctx: EngineContext, job: JobContext, _: ChronicleState) -> ChronicleStep | None:
    """The first reply that nobody has judged."""
    if not (job.settings.director and job.settings.director_checks):
        return None
    case = await _next_case(ctx, job)
    if case is None:
        return None
    nothing = _nothing(job, case)
    reading = ReadingBatch(job, case.batch, ((case.batch[0].seq, case.batch[-1].seq),))
    make = partial(_made, ctx, job, case)
    return ChronicleStep("judge", nothing.place, reading, make, passed=StepResult(rows=(nothing,)))


async def _next_case(ctx: EngineContext, job: JobContext) -> _Case | None:
    newest = await log.newest_acts(ctx.db, job.key, job.line)
    outline = outline_of(job.settings, await background_in(ctx, ctx.db, newest))
    if not outline:
        return None
    judged = await chronicle.history(ctx.db, job.key, _lately(job), [ChronicleKind.JUDGED])
    before = await plots.newest_judged(ctx.db, job.key, job.line, _begin(job))
    known = {row_says(it.row, JudgedBody).reply for it in judged if it.ended_at is None or it.reason not in MADE_AGAIN}
    for act, what in said_by(await _acts(ctx, job), PlotBody):
        plot = what.plot
        if not plot.silent or plot.replies in known:
            continue
        seen = as_seen(plot, _newest(judged, act.place.seq) or before, len(outline))
        batch = () if seen.ended else await _talk(ctx, job, act.place.seq)
        if batch and batch[-1].character is not None:
            return _Case(act, seen, outline, batch)
    return None


async def _acts(ctx: EngineContext, job: JobContext) -> list[Entry]:
    """What became of the plot lately, under the background that is played."""
    acts = await log.acts(ctx.db, job.key, _lately(job), [EntryKind.PLOT, EntryKind.BACKGROUND])
    chosen = max((it.place.seq for it in acts if it.kind is EntryKind.BACKGROUND), default=0)
    return [it for it in acts if it.kind is EntryKind.PLOT and it.place.seq > chosen]


def _lately(job: JobContext) -> Line:
    return cut(job.line, after=_begin(job))


def _begin(job: JobContext) -> int:
    return max(0, job.line.head - LOOKED_BACK)


def _newest(judged: Iterable[Recorded], seq: int) -> Judged | None:
    """The newest judgement that says something, as things lay at ``seq``."""
    lay = (it.row for it in judged if it.row.place.seq <= seq and (it.ended_at is None or it.ended_at > seq))
    said = (judgement_in(it) for it in lay)
    return max((it for it in said if it is not None), key=lambda it: it.reply, default=None)


async def _talk(ctx: EngineContext, job: JobContext, upto: int) -> tuple[BatchMessage, ...]:
    said = await said_in(ctx.db, job, ((max(1, upto - _AMONG), upto),))
    return tuple(said[-MESSAGES:])


async def _made(ctx: EngineContext, job: JobContext, case: _Case) -> StepResult:
    told = await ask(ctx, job.errand.to("judge"), _prompt(ctx, job, case), PlotVerdict, LONGEST_ANSWER)
    mark = Mark(told.point, told.status)
    counts = told.sure and _comes_next(case, mark)
    row = case.row(job, mark) if counts else _nothing(job, case)
    return StepResult(rows=(row,))


def _nothing(job: JobContext, case: _Case) -> NewDerived:
    """It was judged that nothing has happened, or nobody could say."""
    return case.row(job)


def _comes_next(case: _Case, mark: Mark) -> bool:
    """A judgement moves a story no further than to the next point."""
    furthest = min(case.plot.point + 1, len(case.outline))
    return mark.status is not PointStatus.PENDING and mark.point <= furthest and moves_on(case.plot, mark)


def _prompt(ctx: EngineContext, job: JobContext, case: _Case) -> tuple[PromptMessage, ...]:
    language, mark = job.settings.language, job.mark
    outline = "\n".join(harmless(it, mark) for it in outline_text(case.outline, case.plot).splitlines())
    talk = as_lines(case.batch, mark, job.zone, condensed(case.batch, TALK_CHARACTERS))
    blocks = [
        between(mark, words_for(language, "The outline", "故事大纲"), outline),
        between(mark, words_for(language, "The latest talk", "最近的对话"), talk),
    ]
    return data_prompt(ctx.texts[language].judge.replace("{mark}", mark), blocks)
