"""A story as one hash: of everything that is live on each of its lines. Equal stories have equal hashes anywhere."""

import json
from bisect import bisect_right
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import accumulate
from typing import Any, Final

from engine.rules.lines import line_of
from engine.values.entries import Branch, Line
from engine.values.story_files import StoryRow, StoryRows, StoryTable

_ALL: Final = 1 << 256


def line_hashes(rows: StoryRows) -> dict[int, str]:
    """The hash of each line, by its branch: its entries in order, and the derived rows that are live at its head."""
    told = _Told.of(rows)
    branches = {it["id"]: Branch(it["id"], it["parent"], it["forked_at"]) for it in rows[StoryTable.BRANCH]}
    heads = {it: told.entries.last(it) or branch.forked_at for it, branch in branches.items()}
    return {it: _line_hash(told, line_of(branches, it, heads[it])) for it in branches}


def story_hash(title: str, rows: StoryRows) -> str:
    """The hash of the whole: its title, its lines, its saves."""
    lines = sorted(line_hashes(rows).items())
    saves = [_plain(it, ()) for it in rows[StoryTable.SAVEPOINT] if it["deleted_at"] is None]
    return _digest([title, lines, sorted(saves)])


@dataclass(slots=True)
class _Sums:
    """The hashes of rows that lie on branches, added up along each, so that a stretch costs two looks.

    Each hash knows its place, so sums are equal only where all is equal.
    """

    placed: dict[int, list[tuple[int, int]]] = field(default_factory=dict[int, list[tuple[int, int]]])
    seqs: dict[int, list[int]] = field(default_factory=dict[int, list[int]])
    sums: dict[int, list[int]] = field(default_factory=dict[int, list[int]])

    def add(self, branch: int, seq: int, value: int) -> None:
        self.placed.setdefault(branch, []).append((seq, value))

    def close(self) -> None:
        """Nothing more is added."""
        for branch, found in self.placed.items():
            found.sort()
            self.seqs[branch] = [seq for seq, _ in found]
            self.sums[branch] = [0, *accumulate(value for _, value in found)]

    def on(self, line: Line) -> int:
        """The sum of what lies on a line."""
        total = 0
        for it in line:
            seqs = self.seqs.get(it.branch)
            if seqs:
                sums = self.sums[it.branch]
                total += sums[bisect_right(seqs, it.upto)] - sums[bisect_right(seqs, it.after)]
        return total

    def last(self, branch: int) -> int | None:
        """The last seq of a branch."""
        seqs = self.seqs.get(branch)
        return seqs[-1] if seqs else None


@dataclass(slots=True)
class _Told:
    """What the rows of a story add up to; ``ends`` are the rows that end on each branch, and where."""

    entries: _Sums = field(default_factory=_Sums)
    derived: _Sums = field(default_factory=_Sums)
    rows: dict[int, tuple[int, int, int]] = field(default_factory=dict[int, tuple[int, int, int]])
    ends: dict[int, list[tuple[int, int]]] = field(default_factory=dict[int, list[tuple[int, int]]])

    @classmethod
    def of(cls, rows: StoryRows) -> "_Told":
        told = cls()
        for it in rows[StoryTable.ENTRY]:
            told.entries.add(it["branch"], it["seq"], _number(_plain(it, ("turn",))))
        memories = {it["row"]: _plain(it, ("row",)) for it in rows[StoryTable.MEMORY]}
        sources: dict[int, list[Any]] = {}
        for it in rows[StoryTable.SOURCE]:
            sources.setdefault(it["row"], []).append([it["branch"], it["from_seq"], it["to_seq"]])
        for it in rows[StoryTable.DERIVED]:
            row = it["id"]
            value = _number(_canonical([_plain(it, ("id",)), memories.get(row, ""), sorted(sources.get(row, []))]))
            told.rows[row] = (it["branch"], it["seq"], value)
            told.derived.add(it["branch"], it["seq"], value)
        for it in rows[StoryTable.RETIRED]:
            told.ends.setdefault(it["branch"], []).append((it["seq"], it["row"]))
        told.entries.close()
        told.derived.close()
        return told


def _line_hash(told: _Told, line: Line) -> str:
    spans = {it.branch: (it.after, it.upto) for it in line}
    ended = {row for it in line for seq, row in told.ends.get(it.branch, ()) if it.after < seq <= it.upto}
    live = told.derived.on(line)
    for row in ended:
        branch, seq, value = told.rows[row]
        after, upto = spans.get(branch, (0, 0))
        live -= value if after < seq <= upto else 0
    return _digest([line.head, f"{told.entries.on(line) % _ALL:064x}", f"{live % _ALL:064x}"])


def _number(text: str) -> int:
    return int.from_bytes(sha256(text.encode()).digest(), "big")


def _plain(row: StoryRow, without: Collection[str]) -> str:
    return _canonical({name: value for name, value in row.items() if name not in without})


def _digest(value: Sequence[Any]) -> str:
    return sha256(_canonical(value).encode()).hexdigest()


def _canonical(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
