"""A story as one hash: of everything that is live on each of its lines. Equal stories have equal hashes anywhere."""

import json
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC
from hashlib import sha256
from typing import Any, Final

from engine.values.transfers.story_files import StoryFile, StoryRow, StoryRows, StoryTable, Volume

_ALL: Final = 1 << 256


def line_hashes(rows: StoryRows) -> dict[int, str]:
    """The hash of each line, by its branch: its entries in order, and the derived rows that are live at its head.

    The tree is walked once, however deep it is: a branch goes on from what is true where it forks, and what lies on it
    is taken back behind it.
    """
    happens, heads, roots = _happens(rows)
    hashes: dict[int, str] = {}
    now = _Now()
    walked = [_Visit(it, iter(happens[it])) for it in reversed(roots)]
    while walked:
        visit = walked[-1]
        fork = visit.upto_fork(now)
        if fork is not None:
            walked.append(_Visit(fork, iter(happens[fork])))
            continue
        hashes[visit.branch] = _digest([heads[visit.branch], _hex(now.entries), _hex(now.live)])
        for it in reversed(visit.done):
            now.undo(it)
        walked.pop()
    return hashes


def story_hash(title: str, rows: StoryRows) -> str:
    """The hash of a title, lines and saves, which is all that the first version of the file had a hash of."""
    lines = sorted(line_hashes(rows).items())
    saves = [_plain(it, ()) for it in rows[StoryTable.SAVEPOINT] if it["deleted_at"] is None]
    return _digest([title, lines, sorted(saves)])


def file_hash(file: StoryFile) -> str:
    """The hash of everything that a story is and is played with: the same wherever it is exported.

    Who made the file and when is not in it, nor whether the house brought a card itself, nor what was left out.
    """
    rows = {table.value: _digest(sorted(_plain(it, ()) for it in found)) for table, found in file.rows.items()}
    shelves = {shelf.value: [_of_volume(it) for it in volumes] for shelf, volumes in file.shelves.items()}
    people = [[it.name, it.is_self] for it in file.people]
    facts = [replace(it, occurred_at=it.occurred_at.astimezone(UTC)).told() for it in file.facts]
    stage = asdict(file.stage) if file.stage is not None else None
    told = story_hash(file.title, file.rows)
    return _digest([told, rows, file.seed, file.branch, people, shelves, stage, facts])


def with_hash(file: StoryFile) -> StoryFile:
    """The same with the hash that it has."""
    return replace(file, digest=file_hash(file))


def _of_volume(volume: Volume) -> list[Any]:
    pictures = {str(version): sha256(data).hexdigest() for version, data in volume.pictures.items()}
    versions = {str(version): sha256(body.encode()).hexdigest() for version, body in volume.versions.items()}
    return [volume.name, volume.entries, volume.runs, versions, pictures]


@dataclass(frozen=True, slots=True, order=True)
class _Happening:
    """What lies at a place of a branch. Forks come last there: what lies at ``seq`` is on the fork's line too.

    ``what``: 0 an entry, 1 a derived row, 2 the end of one, 3 a fork. ``it`` is the row's or the branch's number.
    """

    seq: int
    what: int
    it: int = 0
    value: int = 0


_ENTRY, _ROW, _END, _FORK = range(4)


@dataclass(slots=True)
class _Now:
    """What is true at a place of a line: the sums of the hashes of its entries, and of the rows that are live there.

    Each hash knows its place, so sums are equal only where all is equal.
    """

    entries: int = 0
    live: int = 0
    rows: dict[int, int] = field(default_factory=dict[int, int])
    ended: Counter[int] = field(default_factory=Counter[int])

    def do(self, happening: _Happening) -> None:
        if happening.what == _ENTRY:
            self.entries += happening.value
        elif happening.what == _ROW:
            self.rows[happening.it] = happening.value
            self.live += 0 if self.ended[happening.it] else happening.value
        else:
            self.ended[happening.it] += 1
            self.live -= self.rows.get(happening.it, 0) if self.ended[happening.it] == 1 else 0

    def undo(self, happening: _Happening) -> None:
        if happening.what == _ENTRY:
            self.entries -= happening.value
        elif happening.what == _ROW:
            del self.rows[happening.it]
            self.live -= 0 if self.ended[happening.it] else happening.value
        else:
            self.ended[happening.it] -= 1
            self.live += self.rows.get(happening.it, 0) if self.ended[happening.it] == 0 else 0


@dataclass(slots=True)
class _Visit:
    branch: int
    left: Iterator[_Happening]
    done: list[_Happening] = field(default_factory=list[_Happening])

    def upto_fork(self, now: _Now) -> int | None:
        """Do what happens up to the next fork; the branch that forks there, None at the end."""
        for step in self.left:
            if step.what == _FORK:
                return step.it
            now.do(step)
            self.done.append(step)
        return None


def _happens(rows: StoryRows) -> tuple[dict[int, list[_Happening]], dict[int, int], list[int]]:
    """What lies on each branch between its fork and its head, in order; the heads; the branches that fork from none."""
    starts: dict[int, int] = {it["id"]: it["forked_at"] for it in rows[StoryTable.BRANCH]}
    heads = dict(starts)
    found: dict[int, list[_Happening]] = {it: [] for it in starts}
    for it in rows[StoryTable.ENTRY]:
        found[it["branch"]].append(_Happening(it["seq"], _ENTRY, 0, _number(_plain(it, ("turn",)))))
        heads[it["branch"]] = max(heads[it["branch"]], it["seq"])
    for branch, it in _rows_and_ends(rows):
        found[branch].append(it)
    for it in rows[StoryTable.BRANCH]:
        if it["parent"] is not None:
            found[it["parent"]].append(_Happening(it["forked_at"], _FORK, it["id"]))
    happens = {
        branch: sorted(it for it in lying if starts[branch] < it.seq <= heads[branch] or it.what == _FORK)
        for branch, lying in found.items()
    }
    return happens, heads, [it["id"] for it in rows[StoryTable.BRANCH] if it["parent"] is None]


def _rows_and_ends(rows: StoryRows) -> Iterator[tuple[int, _Happening]]:
    memories = {it["row"]: _plain(it, ("row",)) for it in rows[StoryTable.MEMORY]}
    sources: dict[int, list[Any]] = {}
    for it in rows[StoryTable.SOURCE]:
        sources.setdefault(it["row"], []).append([it["branch"], it["from_seq"], it["to_seq"]])
    for it in rows[StoryTable.DERIVED]:
        row = it["id"]
        whole = [_plain(it, ("id",)), memories.get(row, ""), sorted(sources.get(row, []))]
        yield it["branch"], _Happening(it["seq"], _ROW, row, _number(_canonical(whole)))
    for it in rows[StoryTable.RETIRED]:
        yield it["branch"], _Happening(it["seq"], _END, it["row"])


def _hex(total: int) -> str:
    return f"{total % _ALL:064x}"


def _number(text: str) -> int:
    return int.from_bytes(sha256(text.encode()).digest(), "big")


def _plain(row: StoryRow, without: Collection[str]) -> str:
    return _canonical({name: value for name, value in row.items() if name not in without})


def _digest(value: Sequence[Any]) -> str:
    return sha256(_canonical(value).encode()).hexdigest()


def _canonical(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
