"""How a turn looks something up on the web: who chooses the words, and who searches."""

from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.values.search import Searched, SearchHit

Words = Callable[[float], Awaitable[tuple[str, ...]]]
"""Asks a model what to search for, for so many seconds; nothing where none says anything of use."""


class Searches(Protocol):
    """Searches the web."""

    async def look_up(self, queries: Sequence[str], *, count: int, language: str, seconds: float) -> Searched:
        """What is found within ``seconds``. Never raises."""
        ...

    def knows(self, queries: Sequence[str], *, count: int, language: str) -> bool:
        """Whether all of that was found lately, so that nobody has to be asked."""
        ...


@dataclass(frozen=True, slots=True)
class LookUp:
    """``text`` is what whoever is answered said last. ``names``: the people and characters here.

    ``room``: whether the person may look something up today. ``monotonic`` is the clock that the time is measured with.
    ``brought``: pages that the reply is to know anyway, since somebody looked them up for it. ``by_call``: the model
    that answers looks things up itself.
    """

    text: str
    names: Collection[str]
    words: Words
    room: Callable[[], Awaitable[bool]]
    web: Searches
    monotonic: Callable[[], float]
    brought: tuple[SearchHit, ...] = ()
    by_call: bool = False
