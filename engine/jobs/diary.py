"""A page of the diary for each day that is over, in the character's voice."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

import structlog
from pydantic import BaseModel

from engine.db import background, corrections, log, memories, progress, work
from engine.errors import BackgroundSpent, InputError, LeaseLost, NoModelConfigured
from engine.jobs.chronicle.elsewhere import end_where_changed
from engine.jobs.ground import Ground, ground_of, grounds
from engine.jobs.reading import Changed, Reading, Span, said_in, unchanged
from engine.rules.lines import place_at
from engine.rules.recall.batches import (
    Spoken,
    as_lines,
    as_statements,
    between,
    condensed,
    evenly,
    first_unread,
    place_of,
    ranges,
    read_upto,
)
from engine.rules.recall.diary_days import Day, Uttered, days, finished
from engine.rules.recall.embedded import embedded_text
from engine.rules.recall.sources import EMBED, PAGES
from engine.rules.recall.words import terms
from engine.turns.needs import Needs
from engine.turns.utility import MOST_TRIES, UNANSWERABLE, ask, data_prompt, utility_role, words_for
from engine.values.entries import EntryKind, Place
from engine.values.memories import MemoryKind, NewMemory, Tag
from engine.values.prompts import Message
from engine.values.work import Due
from engine.work.crashpoints import maybe_crash

MOST_BACKLOG = 3_000
OLDEST = timedelta(days=14)
"""Days further back get no page by themselves: a story that was brought in would cost a call for each of its days."""
PLAYED_WITHIN = timedelta(days=60)
MOST_LINES = 300
TALK_CHARACTERS = 16_000
CARD_CHARACTERS = 3_000
MOST_PEOPLE = 400
"""A page about more of them belongs to nobody, so it is told nowhere else; an index could not hold their numbers."""
LONGEST_PAGE = 4_000
LONGEST_ANSWER = 1_500
CHANGED_MEANWHILE = timedelta(seconds=1)
MADE_AGAIN = frozenset({"revised", "corrected"})
"""Why pages end whose day gets another one. What a person has put away stays away."""
SCHEMA = {
    "type": "object",
    "properties": {"page": {"type": "string"}},
    "required": ["page"],
    "additionalProperties": False,
}

_log = structlog.get_logger(__name__)


class Written(BaseModel):
    """What the model answers."""

    page: str


@dataclass(frozen=True, slots=True)
class Task:
    """A day to be written about; ``after`` is where an older page of it ended, 0 when there was none.

    ``kind``: by what the progress of the diary is known.
    """

    reading: Reading
    after: int = 0
    kind: str = PAGES


async def due_pages(needs: Needs) -> None:
    """Mark the sessions where a day may have ended without a page; forget corrections that nobody said yes to."""
    await corrections.drop_old(needs.db)
    if utility_role(needs.roles) is not None:
        await work.mark_each_due(needs.db, await background.sessions_with_talk(needs.db, PLAYED_WITHIN, PAGES), PAGES)
        needs.due_bell.set()


async def write_page(needs: Needs, due: Due) -> None:
    """Write the next page that is lacking. Without a model for it none is written, and nothing is waited for."""
    task = await _task(needs, due)
    try:
        right = await _right(needs, task.reading.ground) if task else []
        text = await _written(needs, due, task, right) if task and task.reading.batch else ""
        await _store(needs, due, task, text, right)
    except NoModelConfigured:
        await _store(needs, due, None, "")
    except BackgroundSpent as spent:
        pause = timedelta(seconds=float(spent.data["seconds"]))
        await work.postpone_due(needs.db, due, pause, fault=spent.message)
    except Changed:
        await work.postpone_due(needs.db, due, CHANGED_MEANWHILE)


async def _task(needs: Needs, due: Due) -> Task | None:
    if "from" in due.body:
        ground = await ground_of(needs, due.key, due.body["branch"])
        return await _about(needs, ground, (due.body["from"], due.body["to"])) if ground else None
    found = [it for ground in await grounds(needs, due.key) for it in _diaries(ground)]
    for ground, kind in found:
        task = await _lacking(needs, ground, await progress.progress(needs.db, due.key, kind))
        if task is not None:
            return replace(task, kind=kind, reading=replace(task.reading, more=True))
    for ground, _ in found:  # last: one that the model has no words for must not keep the others waiting
        task = await _ended(needs, ground)
        if task is not None:
            return task
    return None


def _diaries(ground: Ground) -> list[tuple[Ground, str]]:
    """Each character keeps one of its own, read as far as its kind of progress says."""
    others = [(ground.of(it), f"{PAGES}.{it}") for it in ground.cast[1:]]
    return [(ground, PAGES), *others]


async def _about(needs: Needs, ground: Ground, span: Span, after: int = 0) -> Task | None:
    batch = ground.heard(await said_in(needs.db, ground, (span,)))
    return Task(Reading(ground, tuple(batch), (span,)), after) if batch else None


async def _ended(needs: Needs, ground: Ground) -> Task | None:
    """The newest page of a day that ended because of what it told, and that no other page has taken the place of."""
    pages = await background.pages(needs.db, ground.key, ground.line, ground.character)
    for page in pages:
        newer = any(it.id > page.id and it.from_seq <= page.to_seq and page.from_seq <= it.to_seq for it in pages)
        if page.ended_at is not None and page.reason in MADE_AGAIN and not newer:
            task = await _about(needs, ground, (page.from_seq, page.to_seq), page.ended_at)
            if task is not None:
                return replace(task, reading=replace(task.reading, more=True))
    return None


async def _lacking(needs: Needs, ground: Ground, read: dict[int, int]) -> Task | None:
    """The first day that is over and was not thought of; without messages when none of them needs a page."""
    line, now = ground.line, needs.clock.now()
    first = max(first_unread(line, read), line.head - MOST_BACKLOG)
    said = await said_in(needs.db, ground, ((first, line.head),)) if first <= line.head else []
    uttered = [Uttered(it.seq, it.at, _is_own_reply(ground, it)) for it in said]
    over = finished(days(uttered, ground.zone), ground.zone, now)
    if not over:
        return None
    oldest = (now - OLDEST).astimezone(ground.zone).date()
    for day in over:
        if day.replies >= ground.settings.diary_turns and day.date >= oldest:
            return Task(_reading(ground, said, day))
    return Task(Reading(ground, (), read=read_upto(line, over[-1].last)))


def _is_own_reply(ground: Ground, said: Spoken) -> bool:
    """Where several play, a day is long enough for who has said enough in it."""
    return said.character is not None and (len(ground.cast) == 1 or said.character == ground.character)


def _reading(ground: Ground, said: Sequence[Spoken], day: Day) -> Reading:
    batch = tuple(ground.heard(it for it in said if day.first <= it.seq <= day.last))
    return Reading(ground, batch, ((day.first, day.last),), read_upto(ground.line, day.last))


async def _written(needs: Needs, due: Due, task: Task, right: Sequence[str]) -> str:
    """The page; "" where the model has none, time and again: the day is passed over."""
    ground = task.reading.ground
    prompt = await _prompt(needs, ground, task.reading.batch, right)
    try:
        written = await ask(needs, ground.errand.to("diary"), prompt, Written, SCHEMA, LONGEST_ANSWER)
    except UNANSWERABLE as error:
        if due.tries < MOST_TRIES:
            raise
        _log.warning("day passed over", error=str(error), action="choose a model that can write pages")
        return ""
    return written.page.strip()[:LONGEST_PAGE]


async def _prompt(needs: Needs, ground: Ground, batch: Sequence[Spoken], known: Sequence[str]) -> tuple[Message, ...]:
    language, mark = ground.settings.language, ground.mark
    said = evenly(batch, MOST_LINES)
    talk = as_lines(said, mark, ground.zone, condensed(said, TALK_CHARACTERS))
    right = as_statements(known, mark)
    blocks = [
        between(mark, words_for(language, "The character", "角色"), as_statements(await _card(needs, ground), mark)),
        *([between(mark, words_for(language, "Known to be right", "已确认的事实"), right)] if right else []),
        between(mark, words_for(language, "The talk of the day", "当天的对话"), talk),
    ]
    return data_prompt(needs.texts[language].page.replace("{mark}", mark), blocks)


async def _card(needs: Needs, ground: Ground) -> list[str]:
    """Who the character is, as far as a page needs it."""
    acts = await log.acts(needs.db, ground.key, ground.line, [EntryKind.MEMBER])
    bodies = [it.body for it in acts if it.character == ground.character]
    version: Any = bodies[-1].get("version") if bodies else None
    try:
        card = await needs.cards.card(needs.db, ground.character, version) if version is not None else None
    except InputError:  # a page needs no card
        card = None
    if card is None:
        return []
    texts = (card.called, card.personality[:CARD_CHARACTERS], card.description[:CARD_CHARACTERS])
    return [it.replace("{{char}}", card.called) for it in texts if it.strip()]


async def _right(needs: Needs, ground: Ground) -> list[str]:
    """What people have put right."""
    scope, kinds = ground.scope(Tag.CORE, Tag.MANUAL), (MemoryKind.CORE, MemoryKind.MANUAL)
    found, _ = await memories.listing(needs.db, scope, offset=0, limit=100, kinds=kinds)
    return [it.text for it in found if "was" in it.body]


async def _store(needs: Needs, due: Due, task: Task | None, text: str, right: Sequence[str] = ()) -> None:
    """The page, how far the days were thought of, and the end of the mark, all or nothing."""
    made = False
    async with needs.db.transaction() as on:
        if task is not None:
            reading = task.reading
            if text:
                await unchanged(needs, on, reading)
                if await _right(needs, reading.ground) != list(right):  # what was put right may be gone since
                    raise Changed
                page = _page(task, text)
                [row] = await memories.remember(on, due.key, [page])
                if row is not None:
                    made = True
                    await end_where_changed(on, due.key, [(row, page.place, page.sources)])
                await work.mark_due(on, due.key, EMBED)
            for branch, seq in reading.read.items():
                await progress.advance(on, due.key, task.kind, branch, seq)
            if reading.more and (made or not task.after):  # where nothing came of it, not at once again
                await work.mark_due(on, due.key, PAGES)
        if not await work.finish_due(on, due):
            raise LeaseLost
        maybe_crash("in_pages")
    if task is not None and (made or task.reading.more):
        needs.due_bell.set()


def _page(task: Task, text: str) -> NewMemory:
    ground, batch = task.reading.ground, task.reading.batch
    place = place_of(batch)
    people = sorted({it.person for it in batch if it.person is not None})
    later = place_at(ground.line, task.after) if task.after > place.seq else None
    return NewMemory(
        kind=MemoryKind.DIARY,
        tag=Tag.DIARY,
        place=later or place,
        holder=ground.character,
        sources=ranges(batch),
        text=text,
        occurred_at=min(it.at for it in batch),
        until=max(it.at for it in batch),
        terms=terms(embedded_text(text)),
        people=tuple(people) if len(people) <= MOST_PEOPLE else (),
        characters=(ground.character,),
        n=_number(batch, later),
    )


def _number(batch: Sequence[Spoken], later: Place | None) -> int:
    """Tells a page from one that was made of the same day before."""
    return later.seq if later else max(it.revision for it in batch)
