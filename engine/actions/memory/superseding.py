"""The old value goes: from the memory that told it, and from everything else of the story that tells it too."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.actions.chats.head_moves import HeadMove
from engine.actions.memory.candidates import FACT
from engine.context import EngineContext
from engine.db.house import work
from engine.db.memory import derivations, facts, garden, memories
from engine.db.people import dates
from engine.db.story import chronicle
from engine.errors import CorrectionGone
from engine.rules.chronicle.by_hand import FORGOTTEN, REDONE, tells
from engine.rules.recall.remembering.embedded import embedded_text
from engine.rules.recall.remembering.merging import mentions, states
from engine.rules.recall.remembering.sources import CHRONICLE, EMBED, PAGES
from engine.rules.recall.words.words import terms
from engine.turns.inputs.cast import who_plays
from engine.utility.embedding import NO_VECTORS
from engine.values.chats.entries import Place, Retirement
from engine.values.chats.incoming import Here
from engine.values.chats.row_bodies import written_over
from engine.values.memory.memories import (
    Correction,
    Memory,
    MemoryKind,
    NewMemory,
    NewPersonFact,
    RecallScope,
    Sight,
    Tag,
)
from engine.values.memory.memory_bodies import PLAIN_MEMORY

MOST_ALIKE: Final = 200
CORRECTED: Final = "corrected"


@dataclass(frozen=True, slots=True)
class OldValue:
    """A wrong text with its vector, by which others that tell it are found; no vector where none was to be had."""

    text: str
    model: int = 0
    vector: Sequence[float] = ()


async def old_value(ctx: EngineContext, text: str) -> OldValue:
    """The wrong text with its vector: asked before the story is held, for a model may be slow."""
    try:
        (vector,) = await ctx.embedder.embed([text])
    except NO_VECTORS:
        return OldValue(text)
    return OldValue(text, await ctx.models.number(ctx.db, ctx.embedder.model, len(vector)), vector)


async def replace_everywhere(move: HeadMove, here: Here, correction: Correction, old: OldValue) -> None:
    """End what told the old value, at the head of the line, where an act says so. Raises CorrectionGone."""
    character = await who_plays(move.on, move.key, move.line)
    scope = RecallScope(here.space, character, (Sight(move.key, move.line),), covered=None)
    place, source = Place(move.line.segments[-1].branch, move.head), None
    made = None
    if correction.store == FACT:
        await _of_person(move, here, correction)
    else:
        source = next(iter(await memories.read(move.on, scope, [correction.id])), None)
        if source is None:
            raise CorrectionGone
        made = await _of_story(move, here, correction, source, place)
    reason = CORRECTED if correction.now else FORGOTTEN
    for memory in await _tell_it_too(move, scope, correction, old, source):
        await derivations.retire(move.on, move.key, Retirement(memory.id, place, reason, by=made))
    for one in await chronicle.history(move.on, move.key, move.line):
        waits = one.reason == REDONE and not correction.now  # it may stand there again, where nobody can write it anew
        if (one.ended_at is None or waits) and tells(one.row, correction.was, correction.now):
            await derivations.retire(move.on, move.key, Retirement(one.row.id, place, reason))
    await _facts_too(move, here, correction)
    for kind in (EMBED, PAGES, CHRONICLE):
        await work.mark_due(move.on, move.key, kind)


async def _of_person(move: HeadMove, here: Here, correction: Correction) -> None:
    known = await facts.facts_of(move.on, here.person, private_too=True)
    old = next((one for one in known if one.id == correction.id), None)
    if old is None:
        raise CorrectionGone
    if not correction.now:
        await facts.end(move.on, here.person, correction.id, FORGOTTEN)
        return
    new = NewPersonFact(here.person, correction.now, old.occurred_at, old.character, private=old.private)
    made = await facts.supersede(move.on, correction.id, new, CORRECTED)
    if made is None:
        await facts.end(move.on, here.person, correction.id, CORRECTED)
    else:
        await dates.hand_on(move.on, here.person, correction.id, made)


async def _of_story(move: HeadMove, here: Here, correction: Correction, old: Memory, place: Place) -> int | None:
    """Another version of a note; beside what was said, and beside a page, a note says what is right."""
    if not correction.now:
        await derivations.retire(move.on, move.key, Retirement(old.id, place, FORGOTTEN))
        return None
    before = dict(await garden.made_at(move.on, move.key, [old.place]))[old.id]
    new = replace(
        before,
        place=place,
        text=correction.now,
        terms=terms(embedded_text(correction.now)),
        people=tuple(sorted({*before.people, here.person})),
        body=written_over(before.body, correction.was),
        n=place.seq,
    )
    made = (
        new
        if old.kind is MemoryKind.CORE
        else replace(by_hand(new, here.person), body=written_over(PLAIN_MEMORY, correction.was))
    )
    return await memories.version(move.on, move.key, old.id, made, CORRECTED)


def by_hand(memory: NewMemory, person: int) -> NewMemory:
    """A note that a person has written in place of another memory, which is about whoever had said that."""
    return replace(
        memory,
        kind=MemoryKind.MANUAL,
        tag=Tag.MANUAL,
        person=person,
        about=tuple(sorted({*memory.about, *({memory.person} if memory.person else ())} - {person})),
        character=None,
        nth=None,
    )


async def _tell_it_too(
    move: HeadMove, scope: RecallScope, correction: Correction, old: OldValue, source: Memory | None
) -> list[Memory]:
    """What else of the story tells the old value."""
    near = await memories.worded(move.on, scope, dict.fromkeys(terms(correction.was), 1.0), MOST_ALIKE)
    if old.vector:
        near += await memories.near(move.on, scope, old.model, old.vector, MOST_ALIKE)
    beside = await _from_the_same(move, source) if source else set[int]()
    found = await memories.read(move.on, scope, list({*(one.id for one in near), *beside} - {correction.id}))
    return [one for one in found if _tells(one, correction, beside=one.id in beside)]


def _tells(one: Memory, correction: Correction, *, beside: bool) -> bool:
    """What came of the same words, or a character has repeated, need only name the old value."""
    if one.body.marks.was is not None:  # somebody has put that right by hand
        return False
    if states(one.text, correction.was, correction.now):
        return True
    return (
        bool(correction.now)
        and (beside or one.tag is Tag.AI_OUTPUT)
        and mentions(one.text, correction.was, correction.now)
    )


async def _from_the_same(move: HeadMove, source: Memory) -> set[int]:
    """What was made of the same messages."""
    ids: set[int] = set()
    seqs = {seq for it in source.sources for seq in (it.from_seq, it.to_seq)}
    for seq in sorted(seqs):
        ids |= {row.id for row in await derivations.made_from(move.on, move.key, move.line, seq)}
    return ids


async def _facts_too(move: HeadMove, here: Here, correction: Correction) -> None:
    """What is known of the person besides is put right as well; it is theirs to say."""
    for fact in await facts.facts_of(move.on, here.person, private_too=True):
        if (fact.id == correction.id and correction.store == FACT) or not states(
            fact.text, correction.was, correction.now
        ):
            continue
        new = NewPersonFact(here.person, correction.now, fact.occurred_at, fact.character, private=fact.private)
        made = await facts.supersede(move.on, fact.id, new, CORRECTED) if correction.now else None
        if made is None:
            await facts.end(move.on, here.person, fact.id, CORRECTED if correction.now else FORGOTTEN)
        else:
            await dates.hand_on(move.on, here.person, fact.id, made)
