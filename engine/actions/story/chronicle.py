"""What a story is told by, seen and changed by hand. Each act is an entry at the head, so that loading undoes it."""

from typing import Final

from engine.actions.chats.head_moves import HeadMove, current_head, move_head
from engine.actions.chats.heads import head_line
from engine.actions.story import backgrounds, outlines
from engine.context import EngineContext
from engine.db.chats import log, sessions
from engine.db.house import work
from engine.db.memory import derivations, garden, job_rows, memories
from engine.db.story import chronicle
from engine.errors import (
    MemoryEmpty,
    NoBackground,
    NoModelConfigured,
    NothingToSumUp,
    NotInChronicle,
    NotTellable,
    OutlineMissing,
    SummariesOff,
)
from engine.rules.chronicle.again import tellable
from engine.rules.chronicle.by_hand import DELETED, EDITED, REDONE, rewritten, worded
from engine.rules.chronicle.chapters import closed_chapters
from engine.rules.chronicle.rows import chronicle_of
from engine.rules.chronicle.summaries import SUM_UP, rule_of
from engine.rules.chronicle.summaries import summary_start as summed
from engine.rules.recall.remembering.embedded import embedded_text
from engine.rules.recall.remembering.sources import CHRONICLE, EMBED
from engine.rules.recall.words.words import terms
from engine.turns.load import settings_here
from engine.turns.runner import Runner
from engine.utility.asking import utility_role
from engine.values.chats.bodies import ChronicleBody
from engine.values.chats.entries import Derived, EntryKind, NewEntry, Place, Retirement, row_says
from engine.values.chats.incoming import Here
from engine.values.chats.row_bodies import written_over
from engine.values.memory.memories import MemoryKind, NewMemory
from engine.values.memory.memory_bodies import MemoryBody
from engine.values.models.models import RoleName
from engine.values.story.chronicle import Chronicle, ChronicleKind, Level
from engine.values.story.chronicle_bodies import PageBody
from engine.values.story.chronicle_views import ChapterSeen, StoryOverview, SummarySeen
from engine.values.story.director import Progress

_SUMMARIES: Final = (ChronicleKind.SUMMARY, ChronicleKind.CHAPTER)


async def read(ctx: EngineContext, here: Here) -> Chronicle:
    """All that is live on the line that is played. Raises SessionMissing."""
    at, who = await head_line(ctx, here), await chronicle.readers_of(ctx.db, here.key)
    return await chronicle.chronicle(ctx.db, at.channel_head.session_key, at.line, reader=who)


async def overview(ctx: EngineContext, here: Here) -> StoryOverview:
    """Where the story stands. Raises SessionMissing."""
    at = await head_line(ctx, here)
    key = at.channel_head.session_key
    settings = await settings_here(ctx.db, ctx.defaults, here, at.character)
    waiting = await work.waiting(ctx.db, key)
    return StoryOverview(
        chronicle=await chronicle.chronicle(ctx.db, key, at.line, reader=await chronicle.readers_of(ctx.db, here.key)),
        chapter=len(closed_chapters(await log.acts(ctx.db, key, at.line, [EntryKind.CHRONICLE]))) + 1,
        messages=await sessions.messages_on(ctx.db, key, at.line),
        paged=settings.story_pages,
        background=await _background(ctx, here),
        progress=await _progress(ctx, here),
        due=next((it for it in waiting if it.kind == CHRONICLE), None),
    )


async def chapters(ctx: EngineContext, here: Here) -> list[ChapterSeen]:
    """The chapters that were closed, first to last. Raises SessionMissing."""
    at = await head_line(ctx, here)
    key = at.channel_head.session_key
    acts = await log.acts(ctx.db, key, at.line, [EntryKind.CHRONICLE])
    who = await chronicle.readers_of(ctx.db, here.key)
    told = (await chronicle.chronicle(ctx.db, key, at.line, [ChronicleKind.CHAPTER], who)).summaries
    by_act = {it.at: it for it in told}
    walled = {it.place.seq for it in acts if not who.may_hear(it.audience)}
    return [
        ChapterSeen(chapter.number, "" if chapter.at in walled else chapter.title, chapter.when, by_act.get(chapter.at))
        for chapter in closed_chapters(acts)
    ]


async def summaries(ctx: EngineContext, here: Here) -> list[SummarySeen]:
    """Every summary of the line, those of chapters too, newest first. Raises SessionMissing."""
    at = await head_line(ctx, here)
    who = await chronicle.readers_of(ctx.db, here.key)
    found = await chronicle.history(ctx.db, at.channel_head.session_key, at.line, _SUMMARIES, who)
    return [
        SummarySeen(summary, recorded.reason if recorded.ended_at is not None else "")
        for recorded in reversed(found)
        for summary in chronicle_of([recorded.row]).summaries
    ]


async def edit(ctx: EngineContext, runner: Runner, here: Here, kind: ChronicleKind, row: int, text: str) -> int:
    """Give a row another text; its number from now on. What is remembered of a page tells that too.

    Raises MemoryEmpty, TextTooLong, NotInChronicle, SessionMissing.
    """
    words = worded(kind, text)
    if not words:
        raise MemoryEmpty

    async def act(move: HeadMove) -> int:
        old = await _live(move, kind, row)
        sources = (await chronicle.sources_of(move.on, move.key, [old.id])).get(old.id, ())
        place = await _noted(move, here, ChronicleBody(act=EDITED, id=old.id))
        new = rewritten(old, sources, place, words)
        made = await derivations.derive(move.on, move.key, new)
        assert made is not None  # its place is new
        await derivations.retire(move.on, move.key, Retirement(old.id, place, EDITED, by=made))
        if isinstance(new.body, PageBody):
            await _tell_anew(move, old, place, words, new.body.brief)
        return made

    return await move_head(ctx, runner, here, await current_head(ctx, here), act)


