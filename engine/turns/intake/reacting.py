"""A reaction is stored before anybody is told that it arrived, and becomes an act of the log; it begins no turn.

One row holds what a person has on a message. So a burst of changes is one act, and nobody fills a log with them.
"""

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from engine.context import EngineContext
from engine.db.chats import inbox, reactions
from engine.db.chats.reactions import ReactedMessage
from engine.db.house.access import ChannelDoor
from engine.db.postgres.pool import Transaction
from engine.db.postgres.repeat import repeat
from engine.errors import DatabaseError
from engine.rules.attention import is_heard
from engine.rules.lines import lies_where
from engine.rules.text.reactions import changed, kept_change, sign_of
from engine.rules.text.screening import screen
from engine.turns.intake.accept import resolve
from engine.turns.intake.burst import NO_PAUSE, whole
from engine.turns.runner import Runner
from engine.values.chats.incoming import Heard, Here, Incoming, ReactionChange
from engine.values.chats.places import Address
from engine.values.chats.sessions import ChannelHead
from engine.work.crashpoints import maybe_crash

SETTLES: Final = 0.5
"""Seconds in which a person may think better of it before it is an act."""


@dataclass(frozen=True, slots=True)
class Stored:
    """What became of a reaction, and the channel head that has to look at it now."""

    heard: Heard
    channel_head: ChannelHead | None = None


async def channel_of(ctx: EngineContext, at: Address, message: str) -> str | None:
    """The channel of a message that may belong to a session; None where reactions to it are ignored."""
    with suppress(DatabaseError):  # a reply that was shown just now may not be written down yet
        await ctx.saver.flush()
    return await reactions.channel_of(ctx.db, at, message)


async def react(ctx: EngineContext, runner: Runner, incoming: Incoming) -> Heard:
    """Store what somebody did to their reactions on a message; nobody's name: to everybody's.

    What is about no message of a session, and what changes nothing, is IGNORED. To take away, nobody has to be let in.
    """
    change = kept_change(incoming.reaction or ReactionChange())

    async def store() -> tuple[Here, Stored]:
        here = await resolve(ctx, incoming.origin)
        if not here.person:
            return here, await _cleared(ctx, here, incoming)
        if change.put:
            door = await ctx.doors.door(ctx.db, here)
            if not _may_react(door, here, incoming, change):
                return here, Stored(Heard.IGNORED)
        async with ctx.db.transaction() as on:
            return here, await keep(
                on, here, change, ReactedMessage(incoming.target, incoming.sent_at, incoming.position)
            )

    here, stored = await repeat(store, key=f"inbox:{incoming.external}", clock=ctx.clock)
    woken(runner, here, stored)
    return stored.heard


def woken(runner: Runner, here: Here, stored: Stored) -> None:
    """See to it that what was stored becomes an act."""
    maybe_crash("after_inbox_commit")
    if stored.channel_head is not None:
        pause = NO_PAUSE if runner.serves(stored.channel_head.key) else whole(SETTLES)
        runner.wake(stored.channel_head, here.platform, pause=pause)


def _may_react(door: ChannelDoor, here: Here, incoming: Incoming, change: ReactionChange) -> bool:
    """Whether somebody is heard here who reacts."""
    admission = door.admission
    if not admission.may_talk or admission.blocked or (admission.opted_out and not here.private):
        return False
    if not is_heard(door.settings, incoming.origin.person):
        return False
    return not (admission.words and any(screen(admission.words).finds(it.strip(":")) for it in change.put))


async def keep(on: Transaction, here: Here, change: ReactionChange, at: ReactedMessage) -> Stored:
    """Keep what a person's reactions on a message are after a change, where that is of a session played here."""
    await inbox.lock_channel(on, here.key)  # two changes of one row are made one after the other
    external = f"reaction:{at.target}:{here.person}"
    found = await reactions.reacted(on, here, at.target, external, _session_in(at.target))
    if found is None:
        return Stored(Heard.IGNORED)
    kept = found.kept
    after = changed(kept.emojis, change, kept.changes)
    if after == kept.emojis:
        return Stored(Heard.AGAIN if after else Heard.IGNORED)
    now = replace(kept, emojis=after, changes=kept.changes + 1)
    await reactions.keep(on, here, at, external, now, found)
    return Stored(Heard.QUIET, None if found.waiting else found.channel_head)


async def _cleared(ctx: EngineContext, here: Here, incoming: Incoming) -> Stored:
    wanted = incoming.reaction.taken if incoming.reaction else ()
    signs = [sign_of(it) for it in wanted]
    if wanted and not any(signs):
        return Stored(Heard.IGNORED)
    channel_head = await reactions.clear(ctx.db, here, incoming, signs[0] if signs else None)
    return Stored(Heard.QUIET if channel_head else Heard.IGNORED, channel_head)


def _session_in(target: str) -> int | None:
    """The session of a message that is named by where it lies; None of one that is the platform's."""
    found = lies_where(target)
    return found[0] if found else None
