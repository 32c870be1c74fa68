"""A tree of branches in the order in which it is read: each branch below the one that it begins on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tree:
    """The branches of a session by their numbers. A branch has a higher number than the one that it begins on."""

    children: Mapping[int | None, Sequence[int]]
    parents: Mapping[int, int | None]
    sizes: Mapping[int, int]

    @property
    def total(self) -> int:
        """How many branches there are."""
        return len(self.parents)

    def place(self, number: int) -> int:
        """How many branches are read before branch ``number``; 0 for one that is not there."""
        ahead, at = 0, number if number in self.parents else None
        while at is not None:
            parent = self.parents[at]
            for sibling in self.children[parent]:
                if sibling == at:
                    break
                ahead += self.sizes[sibling]
            ahead += parent is not None
            at = parent
        return ahead

    def part(self, start: int, size: int) -> list[tuple[int, int]]:
        """``size`` branches behind the first ``start``, each with how deep it lies; what lies before is not walked."""
        found: list[tuple[int, int]] = []
        left = [(it, 0) for it in reversed(self.children.get(None, ()))]
        at = 0
        while left and len(found) < size:
            number, depth = left.pop()
            if at + self.sizes[number] <= start:
                at += self.sizes[number]
                continue
            if at >= start:
                found.append((number, depth))
            at += 1
            left.extend((it, depth + 1) for it in reversed(self.children.get(number, ())))
        return found


def tree_of(numbers: Sequence[int], parents: Sequence[int | None]) -> Tree:
    """The tree of branches, given first to last, each with the one that it begins on."""
    children: dict[int | None, list[int]] = {}
    for number, parent in zip(numbers, parents, strict=True):
        children.setdefault(parent, []).append(number)
    sizes = dict.fromkeys(numbers, 1)
    for number, parent in zip(reversed(numbers), reversed(parents), strict=True):
        if parent is not None:
            sizes[parent] += sizes[number]
    return Tree(children, dict(zip(numbers, parents, strict=True)), sizes)
