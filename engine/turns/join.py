"""What arrives before anybody has seen any of a reply joins its turn."""

from dataclasses import replace

from engine.db import turns, work
from engine.db.pool import Transaction
from engine.db.repeat import repeat
from engine.errors import LeaseLost
from engine.turns.arrivals import Arrived, take_in
from engine.turns.cast import who_answers
from engine.turns.claim import look
from engine.turns.needs import Needs
from engine.values.turns import Claimed, Found, Turn, TurnKind
from engine.work.crashpoints import maybe_crash


async def join(needs: Needs, claimed: Claimed, *, several: bool = False) -> Claimed | None:
    """Take what waits on the stand into the turn: the turn as it is now, None when nothing is left to answer.

    ``several``: more than one character plays, so that another may be called.
    Raises LeaseLost when the turn is no longer ours.
    """
    stand = claimed.turn.stand

    async def once() -> Claimed | None:
        async with needs.db.transaction() as on:
            if not await work.hold(on, stand, claimed.turn.fence):
                raise LeaseLost
            found = await look(needs, on, stand)
            left = found.leftover
            if left is None or left.turn.key != claimed.turn.key:
                raise LeaseLost
            arrived = await take_in(needs, on, found)
            joined = await _joined(needs, on, found, claimed, arrived)
            if several and joined is not None and arrived.newest is not None:
                joined = await _called(needs, on, found, joined)
            maybe_crash("in_join")
        return joined

    joined = await repeat(once, key=f"join:{claimed.turn.key.turn}", clock=needs.clock)
    maybe_crash("after_join")
    return joined


async def _joined(needs: Needs, on: Transaction, found: Found, claimed: Claimed, arrived: Arrived) -> Claimed | None:
    line = await needs.lines.line(on, found.stand.session_key, found.stand.branch, arrived.head)
    newest = arrived.newest
    turn = replace(claimed.turn, after_seq=line.head, person=newest.person if newest else claimed.turn.person)
    joined = await turns.join(on, turn, arrived.consumed)
    if newest is None and not await _asked(on, turn):
        return None
    answers = newest.external if newest else claimed.answers
    return replace(claimed, turn=turn, line=line, head=line.head, joined=joined, answers=answers)


async def _called(needs: Needs, on: Transaction, found: Found, joined: Claimed) -> Claimed:
    """The turn as it is now that more was said: others may be called."""
    nxt = await who_answers(needs, on, found, joined.line, joined.turn.kind, anybody=False)
    if nxt is None:
        return joined
    turn = replace(joined.turn, character=nxt.character, then=nxt.then)
    await turns.hand_over(on, turn)
    return replace(joined, turn=turn)


async def _asked(on: Transaction, turn: Turn) -> bool:
    """Whether anything that the turn answers is left; what an older turn left unanswered is not asked for."""
    return turn.kind is not TurnKind.REPLY or await turns.still_asked(on, turn)
