"""A memory that somebody changes keeps everything that the change is not about, whatever kind it is."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import fields, replace
from datetime import timedelta
from typing import Any, Final

import pytest

from engine.actions.chats import undoing
from engine.actions.memory import corrections, garden
from engine.actions.story.plots import VisiblePlot, plot_of
from engine.db.memory import derivations, memories
from engine.db.memory import garden as store
from engine.rules.recall.words.words import terms
from engine.values.chats.entries import NewDerived, Place, Range
from engine.values.chats.row_bodies import RowMarks
from engine.values.memory.memories import Memory, MemoryKind, NewMemory, Tag
from engine.values.memory.memory_bodies import MemoryBody
from tests.turns.chronicled import NOON
from tests.turns.remembering import remembering
from tests.turns.room import Room

OLD: Final = "Bo is a pilot of the north."
NEW: Final = "Bo is a sailor of the north."
USES: Final = 3
EVERY: Final = {it.name for it in (*fields(Memory), *fields(NewMemory))} | {"uses"}
_MOVES: Final = frozenset({"id", "place", "n"})
_WORDS: Final = _MOVES | {"text", "terms", "body", "topic"}
_HAND: Final = frozenset({"kind", "tag", "person", "about", "character", "nth", "speaker"})
"""Who wrote it, and whom it is about besides: what somebody words anew is a note of theirs."""
_OF_A_KIND: Final = {MemoryKind.CORE: frozenset({"edit", "correct"}), MemoryKind.DIARY: frozenset({"edit"})}
"""What stays of its kind where it is worded anew."""


async def _pinned(room: Room, it: Memory) -> None:
    await garden.pin(room.ctx, room.runner, room.here, it.id, on=True)


async def _let_go(room: Room, it: Memory) -> None:
    await garden.pin(room.ctx, room.runner, room.here, it.id, on=False)


async def _edited(room: Room, it: Memory) -> None:
    await garden.edit(room.ctx, room.runner, room.here, it.id, NEW)


async def _corrected(room: Room, it: Memory) -> None:
    of = (it.kind.value, it.id)
    wrong = await corrections.propose(room.ctx, room.here, NEW, memory=of, as_written=True)
    await corrections.accept(room.ctx, room.runner, room.here, wrong.token)


CHANGES: Final[Mapping[str, tuple[Callable[[Room, Memory], Awaitable[None]], frozenset[str]]]] = {
    "pin": (_pinned, _MOVES | {"pinned"}),
    "unpin": (_let_go, _MOVES | {"pinned"}),
    "edit": (_edited, _WORDS),
    "correct": (_corrected, _WORDS | {"people"}),
}
"""What people do, and what of a memory that is about."""


@pytest.fixture
async def talk(room: Room) -> Room:
    """A chat with one reply behind the greeting, of which nothing is remembered yet."""
    await remembering(room, now=NOON + timedelta(days=1))
    await room.say("Hello.")
    return room


async def planted(room: Room, kind: MemoryKind, *, pinned: bool) -> Memory:
    """A memory of a kind with something in every field, that was recalled for replies."""
    plot = await plot_of(room.ctx, room.here)
    others = [it["id"] for it in await room.sql("INSERT INTO person (platform, external, name) SELECT 'test',"
              " gen_random_uuid(), 'Bo' FROM generate_series(1, 2) RETURNING id")]  # fmt: skip
    people = tuple(sorted((room.here.person, *others)))
    new = NewMemory(
        kind=kind,
        tag=Tag.CORE if kind is MemoryKind.CORE else Tag.MANUAL if kind is MemoryKind.MANUAL else Tag.USER_INPUT,
        place=Place(1, 2),
        holder=plot.character,
        sources=(Range(1, 1, 1), Range(1, 2, 2)),
        text=OLD,
        occurred_at=NOON,
        until=NOON + timedelta(hours=1),
        terms=terms(OLD),
        nth=1,
        person=None if kind is MemoryKind.CORE else others[0],
        character=plot.character,
        about=tuple(others[1:]),
        people=people,
        characters=(plot.character, plot.character + 1_000),
        pinned=pinned,
        body=MemoryBody(marks=RowMarks(more=(("kept", [1]),))),
        n=1_000_000,
    )
    [made] = await memories.remember(room.db, plot.key, [new])
    assert made is not None
    await derivations.derive(room.db, plot.key, NewDerived("topic", new.place, new.holder, new.sources, "boats"))
    recalled = {"recalled": [[kind.value, made]] * USES}
    await room.sql("UPDATE turn SET facts = facts || $2 WHERE space_id = $1", room.here.space, recalled)
    return (await seen(room, plot))[0]


async def seen(room: Room, plot: VisiblePlot | None = None) -> list[Memory]:
    """What is remembered of Bo."""
    plot = plot or await plot_of(room.ctx, room.here)
    kinds = tuple(MemoryKind)
    found, _ = await memories.listing(room.db, plot.scope, offset=0, limit=50, kinds=kinds)
    return [it for it in found if it.text in (OLD, NEW)]


async def everything(room: Room, it: Memory) -> dict[str, Any]:
    """All that is stored and shown of a memory."""
    stored = dict(await store.made_at(room.db, it.session, [it.place]))[it.id]
    uses = (await garden.show(room.ctx, room.here, it.id)).planted.uses
    stars = await memories.stars(room.db, (await plot_of(room.ctx, room.here)).scope, 0, 50)
    assert {one.uses for one in stars if one.id == it.id} == {uses}, "the sky counts as the list does"
    stored, it = replace(stored, body=_rest(stored)), replace(it, body=_rest(it))
    of_both = [{one.name: getattr(thing, one.name) for one in fields(thing)} for thing in (stored, it)]
    return {**of_both[0], **of_both[1], "sources": sorted(stored.sources, key=repr), "uses": uses}


def _rest(it: Memory | NewMemory) -> MemoryBody:
    """What a memory keeps besides its topic, which is seen by itself."""
    return replace(it.body, topic="")


@pytest.mark.share(4)
@pytest.mark.parametrize("undone", [False, True], ids=["", "undone"])
@pytest.mark.parametrize("kind", MemoryKind)
@pytest.mark.parametrize("change", CHANGES)
async def test_a_change_is_about_nothing_else(talk: Room, change: str, kind: MemoryKind, *, undone: bool) -> None:
    """Somebody pins a memory, and it is about nothing any more, or is told to whom it must not be."""
    act, about = CHANGES[change]
    it = await planted(talk, kind, pinned=change == "unpin")
    before = await everything(talk, it)
    assert {name for name, value in before.items() if value in (None, "", (), {}, 0)} <= {"person", "speaker", "pinned"}
    assert before.keys() == EVERY
    await act(talk, it)
    if undone:
        await undoing.undo(talk.ctx, talk.runner, talk.here)
    [now] = await seen(talk)
    after = await everything(talk, now)
    hand = _HAND if "text" in about and change not in _OF_A_KIND.get(kind, ()) else frozenset[str]()
    changed = {name for name in EVERY if before[name] != after[name]}
    assert changed <= about | hand
    if "text" in about:
        assert after["topic"] == "", "it may be of what was put right"
    if hand:
        whom = {*before["about"], before["person"]} - {None, talk.here.person}
        assert (after["person"], {*after["about"]}) == (talk.here.person, whom)
    assert {*before["people"]} <= {*after["people"]}


async def test_what_is_let_go_again_is_as_it_was(talk: Room) -> None:
    """A memory is pinned by a slip, let go, and not what it was."""
    it = await planted(talk, MemoryKind.SAID, pinned=False)
    before = await everything(talk, it)
    for on in (True, False, True, False):
        [now] = await seen(talk)
        await garden.pin(talk.ctx, talk.runner, talk.here, now.id, on=on)
    [now] = await seen(talk)
    after = await everything(talk, now)
    assert {name for name in EVERY if before[name] != after[name]} <= _MOVES
    assert replace(now, body=it.body, id=it.id, place=it.place) == it
