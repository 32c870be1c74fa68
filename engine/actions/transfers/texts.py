"""A chat as a text to be read: who said what, day by day; and where an export of another branch begins."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from zoneinfo import ZoneInfo

from engine.actions.chats.heads import HeadLine, head_line
from engine.actions.transfers.exporting_chats import EVERYTHING, cast_names
from engine.context import EngineContext
from engine.db.chats import log, sessions
from engine.errors import NoSuchBranch
from engine.turns.load import settings_here
from engine.values.chats.entries import Entry, EntryStatus
from engine.values.chats.incoming import Here


async def chat_text(ctx: EngineContext, here: Here, branch: int | None) -> tuple[str, str]:
    """The title of the chat that is played here, and a branch of it as Markdown; None: the one that is played.

    Raises SessionMissing, NoSuchBranch.
    """
    at = await head_line_on(ctx, here, branch)
    key = at.channel_head.session_key
    title = await sessions.title(ctx.db, key)
    said = await log.messages(ctx.db, key, at.line, EVERYTHING)
    names = await cast_names(ctx, at)
    settings = await settings_here(ctx.db, ctx.defaults, here, at.character)
    heading = title or names.get(at.character or 0, "") or "Omoide"
    return heading, await asyncio.to_thread(_written, heading, said, names, settings.timezone)


async def head_line_on(ctx: EngineContext, here: Here, branch: int | None) -> HeadLine:
    """Where people play here, as if they stood at the end of ``branch``. Raises SessionMissing, NoSuchBranch."""
    at = await head_line(ctx, here)
    if branch is None or branch == at.channel_head.branch:
        return at
    key = at.channel_head.session_key
    if branch not in await log.branches(ctx.db, key):
        raise NoSuchBranch(number=branch)
    line = await ctx.lines.current(ctx.db, key, branch)
    return replace(at, line=line, acts=await log.newest_acts(ctx.db, key, line, here.channel))


def _written(title: str, said: Sequence[Entry], names: Mapping[int, str], zone: str) -> str:
    return "\n".join((f"# {title}", *_lines(said, names, ZoneInfo(zone)))) + "\n"


def _lines(said: Sequence[Entry], names: Mapping[int, str], zone: ZoneInfo) -> Iterator[str]:
    day = None
    for entry in said:
        if entry.status in (EntryStatus.EMPTY, EntryStatus.ERASED) or not entry.text:
            continue
        at = entry.said_at.astimezone(zone)
        if at.date() != day:
            day = at.date()
            yield f"\n## {day.isoformat()}"
        name = entry.person_name if entry.person is not None else names.get(entry.character or 0)
        yield f"\n**{name or '?'}** · {at:%H:%M}\n\n{entry.text}"
