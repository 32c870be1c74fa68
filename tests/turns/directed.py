"""A room whose story is set in a background and directed by its outline; what has happened there and elsewhere."""

import itertools
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

from engine.actions.chats import sessions as sessions_actions
from engine.actions.house import settings as settings_actions
from engine.actions.story import backgrounds
from engine.db.chats import log, sessions
from engine.db.house import work
from engine.db.memory import memories
from engine.rules.acts import plot_in
from engine.rules.recall.remembering.sources import EMBED
from engine.rules.recall.words.words import terms
from engine.turns.inputs.cast import who_plays
from engine.values.chats.entries import Line, Place, Range
from engine.values.house.setting_scopes import SettingScope
from engine.values.ids import SessionKey
from engine.values.memory.memories import MemoryKind, NewMemory, Tag
from engine.values.story.director import Background, Plot
from tests.turns.room import Room

MARCH: Final = datetime(2026, 3, 2, 9, tzinfo=UTC)
LIGHTHOUSE: Final = Background(
    "Lighthouse",
    "An island in the north, where the sea is grey.",
    ("A boat comes ashore.", "The lamp goes out.", "Somebody climbs the stairs."),
    "Dawn comes, and the boat leaves.",
)
_numbers = itertools.count(1)


async def directed(room: Room, background: Background = LIGHTHOUSE, **settings: str) -> None:
    """The story is set in ``background``, the director is on."""
    number = await backgrounds.create(room.engine.ctx, room.here, background)
    await backgrounds.use(room.engine.ctx, room.engine.runner, room.here, number)
    for name, value in {"director": "on", "facts": "off", **settings}.items():
        await settings_actions.put(room.engine.ctx, room.here, SettingScope.SPACE, name, value)


async def another_story(room: Room) -> None:
    """A new story of the same character begins in the channel, set in the same background."""
    key, line = await line_of(room)
    used = next(it.id for it in await backgrounds.listed(room.engine.ctx, room.here) if it.used)
    await sessions_actions.new(
        room.engine.ctx, room.engine.runner, room.here, "Ann", await who_plays(room.db, key, line)
    )
    await backgrounds.use(room.engine.ctx, room.engine.runner, room.here, used)


async def line_of(room: Room) -> tuple[SessionKey, Line]:
    """Where the channel's story stands."""
    channel_head = await sessions.current(room.db, room.here.key)
    assert channel_head is not None
    head = await log.head(room.db, channel_head.session_key, channel_head.branch)
    return channel_head.session_key, await room.ctx.lines.line(
        room.db, channel_head.session_key, channel_head.branch, head
    )


async def plot(room: Room) -> Plot:
    """How far the story has come by what its replies said."""
    acts = await log.newest_acts(room.db, *await line_of(room))
    return plot_in(acts)


async def stands(room: Room) -> tuple[int, str, int]:
    """Point, status, and how many replies in a row bore no mark."""
    found = await plot(room)
    return found.point, found.status.value, found.silent


async def happened(room: Room, *texts: str, tag: Tag = Tag.SUMMARY, people: Sequence[int] | None = None) -> None:
    """Events of the channel's story, where it stands now, with ``people`` there (whoever plays here)."""
    key, line = await line_of(room)
    place = Place(line.segments[-1].branch, line.head)
    present = tuple(people if people is not None else [room.here.person])
    async with room.db.transaction() as on:
        holder = await who_plays(on, key, line)
        rows = [
            NewMemory(
                MemoryKind.EVENT,
                tag,
                place,
                holder,
                (Range(place.branch, 1, line.head),),
                text,
                MARCH,
                MARCH,
                terms(text),
                people=present,
                n=next(_numbers),
            )
            for text in texts
        ]
        assert None not in await memories.remember(on, key, rows)
        await work.mark_due(on, key, EMBED)


def under(room: Room, heading: str, number: int = -1) -> str:
    """What the last prompt says under a heading of the house; "" where it has none."""
    return "\n".join(text for role, text in room.prompt(number) if role == "system" and text.startswith(heading))
