"""Where the timeline grows too long, its oldest lines become fewer."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from engine.context import EngineContext
from engine.db.story import chronicle
from engine.jobs.context import JobContext
from engine.jobs.memory.reading import ReadingBatch
from engine.jobs.story.sheets import line_number
from engine.jobs.story.steps import ChronicleState, ChronicleStep, StepEnding, StepResult
from engine.jobs.story.telling import block, data, right_block, right_of
from engine.rules.chronicle.sources import joined
from engine.rules.chronicle.timeline import (
    Merge,
    MergedLines,
    NewLine,
    lines_schema,
    merged,
    next_merge,
    unmerged,
)
from engine.rules.lines import place_at
from engine.utility.asking import ask, data_prompt
from engine.values.chats.entries import NewDerived, Place, Range, row_says
from engine.values.models.prompts import PromptMessage
from engine.values.story.chronicle import ChronicleKind
from engine.values.story.chronicle_bodies import TimelineBody

KIND: Final = "merge"
MERGED: Final = "merged"
LONGEST_ANSWER: Final = 600


async def plan_merge(ctx: EngineContext, job: JobContext, state: ChronicleState) -> ChronicleStep | None:
    """The first lines of the timeline that are too many."""
    merge = next_merge(state.rows, job.settings.timeline_lines)
    place = place_at(job.line, merge.at) if merge else None
    if merge is None or place is None:
        return None
    sources = await chronicle.sources_of(ctx.db, job.key, [it.row.id for it in merge.rows])
    passed = _made(job, place, sources, unmerged(merge))
    make = partial(_make, ctx, job, place, (merge, sources))
    return ChronicleStep(KIND, place, ReadingBatch(job, ()), make, passed)


async def _make(
    ctx: EngineContext, job: JobContext, place: Place, what: tuple[Merge, dict[int, tuple[Range, ...]]]
) -> StepResult:
    merge, sources = what
    entries = [(row_says(it.row, TimelineBody).when, it.row.text) for it in merge.rows]
    prompt = entries_prompt(ctx, job, entries, await right_of(ctx.db, job), into=merge.into)
    schema = lines_schema(len(entries), merge.into)
    told = await ask(ctx, job.errand.to(KIND), prompt, MergedLines, LONGEST_ANSWER, schema)
    return _made(job, place, sources, merged(merge, told))


def _made(job: JobContext, place: Place, sources: dict[int, tuple[Range, ...]], lines: Sequence[NewLine]) -> StepResult:
    rows = tuple(
        NewDerived(
            ChronicleKind.TIMELINE,
            place,
            job.character,
            joined(source for it in line.of for source in sources.get(it.row.id, ())),
            line.text,
            TimelineBody(when=line.when, merged=True),
            line_number(place, at),
        )
        for at, line in enumerate(lines)
    )
    ends = tuple(StepEnding(it.row.id, MERGED, at) for at, line in enumerate(lines) for it in line.of)
    return StepResult(rows, ends=ends)


def entries_prompt(
    ctx: EngineContext, job: JobContext, entries: Sequence[tuple[str, str]], right: Sequence[str], *, into: int
) -> tuple[PromptMessage, ...]:
    """Asks for at most ``into`` lines in place of ``entries``: (day, text) of each."""
    told = (data(job, n=number, when=when, text=text) for number, (when, text) in enumerate(entries, 1))
    blocks = [right_block(job, right), block(job, "The entries", "条目", "\n".join(told))]
    text = ctx.texts[job.settings.language].merge_timeline
    text = text.replace("{mark}", job.mark).replace("{most}", str(into))
    return data_prompt(text, [it for it in blocks if it])
