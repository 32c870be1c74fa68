"""A chat moves to another channel, a DM, another platform: a code is asked for where it is, and typed where it goes."""

from dataclasses import replace
from datetime import timedelta
from hashlib import sha256
from typing import Final

from engine.actions.head_moves import current_stand
from engine.actions.sessions import fall_silent
from engine.actions.tries import MOST_TRIES, Tries, new_code, plain_code
from engine.actions.views import view_of
from engine.db import forgetting, log, moving, sessions, work
from engine.db.pool import Transaction
from engine.errors import MoveCodeTries, MoveCodeWrong, MoveToSamePlace
from engine.rules.lines import fork_point
from engine.rules.recall.sources import CHRONICLE, EMBED
from engine.turns.claim import look
from engine.turns.needs import Needs
from engine.turns.recover import close
from engine.turns.runner import Runner
from engine.values.ids import StandKey
from engine.values.incoming import Here
from engine.values.moving import Moving
from engine.values.outgoing import Ended, Noticed, View
from engine.values.sessions import ForkReason, Stand
from engine.values.turns import Notice
from engine.values.work import NewSending
from engine.work.saver import Interruption

LASTS: Final = timedelta(minutes=10)
AWAY: Final = "moved-away"


async def code(needs: Needs, here: Here) -> str:
    """A code for the chat that is played here, instead of any before. Raises SessionMissing."""
    stand = await current_stand(needs, here)
    made = new_code()
    async with needs.db.transaction() as on:
        await moving.put_code(on, _digest(made), stand, here.person, LASTS)
    return made


async def waiting(needs: Needs, tries: Tries, here: Here, text: str) -> Moving:
    """What would come here with a code. Raises MoveCodeWrong, MoveCodeTries, MoveToSamePlace."""
    if tries.spent(here.person):
        raise MoveCodeTries(tries=MOST_TRIES)
    found = await moving.waiting(needs.db, _digest(text), LASTS)
    if found is None:
        tries.wrong(here.person)
        raise MoveCodeWrong
    if found.channel == here.key:
        raise MoveToSamePlace
    return found


async def take_over(needs: Needs, runner: Runner, tries: Tries, here: Here, text: str) -> View:
    """Play the chat here from now on, with all its branches, saves and memories; where it was it is no more.

    Raises MoveCodeWrong, MoveToSamePlace.
    """
    found = await waiting(needs, tries, here, text)
    before = await sessions.current(needs.db, here.key)
    async with needs.db.transaction() as on:
        if not await moving.drop_code(on, _digest(text)):
            raise MoveCodeWrong
        found, ended = await _held(needs, on, found)
        stand = await _moved(needs, on, found.stand, here)
        await work.mark_said(on, stand.session_key)
        for kind in (EMBED, CHRONICLE):
            await work.mark_due(on, stand.session_key, kind)
        notice = NewSending(
            "notice", body={"message": AWAY, "data": {}}
        )  # not its title, which may be somebody's words
        told = await work.plan(on, found.channel, None, None, [notice])
        line = await needs.lines.current(on, stand.session_key, stand.branch)
        view = await view_of(needs, on, stand, line)
    for it in ended:
        needs.shows.tell(found.channel, it)
    needs.shows.tell(found.channel, Noticed(Notice(AWAY), told[0] if told else None))
    needs.places.forget()
    needs.doors.forget()
    needs.due_bell.set()
    if before is not None and before.session != stand.session:
        await fall_silent(needs, runner, here, before)
    return view


async def _held(needs: Needs, on: Transaction, moved: Moving) -> tuple[Moving, list[Ended]]:
    """Nobody writes on any stand of the session any more: what grows there ends where it grew.

    Returned as it stands now: people may have gone elsewhere since they were asked. Raises MoveCodeWrong.
    """
    ended: list[Ended] = []
    stands: dict[StandKey, Stand] = {}
    for it in await forgetting.stands_in(on, moved.stand.session_key):
        fence = await needs.leases.seize(on, it.key)
        found = await look(needs, on, it.key, 1)
        _, end = await close(needs, on, found, "moved")
        needs.saver.interrupt(it.key, Interruption.LOST)
        await work.give_back(on, it.key, fence)
        stands[it.key] = found.stand
        ended += [end] if end is not None else []
    if moved.stand.key not in stands:
        raise MoveCodeWrong
    return replace(moved, stand=stands[moved.stand.key]), ended


async def _moved(needs: Needs, on: Transaction, stand: Stand, here: Here) -> Stand:
    if stand.key.space != here.space:
        return await moving.to_space(on, stand, here.key)
    if (there := await sessions.stand_in(on, here.key, stand.session)) is not None:
        return await _instead(needs, on, stand, there)
    await moving.within(on, stand, here.channel)
    return replace(stand, channel=here.channel)


async def _instead(needs: Needs, on: Transaction, stand: Stand, there: Stand) -> Stand:
    """Where it is played too: what comes is played instead of the branch there, which stays one."""
    key = stand.session_key
    line = await needs.lines.current(on, key, stand.branch)
    branch = await log.fork(on, key, *fork_point(line, line.head), ForkReason.THREAD)
    await sessions.move(on, there.key, branch)
    await sessions.turn_to(on, there.channel_key, stand.session)
    await moving.leave(on, stand)
    return replace(there, branch=branch)


def _digest(text: str) -> str:
    return sha256(plain_code(text).encode()).hexdigest()
