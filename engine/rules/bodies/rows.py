"""The bodies of rows made from the log as the database stores them, and back; as ``stored`` has those of entries."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from engine.rules.bodies import chronicle, memories
from engine.rules.bodies.fields import VERSION, Stored
from engine.rules.bodies.row_marks import WAS, marks_json, marks_of
from engine.rules.bodies.upgrades import Upgrade, upgraded
from engine.rules.recall.remembering.sources import FACT
from engine.values.chats.row_bodies import AnyRowBody, OtherBody, RowBody
from engine.values.documents import JsonObject
from engine.values.memory.memories import MemoryKind
from engine.values.memory.memory_bodies import FactBody, MemoryBody
from engine.values.story import chronicle_bodies as bodies
from engine.values.story.chronicle import ChronicleKind

RowUpgrades: TypeAlias = Mapping[str, Sequence[Upgrade]]
ROW_UPGRADES: Final[RowUpgrades] = {}
"""By kind: what makes version 2 of version 1, then 3 of 2, and so on."""


@dataclass(frozen=True, slots=True)
class _RowShape:
    read: Callable[[Stored], RowBody]
    written: Callable[[RowBody], JsonObject]


def _shape(
    of: type[AnyRowBody], read: Callable[[Stored], RowBody], written: Callable[[AnyRowBody], JsonObject]
) -> _RowShape:
    def of_its_kind(body: RowBody) -> JsonObject:
        assert isinstance(body, of)
        return written(body)

    return _RowShape(read, of_its_kind)


_MEMORY: Final = _shape(MemoryBody, memories.memory_of, memories.memory_json)
_SHAPES: Final[Mapping[str, _RowShape]] = {
    ChronicleKind.SUMMARY: _shape(bodies.SummaryBody, chronicle.summary_of, chronicle.summary_json),
    ChronicleKind.CHAPTER: _shape(bodies.ChapterBody, chronicle.chapter_of, chronicle.chapter_json),
    ChronicleKind.PAGE: _shape(bodies.PageBody, chronicle.page_of, chronicle.page_json),
    ChronicleKind.TIMELINE: _shape(bodies.TimelineBody, chronicle.timeline_of, chronicle.timeline_json),
    ChronicleKind.ITEM: _shape(bodies.ItemBody, chronicle.item_of, chronicle.item_json),
    ChronicleKind.DOSSIER: _shape(bodies.DossierBody, chronicle.dossier_of, chronicle.dossier_json),
    ChronicleKind.EVOLUTION: _shape(bodies.EvolutionBody, chronicle.evolution_of, chronicle.evolution_json),
    ChronicleKind.JUDGED: _shape(bodies.JudgedBody, chronicle.judged_of, chronicle.judged_json),
    **dict.fromkeys(MemoryKind, _MEMORY),
    FACT: _shape(FactBody, memories.fact_of, memories.fact_json),
}
_READ: Final[Mapping[str, Callable[[Stored], RowBody]]] = {str(kind): it.read for kind, it in _SHAPES.items()}


def read_row(kind: str, raw: Stored, upgrades: RowUpgrades = ROW_UPGRADES) -> RowBody:
    """What a stored row says, in whichever version it is."""
    if upgrades and (steps := upgrades.get(kind)):
        raw = upgraded(raw, steps)
    return _READ.get(kind, _other)(raw)


def read_memory(kind: MemoryKind, raw: Stored) -> MemoryBody:
    """The same of a memory."""
    body = read_row(kind, raw)
    assert isinstance(body, MemoryBody)
    return body


def written_row(kind: str, body: RowBody, upgrades: RowUpgrades = ROW_UPGRADES) -> JsonObject:
    """What a row of this kind says, as it is stored. What came of a newer version still says so."""
    version = 1 + len(upgrades.get(kind, ()))
    shape = _SHAPES.get(kind)
    said: JsonObject = {} if shape is None or isinstance(body, OtherBody) else shape.written(body)
    if version > 1:
        said[VERSION] = version
    return said | marks_json(body.marks)


def texts_in(kind: str, body: RowBody) -> Iterator[str]:
    """All that a row says in words besides its text, but for what stood there before."""
    said = written_row(kind, body)
    return (it for name, it in said.items() if isinstance(it, str) and name != WAS)


def _other(raw: Stored) -> OtherBody:
    return OtherBody(marks=marks_of(raw, frozenset()))
