"""Characters of a social circle: how often each posts, and what about."""

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from engine.values.ids import ChannelKey


class PostFrequency(StrEnum):
    """How often a character posts by itself: never, on one day of three, once a day, three times a day."""

    OFF = "off"
    RARE = "rare"
    DAILY = "daily"
    OFTEN = "often"


class SeenBy(StrEnum):
    """Who sees what a character posts.

    EVERYBODY: who reads the channel. CAST: the other characters of the circle; nothing is shown in the channel. PERSON:
    one person alone, in their own chat with it.
    """

    EVERYBODY = "everybody"
    CAST = "cast"
    PERSON = "person"


@dataclass(frozen=True, slots=True)
class CircleMember:
    """A character in the circle of a channel.

    ``name`` is what it is called. ``interests`` is what it likes to post about, ``tone`` how, in people's words; "" for
    nothing said. ``planned_until`` is the last day, in the zone ``planned_zone``, for which its posts are planned.
    ``person`` is who has chosen to see its posts alone, where ``seen_by`` says so.
    """

    channel: ChannelKey
    character: int
    name: str
    frequency: PostFrequency = PostFrequency.RARE
    interests: str = ""
    tone: str = ""
    planned_until: date | None = None
    planned_zone: str = ""
    seen_by: SeenBy = SeenBy.EVERYBODY
    person: int | None = None

    def is_planned(self, until: date, zone: str) -> bool:
        """Whether its posts are planned until a day of a zone."""
        return self.planned_zone == zone and self.planned_until is not None and self.planned_until >= until


@dataclass(frozen=True, slots=True)
class PlannedPost:
    """A post that a character is to write at ``at``. ``number`` counts those of a day from 0."""

    character: int
    at: datetime
    number: int


@dataclass(frozen=True, slots=True)
class PassedPost:
    """A post that a character left out at ``at``: it would have said what an earlier post has said."""

    character: int
    at: datetime
