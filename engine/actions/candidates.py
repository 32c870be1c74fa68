"""Which memories a person may mean: what the last reply was told, and what is nearest to their words."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.actions.standing import Standing, standing
from engine.actions.subjects import AT, subject_of
from engine.db import background, facts, garden, memories, turns
from engine.errors import ModelError, NothingToCorrect
from engine.rules.recall.words import terms
from engine.turns.needs import Needs
from engine.values.ids import SessionKey
from engine.values.incoming import Here
from engine.values.memories import Memory, MemoryKind, PersonFact, Scope, Sight

FACT: Final = "fact"
NEAREST: Final = 12
MOST: Final = 24
MOST_FACTS: Final = 50


@dataclass(frozen=True, slots=True)
class Found:
    """A memory or a fact that may be meant. ``recalled``: the last reply was told it."""

    store: str
    id: int
    text: str
    recalled: bool = False


@dataclass(frozen=True, slots=True)
class Candidates:
    """What may be meant, by the labels that a model gets. ``likeliest`` is what words alone say."""

    key: SessionKey
    seed: int
    memories: dict[str, Found]
    words: str

    @property
    def likeliest(self) -> Found:
        """The one that shares most words with the person's; of equals one that was recalled, then the first."""
        asked = set(terms(self.words))
        return max(self.memories.values(), key=lambda it: (len(asked & set(terms(it.text))), it.recalled))


async def candidates(
    needs: Needs, here: Here, words: str, memory: tuple[str, int] | None, *, replied: str = ""
) -> Candidates:
    """What ``words`` may be about; ``memory`` alone when it is given. Raises SessionMissing, NothingToCorrect.

    ``replied``: the platform's message of the reply that was told the memory; "" is the last one.
    """
    at = await standing(needs, here)
    key = at.stand.session_key
    seed = next((it.seed for it in await background.stands_of(needs.db, key)), 0)
    if memory is not None:
        text = await text_of(needs, here, *memory)
        if text is None:
            raise NothingToCorrect
        return Candidates(key, seed, {"m1": Found(*memory, text)}, words)
    found = await _nearest(needs, here, at, words, await _told(needs, here, at, replied))
    return Candidates(key, seed, {f"m{number}": it for number, it in enumerate(found[:MOST], 1)}, words)


async def text_of(needs: Needs, here: Here, store: str, number: int) -> str | None:
    """What a memory of this talk, or a fact about this person, says now; None when it is no more, or not theirs."""
    if store == FACT:
        return next((it.text for it in await _facts(needs, here) if it.id == number), None)
    at = await standing(needs, here)
    found = await memories.read(needs.db, scope_at(at, here), [number]) if at.character else []
    return next((it.text for it in found if it.kind == store), None)


def scope_at(at: Standing, here: Here) -> Scope:
    """What the character that plays here remembers of this line."""
    return Scope(here.space, at.character or 0, (Sight(at.stand.session_key, at.line),), people=(here.person,))


async def _told(needs: Needs, here: Here, at: Standing, replied: str) -> list[tuple[str, int]]:
    """What a reply was told, as store and id: the one that was replied to, or else the last."""
    if replied.startswith(AT):
        meant = await subject_of(needs.db, here, at.stand.session_key, at.line, replied)
        replied, made = "", await turns.one(needs.db, at.stand.session_key, meant.turn) if meant.turn else None
        if made is not None:
            return [(str(it[0]), int(it[1])) for it in made.facts.get("recalled", ())]
    if replied and (found := await garden.recalled_for(needs.db, here.key, replied)):
        return found
    last = await turns.last(needs.db, at.stand.session_key)
    return [(str(it[0]), int(it[1])) for it in last.facts.get("recalled", ())] if last else []


async def _nearest(needs: Needs, here: Here, at: Standing, words: str, told: Sequence[tuple[str, int]]) -> list[Found]:
    own = {it.id: it for it in await _facts(needs, here)}
    scope = scope_at(at, here)
    recalled = await memories.read(needs.db, scope, [number for store, number in told if store != FACT])
    near = await memories.read(needs.db, scope, await _near(needs, scope, words))
    found = [_of_memory(it, recalled=True) for it in recalled]
    found += [_of_fact(own[number], recalled=True) for store, number in told if store == FACT and number in own]
    found += [_of_memory(it) for it in sorted(near, key=lambda it: it.kind is MemoryKind.SAID)]
    found += [_of_fact(it) for it in reversed(own.values())]
    return list({(it.store, it.id): it for it in reversed(found)}.values())[::-1]


async def _near(needs: Needs, scope: Scope, words: str) -> list[int]:
    worded = await memories.worded(needs.db, scope, dict.fromkeys(terms(words), 1.0), NEAREST)
    ids = [it.id for it in worded]
    try:
        (vector,) = await needs.embedder.embed([words])
    except ModelError:
        return ids
    model = await needs.models.number(needs.db, needs.embedder.model, len(vector))
    return ids + [it.id for it in await memories.near(needs.db, scope, model, vector, NEAREST)]


async def _facts(needs: Needs, here: Here) -> list[PersonFact]:
    known = await facts.facts_of(needs.db, here.person, private_too=here.private)
    return known[-MOST_FACTS:]


def _of_memory(it: Memory, *, recalled: bool = False) -> Found:
    return Found(it.kind.value, it.id, it.text, recalled)


def _of_fact(it: PersonFact, *, recalled: bool = False) -> Found:
    return Found(FACT, it.id, it.text, recalled)
