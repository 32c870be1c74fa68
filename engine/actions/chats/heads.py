"""Where people play in a channel, who plays there, and what the newest acts of that line say."""

from dataclasses import dataclass

from engine.actions.chats.head_moves import current_head
from engine.context import EngineContext
from engine.db.chats import log
from engine.errors import NobodyPlays, SessionMissing
from engine.rules.acts import Acts
from engine.turns.inputs.cast import who_plays
from engine.values.chats.entries import Line
from engine.values.chats.incoming import Here
from engine.values.chats.sessions import ChannelHead


@dataclass(frozen=True, slots=True)
class HeadLine:
    """A channel head with its line. ``character`` is None when the cast is empty."""

    channel_head: ChannelHead
    line: Line
    character: int | None
    acts: Acts


async def head_line(ctx: EngineContext, here: Here) -> HeadLine:
    """Where people play here. Raises SessionMissing."""
    channel_head = await current_head(ctx, here)
    line = await ctx.lines.current(ctx.db, channel_head.session_key, channel_head.branch)
    try:
        character = await who_plays(ctx.db, channel_head.session_key, line)
    except NobodyPlays:
        character = None
    acts = await log.newest_acts(ctx.db, channel_head.session_key, line, here.channel)
    return HeadLine(channel_head, line, character, acts)


async def head_line_if_any(ctx: EngineContext, here: Here) -> HeadLine | None:
    """The same; None before the first session."""
    try:
        return await head_line(ctx, here)
    except SessionMissing:
        return None
