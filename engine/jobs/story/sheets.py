"""The rows and the memories that come of a page."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final
from zlib import crc32

from engine.jobs.context import JobContext
from engine.jobs.memory.reading import ReadingBatch
from engine.rules.chronicle.named import named
from engine.rules.chronicle.pages import Hidings, PageMessages, ToldPage
from engine.rules.recall.remembering.batches import BatchMessage, ranges
from engine.rules.recall.remembering.embedded import embedded_text
from engine.rules.recall.words.words import terms
from engine.values.chats.entries import NewDerived, Place, Range
from engine.values.chats.row_bodies import RowBody
from engine.values.memory.memories import MemoryKind, NewMemory, Tag
from engine.values.memory.memory_bodies import MemoryBody
from engine.values.story.chronicle import ChronicleKind, Level
from engine.values.story.chronicle_bodies import (
    IN_TURN,
    DossierBody,
    ItemBody,
    PageBody,
    PageOrigin,
    TimelineBody,
)

MOST_PEOPLE: Final = 400
"""A page about more of them belongs to nobody, so it is told nowhere else; an index could not hold their numbers."""


@dataclass(frozen=True, slots=True)
class NamesTold:
    """The things and the figures of which a page tells something new."""

    items: tuple[str, ...] = ()
    figures: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page to be made: of which messages, which of them the model may read, and the place where it is stored."""

    job: JobContext
    chunk: PageMessages
    batch: tuple[BatchMessage, ...]
    place: Place

    @property
    def sources(self) -> tuple[Range, ...]:
        return ranges(self.chunk.said)

    @property
    def reading(self) -> ReadingBatch:
        span = (self.chunk.said[0].seq, self.chunk.said[-1].seq)
        return ReadingBatch(self.job, self.batch, (span,))


def sheet(job: JobContext, one: PageMessages, hidings: Hidings, place: Place) -> Sheet:
    """A page to be made of ``one`` at ``place``."""
    batch = tuple(it for it in one.said if hidings.of(it.seq, job.line.head) is None)
    return Sheet(job, one, batch, place)


def page_row(
    it: Sheet,
    told: ToldPage,
    names: NamesTold | None = None,
    level: Level | None = Level.DETAILED,
    origin: PageOrigin = IN_TURN,
) -> NewDerived:
    """The row of a page; its text is empty where nothing is told, and for ``level`` None, out of the catalogue.

    ``names``: of which things and figures it tells something new; None where that was not asked.
    """
    text = {Level.DETAILED: told.page, Level.BRIEF: told.brief, None: ""}[level]
    level = level or Level.DETAILED
    body = PageBody(
        number=it.chunk.number,
        level=level,
        title=told.title,
        when=told.when,
        brief=told.brief,
        items=names.items if names else None,
        figures=names.figures if names else None,
        origin=replace(origin, room=it.chunk.room),
    )
    return _row(it, ChronicleKind.PAGE, text, body, page_number(it.place, level))


def missed_row(it: Sheet) -> NewDerived:
    """The row of a page that no model has told, time and again: its messages count as read until somebody asks anew."""
    return page_row(it, ToldPage(), origin=PageOrigin(missed=len(it.batch)))


def page_number(place: Place, level: Level) -> int:
    """Tells the rows of one page apart."""
    return place.seq * len(Level) + level


def line_rows(it: Sheet, told: ToldPage) -> list[NewDerived]:
    """The lines that a page adds to the timeline."""
    return [
        _row(it, ChronicleKind.TIMELINE, text, TimelineBody(when=told.when), line_number(it.place, at))
        for at, text in enumerate(told.timeline)
    ]


def line_number(place: Place, at: int) -> int:
    """Tells the lines apart that are made of the same messages."""
    return place.seq * 10 + at


def page_memories(it: Sheet, told: ToldPage) -> tuple[NewMemory, ...]:
    """What is remembered of a page: its gist, and all of it."""
    if not told.page:
        return ()
    gist, whole = (MemoryKind.EVENT, Tag.SUMMARY, told.brief), (MemoryKind.PLOT, Tag.PLOT, told.page)
    return tuple(_memory(it, *one) for one in (gist, whole))


def named_row(
    job: JobContext,
    place: Place,
    kind: ChronicleKind,
    sources: Sequence[Range],
    told: tuple[str, str, Sequence[str]],
) -> NewDerived:
    """The row of a thing or a figure; ``told``: its name, what is told of it, its other names."""
    name, text, aliases = told
    figure = kind is ChronicleKind.DOSSIER
    body = DossierBody(name=name, aliases=tuple(aliases)) if figure else ItemBody(name=name)
    number = crc32(f"{place.seq}:{named(name)}".encode()) & 0x7FFF_FFFF
    return NewDerived(kind, place, job.character, tuple(sources), text, body, number)


def _row(it: Sheet, kind: ChronicleKind, text: str, body: RowBody, number: int) -> NewDerived:
    return NewDerived(kind, it.place, it.job.character, it.sources, text, body, number)


def _memory(it: Sheet, kind: MemoryKind, tag: Tag, text: str) -> NewMemory:
    people = sorted({one.person for one in it.batch if one.person is not None})
    there = it.job.witnesses(it.batch)
    return NewMemory(
        kind=kind,
        tag=tag,
        place=it.place,
        holder=there[0],
        sources=it.sources,
        text=text,
        occurred_at=min(one.at for one in it.batch),
        until=max(one.at for one in it.batch),
        terms=terms(embedded_text(text)),
        people=tuple(people) if len(people) <= MOST_PEOPLE else (),
        characters=there,
        body=MemoryBody(page=it.chunk.number),
        n=it.place.seq,
    )
