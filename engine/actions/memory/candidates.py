"""Which memories a person may mean: what the last reply was told, and what is nearest to their words."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.actions.chats.heads import HeadLine, head_line
from engine.actions.chats.subjects import AT, subject_of
from engine.context import EngineContext
from engine.db.chats import audiences, turns
from engine.db.memory import facts, garden, job_rows, memories
from engine.errors import NothingToCorrect
from engine.rules.recall.words.words import terms
from engine.utility.embedding import NO_VECTORS
from engine.values.chats.incoming import Here
from engine.values.ids import SessionKey
from engine.values.memory.memories import Memory, MemoryKind, PersonFact, RecallScope, Sight

FACT: Final = "fact"
NEAREST: Final = 12
MOST: Final = 24
MOST_FACTS: Final = 50


@dataclass(frozen=True, slots=True)
class MemoryGuess:
    """A memory or a fact that may be meant. ``recalled``: the last reply was told it."""

    store: str
    id: int
    text: str
    recalled: bool = False


@dataclass(frozen=True, slots=True)
class MemoryGuesses:
    """What may be meant, by the labels that a model gets. ``likeliest`` is what words alone say."""

    key: SessionKey
    seed: int
    memories: dict[str, MemoryGuess]
    words: str

    @property
    def likeliest(self) -> MemoryGuess:
        """The one that shares most words with the person's; of equals one that was recalled, then the first."""
        asked = set(terms(self.words))
        return max(self.memories.values(), key=lambda it: (len(asked & set(terms(it.text))), it.recalled))


async def candidates(
    ctx: EngineContext, here: Here, words: str, memory: tuple[str, int] | None, *, replied: str = ""
) -> MemoryGuesses:
    """What ``words`` may be about; ``memory`` alone when it is given. Raises SessionMissing, NothingToCorrect.

    ``replied``: the platform's message of the reply that was told the memory; "" is the last one.
    """
    at = await head_line(ctx, here)
    key = at.channel_head.session_key
    seed = next((it.seed for it in await job_rows.heads_of(ctx.db, key)), 0)
    if memory is not None:
        text = await text_of(ctx, here, *memory)
        if text is None:
            raise NothingToCorrect
        return MemoryGuesses(key, seed, {"m1": MemoryGuess(*memory, text)}, words)
    found = await _nearest(ctx, here, at, words, await _told(ctx, here, at, replied))
    return MemoryGuesses(key, seed, {f"m{number}": it for number, it in enumerate(found[:MOST], 1)}, words)


async def text_of(ctx: EngineContext, here: Here, store: str, number: int) -> str | None:
    """What a memory of this talk, or a fact about this person, says now; None when it is no more, or not theirs."""
    if store == FACT:
        return next((it.text for it in await _facts(ctx, here) if it.id == number), None)
    at = await head_line(ctx, here)
    found = await memories.read(ctx.db, await scope_at(ctx, at, here), [number]) if at.character else []
    return next((it.text for it in found if it.kind == store), None)


async def scope_at(ctx: EngineContext, at: HeadLine, here: Here) -> RecallScope:
    """What the character that plays here remembers of this line, as far as it may be told here."""
    sights = (Sight(at.channel_head.session_key, at.line),)
    return RecallScope(here.space, at.character or 0, sights, covered=await audiences.covered(ctx.db, here.key))


async def _told(ctx: EngineContext, here: Here, at: HeadLine, replied: str) -> list[tuple[str, int]]:
    """What a reply was told, as store and id: the one that was replied to, or else the last."""
    if replied.startswith(AT):
        meant = await subject_of(ctx.db, here, at.channel_head.session_key, at.line, replied)
        replied, made = "", await turns.one(ctx.db, at.channel_head.session_key, meant.turn) if meant.turn else None
        if made is not None:
            return [(str(it[0]), int(it[1])) for it in made.facts.get("recalled", ())]
    if replied and (found := await garden.recalled_for(ctx.db, here.key, replied)):
        return found
    last = await turns.last(ctx.db, at.channel_head.session_key)
    return [(str(it[0]), int(it[1])) for it in last.facts.get("recalled", ())] if last else []


async def _nearest(
    ctx: EngineContext, here: Here, at: HeadLine, words: str, told: Sequence[tuple[str, int]]
) -> list[MemoryGuess]:
    own = {it.id: it for it in await _facts(ctx, here)}
    scope = await scope_at(ctx, at, here)
    recalled = await memories.read(ctx.db, scope, [number for store, number in told if store != FACT])
    near = await memories.read(ctx.db, scope, await _near(ctx, scope, words))
    found = [_of_memory(it, recalled=True) for it in recalled]
    found += [_of_fact(own[number], recalled=True) for store, number in told if store == FACT and number in own]
    found += [_of_memory(it) for it in sorted(near, key=lambda it: it.kind is MemoryKind.SAID)]
    found += [_of_fact(it) for it in reversed(own.values())]
    return list({(it.store, it.id): it for it in reversed(found)}.values())[::-1]


async def _near(ctx: EngineContext, scope: RecallScope, words: str) -> list[int]:
    worded = await memories.worded(ctx.db, scope, dict.fromkeys(terms(words), 1.0), NEAREST)
    ids = [it.id for it in worded]
    try:
        (vector,) = await ctx.embedder.embed([words])
    except NO_VECTORS:
        return ids
    model = await ctx.models.number(ctx.db, ctx.embedder.model, len(vector))
    return ids + [it.id for it in await memories.near(ctx.db, scope, model, vector, NEAREST)]


async def _facts(ctx: EngineContext, here: Here) -> list[PersonFact]:
    place = await audiences.telling_place(ctx.db, here.key)
    known = await facts.facts_of(ctx.db, here.person, at=place, private_too=here.private)
    return known[-MOST_FACTS:]


def _of_memory(memory: Memory, *, recalled: bool = False) -> MemoryGuess:
    return MemoryGuess(memory.kind.value, memory.id, memory.text, recalled)


def _of_fact(fact: PersonFact, *, recalled: bool = False) -> MemoryGuess:
    return MemoryGuess(FACT, fact.id, fact.text, recalled)
