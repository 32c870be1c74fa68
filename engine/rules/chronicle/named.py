"""Things and figures of a story, which are told apart by their names."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from engine.values.chats.entries import Derived, NewDerived, row_says
from engine.values.story.chronicle import ChronicleKind, Recorded
from engine.values.story.chronicle_bodies import NamedBody

_KINDS: Final = frozenset({ChronicleKind.ITEM, ChronicleKind.DOSSIER})


@dataclass(frozen=True, slots=True)
class Double:
    """Of two rows that live under one name the older one, and the newer one, at whose place it ends."""

    old: Recorded
    new: Recorded


def named(name: str) -> str:
    """By what things and figures are told apart."""
    return name.casefold()


def name_of(row: Derived | NewDerived) -> str:
    """What a thing or a figure is called."""
    return row_says(row, NamedBody).name


def names_of(row: Derived) -> tuple[str, ...]:
    """What a thing or a figure is called, as names are told apart."""
    return tuple(named(it) for it in row_says(row, NamedBody).names)


def known_as(rows: Iterable[Derived], names: Sequence[str]) -> list[Derived]:
    """Those of some rows of one kind that are about who or what has one of these names."""
    wanted = {named(it) for it in names}
    return [it for it in rows if wanted.intersection(names_of(it))]


def first_double(rows: Iterable[Recorded]) -> Double | None:
    """Two rows of one name that live at the end of the line: they were made on different ways to it."""
    found: dict[tuple[str, str], Recorded] = {}
    live = [it for it in rows if it.row.kind in _KINDS and it.ended_at is None]
    for new in sorted(live, key=lambda it: (it.row.place.seq, it.row.id)):
        key = (new.row.kind, named(name_of(new.row)))
        if key in found:
            return Double(found[key], new)
        found[key] = new
    return None
