"""Each day that a story was played leaves a savepoint of its own, made in the night behind it."""

from datetime import datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from engine.actions.savepoints import AUTOMATIC_KEPT, name_place
from engine.db import saves, sessions
from engine.rules.lines import cut
from engine.turns.load import settings_here
from engine.turns.needs import Needs
from engine.values.incoming import Here
from engine.values.sessions import NewSave, Stand

DAYS_SECONDS: Final = timedelta(minutes=20).total_seconds()
DAILY: Final = "daily"
WITHIN: Final = timedelta(days=8)
"""A house that slept for longer saves no older days."""


async def save_days(needs: Needs) -> None:
    """Save where stories stood at the end of the last day that they were played, where that was not done before."""
    done: set[tuple[int, int]] = set()
    for stand in await saves.played_lately(needs.db, needs.clock.now() - WITHIN):
        session = (stand.key.space, stand.session)
        if session not in done and await _save_day(needs, stand):
            done.add(session)


async def _save_day(needs: Needs, stand: Stand) -> bool:
    """Save the last day that is over on a stand, in the zone that holds there; whether there was anything to save."""
    here = Here(stand.key.space, stand.channel, 0, "")
    zone = ZoneInfo((await settings_here(needs.db, needs.defaults, here)).timezone)
    now = needs.clock.now()
    midnight = datetime.combine(now.astimezone(zone).date(), time(), zone)
    key = stand.session_key
    line = await needs.lines.current(needs.db, key, stand.branch)
    last = await sessions.last_before(needs.db, key, line, midnight)
    if last is None or last[1] < now - WITHIN:
        return False
    day = last[1].astimezone(zone).date()
    if await saves.has_day(needs.db, key, day):
        return False
    async with needs.db.transaction() as on:
        new = NewSave("", kind=DAILY, day=day)
        saved = await name_place(on, key, cut(line, upto=last[0]), new)
        if saved is not None:
            await saves.trim(on, key, DAILY, AUTOMATIC_KEPT)
    return saved is not None
