"""How much may be used in a day, by whom, and how much of it is used."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

NO_LIMIT: Final = 2**63 - 1
"""An amount that nobody reaches: somebody has switched a limit off, also the house's own default."""
EACH: Final = "*"
"""In place of a person: the amount holds for each person on their own."""
ASKER: Final = "@"
"""In place of a person's name: whoever sets the amount."""


class AllowanceUnit(StrEnum):
    """What is counted: tokens read and written, US cents, replies of characters."""

    TOKENS = "tokens"
    CENTS = "cents"
    MESSAGES = "messages"


class AllowanceHolder(StrEnum):
    """Whose allowance it is, narrowest first. A role's amount holds for each person who has the role."""

    PERSON = "person"
    ROLE = "role"
    CHANNEL = "channel"
    SPACE = "space"
    HOUSE = "house"


@dataclass(frozen=True, slots=True)
class Allowance:
    """What may be used in a local day. ``space`` 0 and ``holder_id`` "" for the whole house.

    ``holder_id`` is our number of a space, channel or person, EACH for each person, the platform's of a role.
    """

    space: int
    holder: AllowanceHolder
    holder_id: str
    unit: AllowanceUnit
    amount: int

    @property
    def limits(self) -> bool:
        """Whether it holds anything back."""
        return self.amount < NO_LIMIT


@dataclass(frozen=True, slots=True)
class Spender:
    """On whose behalf a model is asked, and where (0: anywhere). No person: work behind the turns.

    ``through``: what speaks for the person under any name, so that it is counted and not they.
    """

    space: int
    channel: int | None = None
    person: int | None = None
    roles: frozenset[str] = frozenset()
    through: str = ""

    @property
    def owner(self) -> str:
        """Who is counted: the person's number, or what speaks for them."""
        return f"through {self.through}" if self.through else str(self.person)


@dataclass(frozen=True, slots=True)
class EndpointUse:
    """For whom which model of which endpoint does what no turn notes by itself: vectors, listening, speaking."""

    spender: Spender
    endpoint: str
    model: str
    role: str = "embedding"
    kind: str = "embed"


@dataclass(frozen=True, slots=True)
class Spent:
    """What was used, or is about to be."""

    tokens: float = 0.0
    cents: float = 0.0
    messages: float = 0.0

    def of(self, unit: AllowanceUnit) -> float:
        """How much of it counts in ``unit``."""
        return {
            AllowanceUnit.TOKENS: self.tokens,
            AllowanceUnit.CENTS: self.cents,
            AllowanceUnit.MESSAGES: self.messages,
        }[unit]


@dataclass(frozen=True, slots=True)
class Used:
    """An allowance and how much of it is used today; ``until`` is when the day is over, ``title`` whose it is."""

    allowance: Allowance
    used: float
    until: datetime
    title: str = ""
    by_default: bool = False

    @property
    def share(self) -> float:
        """What part of it is used; more than 1 when a last call went beyond it."""
        return self.used / self.allowance.amount if self.allowance.amount else 1.0


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars for a million tokens, read and written; ``cached``: read from the service's cache, None if unknown."""

    read: float
    written: float
    cached: float | None = None


@dataclass(frozen=True, slots=True)
class Hundred:
    """What a hundred messages take. ``dollars``: None where no price is known. ``measured``: by what was used here."""

    tokens: int
    dollars: float | None
    measured: bool


@dataclass(frozen=True, slots=True)
class DayUse:
    """What was used for one kind of work in one local day: ``day`` counts back from today, 0."""

    day: int
    kind: str
    tokens: int
    dollars: float | None


@dataclass(frozen=True, slots=True)
class Consumer:
    """A character or a channel, and what it has used."""

    name: str
    tokens: int
    dollars: float | None


@dataclass(frozen=True, slots=True)
class UsageReport:
    """What was used in the last ``days`` local days, of which ``today`` is the last.

    ``replies`` is how many replies there were; ``dollars`` is None where no price was known.
    """

    days: int
    today: datetime
    by_day: tuple[DayUse, ...] = ()
    characters: tuple[Consumer, ...] = ()
    channels: tuple[Consumer, ...] = ()
    replies: int = 0
    tokens: int = 0
    dollars: float | None = None


class AllowanceReach(StrEnum):
    """Of what somebody asks: the whole house, a server, or themselves."""

    HOUSE = "house"
    SPACE = "space"
    PERSON = "person"


class Grant(StrEnum):
    """What a role may allow."""

    TALK = "talk"
    IMPORT = "import"
    ADMIN = "admin"
