"""Where a person's garden lies: what the character that plays here remembers, as far as they may see it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.actions.chats.heads import head_line
from engine.context import EngineContext
from engine.db.chats import audiences, sessions
from engine.db.memory import garden, job_rows, memories
from engine.db.memory.sights import platforms
from engine.errors import MemoryElsewhere, MemoryLinked, NobodyPlays, NoSuchMemory
from engine.recall.scope import Presence, reach_of
from engine.turns.load import settings_here
from engine.values.chats.entries import Line
from engine.values.chats.incoming import Here
from engine.values.chats.sessions import ChannelHead
from engine.values.house.settings import Settings
from engine.values.ids import SessionKey
from engine.values.memory.garden import Planted
from engine.values.memory.memories import Memory, RecallScope, Sight

COUNTED_REPLIES: Final = 2_000
"""So many of the newest replies are looked through for how often a memory was recalled."""


@dataclass(frozen=True, slots=True)
class VisiblePlot:
    """``scope`` is what may be seen from here, the chat that is played first; ``channel_head`` is where it stands."""

    channel_head: ChannelHead
    scope: RecallScope
    settings: Settings
    person: int

    @property
    def character(self) -> int:
        return self.scope.character

    @property
    def key(self) -> SessionKey:
        return self.channel_head.session_key

    def line(self, key: SessionKey) -> Line:
        """How a session lies, as far as it is seen from here."""
        return next(it.line for it in self.scope.sights if it.session == key)


async def plot_of(ctx: EngineContext, here: Here) -> VisiblePlot:
    """The garden that belongs to this chat and person. Others' memories from other chats are not in it.

    Raises SessionMissing, NobodyPlays.
    """
    at = await head_line(ctx, here)
    if at.character is None:
        raise NobodyPlays
    settings = await settings_here(ctx.db, ctx.defaults, here, at.character)
    key, covered = at.channel_head.session_key, await audiences.covered(ctx.db, here.key)
    present = Presence({}, private=here.private, covered=covered)
    reach = await reach_of(ctx.db, key, at.line, (at.character, here.person), present, settings)
    alone = RecallScope(here.space, at.character, (Sight(key, at.line),), (here.person,), covered=covered)
    return VisiblePlot(at.channel_head, reach.scope if reach and reach.scope else alone, settings, here.person)


async def find(ctx: EngineContext, plot: VisiblePlot, number: int) -> Memory:
    """The memory that ``number`` means now: the newest version of the one that had that number. Raises NoSuchMemory."""
    found = await memories.read(ctx.db, plot.scope, [number])
    if not found:
        later = {await garden.now(ctx.db, it.session, it.line, number) for it in plot.scope.sights} - {number}
        found = await memories.read(ctx.db, plot.scope, list(later))
    if not found:
        raise NoSuchMemory(number=str(number))
    return found[0]


async def listed(ctx: EngineContext, plot: VisiblePlot, found: Sequence[Memory]) -> list[Planted]:
    """Memories as lists show them: those of other chats with the titles of these."""
    others = {it.session for it in found} - {plot.key}
    titles = {key: await _title(ctx, plot, key) for key in others}
    places = await _linked(ctx, plot, found)
    return [
        Planted(
            memory,
            titles.get(memory.session, ""),
            memory.session == plot.key,
            platform=places.get(memory.session.space, ""),
        )
        for memory in found
    ]


async def planted(ctx: EngineContext, plot: VisiblePlot, memory: Memory) -> Planted:
    """A memory with the title of its chat, and how often it was recalled."""
    looked_into = [it.session.session for it in plot.scope.sights]
    uses = await garden.uses(ctx.db, plot.scope.space, looked_into, [memory.id], COUNTED_REPLIES)
    title = await _title(ctx, plot, memory.session)
    platform = (await _linked(ctx, plot, [memory])).get(memory.session.space, "")
    return Planted(memory, title, memory.session == plot.key, uses.get(memory.id, 0), platform)


async def _title(ctx: EngineContext, plot: VisiblePlot, key: SessionKey) -> str:
    """What a chat is called; of another one only if all who read here can read where it is played."""
    own = key == plot.key
    return await (sessions.title(ctx.db, key) if own else sessions.title_told(ctx.db, key, plot.scope.covered or ()))


async def _linked(ctx: EngineContext, plot: VisiblePlot, found: Sequence[Memory]) -> dict[int, str]:
    """The platforms of the spaces that the person has under other names and that some of ``found`` come from."""
    return await platforms(ctx.db, {it.session.space for it in found} - {plot.key.space})


async def head_of(ctx: EngineContext, here: Here, plot: VisiblePlot, memory: Memory) -> tuple[Here, ChannelHead]:
    """Where an act about a memory is written: in its own chat, whose channel comes back with it.

    From another chat only what the person wrote, or what lies beside a private one.
    Raises MemoryElsewhere, MemoryLinked.
    """
    if memory.session == plot.key:
        return here, plot.channel_head
    if platform := (await _linked(ctx, plot, [memory])).get(memory.session.space):
        raise MemoryLinked(number=str(memory.id), platform=platform.capitalize())  # acts carry the name of that place
    line = plot.line(memory.session)
    branch = line.segments[-1].branch
    heads = [
        played.channel_head
        for played in await job_rows.heads_of(ctx.db, memory.session)
        if played.channel_head.branch == branch
    ]
    if not heads or not (here.private or memory.person == here.person):
        title = await _title(ctx, plot, memory.session)
        raise MemoryElsewhere(number=str(memory.id), chat=title or "none")
    return replace(here, channel=heads[0].channel), heads[0]
