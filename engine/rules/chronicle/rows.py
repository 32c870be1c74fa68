"""Rows of the chronicle as values, and back. A row keeps in its body what its columns do not say."""

from collections.abc import Iterable, Sequence
from typing import Any

from engine.values.chats.entries import Derived
from engine.values.documents import JsonObject
from engine.values.story.chronicle import (
    Chronicle,
    ChronicleItem,
    ChronicleKind,
    Dossier,
    Lately,
    Level,
    PersonaGrowth,
    StoryPage,
    Summary,
    TimelineLine,
)


def chronicle_of(rows: Iterable[Derived], processed: int = 0) -> Chronicle:
    """What rows that are live on a line tell, oldest first; rows of other kinds are passed over."""
    by_kind: dict[str, list[Derived]] = {}
    for row in rows:
        by_kind.setdefault(row.kind, []).append(row)

    def of(*kinds: ChronicleKind) -> Sequence[Derived]:
        return sorted((row for kind in kinds for row in by_kind.get(kind, ())), key=lambda it: (it.place.seq, it.id))

    versions = of(ChronicleKind.EVOLUTION)
    return Chronicle(
        summaries=tuple(_summary(it) for it in of(ChronicleKind.SUMMARY, ChronicleKind.CHAPTER) if it.text),
        pages=tuple(sorted((_page(it) for it in of(ChronicleKind.PAGE) if it.text), key=lambda it: it.number)),
        timeline=_timeline((it, 0) for it in of(ChronicleKind.TIMELINE)),
        items=tuple(_item(it) for it in of(ChronicleKind.ITEM)),
        dossiers=tuple(
            Dossier(it.id, it.body["name"], it.text, it.place, tuple(it.body.get("aliases", ())))
            for it in of(ChronicleKind.DOSSIER)
        ),
        persona=_evolution(versions[-1]) if versions else None,
        processed=processed,
    )


def lately_of(ended: Iterable[tuple[Derived, int]], since: int, mended: int) -> Lately:
    """What rows of the index told that ended behind seq ``since`` of a line, each with where it did."""
    rows = sorted(ended, key=lambda it: (it[0].place.seq, it[0].id))
    return Lately(
        since=since,
        timeline=_timeline(it for it in rows if it[0].kind == ChronicleKind.TIMELINE),
        items=tuple(_item(*it) for it in rows if it[0].kind == ChronicleKind.ITEM),
        mended=mended,
    )


def page_body(number: int, level: Level, *, title: str = "", when: str = "", brief: str = "") -> JsonObject:
    """What a page's row keeps in its body."""
    return {"number": number, "level": int(level), "title": title, "when": when, "brief": brief}


def chapter_body(number: int, at: int, title: str = "") -> JsonObject:
    """What a chapter's row keeps in its body."""
    return {"chapter": number, "at": at, "title": title}


def _summary(row: Derived) -> Summary:
    body: Any = row.body
    chapter, at, title = body.get("chapter", 0), body.get("at", 0), body.get("title", "")
    return Summary(row.id, row.text, row.from_seq, row.to_seq, row.place, chapter, at, title)


def _timeline(rows: Iterable[tuple[Derived, int]]) -> tuple[TimelineLine, ...]:
    """In the order of what they tell."""
    ordered = sorted(rows, key=lambda it: (it[0].from_seq, it[0].to_seq, it[0].n))
    return tuple(
        TimelineLine(
            row.id,
            row.text,
            row.place,
            row.body.get("when", ""),
            row.body.get("merged", False),
            row.from_seq,
            row.to_seq,
            until,
        )
        for row, until in ordered
    )


def _item(row: Derived, until: int = 0) -> ChronicleItem:
    return ChronicleItem(row.id, row.body["name"], row.text, row.place, row.from_seq, row.to_seq, until)


def _page(row: Derived) -> StoryPage:
    body: Any = row.body
    return StoryPage(
        id=row.id,
        number=body["number"],
        text=row.text,
        level=Level(body["level"]),
        first=row.from_seq,
        last=row.to_seq,
        place=row.place,
        title=body.get("title", ""),
        when=body.get("when", ""),
        brief=body.get("brief", ""),
    )


def _evolution(row: Derived) -> PersonaGrowth:
    return PersonaGrowth(row.id, row.text, row.body["number"], row.place)
