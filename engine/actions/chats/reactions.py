"""What people do by a reaction: have one kept on a message that they point at, or ask for an undo."""

from contextlib import suppress

from engine.actions.chats.head_moves import current_head
from engine.actions.chats.subjects import subject_of
from engine.actions.chats.undoing import LOOK_BACK, judge, taken_back
from engine.context import EngineContext
from engine.db.chats import log
from engine.db.chats.reactions import ReactedMessage
from engine.db.postgres.pool import Transaction
from engine.db.postgres.repeat import take_effect
from engine.errors import NoReaction, NothingSaid, NotOnTheLine, OnlyHostsUndo, SessionMissing, TurnsOfOthers
from engine.rules.lines import AT
from engine.rules.text.reactions import asks_undo, sign_of
from engine.turns.intake.reacting import Stored, keep, woken
from engine.turns.runner import Runner
from engine.values.chats.entries import Line, Place
from engine.values.chats.incoming import Heard, Here, ReactionChange
from engine.values.chats.sessions import ChannelHead
from engine.values.chats.undoing import Undoer

__all__ = ["asks_undo", "may_undo", "react"]


async def react(ctx: EngineContext, runner: Runner, here: Here, replied: str, typed: str) -> bool:
    """Put a reaction on a message, or take it away where it is there; whether it is there now.

    Without a message it is the last reply. Raises NoReaction, NothingSaid, NotOnTheLine, SessionMissing.
    """
    sign = sign_of(typed)
    if not sign:
        raise NoReaction
    channel_head = await current_head(ctx, here)
    line = await ctx.lines.current(ctx.db, channel_head.session_key, channel_head.branch)
    place = await _meant(ctx, here, channel_head, line, replied)
    at = ReactedMessage(f"{AT}{channel_head.session}.{place.branch}.{place.seq}", ctx.clock.now(), 0)

    async def act(on: Transaction) -> tuple[bool, Stored]:
        stored = await keep(on, here, ReactionChange(put=(sign,)), at)
        if stored.heard is Heard.QUIET:
            return True, stored
        return False, await keep(on, here, ReactionChange(taken=(sign,)), at)

    key = f"react:{here.channel}:{here.person}"
    put, stored = await take_effect(ctx.db, act, key=key, clock=ctx.clock)
    woken(runner, here, stored)
    return put


async def _meant(ctx: EngineContext, here: Here, channel_head: ChannelHead, line: Line, replied: str) -> Place:
    """Where the message lies that is pointed at, else the last reply."""
    if replied:
        return (await subject_of(ctx.db, here, channel_head.session_key, line, replied)).place
    said = await log.messages(ctx.db, channel_head.session_key, line, LOOK_BACK)
    last = next((it for it in reversed(said) if it.character is not None), None)
    if last is None:
        raise NothingSaid
    return last.place


async def may_undo(ctx: EngineContext, here: Here, replied: str, by: Undoer) -> tuple[int, Place] | None:
    """Where a reply lies that somebody may take back, the last one where none is named; None for all others."""
    with suppress(SessionMissing, NothingSaid, NotOnTheLine, TurnsOfOthers, OnlyHostsUndo):
        channel_head = await current_head(ctx, here)
        line = await ctx.lines.current(ctx.db, channel_head.session_key, channel_head.branch)
        place = await _meant(ctx, here, channel_head, line, replied)
        said = await log.messages(ctx.db, channel_head.session_key, line, LOOK_BACK)
        upto = [it for it in said if it.place.seq <= place.seq]
        found = await taken_back(ctx.db, channel_head.session_key, line, upto)
        if found is None or upto[-1].place != place or upto[-1].character is None:
            return None
        await judge(ctx.db, ctx, here, by, [it for it in said if it.place.seq >= found[0].place.seq])
        return channel_head.session, place
    return None
