"""A story told with numbers of its own: who and what it names, counted in the order in which they come. Pure."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from engine.rules.story.names import StoryNames, What, renumbered
from engine.values.memory.memories import MemoryKind
from engine.values.transfers.story_files import StoryRow, StoryRows, StoryTable

_PRIVATE_KINDS: Final = frozenset({MemoryKind.CORE.value, MemoryKind.MANUAL.value})
_ORDER: Final = (
    StoryTable.BRANCH,
    StoryTable.ENTRY,
    StoryTable.DERIVED,
    StoryTable.MEMORY,
    StoryTable.TURN,
    StoryTable.SAVEPOINT,
)
"""Where somebody may come for the first time. Not in the order of storing: the log knows most of them."""


@dataclass(slots=True)
class Numbering:
    """Numbers from 1 for each kind of thing, in the order in which they are asked for."""

    found: dict[What, dict[int, int]] = field(default_factory=dict[What, dict[int, int]])

    def of(self, what: What, number: int) -> int:
        """The number of something here, the next one when it is new."""
        known = self.found.setdefault(what, {})
        return known.setdefault(number, len(known) + 1)

    def listed(self, what: What) -> list[int]:
        """What was counted, in its order."""
        return list(self.found.get(what, {}))


def private_rows(rows: StoryRows, tells: Collection[int]) -> set[int]:
    """The derived rows that tell of people who have not said that it may be told elsewhere. ``tells``: who has."""
    return {
        row["row"]
        for row in rows[StoryTable.MEMORY]
        if row["kind"] in _PRIVATE_KINDS
        and any(person not in tells for person in (*row["about"], *([row["person"]] if row["person"] else [])))
    }


def without(rows: StoryRows, gone: Collection[int]) -> StoryRows:
    """The story without some derived rows, and without what only says something about rows that are not there."""
    kept = {it["id"] for it in rows[StoryTable.DERIVED]}.difference(gone)
    fewer: dict[StoryTable, Sequence[StoryRow]] = dict(rows)
    fewer[StoryTable.DERIVED] = [it for it in rows[StoryTable.DERIVED] if it["id"] in kept]
    for table in (StoryTable.SOURCE, StoryTable.RETIRED, StoryTable.MEMORY):
        fewer[table] = [it for it in rows[table] if it["row"] in kept]
    return fewer


def numbered(rows: StoryRows) -> tuple[StoryRows, Numbering]:
    """The story with its own numbers, and what they stand for. The same story has the same numbers anywhere.

    Derived rows keep the order in which they were made: where two lie at one place, the older one is told first.
    Derived rows that are named but not there become 0.
    """
    numbers = Numbering()
    for row in rows[StoryTable.TURN]:
        numbers.of(StoryNames.TURN, row["id"])
    turns = dict(numbers.found.get(StoryNames.TURN, {}))
    derived = sorted(rows[StoryTable.DERIVED], key=lambda it: it["id"])  # what is read where nothing else decides
    ids = {it["id"]: n for n, it in enumerate(derived, start=1)}
    fresh = Numbering()
    told: dict[StoryTable, Sequence[StoryRow]] = {**rows, StoryTable.DERIVED: derived}
    new = {table: _count(fresh, table, told[table], ids, turns) for table in _ORDER}
    for table in StoryTable:
        new.setdefault(table, _count(fresh, table, told[table], ids, turns))
    for table in (StoryTable.SOURCE, StoryTable.RETIRED, StoryTable.MEMORY):
        new[table].sort(key=lambda it: (it["row"], it.get("branch", 0), it.get("seq", it.get("from_seq", 0))))
    fresh.found[StoryNames.ROW], fresh.found[StoryNames.TURN] = ids, turns
    return new, fresh


def _count(
    numbers: Numbering, table: StoryTable, rows: Sequence[StoryRow], ids: Mapping[int, int], turns: Mapping[int, int]
) -> list[StoryRow]:
    known: Mapping[What, Mapping[int, int]] = {StoryNames.ROW: ids, StoryNames.TURN: turns}

    def of(what: What, number: int) -> int:
        return known[what].get(number, 0) if what in known else numbers.of(what, number)

    return [renumbered(table, it, of) for it in rows]
