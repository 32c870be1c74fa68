"""Older pages become brief ones, and the oldest of those leave the catalogue for the timeline."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from engine.db import chronicle, log
from engine.jobs.chronicle.sheets import line_number, page_number
from engine.jobs.chronicle.steps import Ends, Made, Step
from engine.jobs.ground import Ground
from engine.jobs.reading import Reading
from engine.rules.chronicle.compress import COMPRESS, Act, Limits, Move, next_act
from engine.rules.chronicle.imported import compressed_number, is_imported
from engine.rules.chronicle.named import first_double
from engine.rules.chronicle.pages import LONGEST_BRIEF
from engine.rules.chronicle.wording import fitted
from engine.rules.lines import place_at
from engine.turns.needs import Needs
from engine.values.chronicle import ChronicleKind, Level, Recorded
from engine.values.entries import Derived, EntryKind, NewDerived, Place, Range

KIND: Final = "compress"
_OF_A_PAGE: Final = 9
"""The number among the lines of a page of the one that its gist becomes."""


async def plan_compress(needs: Needs, ground: Ground, rows: Sequence[Recorded]) -> Step | None:
    """The first page that is one too many; before that, what is told twice."""
    double = first_double(rows)
    if double is not None:
        place = place_at(ground.line, double.new.row.place.seq)
        ends = Ends(double.old.row.id, "superseded")
        return _step(ground, place, Made(ends=(ends,))) if place else None
    limits = Limits(ground.settings.fresh_pages, ground.settings.catalogue_pages)
    act = next_act(rows, limits, await _forced(needs, ground))
    place = place_at(ground.line, act.at) if act else None
    if act is None or place is None:
        return None
    if act.move is Move.REPLACE:
        return _step(ground, place, Made(ends=(Ends(act.row.row.id, act.move),)))
    return Step(KIND, place, Reading(ground, ()), partial(_make, needs, ground, rows, (act, place)))


async def _make(needs: Needs, ground: Ground, rows: Sequence[Recorded], what: tuple[Act, Place]) -> Made:
    act, place = what
    page = act.row.row
    sources = (await chronicle.sources_of(needs.db, ground.key, [page.id])).get(page.id, ())
    if not sources:  # erased since; what is found then is another step
        return Made(ends=(Ends(page.id, act.move),))
    if act.move is Move.COMPRESS:
        return Made((_brief(page, place, sources),), ends=(Ends(page.id, act.move, 0),))
    told = () if _is_told(rows, page, act.at) else (_line(page, place, sources),)
    return Made(told, ends=(Ends(page.id, act.move, 0 if told else None),))


def _step(ground: Ground, place: Place, made: Made) -> Step:
    async def make() -> Made:
        return made

    return Step(KIND, place, Reading(ground, ()), make)


def _brief(page: Derived, place: Place, sources: tuple[Range, ...]) -> NewDerived:
    body = {**page.body, "level": int(Level.BRIEF)}
    number = compressed_number(page) if is_imported(page) else page_number(place, Level.BRIEF)
    return NewDerived(ChronicleKind.PAGE, place, page.holder, sources, _gist(page), body, number)


def _line(page: Derived, place: Place, sources: tuple[Range, ...]) -> NewDerived:
    body = {"when": page.body.get("when", "")}
    return NewDerived(
        ChronicleKind.TIMELINE, place, page.holder, sources, _gist(page), body, line_number(place, _OF_A_PAGE)
    )


def _gist(page: Derived) -> str:
    return page.body.get("brief") or fitted(page.text, LONGEST_BRIEF)


def _is_told(rows: Sequence[Recorded], page: Derived, at: int) -> bool:
    """Whether the timeline tells of a page."""
    return any(
        it.row.from_seq <= page.to_seq and page.from_seq <= it.row.to_seq
        for it in rows
        if it.row.kind == ChronicleKind.TIMELINE and it.live_at(at)
    )


async def _forced(needs: Needs, ground: Ground) -> frozenset[int]:
    """Where people have had pages compressed."""
    acts = await log.acts(needs.db, ground.key, ground.line, [EntryKind.CHRONICLE])
    return frozenset(it.place.seq for it in acts if it.body.get("act") == COMPRESS)
