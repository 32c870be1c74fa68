"""What people had looked up lately, and what of it the next reply is to know. In memory: nothing of a story is lost."""

from collections import OrderedDict
from collections.abc import Sequence
from typing import Final, TypeVar

from engine.values.ids import ChannelKey
from engine.values.search import SearchHit

MOST: Final = 500

T = TypeVar("T")


class FoundLately:
    """By channel and person, the newest ``MOST``."""

    def __init__(self) -> None:
        self._found: OrderedDict[tuple[ChannelKey, int], tuple[SearchHit, ...]] = OrderedDict()
        self._offered: OrderedDict[tuple[ChannelKey, int], tuple[str, ...]] = OrderedDict()
        self._brought: OrderedDict[tuple[ChannelKey, int], tuple[SearchHit, ...]] = OrderedDict()
        self._sent: OrderedDict[tuple[ChannelKey, int], tuple[int, tuple[str, ...]]] = OrderedDict()

    def found(self, where: ChannelKey, person: int, hits: Sequence[SearchHit]) -> None:
        """Somebody had something looked up there."""
        _put(self._found, (where, person), tuple(hits))

    def last(self, where: ChannelKey, person: int) -> tuple[SearchHit, ...]:
        """What was found for them last."""
        return self._found.get((where, person), ())

    def offer(self, where: ChannelKey, person: int, queries: Sequence[str]) -> None:
        """They were asked whether that should be looked up."""
        _put(self._offered, (where, person), tuple(queries))

    def offered(self, where: ChannelKey, person: int) -> tuple[str, ...]:
        """What they were asked about last."""
        return self._offered.get((where, person), ())

    def bring(self, where: ChannelKey, person: int) -> bool:
        """Let the next reply to them know what was found; False where nothing was."""
        hits = self.last(where, person)
        if hits:
            _put(self._brought, (where, person), hits)
        return bool(hits)

    def sent(self, where: ChannelKey, person: int, turn: int, queries: Sequence[str]) -> None:
        """These words left the house for the reply of a turn to them."""
        _put(self._sent, (where, person), (turn, tuple(queries)))

    def words_of(self, where: ChannelKey, person: int, turn: int) -> tuple[str, ...]:
        """The words that left for their newest reply, if that is of this turn and this process made it."""
        newest, queries = self._sent.get((where, person), (0, ()))
        return queries if newest == turn else ()

    def forget(self, person: int) -> None:
        """Somebody wants to be forgotten."""
        for kept in (self._found, self._offered, self._brought, self._sent):
            for key in [it for it in kept if it[1] == person]:
                del kept[key]

    def brought(self, where: ChannelKey, person: int) -> tuple[SearchHit, ...]:
        """What the next reply to them is to know."""
        return self._brought.get((where, person), ())

    def told(self, where: ChannelKey, person: int, hits: Sequence[SearchHit]) -> None:
        """There is a reply that knew ``hits``; what was brought for the next one meanwhile stays."""
        if self._brought.get((where, person)) == tuple(hits):
            del self._brought[where, person]


def _put(kept: OrderedDict[tuple[ChannelKey, int], T], key: tuple[ChannelKey, int], value: T) -> None:
    kept.pop(key, None)
    kept[key] = value
    if len(kept) > MOST:
        kept.popitem(last=False)
