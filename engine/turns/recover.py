"""What becomes of a turn that a crash, another process or a head move left running."""

from datetime import datetime
from enum import StrEnum

from engine.db.pool import Transaction
from engine.rules.wire.tags import parse_tags
from engine.turns.commit import write_end
from engine.turns.tags import patterns
from engine.values.outgoing import Ended
from engine.values.settings import Settings
from engine.values.turns import Found, Leftover, Notice, Reply, TurnState

MOST_TRIES = 3


class Remedy(StrEnum):
    """What to do with a turn that was left running."""

    CLOSE = "close"
    RESUME = "resume"
    PARK = "park"


def remedy(left: Leftover) -> Remedy:
    """What was shown stays, marked as cut; what was not shown is written anew, but not for ever."""
    if left.text.strip():
        return Remedy.CLOSE
    return Remedy.RESUME if left.tries < MOST_TRIES else Remedy.PARK


async def close(on: Transaction, found: Found, why: str, now: datetime) -> tuple[int, Ended | None]:
    """End the turn left running on a stand in what it had become: the new head, and what to show."""
    left = found.leftover
    if left is None:
        return found.head, None
    tagged = parse_tags(left.text, patterns(Settings()))
    parked = remedy(left) is Remedy.PARK and why == "crash"
    reply = Reply(
        state=TurnState.ERROR if parked else TurnState.INTERRUPTED,
        outcome="parked" if parked else why,
        raw=left.text,
        text=tagged.clean.strip(),
        emotions=tagged.emotions,
        gestures=tagged.gestures,
        notice=Notice("turn-parked" if parked else f"turn-cut-{why}"),
    )
    return await write_end(on, left.turn, found.head, reply, now)
