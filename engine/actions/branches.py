"""Where a story goes: back a step, onto another branch, onto a new one."""

from dataclasses import replace

from engine.actions.head_moves import Move, current_stand, move_head
from engine.actions.views import view_of
from engine.db import log, turns
from engine.errors import BranchTaken, DatabaseConstraint, NoSuchBranch, NothingSaid, TooFarBack
from engine.turns.needs import Needs
from engine.turns.runner import Runner
from engine.values.entries import Entry
from engine.values.incoming import Here
from engine.values.outgoing import View
from engine.values.sessions import BranchInfo, ForkReason

LOOK_BACK = 400


async def undo(needs: Needs, runner: Runner, here: Here) -> View:
    """Take back the last exchange: stand before what people said last. Raises NothingSaid.

    The view names the messages of the platform that show what is taken back.
    """
    stand = await current_stand(needs, here)

    async def act(move: Move) -> View:
        said = await log.messages(move.on, move.key, move.line, LOOK_BACK)
        first = _first_of_last_burst(said)
        if first is None:
            raise NothingSaid
        replies = [it.turn for it in said if it.turn is not None and it.place.seq >= first.place.seq]
        gone = await turns.showing(move.on, move.key, replies, ["reply", "notice"]) if replies else []
        await move.fork(first.place.seq - 1, ForkReason.UNDO)
        return replace(await view_of(needs, move.on, move.found.stand, move.line), gone=tuple(gone))

    return await move_head(needs, runner, here, stand, act)


async def branches(needs: Needs, here: Here) -> list[BranchInfo]:
    """The branches of the session that is played here."""
    stand = await current_stand(needs, here)
    return await log.branch_list(needs.db, stand.session_key, stand.branch)


async def switch(needs: Needs, runner: Runner, here: Here, branch: int) -> View:
    """Stand at the end of another branch. Raises NoSuchBranch, BranchTaken."""
    stand = await current_stand(needs, here)

    async def act(move: Move) -> View:
        if branch not in await log.branches(move.on, move.key):
            raise NoSuchBranch(number=branch)
        try:
            await move.stand_on(branch, await log.head(move.on, move.key, branch))
        except DatabaseConstraint as error:
            raise BranchTaken(number=branch) from error
        return await view_of(needs, move.on, move.found.stand, move.line)

    return await move_head(needs, runner, here, stand, act)


async def branch_from(needs: Needs, runner: Runner, here: Here, back: int) -> View:
    """A new branch that begins ``back`` messages before the end. Raises TooFarBack."""
    stand = await current_stand(needs, here)

    async def act(move: Move) -> View:
        said = await log.messages(move.on, move.key, move.line, max(back, 1))
        if back > len(said):
            raise TooFarBack(messages=len(said))
        await move.fork(said[-back].place.seq - 1 if back else move.head, ForkReason.BRANCH)
        return await view_of(needs, move.on, move.found.stand, move.line)

    return await move_head(needs, runner, here, stand, act)


def _first_of_last_burst(said: list[Entry]) -> Entry | None:
    """The first of the messages that people wrote last, one after another."""
    last = next((n for n in reversed(range(len(said))) if said[n].person is not None), None)
    if last is None:
        return None
    while last > 0 and said[last - 1].person is not None:
        last -= 1
    return said[last]
