"""What arrives before anybody has seen any of a reply joins its turn."""

from dataclasses import replace

from engine.context import EngineContext
from engine.db.chats import turns
from engine.db.house import work
from engine.db.postgres.pool import Transaction
from engine.db.postgres.repeat import repeat
from engine.errors import LeaseLost
from engine.turns.claim import look
from engine.turns.inputs.cast import who_answers
from engine.turns.intake.arrivals import Arrived, take_in
from engine.values.chats.turns import Claimed, HeadState, Turn, TurnKind
from engine.work.crashpoints import maybe_crash


async def join(ctx: EngineContext, claimed: Claimed, *, several: bool = False) -> Claimed | None:
    """Take what waits on the channel head into the turn: the turn as it is now, None when nothing is left to answer.

    ``several``: more than one character plays, so that another may be called.
    Raises LeaseLost when the turn is no longer ours.
    """
    channel_head = claimed.turn.channel_head

    async def once() -> Claimed | None:
        async with ctx.db.transaction() as on:
            if not await work.hold(on, channel_head, claimed.turn.fence):
                raise LeaseLost
            found = await look(ctx, on, channel_head)
            left = found.leftover
            if left is None or left.turn.key != claimed.turn.key:
                raise LeaseLost
            arrived = await take_in(ctx, on, found)
            joined = await _joined(ctx, on, found, claimed, arrived)
            if several and joined is not None and arrived.newest is not None:
                joined = await _called(ctx, on, found, joined)
            maybe_crash("in_join")
        return joined

    joined = await repeat(once, key=f"join:{claimed.turn.key.turn}", clock=ctx.clock)
    maybe_crash("after_join")
    return joined


async def _joined(
    ctx: EngineContext, on: Transaction, found: HeadState, claimed: Claimed, arrived: Arrived
) -> Claimed | None:
    line = await ctx.lines.line(on, found.channel_head.session_key, found.channel_head.branch, arrived.head)
    newest = arrived.newest
    turn = replace(claimed.turn, after_seq=line.head, person=newest.person if newest else claimed.turn.person)
    joined = await turns.join(on, turn, arrived.consumed)
    if newest is None and not await _asked(on, turn):
        return None
    answers = newest.external if newest else claimed.answers
    return replace(claimed, turn=turn, line=line, head=line.head, joined=joined, answers=answers)


async def _called(ctx: EngineContext, on: Transaction, found: HeadState, joined: Claimed) -> Claimed:
    """The turn as it is now that more was said: others may be called."""
    nxt = await who_answers(ctx, on, found, joined.line, joined.turn.kind, anybody=False)
    if nxt is None:
        return joined
    turn = replace(joined.turn, character=nxt.character, then=nxt.then)
    await turns.hand_over(on, turn)
    return replace(joined, turn=turn)


async def _asked(on: Transaction, turn: Turn) -> bool:
    """Whether anything that the turn answers is left; what an older turn left unanswered is not asked for."""
    return turn.kind is not TurnKind.REPLY or await turns.still_asked(on, turn)
