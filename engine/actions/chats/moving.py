"""A chat moves to another channel, a DM, another platform: a code is asked for where it is, and typed where it goes."""

from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import timedelta
from hashlib import sha256
from typing import Final

from engine.actions.chats.head_moves import HeadMove, current_head, move_head
from engine.actions.chats.sessions import fall_silent
from engine.actions.chats.views import view_of
from engine.actions.house.tries import MOST_TRIES, Tries, new_code, plain_code
from engine.actions.people import writing_first
from engine.context import EngineContext
from engine.db.chats import audiences, log, moving, sessions
from engine.db.house import work
from engine.db.people import forgetting
from engine.db.postgres.pool import Statements, Transaction
from engine.db.postgres.repeat import take_effect
from engine.errors import MoveCodeTries, MoveCodeWrong, MoveOthersSpoke, MoveToSamePlace, MoveWalled, StateError
from engine.rules.lines import fork_point
from engine.rules.recall.ranking.presence import cast_at
from engine.rules.recall.remembering.sources import CHRONICLE, EMBED
from engine.turns.claim import look
from engine.turns.intake.arrivals import take_in
from engine.turns.recover import close
from engine.turns.runner import Runner
from engine.values.chats.entries import EntryKind
from engine.values.chats.incoming import Here
from engine.values.chats.moving import MovingChat
from engine.values.chats.notices import Notice
from engine.values.chats.outgoing import Ended, Noticed, Sending, View
from engine.values.chats.sessions import ChannelHead, ForkReason
from engine.values.chats.turns import TurnKind
from engine.values.house.work import NewSending
from engine.values.ids import ChannelKey
from engine.work.saver import Interruption

LASTS: Final = timedelta(minutes=10)
AWAY: Final = "moved-away"
MOST_WAITING: Final = 10_000
"""Messages without an answer that come along."""


async def code(ctx: EngineContext, here: Here) -> str:
    """A code for the chat that is played here, instead of any before. Raises SessionMissing."""
    channel_head = await current_head(ctx, here)
    made = new_code()
    async with ctx.db.transaction() as on:
        await moving.put_code(on, _digest(made), channel_head, here.person, LASTS)
    return made


async def waiting(ctx: EngineContext, tries: Tries, here: Here, text: str) -> MovingChat:
    """What would come here with a code.

    Raises MoveCodeWrong, MoveCodeTries, MoveToSamePlace, MoveOthersSpoke, MoveWalled.
    """
    if tries.spent(here.person):
        raise MoveCodeTries(tries=MOST_TRIES)
    found = await moving.waiting(ctx.db, _digest(text), LASTS)
    if found is None:
        tries.wrong(here.person)
        raise MoveCodeWrong
    if found.channel == here.key:
        raise MoveToSamePlace
    await _require_theirs(ctx.db, found, here)
    return found


@dataclass(frozen=True, slots=True)
class _Came:
    """A chat has moved: where it was, where it is, and what people there are told.

    ``ended`` are the replies that grew; ``asked``: what was said last had no answer yet.
    """

    left: ChannelKey
    channel_head: ChannelHead
    view: View
    told: Sending
    ended: tuple[Ended, ...]
    asked: bool


async def take_over(ctx: EngineContext, runner: Runner, tries: Tries, here: Here, text: str) -> View:
    """Play the chat here from now on, with all its branches, saves and memories; where it was it is no more.

    It takes effect once, even if the answer to the commit is lost. What waited for an answer is answered here.
    Raises MoveCodeWrong, MoveToSamePlace, MoveOthersSpoke, MoveWalled.
    """
    found = await waiting(ctx, tries, here, text)
    before = await sessions.current(ctx.db, here.key)

    async def once(on: Transaction) -> _Came:
        if not await moving.drop_code(on, _digest(text)):
            raise MoveCodeWrong
        return await _take_over(ctx, on, found, here)

    came = await take_effect(ctx.db, once, key=f"take over:{found.channel_head.session}", clock=ctx.clock)
    for it in came.ended:
        ctx.shows.tell(came.left, it)
    ctx.shows.tell(came.left, Noticed(Notice(AWAY), came.told))
    ctx.places.forget()
    ctx.doors.forget()
    ctx.due_bell.set()
    if before is not None and before.session != came.channel_head.session:
        await fall_silent(ctx, runner, here, before)
    if came.asked:
        await _answer(ctx, runner, here, came.channel_head)
    return came.view


