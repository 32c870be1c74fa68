"""A persona that grows: who the character has become, every so many replies, and whenever somebody asks for it."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from engine.context import EngineContext
from engine.db.chats import log
from engine.db.story import chronicle, evolution
from engine.errors import InputError
from engine.jobs.context import JobContext
from engine.jobs.memory.reading import MOST_BACKLOG, ReadingBatch, hidden_at, said_in
from engine.jobs.story.steps import ChronicleState, ChronicleStep, StepResult
from engine.jobs.story.telling import block, corrections_of, data, right_block, right_of
from engine.rules.casting import version_at
from engine.rules.chronicle.by_hand import tells
from engine.rules.chronicle.evolution import (
    GrownPersona,
    ToldPersona,
    as_text,
    fields_of,
    grown,
    locked_fields,
    tidy,
)
from engine.rules.chronicle.growing import (
    Outlook,
    before,
    favoured,
    last_turns,
    next_number,
    outlook,
    repeated,
    shared_out,
    weights,
)
from engine.rules.chronicle.sources import joined
from engine.rules.lines import place_at
from engine.rules.recall.remembering.batches import (
    BatchMessage,
    as_lines,
    as_statements,
    place_of,
    ranges,
)
from engine.rules.recall.telling.quoting import harmless
from engine.rules.text.reactions import likes
from engine.utility.asking import ask, data_prompt
from engine.values.chats.entries import Derived, Entry, EntryKind, NewDerived, Range
from engine.values.chats.notices import Notice
from engine.values.models.prompts import PromptMessage
from engine.values.story.chronicle import ChronicleKind, Recorded
from engine.values.story.chronicle_bodies import EvolutionBody

KIND: Final = "evolve"
ENTRIES_A_TURN: Final = 8
"""So many entries are looked through for a turn: in a busy channel few messages are answered."""
MOST_LINES: Final = 200
TALK_CHARACTERS: Final = 16_000
CARD_CHARACTERS: Final = 3_000
LONGEST_ANSWER: Final = 1_800


@dataclass(frozen=True, slots=True)
class _Task:
    """A version to be made of the talk ``said`` and the version ``old``. ``at``: the act that asks for it, or 0.

    ``holds`` is ``old``, or where that ended with what it told wrong, the one before it.
    """

    said: tuple[BatchMessage, ...]
    row: NewDerived
    old: Derived | None
    holds: Derived | None
    number: int
    at: int = 0

    def same(self, job: JobContext, again: Derived | None, told: str = "evolution-same") -> StepResult:
        """A version ``again``, and what whoever waits is told."""
        body, text = repeated(again, job.settings.language, self.at)
        notice = Notice(told) if self.at else None
        return StepResult((replace(self.row, text=text, body=body),), notice=notice)


async def evolve(ctx: EngineContext, job: JobContext, state: ChronicleState) -> ChronicleStep | None:
    """The first version that is lacking on a line."""
    rows = [it for it in state.rows if it.row.kind == ChronicleKind.EVOLUTION and it.row.holder == job.character]
    seen = outlook(state.acts(EntryKind.PERSONA), rows)
    at = seen.stale or await _after_replies(ctx, job, seen) or seen.asked
    if not at:
        return None
    task = await _task(ctx, job, rows, seen, at)
    if task is None:
        return None
    return ChronicleStep(
        kind=KIND,
        place=task.row.place,
        reading=ReadingBatch(job, task.said, ((task.said[0].seq, task.said[-1].seq),) if task.said else ()),
        make=partial(_made, ctx, job, task),
        passed=task.same(job, task.holds, "evolution-unanswered"),
        rows=(task.old.id,) if task.old else (),
        waited_for=bool(task.at),
    )


async def _after_replies(ctx: EngineContext, job: JobContext, seen: Outlook) -> int:
    """The reply at which a version is due by itself, 0 for none; of a story that was brought in the last one alone."""
    every, head = job.settings.evolve_every, seen.asked or job.line.head
    if not job.settings.evolve or head - seen.after < every:
        return 0
    replies = await evolution.replies_after(ctx.db, job.key, job.line, job.character, seen.after, seen.asked)
    whole = len(replies) // every
    if not whole:
        return 0
    first = replies[every - 1]
    return first if job.line.head - first <= MOST_BACKLOG else replies[whole * every - 1]


async def _task(ctx: EngineContext, job: JobContext, rows: Sequence[Recorded], seen: Outlook, at: int) -> _Task | None:
    asked = at if at == seen.asked else 0
    turns = job.settings.evolve_turns
    span = (max(1, at - turns * ENTRIES_A_TURN), at)
    said = last_turns(await said_in(ctx.db, job, (span,)), turns)
    hidden = await hidden_at(ctx.db, job, span)
    place = place_at(job.line, max([at, hidden, *([place_of(said).seq] if said else [])]))
    if place is None or not (said or asked):
        return None
    old = before(rows, at, stale=at == seen.stale)
    made_from = await chronicle.sources_of(ctx.db, job.key, [old.id]) if old else {}
    of_act = [Range(place.branch, at, at)] if asked else []
    sources = joined([*(it for found in made_from.values() for it in found), *ranges(said), *of_act])
    row = NewDerived(ChronicleKind.EVOLUTION, place, job.character, sources, n=place.seq)
    return _Task(tuple(said), row, old, before(rows, at, stale=False), next_number(rows), asked)


async def _made(ctx: EngineContext, job: JobContext, task: _Task) -> StepResult:
    """The next version."""
    if not task.said:
        return task.same(job, task.holds)
    errand = replace(job.errand.to(KIND), waited_for=bool(task.at))
    prompt = await _prompt(ctx, job, task)
    told = await ask(ctx, errand, prompt, ToldPersona, LONGEST_ANSWER)
    new = tidy({it: harmless(text, job.mark) for it, text in told.model_dump().items()})
    old = fields_of(task.old) if task.old else {}
    settings = job.settings
    locked = locked_fields(settings.evolve_locked)
    found = await asyncio.to_thread(grown, old, new, locked, settings.evolve_change) if new else GrownPersona(old)
    if found.fields == old:
        wrong = task.old and any(tells(task.old, *it) for it in await corrections_of(ctx.db, job))
        return task.same(job, task.holds if wrong else task.old)
    body = EvolutionBody(number=task.number, fields=found.fields, at=task.at, auto=not task.at, kept=found.kept)
    row = replace(task.row, text=as_text(found.fields, settings.language), body=body)
    return StepResult((row,), notice=_notice(task, found))


def _notice(task: _Task, found: GrownPersona) -> Notice | None:
    if not task.at:
        return None
    return Notice("evolution-grown", {"number": task.number, "kept": len(found.kept)})


async def _prompt(ctx: EngineContext, job: JobContext, task: _Task) -> tuple[PromptMessage, ...]:
    mark, settings = job.mark, job.settings
    acts = await log.acts(ctx.db, job.key, job.line, [EntryKind.MEMBER, EntryKind.REACTION])
    weight = weights(task.said, job.character, likes(acts))
    said = favoured(task.said, MOST_LINES, weight)
    liked = {seq: it - 1 for seq, it in weight.items() if it > 1}
    talk = as_lines(said, mark, job.zone, shared_out(said, TALK_CHARACTERS, weight), liked)
    old = fields_of(task.old) if task.old else {}
    blocks = (
        block(
            job,
            "The character as it was designed",
            "角色原本的设定",
            as_statements(await _card(ctx, job, acts), mark),
        ),
        block(job, "The persona so far", "目前的成长人设", data(job, **old) if old else ""),
        right_block(job, await right_of(ctx.db, job)),
        block(job, "The latest talk", "最近的对话", talk),
    )
    instruction = ctx.texts[settings.language].evolve
    instruction = instruction.replace("{mark}", mark).replace("{change}", str(settings.evolve_change))
    return data_prompt(instruction, [it for it in blocks if it])


async def _card(ctx: EngineContext, job: JobContext, acts: Sequence[Entry]) -> list[str]:
    """Who the character was made to be, by the acts about the cast."""
    version = version_at([it for it in acts if it.kind is EntryKind.MEMBER], job.character)
    try:
        card = await ctx.cards.card(ctx.db, job.character, version) if version else None
    except InputError:  # a persona grows without a card too
        card = None
    if card is None:
        return []
    texts = (card.called, card.description[:CARD_CHARACTERS], card.personality[:CARD_CHARACTERS])
    return [it.replace("{{char}}", card.called) for it in texts if it.strip()]
