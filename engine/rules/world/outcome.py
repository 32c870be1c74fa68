"""What came of looking for keys: the entries that are told, those that fired and were dropped, and why."""

from dataclasses import dataclass
from enum import StrEnum

from engine.values.characters.lore_timers import LoreTimers
from engine.values.characters.worlds import Position, WorldEntry
from engine.values.chats.notices import Notice
from engine.values.models.prompts import Meant


class Why(StrEnum):
    """What made an entry active. RECURSION: a key of it stands in another entry's text."""

    KEY = "key"
    RECURSION = "recursion"
    CONSTANT = "constant"
    STICKY = "sticky"
    FORCED = "forced"
    MEANING = "meaning"


class UntoldReason(StrEnum):
    """Why an entry that fired is not told, as a ledger's reason. KEY_REFUSED: one of its keys cannot be looked for;
    TOO_SLOW: there was no time for it; SECOND_KEYS: a key was seen, but not what its logic asks for besides.
    """

    TRIGGER = "trigger"
    FILTER = "filter"
    GREETING = "greeting"
    REPLIES = "replies"
    DELAY = "delay"
    COOLDOWN = "cooldown"
    WAITS = "waits"
    EXCLUDED = "excluded"
    SECOND_KEYS = "second_keys"
    GROUP = "group"
    PROBABILITY = "probability"
    BOOK_BUDGET = "book_budget"
    BUDGET = "budget"
    NO_TEXT = "no_text"
    KEY_REFUSED = "key_refused"
    TOO_SLOW = "too_slow"


@dataclass(frozen=True, slots=True)
class Active:
    """An entry that is told. ``content`` has its macros expanded; ``tokens`` is its size.

    ``key`` fired in the message ``seq``, the newest that holds it. ``seq`` is None where the key stands elsewhere; on
    RECURSION ``origin`` is then the title of the entry whose text holds it. On MEANING ``meant`` says how it was found.
    """

    book: str
    entry: WorldEntry
    content: str
    tokens: int
    why: Why
    key: str = ""
    seq: int | None = None
    origin: str = ""
    meant: Meant | None = None


@dataclass(frozen=True, slots=True)
class LeftOut:
    """An entry that fired and is not told. ``key``: the one that fired, or on KEY_REFUSED and TOO_SLOW that did not.

    ``problem`` is what is wrong with a refused key.
    """

    book: str
    entry: WorldEntry
    reason: UntoldReason
    key: str = ""
    problem: Notice | None = None


@dataclass(frozen=True, slots=True)
class Activation:
    """``active`` in ascending order: what is sent first is first. ``timers`` are those after this turn.

    ``meant`` are told in a message of their own, wherever they would stand otherwise; the best is first.
    ``overflow``: there were more entries than the budget holds.
    """

    active: tuple[Active, ...]
    left_out: tuple[LeftOut, ...]
    timers: LoreTimers
    overflow: bool = False
    meant: tuple[Active, ...] = ()

    def at(self, position: Position) -> tuple[Active, ...]:
        """The active entries of one place in the order in which they are joined.

        In an outlet, as SillyTavern fills it, that is the highest order first; everywhere else the lowest.
        """
        here = tuple(it for it in self.active if it.entry.position is position)
        return here[::-1] if position is Position.OUTLET else here