async def _take_over(ctx: EngineContext, on: Transaction, found: MovingChat, here: Here) -> _Came:
    held = await _held(ctx, on, found, here)
    await _require_theirs(on, held.moving, here)
    if await _more_read(on, held.moving, here):
        await moving.leave_names(on, held.moving.channel_head.session_key, (found.person, here.person))
    channel_head = await _moved(ctx, on, held.moving.channel_head, here)
    await audiences.read_there(
        on, channel_head.session_key, here.channel, whole=channel_head.key.space != held.moving.channel_head.key.space
    )
    if here.private:
        await moving.leave_personas(on, channel_head.session_key, (found.person, here.person))
    await work.mark_said(on, channel_head.session_key)
    for kind in (EMBED, CHRONICLE):
        await work.mark_due(on, channel_head.session_key, kind)
    notice = NewSending("notice", notice=Notice(AWAY))  # not its title, which may be somebody's words
    (told,) = await work.plan(on, held.moving.channel, None, None, [notice])
    line = await ctx.lines.current(on, channel_head.session_key, channel_head.branch)
    view = await view_of(ctx, on, channel_head, line)
    acts = await log.acts(on, channel_head.session_key, line, [EntryKind.MEMBER])
    await writing_first.follow(ctx, on, held.moving.channel, here, cast_at(acts, line.head))
    return _Came(held.moving.channel, channel_head, view, told, tuple(held.ended), held.asked)


async def _require_theirs(on: Statements, found: MovingChat, here: Here) -> None:
    """What others said, or what a reply told of them, stays in its space: nobody else could read it there.

    Within that it never comes to people who could not read it where it was said. Whoever asked for the code and whoever
    typed it agree. Raises MoveOthersSpoke, MoveWalled.
    """
    key, agree = found.channel_head.session_key, (found.person, here.person)
    if key.space != here.space:
        told = not here.private and await moving.told_of_others(on, key, agree, None)  # alone one has read it all
        if told or await moving.others_spoke(on, key, agree):
            raise MoveOthersSpoke
        return
    covered = await audiences.covered(on, here.key)
    if await moving.walled_words(on, key, agree, covered) or await moving.told_of_others(on, key, agree, covered):
        raise MoveWalled


async def _more_read(on: Statements, found: MovingChat, here: Here) -> bool:
    """Whether somebody reads here who could not read where the chat was."""
    return found.channel_head.key.space != here.space or not await audiences.covers(on, here.key, found.channel)


@dataclass(slots=True)
class _Held:
    """A session on which nobody writes any more. ``asked`` is as in _Came."""

    moving: MovingChat
    ended: list[Ended] = field(default_factory=list[Ended])
    asked: bool = False


async def _held(ctx: EngineContext, on: Transaction, moved: MovingChat, here: Here) -> _Held:
    """What grows on a head of the session ends where it grew; what waits where it will be no more enters the log.

    It is held as it stands now: people may have gone elsewhere since they were asked. Raises MoveCodeWrong.
    """
    held: _Held | None = None
    ended: list[Ended] = []
    for seized in await forgetting.heads_in(on, moved.channel_head.session_key):
        fence = await ctx.leases.seize(on, seized.key)
        found = await look(ctx, on, seized.key, MOST_WAITING)
        head, end = await close(ctx, on, found, "moved")
        ctx.saver.interrupt(seized.key, Interruption.LOST)
        found = replace(found, head=head, leftover=None)
        if seized.key == moved.channel_head.key:
            asked = not found.paused and any(one.asks for one in found.waiting)
            held = _Held(replace(moved, channel_head=found.channel_head), ended, asked)
        if seized.key == moved.channel_head.key or seized.key.space != here.space:
            await take_in(ctx, on, found, only_changes=found.paused, leaving=True)
        await work.give_back(on, seized.key, fence)
        ended += [end] if end is not None else []
    if held is None:
        raise MoveCodeWrong
    return held


async def _answer(ctx: EngineContext, runner: Runner, here: Here, channel_head: ChannelHead) -> None:
    """Answer what came along without an answer, if that may be done here. The chat has moved in any case."""

    async def act(move: HeadMove) -> None:
        await move.answer(TurnKind.RETRY, here.person)

    with suppress(StateError):  # paused, or all is spent: it can be asked for again
        await move_head(ctx, runner, here, channel_head, act)


async def _moved(ctx: EngineContext, on: Transaction, channel_head: ChannelHead, here: Here) -> ChannelHead:
    if channel_head.key.space != here.space:
        return await moving.to_space(on, channel_head, here.key)
    if (there := await sessions.head_in(on, here.key, channel_head.session)) is not None:
        return await _instead(ctx, on, channel_head, there)
    await moving.within(on, channel_head, here.channel)
    return replace(channel_head, channel=here.channel)


async def _instead(ctx: EngineContext, on: Transaction, channel_head: ChannelHead, there: ChannelHead) -> ChannelHead:
    """Where it is played too: what comes is played instead of the branch there, which stays one."""
    key = channel_head.session_key
    line = await ctx.lines.current(on, key, channel_head.branch)
    branch = await log.fork(on, key, *fork_point(line, line.head), ForkReason.THREAD)
    await sessions.move(on, there.key, branch)
    await sessions.turn_to(on, there.channel_key, channel_head.session)
    await moving.leave(on, channel_head)
    return replace(there, branch=branch)


def _digest(text: str) -> str:
    return sha256(plain_code(text).encode()).hexdigest()
