"""Who lives there, where they talk, and what people do in which hour: made from a seed, the same everywhere."""

import json
import random  # noqa: TID251 — made from a seed, the same everywhere
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any, Final, Self
from zoneinfo import ZoneInfo

from engine.values.characters.circle_members import PostFrequency
from engine.values.chats.audiences import EVERYBODY, Audience, clause
from engine.values.chats.incoming import Origin

PLATFORM: Final = "life"
MONTH: Final = 30
BEGIN: Final = date(2027, 3, 4)
"""A Thursday. In the month behind it clocks go forward in America and in Europe."""
MIXED: Final = ("often", "daily", None, "off", None, "daily", "rare", "often")
"""How often each character posts; None: nothing was said of it."""
USUAL: Final = (None,) * len(MIXED)
FIRST: Final = (1, 2, 1, 0)
"""How often a day each person may be written to first by their character; 0: they never allowed it."""
HUSHED: Final = 2
"""Which person says "never"."""
HUSHED_ON: Final = 10
"""On which day."""
FRIDAY: Final = 4
"""Of a week that begins with Monday as 0."""
TILL_TUESDAY: Final = timedelta(days=4)
OUT: Final = timedelta(days=3)
"""How long the house is off, where it is."""


class Deed(StrEnum):
    """What people do."""

    SAY = "say"
    LIKE = "like"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class Spot:
    """A channel. ``owner``: the number of the person whose private chat it is."""

    space: str
    channel: str
    owner: int | None = None
    audience: Audience = EVERYBODY


@dataclass(frozen=True, slots=True)
class Event:
    """What a person does at a time (aware). ``number`` counts all events of a life."""

    number: int
    at: datetime
    person: int
    spot: Spot
    deed: Deed
    text: str = ""

    @property
    def external(self) -> str:
        """What a platform calls the message."""
        return f"e{self.number}"


CIRCLE: Final = Spot("home", "circle")
ATTIC: Final = Spot("home", "attic", audience=(clause(["role:attic"]),))
"""A chat that two of the people can read, on the circle's own server."""
IN_ATTIC: Final = (0, 1)


def alone(person: int) -> Spot:
    """The private chat of a person."""
    return Spot(f"dm{person}", "dm", person)


@dataclass(frozen=True, slots=True)
class Cast:
    """How a life is cast. ``frequencies``: of each character; ``secrets``: people say words that are for one place.

    ``attic``: there is a place on the circle's server that two of them can read. ``first``: the first day, as ISO
    writes it. ``out_on``: at noon of which day the house is off, for three days; 0: never. ``sitting``: who writes in
    the circle.
    """

    language: str = "en"
    seed: int = 1
    days: int = MONTH
    frequencies: tuple[str | None, ...] = MIXED
    secrets: bool = True
    hushed_on: int = HUSHED_ON
    attic: bool = True
    first: str = BEGIN.isoformat()
    out_on: int = 0
    sitting: tuple[int, ...] = (0, 1, 2, 3)

    @classmethod
    def of(cls, told: dict[str, Any]) -> Self:
        """One that came as JSON."""
        return cls(**{**told, "frequencies": tuple(told["frequencies"]), "sitting": tuple(told["sitting"])})

    @property
    def words(self) -> dict[str, Any]:
        return words(self.language)

    @property
    def zone(self) -> ZoneInfo:
        """Where the circle is."""
        return self.zone_of(0)

    def zone_of(self, person: int) -> ZoneInfo:
        return ZoneInfo(self.words["zones"][person])

    @property
    def begin(self) -> datetime:
        """Half past six on the first day."""
        return datetime.combine(self.day(0), time(6, 30), self.zone)

    @property
    def end(self) -> datetime:
        """The last midnight."""
        return datetime.combine(self.day(self.days), time(), self.zone)

    def day(self, number: int) -> date:
        """A day of it, counted from 0."""
        return date.fromisoformat(self.first) + timedelta(days=number)

    @property
    def friday(self) -> int:
        """The number of the first Friday, on which somebody is promised something for the next Tuesday."""
        return (FRIDAY - self.day(0).weekday()) % 7

    @property
    def out(self) -> tuple[datetime, datetime] | None:
        """From when till when the house is off."""
        if not self.out_on:
            return None
        begins = datetime.combine(self.day(self.out_on), time(12, 10), self.zone)
        return begins, begins + OUT

    def is_out(self, at: datetime) -> bool:
        """Whether the house is off at a time."""
        return self.out is not None and self.out[0] <= at < self.out[1]

    def frequency(self, character: int) -> PostFrequency | None:
        """How often a character is to post, where somebody says so."""
        said = self.frequencies[character]
        return PostFrequency(said) if said else None

    def origin(self, spot: Spot, person: int) -> Origin:
        """Somebody there, as a platform brings them."""
        name = self.words["people"][person]
        audience = None if spot.owner is not None else spot.audience
        return Origin(
            PLATFORM, spot.space, spot.channel, f"p{person}", name, private=spot.owner is not None, audience=audience
        )

    @property
    def spots(self) -> list[Spot]:
        return [CIRCLE, *([ATTIC] if self.attic else []), *(alone(it) for it in range(len(FIRST)))]