async def redo(ctx: EngineContext, runner: Runner, here: Here, kind: ChronicleKind, row: int) -> None:
    """Have a row written again, from the messages as they stand; it is done behind the turns.

    Raises NoModelConfigured, NotInChronicle, NotTellable, SummariesOff, SessionMissing.
    """
    if utility_role(ctx.roles) is None:
        raise NoModelConfigured(role=RoleName.UTILITY.value)
    at = await head_line(ctx, here)
    settings = await settings_here(ctx.db, ctx.defaults, here, at.character)
    if kind is ChronicleKind.SUMMARY and rule_of(settings) is None:
        raise SummariesOff

    async def act(move: HeadMove) -> None:
        old = await _live(move, kind, row)
        if not tellable(old, await chronicle.history(move.on, move.key, move.line, [ChronicleKind.PAGE])):
            raise NotTellable
        place = await _noted(move, here, ChronicleBody(act=REDONE, id=old.id))
        await derivations.retire(move.on, move.key, Retirement(old.id, place, REDONE))
        await work.mark_due(move.on, move.key, CHRONICLE)

    await move_head(ctx, runner, here, at.channel_head, act)


async def delete(ctx: EngineContext, runner: Runner, here: Here, kind: ChronicleKind, row: int) -> None:
    """Put a row away; with a page, what is remembered of it. Raises NotInChronicle, SessionMissing."""

    async def act(move: HeadMove) -> None:
        old = await _live(move, kind, row)
        place = await _noted(move, here, ChronicleBody(act=DELETED, id=old.id))
        beside = await _remembered(move, old) if kind is ChronicleKind.PAGE else []
        for it in (old, *beside):
            await derivations.retire(move.on, move.key, Retirement(it.id, place, DELETED))

    await move_head(ctx, runner, here, await current_head(ctx, here), act)


async def sum_up(ctx: EngineContext, runner: Runner, here: Here) -> None:
    """Have the talk summed up now, short as it is; it is done behind the turns.

    Raises NoModelConfigured, SummariesOff, NothingToSumUp, SessionMissing.
    """
    if utility_role(ctx.roles) is None:
        raise NoModelConfigured(role=RoleName.UTILITY.value)
    at = await head_line(ctx, here)
    rule = rule_of(await settings_here(ctx.db, ctx.defaults, here, at.character))
    if rule is None:
        raise SummariesOff

    async def act(move: HeadMove) -> None:
        closed = closed_chapters(await log.acts(move.on, move.key, move.line, [EntryKind.CHRONICLE]))
        start = closed[-1].at if closed else 0
        written = await chronicle.history(move.on, move.key, move.line, [ChronicleKind.SUMMARY])
        after = summed(written, start).after
        staying = rule.last + (rule.first if after == start else 0)
        span = (after + 1, move.head)
        if len(await job_rows.spoken(move.on, move.key, move.line, span, staying + 1)) <= staying:
            raise NothingToSumUp(staying=staying)
        await _noted(move, here, ChronicleBody(act=SUM_UP))
        await work.mark_due(move.on, move.key, CHRONICLE)

    await move_head(ctx, runner, here, at.channel_head, act)


async def _live(move: HeadMove, kind: ChronicleKind, row: int) -> Derived:
    found = await derivations.live(move.on, move.key, move.line, [kind])
    one = next((it for it in found if it.id == row), None)
    if one is None:
        raise NotInChronicle(kind=kind.value, name=str(row))
    return one


async def _noted(move: HeadMove, here: Here, body: ChronicleBody) -> Place:
    """Write the act down; where it stands."""
    await move.append(NewEntry(body, move.ctx.clock.now(), person=here.person))
    return Place(move.line.segments[-1].branch, move.head)


async def _remembered(move: HeadMove, page: Derived) -> list[Derived]:
    """The memories of a page: its gist, and all of it."""
    beside = await derivations.made_from(move.on, move.key, move.line, page.from_seq)
    stretch, kinds = (page.from_seq, page.to_seq), (MemoryKind.EVENT, MemoryKind.PLOT)
    of_it = [it for it in beside if it.kind in kinds and (it.from_seq, it.to_seq) == stretch]
    return [it for it in of_it if row_says(it, MemoryBody).page is not None]


async def _tell_anew(move: HeadMove, page: Derived, place: Place, text: str, brief: str) -> None:
    """What is remembered of a page tells what somebody has written; of a brief one only its gist."""
    for memory in await _remembered(move, page):
        if memory.kind == MemoryKind.PLOT and row_says(page, PageBody).level is Level.BRIEF:
            continue
        old = dict(await garden.made_at(move.on, move.key, [memory.place]))[memory.id]
        new = _anew(old, brief if memory.kind == MemoryKind.EVENT else text, place)
        await memories.version(move.on, move.key, memory.id, new, EDITED)
    await work.mark_due(move.on, move.key, EMBED)


def _anew(old: NewMemory, text: str, place: Place) -> NewMemory:
    return NewMemory(
        kind=old.kind,
        tag=old.tag,
        place=place,
        holder=old.holder,
        sources=old.sources,
        text=text,
        occurred_at=old.occurred_at,
        until=old.until,
        terms=terms(embedded_text(text)),
        people=old.people,
        characters=old.characters,
        pinned=old.pinned,
        body=written_over(old.body, old.text),
        n=place.seq,
    )


async def _background(ctx: EngineContext, here: Here) -> str:
    try:
        return (await backgrounds.used(ctx, here)).name
    except NoBackground:
        return ""


async def _progress(ctx: EngineContext, here: Here) -> Progress | None:
    try:
        return await outlines.progress(ctx, here)
    except (NoBackground, OutlineMissing):
        return None
