"""What work in the background stands on: where a session is played, its line, who plays, and the settings there."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from zoneinfo import ZoneInfo

from engine.db import background, log
from engine.db.background import Played
from engine.rules.recall.batches import Spoken
from engine.rules.recall.presence import cast_at
from engine.rules.recall.quoting import mark_of
from engine.turns.load import settings_here
from engine.turns.needs import Needs
from engine.turns.utility import Errand
from engine.values.entries import Entry, EntryKind, Line
from engine.values.ids import SessionKey
from engine.values.incoming import Here
from engine.values.memories import Scope, Sight, Tag
from engine.values.settings import Settings


@dataclass(frozen=True, slots=True)
class Ground:
    """A line of a session with all that holds there. ``cast`` are the characters there; the first one remembers.

    ``comings`` are the acts by which they came and went, where anybody but the first one did.
    """

    key: SessionKey
    played: Played
    line: Line
    cast: tuple[int, ...]
    settings: Settings
    comings: tuple[Entry, ...] = ()

    def of(self, character: int) -> "Ground":
        """The same for another character of the cast: that one remembers."""
        return replace(self, cast=(character, *(it for it in self.cast if it != character)))

    def heard(self, said: Iterable[Spoken]) -> list[Spoken]:
        """What of a talk the character was there for."""
        if not self.comings:
            return list(said)
        return [it for it in said if self.character in cast_at(self.comings, it.seq)]

    def witnesses(self, said: Iterable[Spoken]) -> tuple[int, ...]:
        """Who was there for all of it, whoever remembers first; the character itself where nobody was."""
        if not self.comings:
            return self.cast
        casts = [cast_at(self.comings, it.seq) for it in said]
        there = [it for it in self.cast if all(it in cast for cast in casts)]
        return tuple(there or (self.character,))

    @property
    def character(self) -> int:
        return self.cast[0]

    @property
    def mark(self) -> str:
        """The mark around what others wrote, which nobody can forge."""
        return mark_of(str(self.played.seed))

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.settings.timezone)

    @property
    def errand(self) -> Errand:
        return Errand(self.key, self.character, self.settings)

    def scope(self, *tags: Tag) -> Scope:
        """What the character remembers of this line, with these tags."""
        return Scope(self.key.space, self.character, (Sight(self.key, self.line),), tags=frozenset(tags))


async def grounds(needs: Needs, key: SessionKey) -> list[Ground]:
    """Every line of the session that is played somewhere, the newest place first."""
    found = [await ground(needs, key, it, it.stand.branch) for it in await background.stands_of(needs.db, key)]
    return [it for it in found if it is not None]


async def ground_of(needs: Needs, key: SessionKey, branch: int) -> Ground | None:
    """The line of one branch, under what holds where the session is played; None when nobody plays there."""
    stands = await background.stands_of(needs.db, key)
    here = next((it for it in stands if it.stand.branch == branch), stands[0] if stands else None)
    return await ground(needs, key, here, branch) if here else None


async def ground(needs: Needs, key: SessionKey, played: Played, branch: int) -> Ground | None:
    """The line of ``branch`` under what holds where it is ``played``; None when nobody plays on it."""
    line = await needs.lines.current(needs.db, key, branch)
    acts = await log.acts(needs.db, key, line, [EntryKind.MEMBER])
    cast = cast_at(acts, line.head)
    if not cast:
        return None
    here = Here(key.space, played.stand.channel, 0, played.platform, played.private)
    settings = await settings_here(needs.db, needs.defaults, here, cast[0])
    return Ground(key, played, line, cast, settings, tuple(acts) if len(acts) > 1 else ())
