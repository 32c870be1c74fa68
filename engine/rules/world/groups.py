"""Inclusion groups: of the entries of a group that fired together, one is told."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from engine.rules.world.chance import chance
from engine.values.characters.worlds import WorldEntry


class GroupMember(Protocol):
    """An entry that fired. ``sticks``: it holds since an earlier turn; ``rests``: its cooldown runs already."""

    @property
    def entry(self) -> WorldEntry: ...

    @property
    def sticks(self) -> bool: ...

    @property
    def rests(self) -> bool: ...


M = TypeVar("M", bound=GroupMember)


@dataclass(frozen=True, slots=True)
class Contest(Generic[M]):
    """How a winner is found. ``taken``: groups that have one already; ``score`` counts the keys of a member.

    ``scoring``: whether keys count where a member does not say; ``seed`` decides chance.
    """

    taken: Collection[str]
    score: Callable[[M], int]
    scoring: bool
    seed: str

    def losers(self, fired: Sequence[M]) -> set[M]:
        """Those of ``fired``, which are in the order of their books, that lose in a group of theirs.

        Each group is settled by itself, so that what wins in one and loses in another is not told, and beats the
        first group's other members all the same.
        """
        return {it for name, members in _groups(fired).items() for it in self._losers(name, members)}

    def _losers(self, name: str, members: Sequence[M]) -> set[M]:
        """First a member that sticks beats those that do not, then keys are counted, then one is picked.

        One that sticks while its cooldown runs keeps the others out, but as in SillyTavern it is not told itself.
        """
        if any(it.sticks for it in members):
            return {it for it in members if it.rests or not it.sticks}
        lost = self._outscored(members)
        return lost | self._not_picked(name, [it for it in members if it not in lost])

    def _outscored(self, members: Sequence[M]) -> set[M]:
        scored = {it for it in members if _or(it.entry.group_scoring, self.scoring)}
        if not scored:
            return set()
        scores = {it: self.score(it) for it in members}
        best = max(scores.values())
        return {it for it in scored if scores[it] < best}

    def _not_picked(self, name: str, members: Sequence[M]) -> set[M]:
        if name in self.taken:
            return set(members)
        if len(members) < 2:
            return set()
        first = [it for it in members if it.entry.group_override]
        winner = max(first, key=lambda it: it.entry.order) if first else self._drawn(name, members)
        return {it for it in members if it is not winner}

    def _drawn(self, name: str, members: Sequence[M]) -> M:
        weights = [max(it.entry.group_weight, 0) for it in members]
        point = chance(self.seed, "group", name) * sum(weights)
        for member, weight in zip(members, weights, strict=True):
            point -= weight
            if point < 0:
                return member
        return members[-1] if sum(weights) else members[0]


def _groups(fired: Iterable[M]) -> dict[str, list[M]]:
    groups: dict[str, list[M]] = {}
    for it in fired:
        for name in it.entry.groups:
            groups.setdefault(name, []).append(it)
    return groups


def _or(own: bool | None, house: bool) -> bool:
    return house if own is None else own
