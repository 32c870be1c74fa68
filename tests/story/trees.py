"""Random session trees, kept in the plainest way: what lies on a branch is a list of places, copied at every fork.

Nothing here knows of segments, so that the rules and the SQL are compared with something that cannot share their bugs.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from hypothesis import strategies as st

from engine.rules.bodies.rows import read_row
from engine.values.chats.bodies import MessageBody, NoteBody, RevisionBody
from engine.values.chats.entries import Branch, Derived, EntryKind, NewEntry, Place, Range, Retirement

START = datetime(2026, 3, 1, tzinfo=UTC)
KINDS = ("summary", "core")


@dataclass
class Tree:
    """A session. Characters are 0 and 1 and become real ids where the tree is stored; rows are numbered from 1."""

    branches: dict[int, Branch] = field(default_factory=lambda: {1: Branch(1)})
    paths: dict[int, list[Place]] = field(default_factory=lambda: {1: []})
    entries: dict[Place, NewEntry] = field(default_factory=dict)
    rows: list[Derived] = field(default_factory=list)
    sources: dict[int, tuple[Range, ...]] = field(default_factory=dict)
    retirements: list[Retirement] = field(default_factory=list)

    def fork(self, branch: int, seq: int) -> int:
        """A branch that begins behind the first ``seq`` entries of ``branch``."""
        number = len(self.branches) + 1
        path = self.paths[branch][:seq]
        self.branches[number] = Branch(number, path[-1].branch if path else None, seq)
        self.paths[number] = path
        return number

    def say(self, branch: int, text: str | None = None) -> Place:
        """A message at the end of ``branch``."""
        return self.put(branch, NewEntry(MessageBody(), self._next_minute(), text or f"m{len(self.entries)}"))

    def note(self, branch: int) -> Place:
        """An act at the end of ``branch``."""
        return self.put(branch, NewEntry(NoteBody(), self._next_minute(), f"n{len(self.entries)}"))

    def revise(self, branch: int, seq: int) -> Place:
        """Another text for message ``seq`` of ``branch``."""
        text = f"r{len(self.entries)}"
        return self.put(branch, NewEntry(RevisionBody(), self._next_minute(), text, target_seq=seq))

    def put(self, branch: int, entry: NewEntry) -> Place:
        """Any entry at the end of ``branch``."""
        place = Place(branch, len(self.paths[branch]) + 1)
        self.entries[place] = entry
        self.paths[branch].append(place)
        return place

    def messages(self, branch: int) -> list[int]:
        """The seqs of the messages on ``branch``."""
        return [it.seq for it in self.paths[branch] if self.entries[it].kind is EntryKind.MESSAGE]

    def derive(self, kind: str, holder: int, place: Place, *ranges: Range) -> Derived:
        """A row at ``place``, made from ``ranges``."""
        number = len(self.rows) + 1
        first, last = min(it.from_seq for it in ranges), max(it.to_seq for it in ranges)
        row = Derived(number, kind, place, holder, f"d{number}", read_row(kind, {"n": number}), first, last, n=number)
        self.rows.append(row)
        self.sources[number] = ranges
        return row

    def retire(self, row: int, place: Place) -> None:
        """The end of a row, told at ``place``."""
        if all(it.derived != row or it.place != place for it in self.retirements):
            self.retirements.append(Retirement(row, place, "superseded"))

    def live(self, branch: int) -> list[Derived]:
        """By the definition: it lies on the branch, and no retirement that lies there names it."""
        there = set(self.paths[branch])
        ended = {it.derived for it in self.retirements if it.place in there}
        return [it for it in self.rows if it.place in there and it.id not in ended]

    def made_from(self, branch: int, seq: int) -> list[Derived]:
        """By the definition: a live row one of whose ranges holds the very entry that is number ``seq`` here."""
        place = self.paths[branch][seq - 1]

        def holds(it: Range) -> bool:
            return it.from_seq <= seq <= it.to_seq and self.paths[it.branch][seq - 1] == place

        return [row for row in self.live(branch) if any(holds(it) for it in self.sources[row.id])]

    def text(self, branch: int, place: Place) -> str:
        """By the definition: the last revision on the branch, or the entry's own text."""
        revisions = [
            entry.text
            for it in self.paths[branch]
            if (entry := self.entries[it]).kind is EntryKind.REVISION and entry.target_seq == place.seq
        ]
        return revisions[-1] if revisions else self.entries[place].text

    def _next_minute(self) -> datetime:
        return START + timedelta(minutes=len(self.entries))


@st.composite
def trees(draw: st.DrawFn, *, most_steps: int = 30) -> Tree:
    """Branches that grow in turns and fork at any entry, before the first too; rows and retirements at any place."""
    tree = Tree()
    for _ in range(draw(st.integers(0, most_steps))):
        draw(st.sampled_from(_STEPS))(draw, tree)
    return tree


def _pick(draw: st.DrawFn, count: int) -> int:
    """One of 0 … count - 1, the last ones first when an example is made smaller."""
    return count - 1 - draw(st.integers(0, count - 1))


def _grow(draw: st.DrawFn, tree: Tree) -> None:
    branch = _pick(draw, len(tree.branches)) + 1
    for _ in range(draw(st.integers(1, 4))):
        said = tree.messages(branch)
        what = draw(st.sampled_from(("message", "message", "message", "revision", "act")))
        if what == "act":
            tree.note(branch)
        elif what == "revision" and said:
            tree.revise(branch, said[_pick(draw, len(said))])
        else:
            tree.say(branch)


def _fork(draw: st.DrawFn, tree: Tree) -> None:
    branch = _pick(draw, len(tree.branches)) + 1
    tree.fork(branch, draw(st.integers(0, len(tree.paths[branch]))))


def _derive(draw: st.DrawFn, tree: Tree) -> None:
    place = _some_place(draw, tree)
    if place is None:
        return
    ranges: dict[tuple[int, int], Range] = {}
    for _ in range(draw(st.integers(1, 3))):
        last = draw(st.integers(1, place.seq))
        first = draw(st.integers(1, last))
        branch = draw(st.sampled_from((place.branch, tree.paths[place.branch][last - 1].branch)))
        ranges[branch, first] = Range(branch, first, last)
    tree.derive(draw(st.sampled_from(KINDS)), draw(st.integers(0, 1)), place, *ranges.values())


def _retire(draw: st.DrawFn, tree: Tree) -> None:
    place = _some_place(draw, tree)
    if place is not None and tree.rows:
        tree.retire(_pick(draw, len(tree.rows)) + 1, place)


def _some_place(draw: st.DrawFn, tree: Tree) -> Place | None:
    path = tree.paths[_pick(draw, len(tree.branches)) + 1]
    return path[_pick(draw, len(path))] if path else None


_STEPS: tuple[Callable[[st.DrawFn, Tree], None], ...] = (_grow, _grow, _fork, _fork, _derive, _derive, _retire, _retire)
