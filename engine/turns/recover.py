"""What becomes of a turn that a crash, another process or a head move left running."""

from enum import StrEnum

from engine.db.pool import Transaction
from engine.rules.wire.tags import parse_tags
from engine.turns.commit import write_end
from engine.turns.load import settings_here
from engine.turns.needs import Needs
from engine.turns.tags import patterns
from engine.values.entries import Line
from engine.values.incoming import Here
from engine.values.outgoing import Ended
from engine.values.turns import Claimed, Found, Leftover, Notice, Reply, TurnState

MOST_TRIES = 3


class Remedy(StrEnum):
    """What to do with a turn that was left running."""

    CLOSE = "close"
    RESUME = "resume"
    PARK = "park"


def remedy(left: Leftover, *, resumable: bool) -> Remedy:
    """What was not shown is written anew, but not for ever; so is what was shown where it can be changed.

    Else what was shown stays, marked as cut. ``resumable``: what was shown can be changed. Nobody is answered late.
    """
    if left.stale:
        return Remedy.CLOSE
    if left.tries < MOST_TRIES and (resumable or not left.text.strip()):
        return Remedy.RESUME
    return Remedy.CLOSE if left.text.strip() else Remedy.PARK


async def close(needs: Needs, on: Transaction, found: Found, why: str) -> tuple[int, Ended | None]:
    """End the turn left running on a stand in what it had become: the new head, and what to show.

    ``why``: crash, moved or left; whoever has left is told nothing.
    """
    left = found.leftover
    if left is None:
        return found.head, None
    at = found.address
    here = Here(left.turn.key.space, left.turn.channel, left.turn.person or 0, at.platform, at.private)
    settings = await settings_here(on, needs.defaults, here, left.turn.character)
    tagged = parse_tags(left.text, patterns(settings))
    parked = why == "crash" and remedy(left, resumable=True) is Remedy.PARK
    notice = Notice("turn-parked" if parked else f"turn-cut-{why}")
    reply = Reply(
        state=TurnState.ERROR if parked else TurnState.INTERRUPTED,
        outcome="parked" if parked else why,
        raw=left.text,
        text=tagged.clean.strip(),
        emotions=tagged.emotions,
        gestures=tagged.gestures,
        notice=None if why == "left" else notice,
    )
    needs.outbox.learn(left.turn)
    claimed = Claimed(left.turn, Line(()), found.head)
    return await write_end(needs, on, claimed, reply, at.platform)
