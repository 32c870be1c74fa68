"""Rows of a chronicle as parts of a file of memories, and back.

What was imported was made from the entry that says so. Its body keeps which messages it tells of in the other chat, so
that it is exported as it came.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from typing import Final

from engine.rules.chronicle.imported import FIRST_NUMBER
from engine.rules.chronicle.named import name_of, named
from engine.rules.chronicle.pages import LONGEST_BRIEF
from engine.rules.chronicle.wording import fitted
from engine.values.chats.entries import Derived, NewDerived, Place, Range, row_says, rows_saying
from engine.values.chats.row_bodies import RowBody, RowMarks
from engine.values.memory.memories import Memory
from engine.values.story.chronicle import ChronicleKind, Level
from engine.values.story.chronicle_bodies import (
    ChapterBody,
    DossierBody,
    ItemBody,
    PageBody,
    SummaryBody,
    TimelineBody,
)
from engine.values.transfers.memory_files import FileLine, FileNamed, FilePage, FileSummary, MemoryFile, Span

KINDS: Final = (
    ChronicleKind.PAGE,
    ChronicleKind.TIMELINE,
    ChronicleKind.ITEM,
    ChronicleKind.DOSSIER,
    ChronicleKind.SUMMARY,
    ChronicleKind.CHAPTER,
)


def file_rows(file: MemoryFile, place: Place, holder: int, live: Iterable[Derived]) -> list[NewDerived]:
    """The rows of a file that is imported at ``place``; its pages are counted behind those that are ``live``."""
    pages = max((what.number for _, what in rows_saying(live, PageBody)), default=0)
    told: list[tuple[ChronicleKind, str, RowBody]] = [
        *((ChronicleKind.PAGE, it.text, _page_body(it, pages)) for it in file.pages),
        *(
            (
                ChronicleKind.TIMELINE,
                event.text,
                TimelineBody(when=event.when, merged=event.merged, marks=_marks(event.messages)),
            )
            for event in file.timeline
        ),
        *((ChronicleKind.ITEM, it.text, ItemBody(name=it.name, marks=_marks(it.messages))) for it in file.items),
        *(
            (
                ChronicleKind.DOSSIER,
                dossier.text,
                DossierBody(name=dossier.name, aliases=dossier.aliases, marks=_marks(dossier.messages)),
            )
            for dossier in file.dossiers
        ),
        *(_summary(it) for it in file.summaries),
    ]
    source = (Range(place.branch, place.seq, place.seq),)
    return [
        NewDerived(kind, place, holder, source, text, body, FIRST_NUMBER + at)
        for at, (kind, text, body) in enumerate(told)
    ]


def told_already(new: NewDerived, live: Iterable[Derived]) -> bool:
    """Whether the chat has the same in the same kind of row, and of the same day where the new one names one."""
    day = row_says(new, TimelineBody).when
    return any(
        row.kind == new.kind
        and row.text == new.text
        and named(name_of(row)) == named(name_of(new))
        and (not day or row_says(row, TimelineBody).when == day)
        for row in live
    )


def file_of(rows: Iterable[Derived], seqs: Sequence[int]) -> MemoryFile:
    """The parts of a file that live ``rows`` make; ``seqs`` are those of the messages of the line."""
    by_kind: dict[str, list[Derived]] = {}
    for it in sorted(rows, key=lambda it: (it.from_seq, it.to_seq, it.place.seq, it.n, it.id)):
        by_kind.setdefault(it.kind, []).append(it)

    def of(kind: ChronicleKind) -> Sequence[Derived]:
        return [it for it in by_kind.get(kind, ()) if it.text]

    return MemoryFile(
        timeline=tuple(
            FileLine(row.text, what.when, what.merged, span(row, seqs))
            for row, what in rows_saying(of(ChronicleKind.TIMELINE), TimelineBody)
        ),
        items=tuple(
            FileNamed(what.name, row.text, (), span(row, seqs))
            for row, what in rows_saying(of(ChronicleKind.ITEM), ItemBody)
        ),
        pages=tuple(
            sorted(
                (_page(it, what, seqs) for it, what in rows_saying(of(ChronicleKind.PAGE), PageBody)),
                key=lambda it: it.number,
            )
        ),
        dossiers=tuple(
            FileNamed(what.name, row.text, what.aliases, span(row, seqs))
            for row, what in rows_saying(of(ChronicleKind.DOSSIER), DossierBody)
        ),
        summaries=tuple(
            FileSummary(row.text, (what := row_says(row, ChapterBody)).chapter, what.title, span(row, seqs))
            for row in (*of(ChronicleKind.SUMMARY), *of(ChronicleKind.CHAPTER))
        ),
    )


def span(row: Derived | Memory, seqs: Sequence[int]) -> Span | None:
    """Which messages something tells of, counted from 1; None where nobody knows."""
    marks = row.body.marks
    if marks.imported:
        return marks.messages
    first, last = bisect_left(seqs, row.from_seq) + 1, bisect_right(seqs, row.to_seq)
    return (first, last) if first <= last else None


def _marks(messages: Span | None) -> RowMarks:
    return RowMarks(imported=True, messages=messages)


def _summary(summary: FileSummary) -> tuple[ChronicleKind, str, RowBody]:
    marks = _marks(summary.messages)
    if not summary.chapter:
        return ChronicleKind.SUMMARY, summary.text, SummaryBody(marks=marks)
    return ChronicleKind.CHAPTER, summary.text, ChapterBody(chapter=summary.chapter, title=summary.title, marks=marks)


def _page_body(page: FilePage, pages: int) -> PageBody:
    return PageBody(
        number=pages + page.number,
        level=Level(page.level),
        title=page.title,
        when=page.when,
        brief=page.brief or fitted(page.text, LONGEST_BRIEF),
        marks=_marks(page.messages),
    )


def _page(row: Derived, what: PageBody, seqs: Sequence[int]) -> FilePage:
    told = (what.title, what.when, what.brief)
    return FilePage(row.text, what.number, what.level.value, *told, span(row, seqs))
