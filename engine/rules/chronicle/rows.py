"""Rows of the chronicle as values."""

from collections.abc import Iterable, Sequence

from engine.values.chats.entries import Derived, row_says, rows_saying
from engine.values.story.chronicle import (
    Chronicle,
    ChronicleItem,
    ChronicleKind,
    Dossier,
    Lately,
    PersonaGrowth,
    StoryPage,
    Summary,
    TimelineLine,
)
from engine.values.story.chronicle_bodies import (
    ChapterBody,
    DossierBody,
    EvolutionBody,
    ItemBody,
    PageBody,
    TimelineBody,
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
        pages=tuple(
            sorted(
                (_page(it, what) for it, what in rows_saying(of(ChronicleKind.PAGE), PageBody) if it.text),
                key=lambda it: it.number,
            )
        ),
        timeline=_timeline((it, 0) for it in of(ChronicleKind.TIMELINE)),
        items=tuple(_item(it) for it in of(ChronicleKind.ITEM)),
        dossiers=tuple(
            Dossier(dossier.id, what.name, dossier.text, dossier.place, what.aliases)
            for dossier, what in rows_saying(of(ChronicleKind.DOSSIER), DossierBody)
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


def _summary(row: Derived) -> Summary:
    what = row_says(row, ChapterBody)
    return Summary(row.id, row.text, row.from_seq, row.to_seq, row.place, what.chapter, what.at, what.title)


def _timeline(rows: Iterable[tuple[Derived, int]]) -> tuple[TimelineLine, ...]:
    """In the order of what they tell."""
    ordered = sorted(rows, key=lambda it: (it[0].from_seq, it[0].to_seq, it[0].n))
    return tuple(
        TimelineLine(
            row.id,
            row.text,
            row.place,
            what.when,
            what.merged,
            row.from_seq,
            row.to_seq,
            until,
        )
        for row, until in ordered
        if isinstance(what := row.body, TimelineBody)
    )


def _item(row: Derived, until: int = 0) -> ChronicleItem:
    return ChronicleItem(row.id, row_says(row, ItemBody).name, row.text, row.place, row.from_seq, row.to_seq, until)


def _page(row: Derived, what: PageBody) -> StoryPage:
    return StoryPage(
        id=row.id,
        number=what.number,
        text=row.text,
        level=what.level,
        first=row.from_seq,
        last=row.to_seq,
        place=row.place,
        title=what.title,
        when=what.when,
        brief=what.brief,
    )


def _evolution(row: Derived) -> PersonaGrowth:
    return PersonaGrowth(row.id, row.text, row_says(row, EvolutionBody).number, row.place)
