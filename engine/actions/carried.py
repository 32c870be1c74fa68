"""What people did to memories and the chronicle goes along when a reply is taken back: what was put right stays so."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from engine.db import chronicle, derivations, garden, memories, work
from engine.db.pool import Statements
from engine.rules.chronicle.by_hand import DEEDS, WAS, moved
from engine.rules.recall.sources import CHRONICLE, EMBED
from engine.values.entries import Derived, Entry, EntryKind, NewEntry, Place, Range, Retirement
from engine.values.ids import SessionKey
from engine.values.memories import NewMemory


@dataclass(frozen=True, slots=True)
class Deed:
    """An act with the memories that it made, by their ids, what it ended, and the rows that somebody wrote by it."""

    entry: Entry
    made: Sequence[tuple[int, NewMemory]]
    ended: Sequence[Retirement]
    written: Sequence[tuple[Derived, Sequence[Range]]] = ()


def is_deed(it: Entry) -> bool:
    """Whether an act is one that goes along."""
    return it.kind is EntryKind.GARDEN or (it.kind is EntryKind.CHRONICLE and it.body.get("act") in DEEDS)


async def deeds(on: Statements, key: SessionKey, acts: Sequence[Entry]) -> list[Deed]:
    """What ``acts`` did, in their order."""
    if not acts:
        return []
    places = [it.place for it in acts]
    made, ended = await garden.made_at(on, key, places), await garden.ended_at(on, key, places)
    written = await garden.written_at(on, key, places)
    sources = await chronicle.sources_of(on, key, [it.id for it in written])
    return [
        Deed(
            entry=it,
            made=[one for one in made if one[1].place == it.place and _is_own(it, one[1])],
            ended=[one for one in ended if one.place == it.place and _has_ended(it, one)],
            written=[(row, sources.get(row.id, ())) for row in written if row.place == it.place],
        )
        for it in acts
    ]


def _is_own(act: Entry, made: NewMemory) -> bool:
    """What the keeper has made at the same place is made there again by itself."""
    return act.kind is EntryKind.GARDEN or WAS in made.body


def _has_ended(act: Entry, ended: Retirement) -> bool:
    """The same of what the keeper has ended there."""
    return act.kind is EntryKind.GARDEN or ended.reason == act.body.get("act")


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
        new_ids |= await _written_again(on, key, deed, place, forked_at)
        for it in deed.ended:
            by = None if it.by is None else new_ids.get(it.by)
            await derivations.retire(on, key, Retirement(new_ids.get(it.derived, it.derived), place, it.reason, by))
    if new_ids:
        await work.mark_due(on, key, EMBED)
    if any(deed.entry.kind is EntryKind.CHRONICLE for deed, _ in done):
        await work.mark_due(on, key, CHRONICLE)


async def _written_again(on: Statements, key: SessionKey, deed: Deed, place: Place, forked_at: int) -> dict[int, int]:
    """The rows of the chronicle that somebody wrote, at their new place, by their old ids."""
    found: dict[int, int] = {}
    for row, sources in deed.written:
        if sources and all(it.to_seq <= forked_at for it in sources):
            made = await derivations.derive(on, key, moved(row, sources, place))
            if made is not None:
                found[row.id] = made
    return found


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
