"""People who asked to be forgotten and whom a backup brought back go again before anybody talks here."""

from datetime import timedelta

from engine.context import EngineContext
from engine.db.house import work
from engine.forgetting.forget_marks import FORGET, leaver_of
from engine.jobs.people.forget import forget_person
from engine.turns.runner import Runner

_HOLD = timedelta(minutes=10)
_OWNER = "restore"


async def forget_returned(ctx: EngineContext, runner: Runner) -> int:
    """Do every forgetting that is due; how many people it was."""
    count = 0
    while claimed := await work.claim_due(ctx.db, [FORGET], _OWNER, _HOLD, 1):
        for due in claimed:
            count += bool(leaver_of(due).names)  # a second look at the same person has none
            await forget_person(ctx, runner, due)
    return count