@cache
def words(language: str) -> dict[str, Any]:
    """The word lists of a language."""
    return json.loads((Path(__file__).parent / f"words/{language}.json").read_text("utf-8"))


def canary(number: int) -> str:
    """A word that is said in one place."""
    letters = ""
    for _ in range(4):
        number, rest = divmod(number, 26)
        letters += chr(ord("a") + rest)
    return f"Kyx{letters}q"


def events(cast: Cast) -> list[Event]:
    """Everything that people do while it lasts, in order; they are silent while the house is off."""
    made = (it for it in _made(cast) if cast.begin <= it[0] < cast.end and not cast.is_out(it[0]))
    found = sorted((it for it in made if it[3] != CIRCLE or it[1] in cast.sitting), key=lambda it: it[:3])
    return [
        Event(number, at, person, spot, deed, text) for number, (at, person, _, spot, deed, text) in enumerate(found, 1)
    ]


def secrets(cast: Cast) -> dict[str, Spot]:
    """The words that are said in one place alone, by where that is."""
    return {word: it.spot for it in events(cast) for word in _words_in(it.text)}


def _words_in(text: str) -> list[str]:
    return [text[at : at + 8] for at in range(len(text)) if text.startswith("Kyx", at)]


_Made = tuple[datetime, int, int, Spot, Deed, str]


def _made(cast: Cast) -> Iterator[_Made]:
    counted = iter(range(1_000_000))
    chance = random.Random(f"{cast.language} {cast.seed} people")
    for number in range(cast.days):
        day = cast.day(number)
        for person in range(len(FIRST)):
            made = [*_talk(cast, chance, person, day), *_in_circle(cast, chance, person, day)]
            made += _asked(cast, person, number, day)
            yield from ((at, person, next(counted), spot, deed, text) for at, spot, deed, text in made)


def _hour(cast: Cast, chance: random.Random, person: int, day: date) -> datetime:
    """A waking minute of theirs."""
    return datetime.combine(day, time(chance.randint(9, 21), chance.randrange(60)), cast.zone_of(person))


_Deeds = list[tuple[datetime, Spot, Deed, str]]


def _talk(cast: Cast, chance: random.Random, person: int, day: date) -> _Deeds:
    """On one day of two somebody talks with their character; two of them in the attic now and then."""
    found: _Deeds = []
    for spot, share in ((alone(person), 0.5), (ATTIC, 0.15 if cast.attic and person in IN_ATTIC else 0.0)):
        if chance.random() >= share:
            continue
        at = _hour(cast, chance, person, day)
        for _ in range(chance.randint(2, 4)):
            line = chance.choice(cast.words["chat"])
            if cast.secrets and chance.random() < 0.3:
                line = chance.choice(cast.words["canary"]).format(word=canary(chance.randrange(26**4)))
            found.append((at, spot, Deed.SAY, line))
            at += timedelta(minutes=chance.randint(1, 4))
    return found


def _in_circle(cast: Cast, chance: random.Random, person: int, day: date) -> _Deeds:
    found: _Deeds = []
    if chance.random() < 0.2:
        found.append((_hour(cast, chance, person, day), CIRCLE, Deed.SAY, chance.choice(cast.words["human_posts"])))
    if chance.random() < 0.2:
        name = chance.choice(cast.words["characters"])["name"]
        line = f"@{name} {chance.choice(cast.words['human_comments'])}"
        found.append((_hour(cast, chance, person, day), CIRCLE, Deed.SAY, line))
    if chance.random() < 0.3:
        found.append((_hour(cast, chance, person, day), CIRCLE, Deed.LIKE, ""))
    return found


def _asked(cast: Cast, person: int, number: int, day: date) -> _Deeds:
    """What people ask their character to do on another day, and who has had enough of it."""
    at = datetime.combine(day, time(18, 30), cast.zone_of(person))
    spot = alone(person)
    if person == 0 and number == cast.friday:
        return [(at, spot, Deed.SAY, cast.words["promise"]["next"])]
    if person == HUSHED and number == cast.hushed_on:
        return [(at, spot, Deed.NEVER, "")]
    if person in (HUSHED, len(FIRST) - 1) and number % 3 == 0:
        return [(at, spot, Deed.SAY, cast.words["soon"]["next"])]
    return []
