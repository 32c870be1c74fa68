"""Replies beside one another: those that characters gave at the same place of a story."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.values.chats.entries import EntryStatus, Place


@dataclass(frozen=True, slots=True)
class Sibling:
    """One of the replies at a place. ``greeting`` is its number on the card, of a greeting; that has ``greetings``."""

    place: Place
    character: int
    status: EntryStatus = EntryStatus.COMPLETE
    turn: int | None = None
    greeting: int | None = None
    greetings: int = 0


@dataclass(frozen=True, slots=True)
class SwipeSlot:
    """A place of a story, right behind message ``before`` (None: at its beginning), and the replies there.

    ``replies`` are in the order in which they were made. ``bare`` are the branches that end here, ``followed`` the seq
    of whatever is said next on the others. ``first``: they were written by plan of that number, as nobody had asked.
    """

    before: Place | None
    replies: tuple[Sibling, ...]
    bare: tuple[int, ...] = ()
    followed: Mapping[int, int] = field(default_factory=dict[int, int])
    first: int = 0

    def reply(self, shown: Place | None) -> Sibling | None:
        """The reply at a place of the log."""
        return next((it for it in self.replies if it.place == shown), None)

    def among(self, shown: Place | None) -> tuple[Sibling, ...]:
        """Those that are worth turning to: one without a word is none, unless it is the one ``shown``."""
        return tuple(it for it in self.replies if it.status is not EntryStatus.EMPTY or it.place == shown)


@dataclass(frozen=True, slots=True)
class Swipe:
    """Where a reply lies: in ``session``, at ``place``. It is the ``number``th of ``count`` at its place, from 1.

    0: there is no reply, and ``place`` is where one would follow. All greetings of a card count, said or not. ``first``
    is as in SwipeSlot.
    """

    session: int
    place: Place
    number: int = 1
    count: int = 1
    first: int = 0


def swipe_at(session: int, slot: SwipeSlot, shown: Place | None) -> Swipe | None:
    """Where the reply ``shown`` lies among those at its place; None where there is none and nothing before it."""
    place = shown or slot.before
    if place is None:
        return None
    among = slot.among(shown)
    number = next((n for n, it in enumerate(among, 1) if it.place == shown), 0)
    count = max(len(among), *(it.greetings for it in among), 0)
    return Swipe(session, place, number, count, slot.first if shown else 0)
