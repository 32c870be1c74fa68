"""Each day that a story was played leaves a savepoint of its own, made in the night behind it."""

from datetime import datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from engine.actions.chats.savepoints import AUTOMATIC_KEPT, name_place
from engine.context import EngineContext
from engine.db.chats import saves, sessions
from engine.rules.lines import cut
from engine.turns.load import settings_here
from engine.values.chats.incoming import Here
from engine.values.chats.sessions import ChannelHead, NewSave

DAYS_SECONDS: Final = timedelta(minutes=20).total_seconds()
DAILY: Final = "daily"
WITHIN: Final = timedelta(days=8)
"""A house that slept for longer saves no older days."""


async def save_days(ctx: EngineContext) -> None:
    """Save where stories stood at the end of the last day that they were played, where that was not done before."""
    done: set[tuple[int, int]] = set()
    for channel_head in await saves.played_lately(ctx.db, ctx.clock.now() - WITHIN):
        session = (channel_head.key.space, channel_head.session)
        if session not in done and await _save_day(ctx, channel_head):
            done.add(session)


async def _save_day(ctx: EngineContext, channel_head: ChannelHead) -> bool:
    """Save the last day that is over on a channel head, in the zone that holds there; whether there was one to save."""
    here = Here(channel_head.key.space, channel_head.channel, 0, "")
    zone = ZoneInfo((await settings_here(ctx.db, ctx.defaults, here)).timezone)
    now = ctx.clock.now()
    midnight = datetime.combine(now.astimezone(zone).date(), time(), zone)
    key = channel_head.session_key
    line = await ctx.lines.current(ctx.db, key, channel_head.branch)
    last = await sessions.last_before(ctx.db, key, line, midnight)
    if last is None or last[1] < now - WITHIN:
        return False
    day = last[1].astimezone(zone).date()
    if await saves.has_day(ctx.db, key, day):
        return False
    async with ctx.db.transaction() as on:
        new = NewSave("", kind=DAILY, day=day)
        saved = await name_place(on, key, cut(line, upto=last[0]), new)
        if saved is not None:
            await saves.trim(on, key, DAILY, AUTOMATIC_KEPT)
    return saved is not None
