"""The numbers by which people call things: counted where they see them, given when one is first shown, and kept."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Final

from engine.actions.characters import characters, presets, quick_replies, worlds
from engine.actions.chats.head_moves import current_head
from engine.actions.house import access
from engine.actions.memory.garden import NOTES
from engine.actions.people import personas
from engine.actions.story import backgrounds, chronicle
from engine.actions.story.plots import plot_of
from engine.context import EngineContext
from engine.db.house import numbers
from engine.db.memory import facts, memories
from engine.values.chats.incoming import Here
from engine.values.house.numbers import OF_CHAT, OF_PERSON, Count, Thing
from engine.values.ids import SessionKey

_VERSIONS: Final = OF_CHAT - {Thing.SUMMARY}
"""What of a chat has the number of what it took the place of. Lists show earlier summaries beside later ones."""
Listed = Callable[[EngineContext, Here], Awaitable[Sequence[int]]]


async def of(ctx: EngineContext, here: Here, thing: Thing, ids: Sequence[int]) -> dict[int, int]:
    """The numbers of things that are about to be shown.

    Where one has none yet, everything that a list of its kind shows gets its number, in the order in which it was made.
    What takes the place of something has its number. Raises SessionMissing.
    """
    if not ids:
        return {}
    count = await _count(ctx, here, thing)
    found = await numbers.of(ctx.db, count, ids)
    if not (lacking := set(ids) - set(found)):
        return found
    given = await _given(ctx, here, count, lacking)
    return {it: given.get(it) or found[it] for it in ids}


async def known(ctx: EngineContext, here: Here, thing: Thing, ids: Sequence[int]) -> dict[int, int]:
    """The numbers of things, as far as they have any. Raises SessionMissing."""
    return await numbers.of(ctx.db, await _count(ctx, here, thing), ids)


async def meant(ctx: EngineContext, here: Here, thing: Thing, number: int) -> int | None:
    """What a number means: of several versions that have it the one that is there now; None: nothing has it."""
    count = await _count(ctx, here, thing)
    found = await numbers.meant(ctx.db, count, number)
    if not found:
        await _given(ctx, here, count, set())
        found = await numbers.meant(ctx.db, count, number)
    if len(found) > 1:
        listed = set(await _LISTED[thing](ctx, here))
        return next((it for it in found if it in listed), found[-1])
    return found[0] if found else None


async def _count(ctx: EngineContext, here: Here, thing: Thing) -> Count:
    if thing in OF_CHAT:
        key = (await current_head(ctx, here)).session_key
        return Count(thing, key.space, key.session)
    if thing in OF_PERSON:
        return Count(thing, person=await numbers.first_name(ctx.db, here.person))
    return Count(thing) if thing is Thing.SPACE else Count(thing, here.space)


async def _given(ctx: EngineContext, here: Here, count: Count, shown: set[int]) -> Mapping[int, int]:
    """Give numbers to all that is listed and ``shown``; the numbers of what had none, and of what had one meanwhile."""
    every = sorted(shown.union(await _LISTED[count.thing](ctx, here)))
    had = await numbers.of(ctx.db, count, every)
    lacking = [it for it in every if it not in had]
    if not lacking:
        return had
    earlier: numbers.Earlier = ()
    if count.thing in _VERSIONS:
        earlier = await numbers.before_rows(ctx.db, SessionKey(count.space, count.session), lacking)
    elif count.thing is Thing.FACT:
        earlier = await numbers.before_facts(ctx.db, here.person, lacking)
    async with ctx.db.transaction() as on:
        await numbers.give(on, count, lacking, earlier)
        return await numbers.of(on, count, every)


async def _memories(ctx: EngineContext, here: Here) -> Sequence[int]:
    return await memories.ids(ctx.db, (await plot_of(ctx, here)).scope, NOTES)


async def _facts(ctx: EngineContext, here: Here) -> Sequence[int]:
    return [it.id for it in await facts.facts_of(ctx.db, here.person, private_too=True)]


async def _timeline(ctx: EngineContext, here: Here) -> Sequence[int]:
    return [it.id for it in (await chronicle.read(ctx, here)).timeline]


async def _items(ctx: EngineContext, here: Here) -> Sequence[int]:
    return [it.id for it in (await chronicle.read(ctx, here)).items]


async def _dossiers(ctx: EngineContext, here: Here) -> Sequence[int]:
    return [it.id for it in (await chronicle.read(ctx, here)).dossiers]


async def _summaries(ctx: EngineContext, here: Here) -> Sequence[int]:
    return [it.summary.id for it in await chronicle.summaries(ctx, here)]


async def _personas(ctx: EngineContext, here: Here) -> Sequence[int]:
    return [it.id for it in await personas.listed(ctx, here)]


async def _characters(ctx: EngineContext, here: Here) -> Sequence[int]:
    return [it.id for it in await characters.listed(ctx, here)]


async def _books(ctx: EngineContext, here: Here) -> Sequence[int]:
    return [it.id for it in await worlds.listed(ctx, here)]


async def _presets(ctx: EngineContext, here: Here) -> Sequence[int]:
    return [it.id for it in await presets.listed(ctx, here) if not it.builtin]


async def _backgrounds(ctx: EngineContext, here: Here) -> Sequence[int]:
    return [it.id for it in await backgrounds.listed(ctx, here)]


async def _quick_sets(ctx: EngineContext, here: Here) -> Sequence[int]:
    return [it.id for it in await quick_replies.names(ctx, here)]


async def _spaces(ctx: EngineContext, here: Here) -> Sequence[int]:
    return await access.space_ids(ctx, here)


_LISTED: Final[Mapping[Thing, Listed]] = {
    Thing.MEMORY: _memories,
    Thing.FACT: _facts,
    Thing.TIMELINE: _timeline,
    Thing.ITEM: _items,
    Thing.DOSSIER: _dossiers,
    Thing.SUMMARY: _summaries,
    Thing.PERSONA: _personas,
    Thing.CHARACTER: _characters,
    Thing.BOOK: _books,
    Thing.PRESET: _presets,
    Thing.BACKGROUND: _backgrounds,
    Thing.QUICK: _quick_sets,
    Thing.SPACE: _spaces,
}
"""What a list of each kind shows to whoever asks."""
