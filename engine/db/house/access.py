"""Who may talk, in Postgres, and what was last read of it: the door of a channel, as one person finds it."""

import json
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from engine.db.postgres.driver import DriverRow
from engine.db.postgres.pool import Statements, Transaction
from engine.ports import Clock
from engine.rules.guessing import Guesses
from engine.rules.layers import heard, in_their_language, layers
from engine.rules.scopes import SettingLayer, merge
from engine.values.chats.incoming import Here
from engine.values.chats.places import Address, Admission, SpaceAccess, SpaceInfo
from engine.values.house.setting_scopes import SettingScope
from engine.values.house.settings import Settings
from engine.values.ids import ChannelKey

FRESH_SECONDS = 5.0
KEPT_DOORS = 10_000


@dataclass(frozen=True, slots=True)
class ChannelDoor:
    """How a person is heard in a channel. ``digest`` is the database's name for all that this was read from.

    ``noticed`` is what was noticed of the person's language.
    """

    digest: str
    admission: Admission
    settings: Settings
    noticed: Mapping[SettingScope, str]


@dataclass(frozen=True, slots=True)
class LetIn:
    """A channel that people have waited in; ``open``: everybody may talk there now.

    ``person`` asked last there for an answer; None where nobody does.
    """

    address: Address
    open: bool
    person: int | None
    name: str


class Doors:
    """The doors that were used last. One that is a few seconds old is read again before anybody relies on it."""

    def __init__(self, defaults: SettingLayer, clock: Clock) -> None:
        self._defaults = defaults
        self._clock = clock
        self._known: OrderedDict[Here, tuple[ChannelDoor, float]] = OrderedDict()
        self.generation = 0
        """Which one of the answers to ``forget`` holds; what was asked for in an older one is not kept."""

    async def door(self, on: Statements, here: Here) -> ChannelDoor:
        """The door as it is, or was a few seconds ago. What this process has changed is never missed."""
        if (fresh := self._fresh(here)) is not None:
            return fresh
        before = self.generation
        row = await on.fetchrow("door", here.space, here.channel, here.person)
        assert row is not None
        return self.learn(here, row, before)

    def known(self, here: Here) -> ChannelDoor | None:
        """The door as it was last read, however long ago: for a statement that proves its digest."""
        found = self._known.get(here)
        return found[0] if found else None

    def learn(self, here: Here, row: DriverRow | Mapping[str, Any], generation: int) -> ChannelDoor:
        """The door of a row with access, owner, settings and digest, asked for in ``generation``."""
        before = self.known(here)
        door = before if before and before.digest == row["digest"] else self._read(here, row)
        if generation == self.generation:
            self._known[here] = (door, self._clock.monotonic())
            self._known.move_to_end(here)
            if len(self._known) > KEPT_DOORS:
                self._known.popitem(last=False)
        return door

    def forget(self) -> None:
        """Something was decided or set; what it changes is read again."""
        self._known.clear()
        self.generation += 1

    def _fresh(self, here: Here) -> ChannelDoor | None:
        found = self._known.get(here)
        return found[0] if found and self._clock.monotonic() - found[1] < FRESH_SECONDS else None

    def _read(self, here: Here, row: DriverRow | Mapping[str, Any]) -> ChannelDoor:
        stored: Sequence[tuple[str, int, str, Any]] = json.loads(row["settings"])
        admission = Admission(
            owner=row["owner"] == "true",
            access=SpaceAccess(row["access"]),
            since=row["access_at"],
            asked=row["asked"] == "true",
            opted_out=row["opted_out"] == "true",
            paused=row["paused"],
            grants=tuple((role, may) for role, may in json.loads(row["grants"])),
            begun_by=row["begun_by"],
            blocked=row["blocked"] == "true" and row["owner"] != "true",
            words=tuple(json.loads(row["words"])),
        )
        noticed = heard(stored, here)
        holding = in_their_language(layers(self._defaults, stored, here, None), noticed)
        return ChannelDoor(row["digest"], admission, merge(holding), noticed)


async def use_code(on: Statements, digest: str, here: Here) -> bool:
    """Make the person an owner by the code with this hash; False when it had been used on the platform."""
    return await on.fetchval("use_code", digest, here.platform, here.person, here.space) is not None


