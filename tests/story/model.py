"""The log as it should be, in the plainest way: a tree of nodes; what lies on a branch is the way up from its head.

It shares no idea with the engine: no segments, no place arithmetic, nothing kept that could be computed.
"""

from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import count

from engine.values.chats.entries import EntryKind, EntryStatus

PERSONS = ("Mo", "Bo")
AUTOMATIC_KEPT = 7
PREVIEW_LENGTH = 80
NAME_LENGTH = 60


@dataclass(frozen=True, slots=True)
class Said:
    """An entry as people know it: ``who`` is a name, ``act`` what it asks of the chronicle.

    ``further``: a revision by which a character went on.
    """

    kind: EntryKind
    who: str
    text: str
    status: EntryStatus = EntryStatus.COMPLETE
    target: int | None = None
    greeting: int | None = None
    act: str = ""
    further: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """Something remembered: made from the messages ``first`` to ``last``."""

    text: str
    kind: str
    first: int
    last: int


@dataclass(eq=False, slots=True)
class Node:
    """An entry, what was derived there, and what ended there."""

    before: "Node | None"
    said: Said
    rows: list[Row] = field(default_factory=list[Row])
    ended: list[Row] = field(default_factory=list[Row])

    @property
    def way(self) -> list["Node"]:
        """From the first entry to this one."""
        way, node = list[Node](), self
        while node is not None:
            way.append(node)
            node = node.before
        return way[::-1]

    @property
    def seq(self) -> int:
        return len(self.way)


@dataclass(frozen=True, slots=True)
class Seen:
    """A message as readers see it."""

    seq: int
    who: str
    text: str
    status: EntryStatus
    revised: bool


@dataclass(frozen=True, slots=True)
class State:
    """All that is live at a place: entries by seq, messages as readers see them, memories with their seq."""

    entries: tuple[tuple[int, str, str], ...]
    messages: tuple[Seen, ...]
    memories: frozenset[tuple[int, str, str]]

    @property
    def digest(self) -> str:
        """One hash over all of it."""
        whole = (self.entries, self.messages, sorted(self.memories))
        return sha256(repr(whole).encode()).hexdigest()


@dataclass(eq=False, slots=True)
class Save:
    """A named place. ``digest`` is what was live there; ``late`` once due work of that place came in afterwards."""

    node: Node
    kind: str
    label: str
    preview: str
    digest: str = ""
    late: bool = False


def state(head: Node | None) -> State:
    """What is live at ``head``."""
    way = head.way if head else []
    newest = {node.said.target: node.said for node in way if node.said.kind is EntryKind.REVISION}
    ended = {row for node in way for row in node.ended}
    read = [(seq, node.said, newest.get(seq, node.said).text) for seq, node in enumerate(way, 1)]
    whole = {seq for seq, said in newest.items() if said.further}
    return State(
        entries=tuple((seq, said.kind.value, text) for seq, said, text in read),
        messages=tuple(
            Seen(seq, said.who, text, EntryStatus.COMPLETE if seq in whole else said.status, seq in newest)
            for seq, said, text in read
            if said.kind is EntryKind.MESSAGE
        ),
        memories=frozenset(
            (seq, row.kind, row.text) for seq, node in enumerate(way, 1) for row in node.rows if row not in ended
        ),
    )


class Model:
    """A session: heads of branches by number, the one stood on, named places, everything ever remembered."""

    def __init__(self) -> None:
        self.heads: dict[int, Node | None] = {1: None}
        self.here = 1
        self.saves: list[Save] = []
        self.rows: list[Row] = []
        self._names = count(1)

    @property
    def head(self) -> Node | None:
        return self.heads[self.here]

    @property
    def way(self) -> list[Node]:
        return self.head.way if self.head else []

    def has_said(self, greeting: int) -> bool:
        """Whether a greeting stands on any branch."""
        ways = (head.way for head in self.heads.values() if head is not None)
        return any(node.said.greeting == greeting for way in ways for node in way)

    @property
    def messages(self) -> tuple[Seen, ...]:
        return state(self.head).messages

    def name(self, kind: str) -> str:
        """A text that was not used before."""
        return f"{kind} {next(self._names)}"

    def add(self, said: Said) -> Node:
        """An entry at the head."""
        self.heads[self.here] = node = Node(self.head, said)
        return node

    def say(self, who: str, text: str, status: EntryStatus = EntryStatus.COMPLETE) -> None:
        """A message at the head."""
        self.add(Said(EntryKind.MESSAGE, who, text, status))

    def fork_at(self, node: Node | None) -> None:
        """Stand on a new branch, exactly there."""
        self.here = len(self.heads) + 1
        self.heads[self.here] = node

    def fork_before(self, seq: int) -> None:
        """Stand on a new branch before entry ``seq``; messages that were mended or hidden further on stay so."""
        way = self.way
        mended = (it.said for it in way[seq - 1 :] if it.said.kind is EntryKind.REVISION and not it.said.further)
        later = {said.target: said for said in mended}
        self.fork_at(way[seq - 2] if seq > 1 else None)
        for target, said in later.items():
            if target is not None and target < seq:
                self.mend(target, said.who, said.text)
        for node in way[seq - 1 :]:
            if node.said.kind is EntryKind.HIDE and node.said.target is not None and node.said.target < seq:
                what, first, last = node.said.act.split()
                self.add(replace(node.said, act=f"{what} {first} {min(int(last), seq - 1)}"))

    def mend(self, seq: int, who: str, text: str, *, further: bool = False) -> None:
        """A revision at the head; what was remembered of the old text ends there."""
        stale = [row for row in self.remembered() if row.first <= seq <= row.last]
        node = self.add(Said(EntryKind.REVISION, who, text, target=seq, further=further))
        node.ended += stale
        self._came_late(node)

    def remembered(self) -> list[Row]:
        """The memories live at the head."""
        ended = {row for node in self.way for row in node.ended}
        return [row for node in self.way for row in node.rows if row not in ended]

    def derive(self, node: Node, kind: str, first: int, last: int) -> Row:
        """A memory at ``node``."""
        row = Row(self.name("memory"), kind, first, last)
        node.rows.append(row)
        self.rows.append(row)
        self._came_late(node)
        return row

    def retire(self, node: Node, row: Row) -> None:
        """The end of a memory, from ``node`` on."""
        node.ended.append(row)
        self._came_late(node)

    def save(self, label: str, kind: str = "manual") -> Save | None:
        """Name the head; nothing to name before something was said."""
        if not self.messages or self.head is None:
            return None
        preview = self.messages[-1].text[:PREVIEW_LENGTH]
        one = Save(self.head, kind, label or preview[:NAME_LENGTH], preview)
        self.saves.append(one)
        return one

    def load(self, one: Save) -> None:
        """Back to a named place; the one that is left gets a name."""
        self.save("", "before_load")
        automatic = [it for it in self.saves if it.kind == "before_load"]
        for old in automatic[:-AUTOMATIC_KEPT]:
            self.saves.remove(old)
        self.fork_at(one.node)

    def _came_late(self, node: Node) -> None:
        for one in self.saves:
            one.late = one.late or node in one.node.way
