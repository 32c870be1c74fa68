"""A tree of branches in the order in which it is read: each branch below the one that it begins on. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar


class BoughNode(Protocol):
    """A branch: its number, and the one it begins on."""

    @property
    def id(self) -> int: ...
    @property
    def parent(self) -> int | None: ...


N = TypeVar("N", bound=BoughNode)


@dataclass(frozen=True, slots=True)
class BoughRow(Generic[N]):
    """A branch, how many others lie between it and the first, and how many begin on it and its own."""

    node: N
    depth: int
    below: int


def rows_of(nodes: Sequence[N]) -> list[BoughRow[N]]:
    """Every branch, each behind its parent and the siblings before it. A parent that is not there is none."""
    there = {it.id for it in nodes}
    children: dict[int | None, list[N]] = {}
    for node in nodes:
        children.setdefault(node.parent if node.parent in there else None, []).append(node)
    below = _counted(nodes, there)
    found: list[BoughRow[N]] = []
    left = [(it, 0) for it in reversed(children.get(None, []))]
    while left:
        node, depth = left.pop()
        found.append(BoughRow(node, depth, below[node.id]))
        left.extend((it, depth + 1) for it in reversed(children.get(node.id, [])))
    return found


def up_from(nodes: Sequence[N], number: int) -> Iterator[int]:
    """A branch and all those it comes from."""
    parents = {it.id: it.parent for it in nodes}
    at: int | None = number
    while at is not None and at in parents:
        yield at
        at = parents[at]


def _counted(nodes: Sequence[N], there: set[int]) -> dict[int, int]:
    """How many come from each, directly or not; a branch has a higher number than its parent."""
    below = dict.fromkeys(there, 0)
    for node in sorted(nodes, key=lambda it: -it.id):
        if node.parent in below:
            below[node.parent] += below[node.id] + 1
    return below
