"""Facts and topics: one call of the utility model for a stretch of talk, one transaction for what comes of it."""

from collections.abc import Sequence
from zlib import crc32

import structlog

from engine.context import EngineContext
from engine.db.house import work
from engine.db.memory import derivations, facts, job_rows, memories, progress
from engine.db.people import dates
from engine.db.postgres.pool import Transaction
from engine.errors import LeaseLost
from engine.jobs.context import JobContext
from engine.jobs.memory.known import UPDATED, Noted, noted, notes, still_noted
from engine.jobs.memory.reading import ReadingBatch, next_reading, unchanged
from engine.jobs.put_off import finish, put_off
from engine.jobs.story.elsewhere import end_where_changed
from engine.rules.lines import place_at
from engine.rules.recall.ranking.presence import WHILE
from engine.rules.recall.remembering.batches import BatchMessage, as_facts, as_lines, between, place_of, ranges
from engine.rules.recall.remembering.embedded import embedded_text
from engine.rules.recall.remembering.extraction import ExtractionAnswer, KeptFact, kept, schema, topics
from engine.rules.recall.remembering.sources import EMBED, FACT, FACTS
from engine.rules.recall.words.words import terms
from engine.utility.asking import MOST_TRIES, UNANSWERABLE, ask, data_prompt, words_for
from engine.values.chats.entries import NewDerived, Retirement
from engine.values.house.work import Due
from engine.values.memory.memories import MemoryKind, NewMemory, NewPersonFact, Tag
from engine.values.memory.memory_bodies import FactBody
from engine.values.models.prompts import PromptMessage
from engine.work.crashpoints import maybe_crash

LONGEST_ANSWER = 2_000

_log = structlog.get_logger(__name__)


async def extract(ctx: EngineContext, due: Due) -> None:
    """Note what the next stretch of talk tells. Without a model for it nothing is noted, and nothing is waited for."""
    reading = await next_reading(ctx, due)
    if reading is None:
        await finish(ctx, due)
        return
    async with put_off(ctx, due):
        told, found = await _told(ctx, due, reading)
        await _store(ctx, due, reading, told, found)


async def _told(ctx: EngineContext, due: Due, reading: ReadingBatch) -> tuple[ExtractionAnswer, list[Noted]]:
    batch = reading.batch
    if not any(it.tells for it in batch):
        return ExtractionAnswer(), []
    known = await notes(ctx, reading)
    try:
        asked = schema(batch, known.texts)
        told = await ask(
            ctx,
            reading.job.errand.to("facts"),
            _prompt(ctx, reading, known.texts),
            ExtractionAnswer,
            LONGEST_ANSWER,
            asked,
        )
    except UNANSWERABLE as error:
        if due.tries < MOST_TRIES:
            raise
        _log.warning("talk passed over", error=str(error), action="choose a model that can keep notes")
        return ExtractionAnswer(), []
    return told, await noted(ctx, known, kept(told, batch, known.frame))


def _prompt(ctx: EngineContext, reading: ReadingBatch, known: dict[str, str]) -> tuple[PromptMessage, ...]:
    job = reading.job
    language = job.settings.language
    texts = ctx.texts[language]
    talk = as_lines(reading.batch, job.mark, job.zone)
    blocks = [between(job.mark, words_for(language, "Known facts", "已知事实"), as_facts(known, job.mark))]
    blocks.append(between(job.mark, words_for(language, "The talk", "对话"), talk))
    return data_prompt(texts.extract.replace("{mark}", job.mark), blocks)


async def _store(
    ctx: EngineContext, due: Due, reading: ReadingBatch, told: ExtractionAnswer, found: Sequence[Noted]
) -> None:
    """Everything, and the end of the mark; or nothing, when what was read has changed meanwhile."""
    job = reading.job
    async with ctx.db.transaction() as on:
        await unchanged(ctx, on, reading)
        found = await still_noted(on, reading, found) if found else []
        await job_rows.put_topics(on, job.key, job.character, topics(told, reading.batch))
        await _store_core(on, reading, [it for it in found if it.fact.person is None])
        for it in found:
            if it.fact.person is not None:
                await _store_of_person(on, job, it, it.fact.person)
        for branch, seq in reading.read.items():
            await progress.advance(on, job.key, FACTS, branch, seq)
        if found:
            await work.mark_due(on, job.key, EMBED)
        if reading.more:
            await work.mark_due(on, job.key, FACTS)
        if not await work.finish_due(on, due):
            raise LeaseLost
        maybe_crash("in_extract")
    if found or reading.more:
        ctx.due_bell.set()


async def _store_core(on: Transaction, reading: ReadingBatch, found: Sequence[Noted]) -> None:
    job = reading.job
    new_ones = [_core(reading, it.fact) for it in found]
    made = await memories.remember(on, job.key, new_ones)
    stored = [(row, it.place, it.sources) for row, it in zip(made, new_ones, strict=True) if row is not None]
    await end_where_changed(on, job.key, stored)
    head = place_at(job.line, job.line.head)
    for new, it in zip(made, found, strict=True):
        if new is not None and it.core is not None and head is not None:
            await derivations.retire(on, job.key, Retirement(it.core.id, head, it.reason, by=new))


def _core(reading: ReadingBatch, fact: KeptFact) -> NewMemory:
    job, last = reading.job, fact.sources[-1]
    there = job.witnesses(fact.sources)
    return NewMemory(
        kind=MemoryKind.CORE,
        tag=Tag.CORE,
        place=place_of(fact.sources),
        holder=there[0],
        sources=ranges(fact.sources),
        text=fact.text,
        occurred_at=last.at,
        until=last.at,
        terms=terms(embedded_text(fact.text)),
        about=fact.about,
        people=_present(reading.batch, last),
        characters=there,
        n=_number(fact),
    )


async def _store_of_person(on: Transaction, job: JobContext, it: Noted, person: int) -> None:
    """The fact is the person's; a row of the story says what it was drawn from, for edits and erasures."""
    fact, last, place = it.fact, it.fact.sources[-1], place_of(it.fact.sources)
    new = NewPersonFact(
        person, fact.text, last.at, job.character, private=job.played.private, session=job.key, place=place
    )
    if it.of_person is not None:
        made = await facts.supersede(on, it.of_person.id, new, it.reason)
    else:
        made = await facts.add(on, new)
    if made is not None:
        if fact.day is not None:
            await dates.put(on, person, made, fact.day)
        elif it.of_person is not None and it.reason == UPDATED:
            await dates.hand_on(on, person, it.of_person.id, made)
        body = FactBody(person=person, fact=made)
        row = NewDerived(FACT, place, job.character, ranges(fact.sources), body=body, n=_number(fact))
        await derivations.derive(on, job.key, row)


def _present(batch: Sequence[BatchMessage], last: BatchMessage) -> tuple[int, ...]:
    """Who wrote shortly before, as far as the batch tells."""
    near = {it.person for it in batch if it.person is not None and it.seq <= last.seq and last.at - it.at <= WHILE}
    return tuple(sorted(near))


def _number(fact: KeptFact) -> int:
    """Tells facts from the same messages apart, and facts from another text of them."""
    revised = max(it.revision for it in fact.sources)
    return crc32(f"{revised}:{fact.text}".encode()) & 0x7FFF_FFFF
