"""Memories as the statements of ``sql/memory.sql`` take and give them."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import repeat
from typing import Any

from engine.db.postgres.driver import DriverRow
from engine.rules.bodies.rows import read_memory, written_row
from engine.values.chats.entries import Line, Place, Range
from engine.values.ids import SessionKey
from engine.values.memory.memories import Memory, MemoryCandidate, MemoryKind, NewMemory, RecallScope, Sight, Tag

_TAGS = {it.value: it for it in Tag}  # looked up for thousands of rows a turn
_EVERY_TAG = frozenset(Tag)
_MOST_TIMES = 32_767


def by_space(scope: RecallScope) -> list[RecallScope]:
    """A scope as statements take it: one for each space, the own one first. No session of the others is the own one."""
    others = dict.fromkeys(it.session.space for it in scope.sights if it.session.space != scope.space)
    if not others:
        return [scope]
    parts = [replace(scope, sights=tuple(it for it in scope.sights if it.session.space == scope.space))]
    for space in others:
        nowhere = Sight(SessionKey(space, 0), Line(()))
        there = (it for it in scope.sights if it.session.space == space)
        parts.append(replace(scope, space=space, sights=(nowhere, *there)))
    return parts


def scope_columns(scope: RecallScope) -> tuple[Any, ...]:
    """A scope as the fragments ``whole_line`` and ``recallable`` take it: what lies in its own space."""
    sights = scope.sights
    stretches = [(number, it) for number, sight in enumerate(sights, 1) for it in sight.line]
    tags = [scope.tags if it.tags is None else scope.tags & it.tags for it in sights]
    when = scope.when
    return (
        scope.space,
        [it.session.session for it in sights],
        [it.branch for _, it in stretches],
        [it.after for _, it in stretches],
        [it.upto for _, it in stretches],
        [number for number, _ in stretches],
        [None if it >= _EVERY_TAG else _literal(sorted(it)) for it in tags],
        [it.only_by for it in sights],
        scope.character,
        list(scope.people),
        when and when.start,
        when and when.end,
        None if scope.covered is None else sorted(scope.covered),
    )


def new_columns(rows: Sequence[NewMemory]) -> tuple[Any, ...]:
    """New memories as the statement ``remember`` takes them; words and sources flat, with the number of their row."""
    words = [
        (number, term, min(times, _MOST_TIMES))
        for number, row in enumerate(rows, 1)
        for term, times in row.terms.items()
        if term
    ]
    sources = [(number, it.branch, it.from_seq, it.to_seq) for number, row in enumerate(rows, 1) for it in row.sources]
    return (
        [it.kind for it in rows],
        [it.tag for it in rows],
        [it.place.branch for it in rows],
        [it.place.seq for it in rows],
        [it.holder for it in rows],
        [_span(it)[0] for it in rows],
        [_span(it)[1] for it in rows],
        [it.n for it in rows],
        [it.text for it in rows],
        [written_row(it.kind, it.body) for it in rows],
        [it.nth for it in rows],
        [it.person for it in rows],
        [it.character for it in rows],
        [_literal(it.about) for it in rows],
        [_literal(it.people) for it in rows],
        [_literal(it.characters) for it in rows],
        [it.pinned for it in rows],
        [it.occurred_at for it in rows],
        [it.until for it in rows],
        [sum(times for term, times in it.terms.items() if term) for it in rows],
        *_columns(sources, 4),
        *_columns(words, 3),
    )


def likeness(new: NewMemory) -> tuple[Any, ...]:
    """What makes two memories the same one."""
    first, last = _span(new)
    return new.kind, new.holder, new.place.branch, first, last, new.n


def candidates(rows: Iterable[DriverRow | tuple[Any, ...]]) -> list[MemoryCandidate]:
    """Candidates from rows of ``candidate_columns``, cosine, bm25 and pinned."""
    return [MemoryCandidate(number, session, _TAGS[tag], *rest) for number, session, tag, *rest in rows]


Likeness = tuple[float | None, float, tuple[tuple[int, int], ...]]
"""How a search found a memory: its cosine, its BM25, and which words it holds, by number, how often."""


def found_candidates(rows: Iterable[DriverRow], found: Mapping[int, Likeness]) -> list[MemoryCandidate]:
    """Candidates from rows of ``candidate_columns`` and pinned, in the order of ``found``."""
    made: dict[int, MemoryCandidate] = {}
    for number, session, tag, nth, person, character, at, words, pinned in rows:
        if number not in found:
            continue
        cosine, bm25, hits = found[number]
        made[number] = MemoryCandidate(
            number, session, _TAGS[tag], nth, person, character, at, words, cosine, bm25, pinned, hits
        )
    return [made[it] for it in found if it in made]


def memory(space: int, row: DriverRow) -> Memory:
    """A memory from a row of ``memory_columns``."""
    return Memory(
        id=row["id"],
        session=SessionKey(space, row["session_id"]),
        kind=MemoryKind(row["kind"]),
        tag=_TAGS[row["tag"]],
        place=Place(row["branch_id"], row["seq"]),
        holder=row["holder"],
        text=row["text"],
        occurred_at=row["occurred_at"],
        until=row["until"],
        from_seq=row["from_seq"],
        to_seq=row["to_seq"],
        nth=row["nth"],
        person=row["person_id"],
        character=row["character_id"],
        speaker=row["speaker"],
        topic=row["topic"] or "",
        about=tuple(row["about"]),
        pinned=row["pinned"],
        body=read_memory(MemoryKind(row["kind"]), row["body"]),
        sources=tuple(Range(*it) for it in json.loads(row["sources"] or "[]")),
    )


def _span(new: NewMemory) -> tuple[int, int]:
    return min(it.from_seq for it in new.sources), max(it.to_seq for it in new.sources)


def _literal(items: Iterable[object]) -> str:
    """Numbers or tags as an array inside an array of texts, for the server has no arrays of arrays."""
    return "{" + ",".join(map(str, items)) + "}"


def _columns(rows: Sequence[tuple[int, ...]], width: int) -> Iterable[list[int]]:
    return map(list, zip(*rows, strict=True)) if rows else repeat(list[int](), width)
