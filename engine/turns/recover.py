"""What becomes of a turn that a crash, another process or a head move left running."""

from enum import StrEnum

from engine.db.pool import Transaction
from engine.rules.wire.tags import parse_tags
from engine.turns.commit import write_end
from engine.turns.load import settings_here
from engine.turns.needs import Needs
from engine.turns.tags import patterns
from engine.values.incoming import Here
from engine.values.outgoing import Ended
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


async def close(needs: Needs, on: Transaction, found: Found, why: str) -> tuple[int, Ended | None]:
    """End the turn left running on a stand in what it had become: the new head, and what to show."""
    left = found.leftover
    if left is None:
        return found.head, None
    here = Here(left.turn.key.space, left.turn.channel, left.turn.person or 0, "")
    settings = await settings_here(on, needs.defaults, here, left.turn.character)
    tagged = parse_tags(left.text, patterns(settings))
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
    return await write_end(on, left.turn, found.head, reply, needs.clock.now())
