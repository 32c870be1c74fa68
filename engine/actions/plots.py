"""Where a person's garden lies: what the character that plays here remembers, as far as they may see it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.actions.standing import standing
from engine.db import background, garden, memories, sessions
from engine.db.sights import platforms
from engine.errors import MemoryElsewhere, MemoryLinked, NobodyPlays, NoSuchMemory
from engine.recall.scope import Presence, reach_of
from engine.turns.load import settings_here
from engine.turns.needs import Needs
from engine.values.entries import Line
from engine.values.garden import Planted
from engine.values.ids import SessionKey
from engine.values.incoming import Here
from engine.values.memories import Memory, Scope, Sight
from engine.values.sessions import Stand
from engine.values.settings import Settings

COUNTED_REPLIES: Final = 2_000
"""So many of the newest replies are looked through for how often a memory was recalled."""


@dataclass(frozen=True, slots=True)
class Plot:
    """``scope`` is what may be seen from here, the chat that is played first; ``stand`` is where it stands."""

    stand: Stand
    scope: Scope
    settings: Settings
    person: int

    @property
    def character(self) -> int:
        return self.scope.character

    @property
    def key(self) -> SessionKey:
        return self.stand.session_key

    def line(self, key: SessionKey) -> Line:
        """How a session lies, as far as it is seen from here."""
        return next(it.line for it in self.scope.sights if it.session == key)


async def plot_of(needs: Needs, here: Here) -> Plot:
    """The garden that belongs to this chat and person. Others' memories from other chats are not in it.

    Raises SessionMissing, NobodyPlays.
    """
    at = await standing(needs, here)
    if at.character is None:
        raise NobodyPlays
    settings = await settings_here(needs.db, needs.defaults, here, at.character)
    key, present = at.stand.session_key, Presence({}, private=here.private)
    reach = await reach_of(needs.db, key, at.line, (at.character, here.person), present, settings)
    alone = Scope(here.space, at.character, (Sight(key, at.line),), (here.person,))
    return Plot(at.stand, reach.scope if reach and reach.scope else alone, settings, here.person)


async def find(needs: Needs, plot: Plot, number: int) -> Memory:
    """The memory that ``number`` means now: the newest version of the one that had that number. Raises NoSuchMemory."""
    found = await memories.read(needs.db, plot.scope, [number])
    if not found:
        later = {await garden.now(needs.db, it.session, it.line, number) for it in plot.scope.sights} - {number}
        found = await memories.read(needs.db, plot.scope, list(later))
    if not found:
        raise NoSuchMemory(number=str(number))
    return found[0]


async def listed(needs: Needs, plot: Plot, found: Sequence[Memory]) -> list[Planted]:
    """Memories as lists show them: those of other chats with the titles of these."""
    others = {it.session for it in found} - {plot.key}
    titles = {key: await sessions.title(needs.db, key) for key in others}
    places = await _linked(needs, plot, found)
    return [
        Planted(it, titles.get(it.session, ""), it.session == plot.key, platform=places.get(it.session.space, ""))
        for it in found
    ]


async def planted(needs: Needs, plot: Plot, memory: Memory) -> Planted:
    """A memory with the title of its chat, and how often it was recalled."""
    looked_into = [it.session.session for it in plot.scope.sights]
    uses = await garden.uses(needs.db, plot.scope.space, looked_into, [memory.id], COUNTED_REPLIES)
    title = await sessions.title(needs.db, memory.session)
    platform = (await _linked(needs, plot, [memory])).get(memory.session.space, "")
    return Planted(memory, title, memory.session == plot.key, uses.get(memory.id, 0), platform)


async def _linked(needs: Needs, plot: Plot, found: Sequence[Memory]) -> dict[int, str]:
    """The platforms of the spaces that the person has under other names and that some of ``found`` come from."""
    return await platforms(needs.db, {it.session.space for it in found} - {plot.key.space})


async def stand_of(needs: Needs, here: Here, plot: Plot, memory: Memory) -> tuple[Here, Stand]:
    """Where an act about a memory is written: in its own chat, whose channel comes back with it.

    From another chat only what the person wrote, or what lies beside a private one.
    Raises MemoryElsewhere, MemoryLinked.
    """
    if memory.session == plot.key:
        return here, plot.stand
    if platform := (await _linked(needs, plot, [memory])).get(memory.session.space):
        raise MemoryLinked(number=str(memory.id), platform=platform.capitalize())  # acts carry the name of that place
    line = plot.line(memory.session)
    branch = line.segments[-1].branch
    stands = [it.stand for it in await background.stands_of(needs.db, memory.session) if it.stand.branch == branch]
    if not stands or not (here.private or memory.person == here.person):
        title = await sessions.title(needs.db, memory.session)
        raise MemoryElsewhere(number=str(memory.id), chat=title or "none")
    return replace(here, channel=stands[0].channel), stands[0]
