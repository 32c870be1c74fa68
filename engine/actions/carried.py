"""What people did to memories goes along when a reply is taken back: a wrong memory that was put right stays right."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from engine.db import derivations, garden, memories, work
from engine.db.pool import Statements
from engine.rules.recall.sources import EMBED
from engine.values.entries import Entry, NewEntry, Place, Range, Retirement
from engine.values.ids import SessionKey
from engine.values.memories import NewMemory


@dataclass(frozen=True, slots=True)
class Deed:
    """An act of the garden with the memories that it made, by their ids, and what it ended."""

    entry: Entry
    made: Sequence[tuple[int, NewMemory]]
    ended: Sequence[Retirement]


async def deeds(on: Statements, key: SessionKey, acts: Sequence[Entry]) -> list[Deed]:
    """What ``acts`` did, in their order."""
    if not acts:
        return []
    places = [it.place for it in acts]
    made, ended = await garden.made_at(on, key, places), await garden.ended_at(on, key, places)
    return [
        Deed(it, [one for one in made if one[1].place == it.place], [one for one in ended if one.place == it.place])
        for it in acts
    ]


def again(deed: Deed) -> NewEntry:
    """The act as a new entry."""
    it = deed.entry
    return NewEntry(it.kind, it.said_at, person=it.person, body=it.body)


async def redo(on: Statements, key: SessionKey, done: Sequence[tuple[Deed, Place]], forked_at: int) -> None:
    """Do to a line that begins anew behind seq ``forked_at`` what was done further on; each deed at its new place.

    What was made of messages that are no more on the line stays behind.
    """
    new_ids: dict[int, int] = {}
    places = {deed.entry.place: place for deed, place in done}
    for deed, place in done:
        for old, memory in deed.made:
            moved = _moved(memory, place, places, forked_at)
            [made] = await memories.remember(on, key, [moved]) if moved else [None]
            if made is not None:
                new_ids[old] = made
        for it in deed.ended:
            by = None if it.by is None else new_ids.get(it.by)
            await derivations.retire(on, key, Retirement(new_ids.get(it.derived, it.derived), place, it.reason, by))
    if new_ids:
        await work.mark_due(on, key, EMBED)


def _moved(it: NewMemory, place: Place, places: Mapping[Place, Place], forked_at: int) -> NewMemory | None:
    """The memory at its new place; what was written by hand has an act as its source, which has moved too."""
    sources: list[Range] = []
    for source in it.sources:
        act = places.get(Place(source.branch, source.from_seq)) if source.from_seq == source.to_seq else None
        if act is not None:
            sources.append(Range(act.branch, act.seq, act.seq))
        elif source.to_seq <= forked_at:
            sources.append(source)
        else:
            return None
    return replace(it, place=place, sources=tuple(sources), n=place.seq)
