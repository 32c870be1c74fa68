"""What was said becomes memory: each message a row of its own, at its own place of the log.

Where the embedding model is at hand, a few messages get their vectors with it. All others are embedded behind it.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby

from engine.context import EngineContext
from engine.db.chats import log, pictures
from engine.db.house import work
from engine.db.memory import memories, progress, remembering
from engine.db.memory.remembering import SaidBefore
from engine.db.postgres.pool import Transaction
from engine.db.postgres.repeat import repeat
from engine.errors import LeaseLost
from engine.jobs.context import job_contexts
from engine.jobs.memory.meant_ahead import Stored, meanings_ahead, places_before, put_ahead
from engine.rules.acts import hidden_span, is_hidden
from engine.rules.lines import cut, place_at
from engine.rules.recall.ranking.presence import MESSAGES, Utterance, cast_of, people_present
from engine.rules.recall.remembering.embedded import embedded_text
from engine.rules.recall.remembering.junk import is_remembered
from engine.rules.recall.remembering.sources import EMBED, REMEMBER
from engine.rules.recall.words.words import terms
from engine.rules.sent_files import files_of, newest_pictures, with_words
from engine.turns.inputs.sight import describe, who_sees
from engine.values.chats.bodies import HideBody
from engine.values.chats.entries import Entry, EntryKind, Line, Place, Range
from engine.values.house.work import Due
from engine.values.ids import SessionKey
from engine.values.memory.memories import MemoryKind, NewMemory, Tag
from engine.work.crashpoints import maybe_crash

BATCH = 200


async def remember(ctx: EngineContext, due: Due) -> None:
    """Remember what was said in a session since the last time, on every branch, in transactions of a few hundred.

    Each writes how far it has read, so that what is killed goes on where it was; the last one removes the mark.
    """
    read_all = False
    while not read_all:
        await _describe(ctx, due.key)
        key = f"remember:{due.key.space}:{due.key.session}"
        read_all = await repeat(partial(_batch, ctx, due), key=key, clock=ctx.clock)


async def _describe(ctx: EngineContext, key: SessionKey) -> None:
    """Have said what is on new pictures, so that they are found by it; where nobody can, their names have to do."""
    if who_sees(ctx) is None or not (untold := await pictures.untold(ctx.db, key, REMEMBER, BATCH)):
        return
    for job in (await job_contexts(ctx, key))[:1]:
        await describe(ctx, job.errand, untold)


async def _batch(ctx: EngineContext, due: Due) -> bool:
    """Read one batch; whether it was the last."""
    key = due.key
    ahead = await meanings_ahead(ctx, key)
    async with ctx.db.transaction() as on:
        unread = await remembering.unread(on, key, REMEMBER, BATCH, places_before(ahead))
        read: dict[int, int] = {}
        made: list[Stored] = []
        for branch, entries in groupby(unread, lambda it: it.place.branch):
            told = list(entries)
            made += await _Branch(ctx, on, key, branch).read(told)
            read[branch] = told[-1].place.seq
        if made and not await put_ahead(on, key, made, ahead):
            await work.mark_due(on, key, EMBED)
        last = len(unread) < BATCH
        if last and not await work.finish_reading(on, due, REMEMBER, read):
            raise LeaseLost
        if not last:
            for branch, seq in read.items():
                await progress.advance(on, key, REMEMBER, branch, seq)
        maybe_crash("in_remember")
    return last


@dataclass(frozen=True, slots=True)
class _Branch:
    """One branch in one transaction."""

    ctx: EngineContext
    on: Transaction
    key: SessionKey
    number: int

    async def read(self, entries: Sequence[Entry]) -> list[Stored]:
        """Remember what these entries of the branch say, in order; the memories that were made."""
        made: list[Stored] = []
        for said, run in groupby(entries, lambda it: it.kind is EntryKind.MESSAGE):
            if said:
                made += await self._said(list(run))
                continue
            for act in run:
                if isinstance(act.body, HideBody):
                    made += await self._hidden(act, act.body)
                elif act.kind is EntryKind.REVISION:
                    made += await self._revised(act)
        return made

    async def _said(self, messages: Sequence[Entry]) -> list[Stored]:
        line = await self._line(messages[-1].place.seq)
        scene = await self._scene(line, messages[0].place.seq)
        return await self._store(await asyncio.to_thread(_memories, scene, await self._told(messages)))

    async def _told(self, messages: Sequence[Entry]) -> Sequence[Entry]:
        """The messages with what is on their pictures, where somebody said so."""
        hashes = newest_pictures(messages, BATCH)
        words = await pictures.words(self.on, hashes) if hashes else {}
        return [replace(it, text=with_words(it.text, files_of(it), words)) for it in messages] if words else messages

    async def _revised(self, act: Entry) -> list[Stored]:
        """The old text ends here; the new one is remembered, with the time and the company of the message."""
        line, target = await self._line(act.place.seq), act.target_seq or 0
        await remembering.end_said(self.on, self.key, line, target, target, remembering.REVISED)
        upto = cut(line, upto=target)
        place = place_at(line, target)
        found = await log.messages(self.on, self.key, upto, 1)
        if place is None or not found or found[0].place != place:
            return []
        scene = await self._scene(upto, target)
        entry = replace(found[0], text=act.text, status=act.status)
        rows = await asyncio.to_thread(_memories, scene, [entry])
        made = await self._store([replace(it, place=act.place, n=act.place.seq) for it in rows])
        if made and await self._is_hidden(line, target):
            await remembering.hide_new(self.on, self.key, act.place)
        return made

    async def _hidden(self, act: Entry, what: HideBody) -> list[Stored]:
        """What is kept from the model is not recalled either, until it is shown again."""
        line, span = await self._line(act.place.seq), hidden_span(act, what)
        if not span:
            return []
        first, last = span[0], span[-1]
        if what.hidden:
            await remembering.end_said(self.on, self.key, line, first, last, remembering.HIDDEN)
            return []
        again = await remembering.hidden_said(self.on, self.key, line, first, last)
        return [(await memories.version(self.on, self.key, old, new, "shown"), new) for old, new in again]

    async def _is_hidden(self, line: Line, seq: int) -> bool:
        hides = await log.acts(self.on, self.key, line, [EntryKind.HIDE])
        return is_hidden(hides, seq)

    async def _line(self, head: int) -> Line:
        return await self.ctx.lines.line(self.on, self.key, self.number, head)

    async def _scene(self, line: Line, seq: int) -> SaidBefore:
        return await remembering.said_before(self.on, self.key, line, seq, MESSAGES - 1)

    async def _store(self, rows: Sequence[NewMemory]) -> list[Stored]:
        made = zip(await memories.remember(self.on, self.key, rows), rows, strict=True)
        return [(number, row) for number, row in made if number is not None]


def _memories(scene: SaidBefore, messages: Sequence[Entry]) -> list[NewMemory]:
    """The memories of messages in order. Those that are none count among their neighbours all the same."""
    said = list(scene.recent)
    rows: list[NewMemory] = []
    for nth, entry in enumerate(messages, start=scene.count + 1):
        said.append(Utterance(entry.person, entry.said_at))
        cast = cast_of(scene.comings, entry.place.seq)
        holder = next(iter(cast), entry.character)
        if holder is not None and is_remembered(entry):
            rows.append(_memory(entry, nth, holder, people_present(said), cast))
    return rows


def _memory(entry: Entry, nth: int, holder: int, people: tuple[int, ...], cast: tuple[int, ...]) -> NewMemory:
    place = entry.place
    return NewMemory(
        kind=MemoryKind.SAID,
        tag=Tag.AI_OUTPUT if entry.person is None else Tag.USER_INPUT,
        place=Place(place.branch, place.seq),
        holder=holder,
        sources=(Range(place.branch, place.seq, place.seq),),
        text=entry.text,
        occurred_at=entry.said_at,
        until=entry.said_at,
        terms=terms(embedded_text(entry.text)),
        nth=nth,
        person=entry.person,
        character=entry.character if entry.person is None else None,
        people=people,
        characters=cast,
    )
