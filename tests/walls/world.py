"""Who can read which place of a random world, and who may be told a word: reckoned from people, not from clauses."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from random import Random  # noqa: TID251 - seeded, for what people do; nothing of the product
from typing import Final

from engine.values.chats.audiences import EVERYBODY, Audience, clause, intersection
from engine.values.chats.incoming import Origin

PEOPLE: Final = ("Ann", "Ben", "Cleo", "Dora")
SERVERS: Final = ("north", "south")
ROLES: Final = ("role:1", "role:2")
CREW: Final[Audience] = (clause(["role:1"]),)
BOTH: Final[Audience] = (clause(ROLES),)
RESTRICTIONS: Final = (EVERYBODY, CREW, BOTH, (clause(["role:1"]), clause(["role:2"])))
"""What a channel may be restricted to."""
CIRCLE: Final = "circle"
"""What the channel is called in which characters post by themselves."""
SHELVES: Final = "/story background new"
"""What puts something on the shelf of a server, for everybody there."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A channel, thread or private chat. ``owner``: whose private chat it is; ``thread``: its members alone read it."""

    server: str
    name: str
    owner: str = ""
    thread: str = ""


@dataclass(frozen=True, slots=True)
class Canary:
    """A word that was said once: in what ``line``, where, by whom, and who could read it there then.

    ``brought``: where whoever said it brought it since, with who could read there. ``heard``: who was told it already.
    ``repeated``: where a character has said it, or an answer to everybody there has shown it.
    """

    word: str
    line: str
    spot: Spot
    person: str
    audience: Audience
    brought: list[tuple[Spot, Audience]] = field(default_factory=list[tuple[Spot, Audience]])
    heard: set[str] = field(default_factory=set[str])
    repeated: set[Spot] = field(default_factory=set[Spot])


@dataclass
class World:
    """``holds``: what each person has on each server, roles and threads; who is not on one is not in it."""

    seed: int
    platform: str
    holds: dict[str, dict[str, set[str]]] = field(default_factory=dict)
    restricted: dict[Spot, Audience] = field(default_factory=dict)
    canaries: dict[str, Canary] = field(default_factory=dict)
    told: dict[str, int] = field(default_factory=lambda: defaultdict(int))

    def __post_init__(self) -> None:
        self.random = Random(self.seed)
        for server in SERVERS:
            self.holds[server] = {it: set(self.random.sample(ROLES, self.random.randint(0, 2))) for it in PEOPLE}
            self.holds[server][self.random.choice(PEOPLE)] |= {"role:1", "thread:aside"}
        for spot in self.spots:
            self.restricted[spot] = {"crew": CREW, "aside": CREW}.get(spot.name, EVERYBODY)

    @property
    def spots(self) -> list[Spot]:
        """Three channels, a circle and a private thread a server, and a private chat a person."""
        shared = [Spot(it, name) for it in SERVERS for name in ("general", "crew", "games", CIRCLE)]
        threads = [Spot(it, "aside", thread="thread:aside") for it in SERVERS]
        return [*shared, *threads, *(Spot(f"dm-{it}", "dm", owner=it) for it in PEOPLE)]

    def audience(self, spot: Spot) -> Audience:
        """Who can read there now, as a platform says it."""
        own: Audience = (clause([spot.thread]),) if spot.thread else EVERYBODY
        return EVERYBODY if spot.owner else intersection((self.restricted[spot], own))

    def readers(self, spot: Spot) -> set[str]:
        """Who can read there now."""
        return {spot.owner} if spot.owner else self._meet(spot.server, self.audience(spot))

    def _meet(self, server: str, audience: Audience) -> set[str]:
        return {who for who, has in self.holds[server].items() if all(has.intersection(it) for it in audience)}

    def origin(self, spot: Spot, person: str) -> Origin:
        """Somebody there, as a platform brings them."""
        audience = None if spot.owner else self.audience(spot)
        return Origin(
            self.platform, spot.server, spot.name, person, person, private=bool(spot.owner), audience=audience
        )

    def canary(self, line: str, spot: Spot, person: str) -> str:
        """A word that is said now, in ``line``, for the first time."""
        number, letters = len(self.canaries), ""
        for _ in range(4):
            number, rest = divmod(number, 26)
            letters += chr(ord("a") + rest)
        word = f"Kyx{letters}q"
        read = EVERYBODY if line.startswith(SHELVES) else self.audience(spot)
        self.canaries[word] = Canary(word, line, spot, person, read)
        return word

    def may_hear(self, word: str, listeners: Collection[str], server: str) -> bool:
        """Whether each of ``listeners``, who read something on ``server``, may be told a word."""
        said, people = self.canaries[word], set(listeners)
        where = [(said.spot, said.audience), *said.brought]
        there = any(not it.owner and it.server == server and people <= self._meet(server, read) for it, read in where)
        return there or people <= {said.person, *said.heard}

    def hear(self, word: str, listeners: Collection[str]) -> None:
        """They were told a word; what they know they may be told again."""
        self.canaries[word].heard.update(listeners)

    def may_see(self, word: str, listeners: Collection[str], spot: Spot) -> bool:
        """Whether the platform shows them a word by itself: it was said where they are, or where they can read now.

        So does what was repeated there.
        """
        said = self.canaries[word]
        return any(spot == it or set(listeners) <= self.readers(it) for it in (said.spot, *said.repeated))

    def bring(self, person: str, there: Spot) -> list[Canary]:
        """Somebody's chat goes on elsewhere: their words that are in it they bring before those who read there."""
        found = [it for it in self.canaries.values() if it.person == person]
        for it in found:
            it.brought.append((there, self.audience(there)))
        return found

    def change(self) -> None:
        """Somebody gets or loses a role, comes or leaves, or a channel is opened or closed to some."""
        server = self.random.choice(SERVERS)
        people: Mapping[str, set[str]] = self.holds[server]
        match self.random.randrange(4):
            case 0:
                who = self.random.choice(sorted(people))
                people[who].symmetric_difference_update({self.random.choice((*ROLES, "thread:aside"))})
            case 1 if len(people) > 2:
                del self.holds[server][self.random.choice(sorted(people))]
            case 2:
                self.holds[server].setdefault(self.random.choice(PEOPLE), {self.random.choice(ROLES)})
            case _:
                spot = self.random.choice([it for it in self.spots if it.server == server and not it.thread])
                self.restricted[spot] = self.random.choice(RESTRICTIONS)
