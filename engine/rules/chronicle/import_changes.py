"""What an import of memories changes: what a chat knows and what a file says become one; nothing of either is lost."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.rules.chronicle.memory_rows import told_already
from engine.rules.chronicle.named import known_as, named
from engine.rules.text.stops import cut_behind
from engine.values.chats.entries import Derived, NewDerived, row_says
from engine.values.chats.row_bodies import RowBody
from engine.values.story.chronicle import ChronicleKind
from engine.values.story.chronicle_bodies import DossierBody, NamedBody, TimelineBody

_NAMED: Final = (ChronicleKind.ITEM, ChronicleKind.DOSSIER)
_SENTENCE_END: Final = re.compile(r"(?:(?<!\.)\.++|[!?;])(?=\s)|[。！？；]|\n")
_ENDS: Final = ".!?;。！？；…"
_WIDE: Final = re.compile(r"[\u3000-\u303f\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]$")


@dataclass(frozen=True, slots=True)
class ImportChange:
    """A row that is written, and the live rows ``ends`` whose place it takes: it says all that they say."""

    row: NewDerived
    ends: tuple[Derived, ...] = ()


def changes(wanted: Iterable[NewDerived], live: Sequence[Derived]) -> list[ImportChange]:
    """What the rows of a file change where ``live`` is known. What is known in the same words changes nothing."""
    found: list[ImportChange] = []
    for new in wanted:
        if new.kind in _NAMED:
            _join(new, live, found)
        elif not told_already(new, live):
            found.append(ImportChange(new, tuple(it for it in live if _is_undated(it, new))))
    return found


def joined_text(*texts: str) -> str:
    """Every sentence of some texts once, in their order."""
    told = ""
    known: set[str] = set()
    for text in texts:
        for sentence in filter(None, (it.strip() for it in cut_behind(text, _SENTENCE_END))):
            plain = " ".join(sentence.casefold().split()).rstrip(_ENDS)
            if plain not in known:
                known.add(plain)
                told = _behind(told, sentence)
    return told


def joined_fields(old: Mapping[str, str], new: Mapping[str, str]) -> dict[str, str]:
    """Both of each field, as far as they say something different."""
    return {name: joined_text(old.get(name, ""), new.get(name, "")) for name in {**old, **new}}


def _is_undated(old: Derived, new: NewDerived) -> bool:
    """Whether ``new`` is a line of the timeline that the chat has without its day."""
    same = old.kind == new.kind == ChronicleKind.TIMELINE and old.text == new.text
    return same and not row_says(old, TimelineBody).when


def _join(new: NewDerived, live: Sequence[Derived], found: list[ImportChange]) -> None:
    """Add to ``found`` what becomes of a thing or a figure, together with what goes by one of its names."""
    names = _names(new)
    before = next((it for it in found if it.row.kind == new.kind and _share(_names(it.row), names)), None)
    ended = {old.id for it in found for old in it.ends}
    olds = [it for it in known_as([one for one in live if one.kind == new.kind], names) if it.id not in ended]
    told = [*olds, *([before.row] if before else [])]
    called = _called([*told, new])
    text = joined_text(*(it.text for it in told), new.text)
    if len(olds) == 1 and before is None and (text, called) == (joined_text(olds[0].text), _called([olds[0]])):
        return
    row = replace(before.row if before else new, text=text, body=_renamed(new.body, called)) if told else new
    change = ImportChange(row, (*(before.ends if before else ()), *olds))
    if before is None:
        found.append(change)
    else:
        found[found.index(before)] = change


def _behind(told: str, sentence: str) -> str:
    if not told:
        return sentence
    wide = _WIDE.search(told) is not None
    between = "" if wide else " "
    return f"{told}{between}{sentence}" if told[-1] in _ENDS else f"{told}{'；' if wide else '; '}{sentence}"


def _renamed(body: RowBody, called: Sequence[str]) -> RowBody:
    match body:
        case DossierBody():
            return replace(body, name=called[0], aliases=tuple(called[1:]))
        case NamedBody():
            return replace(body, name=called[0])
        case _:
            return body


def _called(rows: Iterable[Derived | NewDerived]) -> list[str]:
    """Every name once, the first one first."""
    names: dict[str, str] = {}
    for row in rows:
        for name in _names(row):
            names.setdefault(named(name), name)
    return list(names.values())


def _names(row: Derived | NewDerived) -> tuple[str, ...]:
    return row_says(row, NamedBody).names


def _share(one: Iterable[str], other: Iterable[str]) -> bool:
    return not {named(it) for it in one}.isdisjoint(named(it) for it in other)
