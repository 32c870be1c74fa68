"""Who waited to be let in is told that they may talk now, and what they said is answered."""

from datetime import timedelta

from engine.context import EngineContext
from engine.db.house import access, work
from engine.errors import LeaseLost
from engine.rules.bodies.due import let_in_json, let_in_of
from engine.turns import opening
from engine.turns.runner import Runner
from engine.values.chats.incoming import Here
from engine.values.chats.notices import RINGS, TONGUE, Notice
from engine.values.chats.outgoing import Noticed, Sending
from engine.values.house.due_bodies import LetInMark
from engine.values.house.work import Due, NewSending
from engine.values.ids import ChannelKey
from engine.work.arriving import arrived
from engine.work.crashpoints import maybe_crash

TOLD = "access-now"
_NOT_ARRIVED = timedelta(seconds=5)


async def let_in(ctx: EngineContext, runner: Runner, due: Due) -> None:
    """Tell it in one channel, once in each language; when that has arrived, see to what waits there.

    A kill loses nothing, and doubles what is told only where it falls between a message and its receipt.
    """
    channel = ChannelKey(due.key.space, int(due.kind.partition("/")[2]))
    found = await access.let_in_at(ctx.db, channel)
    ctx.shows.addresses.learn(channel, found.address)
    tongues = let_in_of(due.body).tongues if found.open else ()
    if tongues:
        place = "private" if found.address.private else "group"
        rings = "no" if found.person is not None else "yes"  # an answer rings itself
        await _tell(ctx, due, channel, [Notice(TOLD, {"place": place, TONGUE: it, RINGS: rings}) for it in tongues])
    elif await arrived(ctx.db, ctx.clock, channel, _is_it):
        await _answer(ctx, runner, due, channel, found)
    else:
        await work.postpone_due(ctx.db, due, _NOT_ARRIVED)


async def _tell(ctx: EngineContext, due: Due, channel: ChannelKey, notices: list[Notice]) -> None:
    """What is told and that it was is one transaction; the mark stays for what is to be answered."""
    planned = [NewSending("notice", notice=it) for it in notices]
    async with ctx.db.transaction() as on:
        sendings = await work.plan(on, channel, None, None, planned)
        await work.mark_due(on, due.key, due.kind, body=let_in_json(LetInMark()))
        if not await work.finish_due(on, due):
            raise LeaseLost
        maybe_crash("in_letting_in")
    for notice, sending in zip(notices, sendings, strict=True):
        ctx.shows.tell(channel, Noticed(notice, sending))
    ctx.due_bell.set()


async def _answer(ctx: EngineContext, runner: Runner, due: Due, channel: ChannelKey, found: access.LetIn) -> None:
    channel_head = None
    if found.person is not None:
        at = found.address
        here = Here(channel.space, channel.channel, found.person, at.platform, at.private)
        channel_head, _ = await opening.begin_first(ctx, here, found.name)
    async with ctx.db.transaction() as on:
        if not await work.finish_due(on, due):
            raise LeaseLost
    maybe_crash("after_letting_in")
    if channel_head is not None:
        runner.wake(channel_head, found.address.platform)


def _is_it(sending: Sending) -> bool:
    return sending.notice is not None and sending.notice.message == TOLD