async def code_is_free(on: Statements, platform: str) -> bool:
    """Whether nobody is an owner on ``platform``."""
    return await on.fetchval("code_is_free", platform)


async def guesses(on: Transaction, what: str) -> Guesses:
    """How many codes of a kind were wrong; until the transaction ends everybody else waits who tries one."""
    row = await on.fetchrow("guesses", what)
    assert row is not None
    return Guesses(row["wrong"], row["last_at"])


async def count_guesses(on: Transaction, what: str, guesses: Guesses) -> None:
    """Write down how many codes of a kind were wrong."""
    await on.execute("count_guesses", what, guesses.wrong, guesses.last_at)


async def make_at_home(on: Statements, here: Here) -> bool:
    """Make the person an owner, and the space open; False when both were so."""
    return await on.fetchval("make_at_home", here.space, here.person)


async def refuse_once(on: Statements, person: int) -> bool:
    """Note that somebody is told that they may not talk; False when they were within a day."""
    return await on.fetchval("refuse_once", person) is not None


async def ask_once(on: Statements, space: int) -> bool:
    """Note that the owners are asked about ``space``; False when they were, or have decided."""
    return await on.fetchval("ask_once", space) is not None


async def first_owner(on: Statements, platform: str) -> int | None:
    """Who has looked after the house longest on ``platform``; None where nobody does."""
    return await on.fetchval("first_owner", platform)


async def owners(on: Statements, platform: str) -> list[str]:
    """The owners on ``platform``, as it names people."""
    return [row["external"] for row in await on.fetch("owners", platform)]


async def space_ids(on: Statements) -> list[int]:
    """The ids of every space but the terminal, as ``spaces`` lists them."""
    return [row["id"] for row in await on.fetch("space_ids")]


async def spaces(
    on: Statements, defaults: SettingLayer, *, waiting: bool = False, space: int | None = None
) -> list[SpaceInfo]:
    """Every space but the terminal, newest first; ``waiting``: those that nobody decided on; or only ``space``."""
    return [_space(row, defaults) for row in await on.fetch("spaces", waiting, space)]


def _space(row: DriverRow, defaults: SettingLayer) -> SpaceInfo:
    here = Here(row["id"], 0, 0, row["platform"], row["private"])
    chosen: Mapping[str, Any] = row["given"] or {}
    given = [(SettingScope.SPACE.value, here.space, name, value) for name, value in chosen.items()]
    holds = merge(layers(defaults, given, here, None))
    return SpaceInfo(
        id=row["id"],
        platform=row["platform"],
        external=row["external"],
        title=row["title"],
        private=row["private"],
        access=SpaceAccess(row["access"]),
        people=row["people"],
        waiting=tuple(row["waiting"]),
        since=row["since"],
        owned=row["owned"],
        mode=holds.mode,
        speaks=holds.speaks,
        by_role=row["by_role"],
    )


async def let_in(
    on: Transaction, *, space: int | None = None, person: int | None = None, tell: bool = True
) -> frozenset[int]:
    """Let what was held of whoever may talk now wait for its answer, in ``space`` or of ``person``; the channels.

    Each is marked for who serves its platform; ``tell``: to say there, too, that everybody may talk now.
    """
    return frozenset(row["channel_id"] for row in await on.fetch("let_in", space, person, tell))


async def turn_away(on: Statements, space: int) -> None:
    """Keep nothing that was held in ``space``."""
    await on.execute("turn_away", space)


async def empty_held(on: Statements, after: timedelta) -> None:
    """Empty what was held for so long; that somebody waits stays."""
    await on.execute("empty_held", after)


async def let_in_at(on: Statements, channel: ChannelKey) -> LetIn:
    """What is to be answered in a channel whose people may talk now."""
    row = await on.fetchrow("let_in_at", channel.space, channel.channel)
    assert row is not None
    at = Address(row["platform"], row["space"], row["channel"], row["private"])
    return LetIn(at, row["open"], row["person_id"], row["name"] or "")


async def decide(on: Statements, space: int, access: SpaceAccess, by: int) -> bool:
    """Open or close a space; False when there is none."""
    return await on.fetchval("decide_space", space, access, by) is not None
