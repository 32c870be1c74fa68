"""What people did goes along when a reply is taken back or turned to another: what was put right stays so.

An act that goes along says where it was first done, so that it is never done twice on one line.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from engine.db.house import work
from engine.db.memory import derivations, garden, memories
from engine.db.postgres.pool import Statements
from engine.db.story import chronicle
from engine.rules.chronicle.by_hand import DEEDS, moved
from engine.rules.recall.remembering.sources import CHRONICLE, EMBED, REMEMBER
from engine.values.chats.bodies import ChronicleBody, EntryBody, GardenBody, HideBody, ReactionBody
from engine.values.chats.entries import Derived, Entry, EntryKind, Line, NewEntry, Place, Range, Retirement
from engine.values.ids import SessionKey
from engine.values.memory.memories import MemoryKind, NewMemory
from engine.values.story.chronicle import ChronicleKind

STATES: Final = frozenset({EntryKind.NOTE, EntryKind.PRESET, EntryKind.BOOKS, EntryKind.BACKGROUND, EntryKind.PLOT})
"""Acts that say a whole state: of several the newest counts."""
CHANGES: Final = frozenset({EntryKind.VARIABLES, EntryKind.INJECTS})
"""Acts that change what a reply may have changed too: each is done again to what is stored where it goes along."""
_NEVER: Final = frozenset(
    {
        EntryKind.MESSAGE,
        EntryKind.REVISION,
        EntryKind.IMPORT,
        EntryKind.PERSONA,
        EntryKind.CHRONICLE,
        EntryKind.OCCASION,
    }
)
"""What is about the story as it stood with that reply: a chapter that ended with it is not ended without it."""


TOLD: Final = (*ChronicleKind, MemoryKind.EVENT, MemoryKind.PLOT)
"""Memories that tell what the model may read of messages."""


@dataclass(frozen=True, slots=True)
class ActWithMemories:
    """An act with the memories that it made, by their ids, what it ended, and the rows that somebody wrote by it."""

    entry: Entry
    made: Sequence[tuple[int, NewMemory]]
    ended: Sequence[Retirement]
    written: Sequence[tuple[Derived, Sequence[Range]]] = ()


def is_deed(entry: Entry) -> bool:
    """Whether an act is one that goes along."""
    return isinstance(entry.body, GardenBody) or (isinstance(entry.body, ChronicleBody) and entry.body.act in DEEDS)


def holds_behind(entry: Entry) -> bool:
    """Whether an act goes along to where the story stands before it: a deed, or what is kept from the model."""
    return is_deed(entry) or isinstance(entry.body, HideBody)


def is_of_people(entry: Entry) -> bool:
    """Whether somebody did it beside a reply, so that it holds whichever reply stands there."""
    return is_deed(entry) or (entry.person is not None and entry.turn is None and entry.kind not in _NEVER)


def origin(entry: Entry) -> Place:
    """Where an act was first done."""
    return Place(*entry.body.origin) if entry.body.origin else entry.place


def missing(acts: Sequence[Entry], there: Sequence[Entry]) -> list[Entry]:
    """Those of people's ``acts`` on one line that another line, where ``there`` was done, does not know of."""
    known = {origin(it) for it in there}
    newest = {it.kind: it for it in acts if it.kind in STATES}
    states = {it.kind: _what(it) for it in there if it.kind in STATES}
    return [it for it in acts if not (_holds(it, newest, states) if it.kind in STATES else origin(it) in known)]


def twins(acts: Sequence[Entry], there: Sequence[Entry]) -> list[tuple[Entry, Entry]]:
    """The acts that both lines know, as they are on the one and on the other."""
    known = {origin(it): it for it in there if it.kind not in STATES}
    return [(it, known[origin(it)]) for it in acts if it.kind not in STATES and origin(it) in known]


def _holds(entry: Entry, newest: Mapping[EntryKind, Entry], states: Mapping[EntryKind, EntryBody]) -> bool:
    """Whether the state that an act says need not be said again: a newer one does, or it is there."""
    return newest[entry.kind] is not entry or states.get(entry.kind) == _what(entry)


def _what(entry: Entry) -> EntryBody:
    return replace(entry.body, origin=None)


def within(entry: Entry, upto: int) -> Entry | None:
    """``it`` as far as it is about messages up to seq ``upto``; None where it is about none of them."""
    what = entry.body
    if isinstance(what, ReactionBody):
        return entry if entry.target_seq is not None and entry.target_seq <= upto else None
    if not isinstance(what, HideBody):
        return entry
    if entry.target_seq is None or entry.target_seq > upto:
        return None
    last = entry.target_seq if what.upto is None else what.upto
    return replace(entry, body=replace(what, upto=min(upto, last)))


