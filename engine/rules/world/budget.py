"""How many tokens entries may take: of all books together, and of a book that has a budget of its own."""

from collections.abc import Iterable
from typing import Protocol, TypeVar

from engine.values.characters.worlds import WorldEntry
from engine.values.models.stage import WorldRules


class SizedLore(Protocol):
    """An entry whose size is known."""

    @property
    def entry(self) -> WorldEntry: ...

    @property
    def tokens(self) -> int: ...


S = TypeVar("S", bound=SizedLore)


def world_budget(context_tokens: int, rules: WorldRules) -> int:
    """The tokens that entries may take in a context of ``context_tokens``: a share, at most the cap."""
    share = round(context_tokens * rules.budget_percent / 100) or 1
    return min(share, rules.budget_cap) if rules.budget_cap > 0 else share


def overfull(entries: Iterable[S], room: int) -> list[S]:
    """Which entries a book's own budget drops when ``room`` tokens are left of it: the lowest priorities first.

    An entry without a priority has its order instead.
    """
    dropped: list[S] = []
    for entry in sorted(entries, key=lambda it: _priority(it.entry), reverse=True):
        if entry.tokens <= room:
            room -= entry.tokens
        else:
            dropped.append(entry)
    return dropped


def _priority(entry: WorldEntry) -> float:
    return entry.order if entry.priority is None else entry.priority
