"""Who plays in a scene with several characters."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

MOST_IN_CAST: Final = 12
"""So many characters play in a scene at once."""
MOST_ROUNDS: Final = 10
"""So many replies characters give one another at most, whatever is set."""


class SceneStrategy(StrEnum):
    """Who of several characters answers: as the story came with it (else naturally), who is called or feels like it,
    all in order, one after another of those who were silent, or only who is called.
    """

    AUTO = "auto"
    NATURAL = "natural"
    LIST = "list"
    POOLED = "pooled"
    MANUAL = "manual"


class SceneCards(StrEnum):
    """Whose cards a prompt has where several play: as the story came with it (else the speaker's), its own, or all."""

    AUTO = "auto"
    SWAP = "swap"
    JOIN = "join"


STRATEGY_WORDS: Final[Mapping[str, str]] = {
    "自动": "auto",
    "自然": "natural",
    "按顺序": "list",
    "轮流": "pooled",
    "点名": "manual",
}
"""What people may type for a strategy, besides its name."""
CARDS_WORDS: Final[Mapping[str, str]] = {"自动": "auto", "各自": "swap", "合并": "join"}


@dataclass(frozen=True, slots=True)
class CastMemberVersion:
    """A character of a session's cast as the newest act about it says. ``version`` is that of its card.

    ``here``: it plays; else it has left. ``muted``: it listens and says nothing unless somebody picks it. ``talk`` is
    how readily it speaks, in percent; None: as its card says.
    """

    character: int
    version: int
    here: bool = True
    muted: bool = False
    talk: int | None = None


@dataclass(frozen=True, slots=True)
class CastVoice:
    """A member as it takes part in a talk. ``names``: all that it may be called. ``talk`` is from 0 to 1."""

    character: int
    names: tuple[str, ...]
    talk: float = 0.5
    muted: bool = False


@dataclass(frozen=True, slots=True)
class Ways:
    """How a scene is played: who answers, and whose cards a prompt has. ``prefix`` and ``suffix`` stand around each
    card's field where cards are joined; ``muted_too``: also the cards of those who are muted are.
    """

    strategy: SceneStrategy = SceneStrategy.NATURAL
    cards: SceneCards = SceneCards.SWAP
    prefix: str = ""
    suffix: str = ""
    muted_too: bool = False


@dataclass(frozen=True, slots=True)
class Upcoming:
    """Who speaks next without being asked again, and ``then``, who after that. ``round``: how often characters have
    answered one another since people said something, this reply included; 0 while they answer people.
    """

    character: int
    then: tuple[int, ...] = ()
    round: int = 0


class Absence(StrEnum):
    """Why somebody of a cast cannot play: it lies in the trash, its card is gone or unreadable, it is for adults."""

    TRASH = "trash"
    ADULT = "adult"
    CARD = "card"


@dataclass(frozen=True, slots=True)
class CastMember:
    """A member as lists show it; ``talk`` in percent. ``absent``: why it cannot play; None: it can."""

    character: int
    name: str
    talk: int
    muted: bool
    own_talk: bool
    """Whether ``talk`` was set here, and is not the card's."""
    absent: Absence | None = None
