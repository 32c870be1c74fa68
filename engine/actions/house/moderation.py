"""Order in a place: silence, what roles may do, who changed what, and how fast somebody may write."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from engine.context import EngineContext
from engine.db.house import allowances, moderation
from engine.db.house.allowances import AllowanceNotice
from engine.errors import NotOwner
from engine.ports import Clock
from engine.rules.allowance import Bucket, left_in, poured
from engine.turns.runner import Runner
from engine.values.chats.incoming import Here
from engine.values.house.allowances import AllowanceHolder, AllowanceReach, Grant
from engine.values.house.changes import ChangeRecord
from engine.values.ids import ChannelKey

PAGE: Final = 8
_PAUSED: Final = 0
_MOST_BUCKETS: Final = 10_000
_MOST_PASSED: Final = 10_000
_LETTERS: Final = 4
"""So many suggestions count as much as one message."""
_TYPING: Final = ChannelKey(0, 0)
"""Where people type: counted apart, so that it takes nothing of what they may write."""
_FEELING: Final = ChannelKey(0, -1)
"""The same of where people react."""
_LATE: Final = timedelta(minutes=1)


class Rates:
    """How fast each person writes, in this process. ``a_minute`` 0: as fast as they like.

    What a platform says again, or what waits for the database, is counted once. What comes late, because nobody was
    there to hear it, counts by when it was written: channel by channel, since channels are read one after another.
    """

    def __init__(self, a_minute: int, clock: Clock) -> None:
        self._a_minute = a_minute
        self._clock = clock
        self._buckets: dict[tuple[int | str, ChannelKey | None], Bucket] = {}
        self._passed: dict[tuple[ChannelKey, str], None] = {}

    def passes(self, here: Here, external: str, sent_at: datetime, through: str = "") -> tuple[bool, bool]:
        """Whether what is called ``external`` may pass, and whether its sender is to be told that it may not.

        All who speak ``through`` one thing count together: it gives them a new name whenever they like.
        """
        if not self._a_minute or (here.key, external) in self._passed:
            return True, False
        late = self._clock.now() - sent_at > _LATE
        who = through or here.person, here.key if late else None
        passes, knows = self._pour(who, sent_at.timestamp() if late else self._clock.monotonic(), self._a_minute)
        if passes:
            self._passed[(here.key, external)] = None
        if len(self._passed) > _MOST_PASSED:
            del self._passed[next(iter(self._passed))]
        return passes, not passes and not knows

    def suggests(self, here: Here) -> bool:
        """Whether something is suggested to somebody who is typing; a letter is less than a message."""
        if not self._a_minute:
            return True
        passes, _ = self._pour((here.person, _TYPING), self._clock.monotonic(), _LETTERS * self._a_minute)
        return passes

    def feels(self, here: Here) -> bool:
        """Whether one more reaction of somebody is taken; they do not count as messages."""
        return not self._a_minute or self._pour((here.person, _FEELING), self._clock.monotonic(), self._a_minute)[0]

    def left(self, here: Here) -> tuple[int, int]:
        """How many messages more somebody may write at once, and how many a minute (0: as many as they like)."""
        full, bucket = self._a_minute, self._buckets.get((here.person, None))
        return (full if bucket is None else int(left_in(bucket, self._clock.monotonic(), full))), full

    def _pour(self, who: tuple[int | str, ChannelKey | None], seconds: float, a_minute: int) -> tuple[bool, bool]:
        """Whether one more passes, and whether ``who`` knows already that it may not."""
        before = self._buckets.pop(who, None)
        bucket, passes = poured(before, seconds, a_minute)
        self._buckets[who] = bucket
        if len(self._buckets) > _MOST_BUCKETS:
            del self._buckets[next(iter(self._buckets))]
        return passes, before is not None and before.told


async def pause(ctx: EngineContext, runner: Runner, here: Here, where: AllowanceHolder, *, paused: bool) -> None:
    """Make the characters silent in this channel, this space or everywhere, or let them speak again.

    What was written meanwhile and is fresh is answered then, together. Raises NotOwner.
    """
    if where is AllowanceHolder.CHANNEL:
        await moderation.pause_channel(ctx.db, here.key, here.person, paused=paused)
    elif where is AllowanceHolder.SPACE:
        await moderation.pause_spaces(ctx.db, here.space, here.person, here.space, paused=paused)
    else:
        await _owner(ctx, here)
        await moderation.pause_spaces(ctx.db, None, here.person, 0, paused=paused)
    ctx.doors.forget()
    if not paused:
        await runner.sweep()


async def paused_once(ctx: EngineContext, here: Here) -> bool:
    """Whether the person is to be told now that the characters are silent here: once a day."""
    today = ctx.clock.now().date()
    return await allowances.tell_once(
        ctx.db, AllowanceNotice(here.space, AllowanceHolder.PERSON, str(here.person), today, _PAUSED, here.channel)
    )


async def grant(ctx: EngineContext, here: Here, role: str, may: Grant) -> None:
    """Let a role of this place do something."""
    await moderation.grant(ctx.db, here.space, role, may, here.person)
    ctx.doors.forget()


async def revoke(ctx: EngineContext, here: Here, role: str, may: Grant | None = None) -> int:
    """Take back what a role may do, or all of it; how much that was."""
    gone = await moderation.revoke(ctx.db, here.space, role, may, here.person)
    ctx.doors.forget()
    return gone


async def changes(
    ctx: EngineContext, here: Here, reach: AllowanceReach, page: int
) -> tuple[Sequence[ChangeRecord], int]:
    """A page of what was changed here, or everywhere, and how many changes there are. Raises NotOwner."""
    if reach is AllowanceReach.HOUSE:
        await _owner(ctx, here)
    return await moderation.changes(ctx.db, None if reach is AllowanceReach.HOUSE else here.space, max(1, page), PAGE)


async def _owner(ctx: EngineContext, here: Here) -> None:
    if not (await ctx.doors.door(ctx.db, here)).admission.owner:
        raise NotOwner
