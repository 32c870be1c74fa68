"""What a process holds of what was read, besides the stores: it goes once somebody is forgotten."""

from typing import Protocol
from weakref import WeakSet


class Holds(Protocol):
    """Something that holds words for a while."""

    def forget(self) -> None:
        """Somebody is forgotten: what is held may tell of them."""
        ...


class Held:
    """Who holds words of people in this process, as long as they do."""

    def __init__(self) -> None:
        self._holders: WeakSet[Holds] = WeakSet()

    def add(self, holder: Holds) -> None:
        """Tell ``holder`` of people to forget, as long as it lives: only a weak reference is kept."""
        self._holders.add(holder)

    def forget(self) -> None:
        """Somebody is forgotten."""
        for holder in [*self._holders]:
            holder.forget()
