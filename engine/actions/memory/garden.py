"""What people do with memories by hand. Each act is an entry at the head of the chat, so that loading undoes it."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Final
from zoneinfo import ZoneInfo

from engine.actions.chats.head_moves import HeadMove, move_head
from engine.actions.memory.superseding import by_hand
from engine.actions.story.plots import VisiblePlot, find, head_of, listed, planted, plot_of
from engine.context import EngineContext
from engine.db.chats import audiences
from engine.db.house import work
from engine.db.memory import derivations, facts, garden, job_rows, memories
from engine.db.people import consents, deletions
from engine.errors import MemoryEmpty, NoSuchMemory
from engine.recall.question import Asking, Question, question_of
from engine.recall.search import Search
from engine.rules.recall.remembering.embedded import embedded_text
from engine.rules.recall.remembering.sources import EMBED
from engine.rules.recall.remembering.stars import chart
from engine.rules.recall.words.words import terms, unpaired
from engine.rules.text.clean import clean_text
from engine.turns.runner import Runner
from engine.utility.embedding import NO_VECTORS
from engine.utility.storage import check_room
from engine.values.chats.bodies import GardenBody
from engine.values.chats.entries import NewEntry, Place, Range, Retirement
from engine.values.chats.incoming import Here
from engine.values.chats.row_bodies import written_over
from engine.values.house.storage import StorageKind
from engine.values.memory.garden import GardenPage, MemorySource, Planted, Recallable, Unfolded
from engine.values.memory.memories import Memory, MemoryKind, NewMemory, RecallScope, Sight, Tag
from engine.values.memory.stars import StarMap
from engine.values.paging import Wanted
from engine.values.people.deletions import Deleted

LONGEST: Final = 2_000
NOTES: Final = (MemoryKind.CORE, MemoryKind.MANUAL, MemoryKind.DIARY)
MOST_FOUND: Final = 40
MOST_STARS: Final = 500
SHOWN_SOURCES: Final = 3
EDITED: Final = "edited"
PINNED: Final = "pinned"
DELETED: Final = "deleted"


async def page(ctx: EngineContext, here: Here, wanted: Wanted) -> GardenPage:
    """A part of what is remembered besides what was said: pinned first, then newest first.

    Messages are among it where they are pinned. Raises SessionMissing, NobodyPlays.
    """
    plot = await plot_of(ctx, here)
    part, said = await memories.paged(
        ctx.db, plot.scope, wanted, NOTES, pinned_too=True, pins_first=True, said_too=True
    )
    character = (await garden.names(ctx.db, [plot.character])).get(plot.character, "")
    return GardenPage(part.of(await listed(ctx, plot, part.items)), said, character)


async def newest(ctx: EngineContext, here: Here, limit: int) -> Sequence[Memory]:
    """The first of them. Raises SessionMissing, NobodyPlays."""
    plot = await plot_of(ctx, here)
    part, _ = await memories.paged(ctx.db, plot.scope, Wanted(size=limit), NOTES, pinned_too=True, pins_first=True)
    return part.items


async def recallable(ctx: EngineContext, here: Here) -> Recallable:
    """How much may be recalled here. Raises SessionMissing, NobodyPlays."""
    plot = await plot_of(ctx, here)
    private = here.private or (await consents.get(ctx.db, here.person)).elsewhere
    place = await audiences.telling_place(ctx.db, here.key)
    return Recallable(
        (await garden.names(ctx.db, [plot.character])).get(plot.character, ""),
        await memories.counted(ctx.db, plot.scope),
        len(await facts.facts_of(ctx.db, here.person, private_too=True)),
        len(await facts.facts_of(ctx.db, here.person, plot.character, at=place, private_too=private)),
    )


async def search(ctx: EngineContext, here: Here, text: str, limit: int = MOST_FOUND) -> list[Planted]:
    """What ``text`` may mean, by words, by meaning and by time, best first. Raises SessionMissing, NobodyPlays."""
    plot = await plot_of(ctx, here)
    now = ctx.clock.now().astimezone(ZoneInfo(plot.settings.timezone))
    question = question_of(Asking((clean_text(text)[:LONGEST],), now, here.person), ctx.embedder)
    look = Search(ctx.db, ctx.models)
    found = [await _answering(look, plot, it, limit) for it in question.each]
    ids = [it for some in zip_longest(*found) for it in some if it is not None]
    return await listed(ctx, plot, await memories.read(ctx.db, plot.scope, list(dict.fromkeys(ids))[:limit]))


async def _answering(look: Search, plot: VisiblePlot, question: Question, limit: int) -> list[int]:
    """The memories that answer one question, best first; those of a stretch of time in their order."""
    scope = replace(plot.scope, when=question.when) if question.filters or question.window else plot.scope
    if question.window:
        return [it.id for it in await look.within(scope, limit)]
    return await _meant(look, plot, question, scope, limit)


async def _meant(look: Search, plot: VisiblePlot, question: Question, scope: RecallScope, limit: int) -> list[int]:
    """The memories that answer a question; for single characters, which are no words, the texts that hold them."""
    alone = unpaired(question.words)
    held = await memories.holding(look.db, scope, alone, limit) if alone else []
    if held and len(alone) == len(question.words):
        return held
    ranked = await look.ranked(question, scope, plot.settings)
    found = [it.candidate.id for it in ranked if it.reaches(plot.settings.recall_floor)]
    return list(dict.fromkeys((*found, *held)))[:limit]


async def show(ctx: EngineContext, here: Here, number: int) -> Unfolded:
    """A memory with the first messages it was made from, and what it said before.

    Raises NoSuchMemory, SessionMissing, NobodyPlays.
    """
    plot = await plot_of(ctx, here)
    memory = await find(ctx, plot, number)
    line = plot.line(memory.session)
    one = await planted(ctx, plot, memory)
    said = [
        message
        for span in sorted({(it.from_seq, it.to_seq) for it in memory.sources})[:SHOWN_SOURCES]
        for message in await job_rows.spoken(ctx.db, memory.session, line, span, SHOWN_SOURCES)
    ]
    sources = [MemorySource(it.name, it.text, it.at) for it in said[:SHOWN_SOURCES]]
    return Unfolded(one, sources, await garden.past(ctx.db, memory.session, line, memory.id))


async def add(ctx: EngineContext, runner: Runner, here: Here, text: str) -> int:
    """Write a memory by hand; its number.

    Raises MemoryEmpty, TextTooLong, SessionMissing, NobodyPlays, StorageFull.
    """
    words = _worded(text)
    plot = await plot_of(ctx, here)

    async def act(move: HeadMove) -> int:
        await check_room(move.on, here, plot.settings, StorageKind.MEMORIES)
        place = await _noted(move, here, GardenBody(act="add"))
        now = ctx.clock.now()
        new = NewMemory(
            kind=MemoryKind.MANUAL,
            tag=Tag.MANUAL,
            place=place,
            holder=plot.character,
            sources=(Range(place.branch, place.seq, place.seq),),
            text=words,
            occurred_at=now,
            until=now,
            terms=terms(embedded_text(words)),
            person=here.person,
            people=(here.person,),
            characters=(plot.character,),
        )
        [made] = await memories.remember(move.on, move.key, [new])
        assert made is not None  # its place is new
        await work.mark_due(move.on, move.key, EMBED)
        return made

    return await move_head(ctx, runner, here, plot.channel_head, act)


async def edit(ctx: EngineContext, runner: Runner, here: Here, number: int, text: str) -> int:
    """Give a memory another text: a new version, whose number comes back; the old number means it too.

    Raises MemoryEmpty, TextTooLong, NoSuchMemory, MemoryElsewhere, SessionMissing, NobodyPlays.
    """
    words = _worded(text)

    def changed(old: NewMemory) -> NewMemory:
        new = replace(old, text=words, terms=terms(embedded_text(words)), body=written_over(old.body, old.text))
        if old.kind in (MemoryKind.CORE, MemoryKind.DIARY):
            return new
        return by_hand(new, here.person)

    return await _again(ctx, runner, here, (number, GardenBody(act=EDITED)), changed)


async def pin(ctx: EngineContext, runner: Runner, here: Here, number: int, *, on: bool) -> int:
    """Pin a memory, or let it go; its number from now on. Raises NoSuchMemory, MemoryElsewhere, SessionMissing."""

    act = GardenBody(act=PINNED, on=on)
    return await _again(ctx, runner, here, (number, act), lambda old: replace(old, pinned=on))


async def delete(ctx: EngineContext, runner: Runner, here: Here, numbers: Sequence[int]) -> int:
    """Let memories be recalled no more; how many. All or, when one is not there, none of a chat's.

    Raises NoSuchMemory, MemoryElsewhere, SessionMissing, NobodyPlays.
    """
    plot = await plot_of(ctx, here)
    found = {it.id: it for it in [await find(ctx, plot, number) for number in numbers]}
    places = {it: await head_of(ctx, here, plot, memory) for it, memory in found.items()}
    for there, channel_head in dict.fromkeys(places.values()):
        ids = [it for it in found if places[it] == (there, channel_head)]

        async def act(move: HeadMove, ids: Sequence[int] = ids) -> None:
            live = await memories.read(move.on, _of(plot, move), ids)
            if len(live) < len(ids):
                raise NoSuchMemory(number=str(min(set(ids) - {it.id for it in live})))
            place = await _noted(move, here, GardenBody(act="delete", ids=tuple(ids)))
            for it in live:
                await derivations.retire(move.on, move.key, Retirement(it.id, place, DELETED))
            if len(ids) > 1:
                await deletions.note(move.on, here, Deleted.MEMORIES, len(ids))

        await move_head(ctx, runner, there, channel_head, act)
    return len(found)


async def sky(ctx: EngineContext, here: Here) -> StarMap:
    """The garden as a sky: notes and, as far as there is room, what was said. Raises SessionMissing, NobodyPlays."""
    plot = await plot_of(ctx, here)
    seen = await memories.stars(ctx.db, plot.scope, await _model(ctx), MOST_STARS)
    total = sum((await memories.counted(ctx.db, plot.scope)).values())
    name = (await garden.names(ctx.db, [plot.character])).get(plot.character, "")
    return StarMap(name, await asyncio.to_thread(chart, seen, ctx.clock.now()), total)


def _worded(text: str) -> str:
    words = clean_text(text.strip(), LONGEST).strip()
    if not words:
        raise MemoryEmpty
    return words


async def _model(ctx: EngineContext) -> int:
    """The number of the embedding model; 0, which no vector has, while it cannot be asked."""
    dims = ctx.embedder.dims
    try:
        dims = dims or len((await ctx.embedder.embed(["."]))[0])
    except NO_VECTORS:
        return 0
    return await ctx.models.number(ctx.db, ctx.embedder.model, dims)


async def _noted(move: HeadMove, here: Here, body: GardenBody) -> Place:
    """Write the act down; where it stands."""
    await move.append(NewEntry(body, move.ctx.clock.now(), person=here.person))
    return Place(move.line.segments[-1].branch, move.head)


def _of(plot: VisiblePlot, move: HeadMove) -> RecallScope:
    """What is remembered on the line that the act is written on."""
    return RecallScope(move.key.space, plot.character, (Sight(move.key, move.line),), covered=None)


async def _again(
    ctx: EngineContext,
    runner: Runner,
    here: Here,
    act_of: tuple[int, GardenBody],
    changed: Callable[[NewMemory], NewMemory],
) -> int:
    """A memory in another version, with its words and sources; nothing happens when it would be the same."""
    number, body = act_of
    plot = await plot_of(ctx, here)
    memory = await find(ctx, plot, number)
    there, channel_head = await head_of(ctx, here, plot, memory)

    async def act(move: HeadMove) -> int:
        live = await memories.read(move.on, _of(plot, move), [memory.id])
        if not live:
            raise NoSuchMemory(number=str(number))
        old = dict(await garden.made_at(move.on, move.key, [live[0].place]))[memory.id]
        new = changed(old)
        if (new.text, new.pinned) == (old.text, old.pinned):
            return memory.id
        place = await _noted(move, here, replace(body, id=memory.id))
        made = await memories.version(move.on, move.key, memory.id, replace(new, place=place, n=place.seq), body.act)
        await work.mark_due(move.on, move.key, EMBED)
        return made

    return await move_head(ctx, runner, there, channel_head, act)