async def deeds(on: Statements, key: SessionKey, acts: Sequence[Entry]) -> list[ActWithMemories]:
    """What ``acts`` did, in their order."""
    if not acts:
        return []
    places = [it.place for it in acts]
    made, ended = await garden.made_at(on, key, places), await garden.ended_at(on, key, places)
    written = await garden.written_at(on, key, places)
    sources = await chronicle.sources_of(on, key, [it.id for it in written])
    return [
        ActWithMemories(
            entry=act,
            made=[one for one in made if one[1].place == act.place and _is_own(act, one[1])],
            ended=[one for one in ended if one.place == act.place and _has_ended(act, one)],
            written=[(row, sources.get(row.id, ())) for row in written if row.place == act.place],
        )
        for act in acts
    ]


def _is_own(act: Entry, made: NewMemory) -> bool:
    """What the keeper has made at the same place is made there again by itself."""
    return act.kind is EntryKind.GARDEN or made.body.marks.was is not None


def _has_ended(act: Entry, ended: Retirement) -> bool:
    """The same of what the keeper has ended there."""
    if act.kind is EntryKind.HIDE:
        return ended.reason == "revised"
    what = act.body
    return isinstance(what, GardenBody) or (isinstance(what, ChronicleBody) and ended.reason == what.act)


def again(it: Entry) -> NewEntry:
    """The act as a new entry, for no more people than could read it."""
    first = origin(it)
    body = replace(it.body, origin=(first.branch, first.seq))
    return NewEntry(
        body, it.said_at, person=it.person, character=it.character, target_seq=it.target_seq, audience=it.audience
    )


@dataclass(frozen=True, slots=True)
class CarriedActs:
    """What a line has of another one's acts: the same at another place, their memories under other ids."""

    places: Mapping[Place, Place] = field(default_factory=dict[Place, Place])
    ids: Mapping[int, int] = field(default_factory=dict[int, int])


NOTHING: Final = CarriedActs()


async def known(on: Statements, key: SessionKey, pairs: Sequence[tuple[Entry, Entry]]) -> CarriedActs:
    """What ``pairs`` of acts say of each other: the same act on one line and on another."""
    if not pairs:
        return NOTHING
    made = await garden.made_at(on, key, [it.place for pair in pairs for it in pair])
    ids: dict[int, int] = {}
    for one, other in pairs:
        here, there = ([number for number, it in made if it.place == act.place] for act in (one, other))
        ids |= dict(zip(here, there, strict=False))
    return CarriedActs({one.place: other.place for one, other in pairs}, ids)


async def redo(
    on: Statements, key: SessionKey, done: Sequence[tuple[ActWithMemories, Place]], forked_at: int, already: CarriedActs
) -> None:
    """Do to a line that knows the messages up to seq ``forked_at`` what was done elsewhere; each deed at its new place.

    What was made of messages that are not on the line stays behind.
    """
    new_ids: dict[int, int] = {**already.ids}
    places = {**already.places, **{deed.entry.place: place for deed, place in done}}
    before = len(new_ids)
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
    if len(new_ids) > before:
        await work.mark_due(on, key, EMBED)
    kinds = {deed.entry.kind for deed, _ in done}
    if kinds & {EntryKind.CHRONICLE, EntryKind.HIDE}:
        await work.mark_due(on, key, CHRONICLE)
    if EntryKind.HIDE in kinds:
        await work.mark_due(on, key, REMEMBER)


async def end_made(
    on: Statements, key: SessionKey, line: Line, place: Place, seqs: Sequence[int], kinds: Sequence[str]
) -> list[Derived]:
    """End at ``place`` the rows of some kinds that are live and made of any of these messages, which ascend.

    Returns those that were ended.
    """
    rows = [it for it in await derivations.live(on, key, line, kinds) if it.from_seq <= seqs[-1]]
    sources = await chronicle.sources_of(on, key, [it.id for it in rows])
    ended = [
        row for row in rows if any(it.from_seq <= seq <= it.to_seq for it in sources.get(row.id, ()) for seq in seqs)
    ]
    for row in ended:
        await derivations.retire(on, key, Retirement(row.id, place, "revised"))
    return ended


async def _written_again(
    on: Statements, key: SessionKey, deed: ActWithMemories, place: Place, forked_at: int
) -> dict[int, int]:
    """The rows of the chronicle that somebody wrote, at their new place, by their old ids."""
    found: dict[int, int] = {}
    for row, sources in deed.written:
        if sources and all(it.to_seq <= forked_at for it in sources):
            made = await derivations.derive(on, key, moved(row, sources, place))
            if made is not None:
                found[row.id] = made
    return found


def _moved(memory: NewMemory, place: Place, places: Mapping[Place, Place], forked_at: int) -> NewMemory | None:
    """The memory at its new place; what was written by hand has an act as its source, which has moved too."""
    sources: list[Range] = []
    for source in memory.sources:
        act = places.get(Place(source.branch, source.from_seq)) if source.from_seq == source.to_seq else None
        if act is not None:
            sources.append(Range(act.branch, act.seq, act.seq))
        elif source.to_seq <= forked_at:
            sources.append(source)
        else:
            return None
    return replace(memory, place=place, sources=tuple(sources), n=place.seq)
