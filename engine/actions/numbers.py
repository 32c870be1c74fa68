"""The numbers by which people call things: counted where they see them, given when one is first shown, and kept."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Final

from engine.actions import access, backgrounds, characters, chronicle, personas, presets, worlds
from engine.actions.garden import NOTES
from engine.actions.head_moves import current_stand
from engine.actions.plots import plot_of
from engine.db import facts, memories, numbers
from engine.turns.needs import Needs
from engine.values.ids import SessionKey
from engine.values.incoming import Here
from engine.values.numbers import OF_CHAT, OF_PERSON, Count, Thing

_VERSIONS: Final = OF_CHAT - {Thing.SUMMARY}
"""What of a chat has the number of what it took the place of. Lists show earlier summaries beside later ones."""
Listed = Callable[[Needs, Here], Awaitable[Sequence[int]]]


async def of(needs: Needs, here: Here, thing: Thing, ids: Sequence[int]) -> dict[int, int]:
    """The numbers of things that are about to be shown.

    Where one has none yet, everything that a list of its kind shows gets its number, in the order in which it was made.
    What takes the place of something has its number. Raises SessionMissing.
    """
    if not ids:
        return {}
    count = await _count(needs, here, thing)
    found = await numbers.of(needs.db, count, ids)
    if not (lacking := set(ids) - set(found)):
        return found
    given = await _given(needs, here, count, lacking)
    return {it: given.get(it) or found[it] for it in ids}


async def known(needs: Needs, here: Here, thing: Thing, ids: Sequence[int]) -> dict[int, int]:
    """The numbers of things, as far as they have any. Raises SessionMissing."""
    return await numbers.of(needs.db, await _count(needs, here, thing), ids)


async def meant(needs: Needs, here: Here, thing: Thing, number: int) -> int | None:
    """What a number means: of several versions that have it the one that is there now; None: nothing has it."""
    count = await _count(needs, here, thing)
    found = await numbers.meant(needs.db, count, number)
    if not found:
        await _given(needs, here, count, set())
        found = await numbers.meant(needs.db, count, number)
    if len(found) > 1:
        listed = set(await _LISTED[thing](needs, here))
        return next((it for it in found if it in listed), found[-1])
    return found[0] if found else None


async def _count(needs: Needs, here: Here, thing: Thing) -> Count:
    if thing in OF_CHAT:
        key = (await current_stand(needs, here)).session_key
        return Count(thing, key.space, key.session)
    if thing in OF_PERSON:
        return Count(thing, person=await numbers.first_name(needs.db, here.person))
    return Count(thing) if thing is Thing.SPACE else Count(thing, here.space)


async def _given(needs: Needs, here: Here, count: Count, shown: set[int]) -> Mapping[int, int]:
    """Give numbers to all that is listed and ``shown``; the numbers of what had none, and of what had one meanwhile."""
    every = sorted(shown.union(await _LISTED[count.thing](needs, here)))
    had = await numbers.of(needs.db, count, every)
    lacking = [it for it in every if it not in had]
    if not lacking:
        return had
    earlier: numbers.Earlier = ()
    if count.thing in _VERSIONS:
        earlier = await numbers.before_rows(needs.db, SessionKey(count.space, count.session), lacking)
    elif count.thing is Thing.FACT:
        earlier = await numbers.before_facts(needs.db, here.person, lacking)
    async with needs.db.transaction() as on:
        await numbers.give(on, count, lacking, earlier)
        return await numbers.of(on, count, every)


async def _memories(needs: Needs, here: Here) -> Sequence[int]:
    return await memories.ids(needs.db, (await plot_of(needs, here)).scope, NOTES)


async def _facts(needs: Needs, here: Here) -> Sequence[int]:
    return [it.id for it in await facts.facts_of(needs.db, here.person, private_too=True)]


async def _timeline(needs: Needs, here: Here) -> Sequence[int]:
    return [it.id for it in (await chronicle.read(needs, here)).timeline]


async def _items(needs: Needs, here: Here) -> Sequence[int]:
    return [it.id for it in (await chronicle.read(needs, here)).items]


async def _dossiers(needs: Needs, here: Here) -> Sequence[int]:
    return [it.id for it in (await chronicle.read(needs, here)).dossiers]


async def _summaries(needs: Needs, here: Here) -> Sequence[int]:
    return [it.summary.id for it in await chronicle.summaries(needs, here)]


async def _personas(needs: Needs, here: Here) -> Sequence[int]:
    return [it.id for it in await personas.listed(needs, here)]


async def _characters(needs: Needs, here: Here) -> Sequence[int]:
    return [it.id for it in await characters.listed(needs, here)]


async def _books(needs: Needs, here: Here) -> Sequence[int]:
    return [it.id for it in await worlds.listed(needs, here)]


async def _presets(needs: Needs, here: Here) -> Sequence[int]:
    return [it.id for it in await presets.listed(needs, here) if not it.builtin]


async def _backgrounds(needs: Needs, here: Here) -> Sequence[int]:
    return [it.id for it in await backgrounds.listed(needs, here)]


async def _spaces(needs: Needs, here: Here) -> Sequence[int]:
    return [it.id for it in await access.spaces(needs, here, waiting=False)]


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
    Thing.SPACE: _spaces,
}
"""What a list of each kind shows to whoever asks."""
