"""What rows of memories say, as JSON and back. Most say nothing."""

from typing import Final

from engine.rules.bodies.fields import Stored, filled, flag, maybe_whole, text, whole
from engine.rules.bodies.row_marks import marks_of
from engine.values.documents import JsonObject
from engine.values.memory.memory_bodies import PLAIN_MEMORY, FactBody, MemoryBody

_MEMORY: Final = frozenset({"page", "chapter", "topic", "undated"})
_FACT: Final = frozenset({"person", "fact"})


def memory_of(raw: Stored) -> MemoryBody:
    """What a memory says."""
    if not raw:
        return PLAIN_MEMORY
    return MemoryBody(
        page=maybe_whole(raw, "page"),
        chapter=maybe_whole(raw, "chapter"),
        topic=text(raw, "topic"),
        undated=flag(raw, "undated"),
        marks=marks_of(raw, _MEMORY),
    )


def memory_json(body: MemoryBody) -> JsonObject:
    """A memory's body."""
    return filled(page=body.page, chapter=body.chapter, topic=body.topic or None, undated=body.undated or None)


def fact_of(raw: Stored) -> FactBody:
    """Which fact a row stands for."""
    return FactBody(person=whole(raw, "person"), fact=whole(raw, "fact"), marks=marks_of(raw, _FACT))


def fact_json(body: FactBody) -> JsonObject:
    """The body of a row that stands for a fact."""
    return {"person": body.person, "fact": body.fact}
