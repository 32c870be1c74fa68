"""Rows of a chronicle as parts of a file of memories, and back.

What was imported was made from the entry that says so. Its body keeps which messages it tells of in the other chat, so
that it is exported as it came.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from engine.rules.chronicle.imported import FIRST_NUMBER, imported_body, imported_span, is_imported
from engine.rules.chronicle.named import named
from engine.rules.chronicle.pages import LONGEST_BRIEF
from engine.rules.chronicle.rows import chapter_body, page_body
from engine.rules.chronicle.wording import fitted
from engine.values.chats.entries import Derived, NewDerived, Place, Range
from engine.values.story.chronicle import ChronicleKind, Level
from engine.values.transfers.memory_files import FileLine, FileNamed, FilePage, FileSummary, MemoryFile, Span

KINDS: Final = (
    ChronicleKind.PAGE,
    ChronicleKind.TIMELINE,
    ChronicleKind.ITEM,
    ChronicleKind.DOSSIER,
    ChronicleKind.SUMMARY,
    ChronicleKind.CHAPTER,
)


def file_rows(file: MemoryFile, place: Place, holder: int, pages: int) -> list[NewDerived]:
    """The rows of a file that is imported at ``place``. The chat has pages up to number ``pages`` already."""
    told: list[tuple[ChronicleKind, str, Mapping[str, Any], Span | None]] = [
        *((ChronicleKind.PAGE, it.text, _page_body(it, pages), it.messages) for it in file.pages),
        *(
            (ChronicleKind.TIMELINE, it.text, {"when": it.when} | ({"merged": True} if it.merged else {}), it.messages)
            for it in file.timeline
        ),
        *((ChronicleKind.ITEM, it.text, {"name": it.name}, it.messages) for it in file.items),
        *(
            (ChronicleKind.DOSSIER, it.text, {"name": it.name, "aliases": list(it.aliases)}, it.messages)
            for it in file.dossiers
        ),
        *(
            (
                ChronicleKind.CHAPTER if it.chapter else ChronicleKind.SUMMARY,
                it.text,
                chapter_body(it.chapter, 0, it.title) if it.chapter else {},
                it.messages,
            )
            for it in file.summaries
        ),
    ]
    source = (Range(place.branch, place.seq, place.seq),)
    return [
        NewDerived(kind, place, holder, source, text, _body(body, messages), FIRST_NUMBER + at)
        for at, (kind, text, body, messages) in enumerate(told)
    ]


def told_already(new: NewDerived, live: Iterable[Derived]) -> bool:
    """Whether the chat has the same in the same kind of row, and of the same day where the new one names one."""
    day = new.body.get("when") if new.kind == ChronicleKind.TIMELINE else ""
    return any(
        it.kind == new.kind
        and it.text == new.text
        and _name(it.body) == _name(new.body)
        and (not day or it.body.get("when") == day)
        for it in live
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
            FileLine(it.text, it.body.get("when", ""), bool(it.body.get("merged")), span(it, seqs))
            for it in of(ChronicleKind.TIMELINE)
        ),
        items=tuple(FileNamed(it.body["name"], it.text, (), span(it, seqs)) for it in of(ChronicleKind.ITEM)),
        pages=tuple(sorted((_page(it, seqs) for it in of(ChronicleKind.PAGE)), key=lambda it: it.number)),
        dossiers=tuple(
            FileNamed(it.body["name"], it.text, tuple(it.body.get("aliases", ())), span(it, seqs))
            for it in of(ChronicleKind.DOSSIER)
        ),
        summaries=tuple(
            FileSummary(it.text, it.body.get("chapter", 0), it.body.get("title", ""), span(it, seqs))
            for it in (*of(ChronicleKind.SUMMARY), *of(ChronicleKind.CHAPTER))
        ),
    )


def span(row: Any, seqs: Sequence[int]) -> Span | None:
    """Which messages something tells of, counted from 1; None where nobody knows. ``row``: a Derived or a Memory."""
    if is_imported(row):
        return imported_span(row.body)
    first, last = bisect_left(seqs, row.from_seq) + 1, bisect_right(seqs, row.to_seq)
    return (first, last) if first <= last else None


def _body(body: Mapping[str, Any], messages: Span | None) -> dict[str, Any]:
    return {**body, **imported_body(messages)}


def _page_body(it: FilePage, pages: int) -> Mapping[str, Any]:
    brief = it.brief or fitted(it.text, LONGEST_BRIEF)
    return page_body(pages + it.number, Level(it.level), title=it.title, when=it.when, brief=brief)


def _page(row: Derived, seqs: Sequence[int]) -> FilePage:
    body: Any = row.body
    told = (body.get("title", ""), body.get("when", ""), body.get("brief", ""))
    return FilePage(row.text, body["number"], body["level"], *told, span(row, seqs))


def _name(body: Mapping[str, Any]) -> str:
    return named(str(body.get("name", "")))
