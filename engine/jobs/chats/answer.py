"""Answering, when the model is back, what its failure left unanswered."""

from dataclasses import replace
from datetime import timedelta

from engine.context import EngineContext
from engine.db.chats import log, turns
from engine.db.house import work
from engine.db.postgres.pool import Transaction
from engine.errors import LeaseLost
from engine.rules.bodies.due import unanswered_of
from engine.turns.beginning import Beginning, begin
from engine.turns.intake.arrivals import MOST_AT_ONCE, take_in
from engine.turns.load import settings_here
from engine.turns.runner import Runner
from engine.values.chats.incoming import Here
from engine.values.chats.turns import Claimed, HeadState, TurnKind
from engine.values.house.work import Due
from engine.values.ids import ChannelHeadKey
from engine.work.crashpoints import maybe_crash

WHILE_BUSY = timedelta(seconds=5)


class _BeingAnswered(Exception):
    """A turn runs on the channel head: its lease is to stay as it is."""


async def answer(ctx: EngineContext, runner: Runner, platform: str, due: Due) -> None:
    """Begin the turn anew if the story still stands where it was left, not long ago; else forget the mark."""
    channel_head = ChannelHeadKey(due.key.space, unanswered_of(due.body).channel_head)
    if runner.serves(channel_head):
        await work.postpone_due(ctx.db, due, WHILE_BUSY)
        return
    try:
        found, claimed = await _take_up(ctx, due, channel_head)
    except _BeingAnswered:
        await work.postpone_due(ctx.db, due, WHILE_BUSY)
        return
    if found is not None and (claimed is not None or found.waiting):
        runner.wake(found.channel_head, platform, claimed)


async def _take_up(
    ctx: EngineContext, due: Due, channel_head: ChannelHeadKey
) -> tuple[HeadState | None, Claimed | None]:
    async with ctx.db.transaction() as on:
        fence = await ctx.leases.take(on, channel_head)
        found = await turns.look(on, channel_head, MOST_AT_ONCE)
        if found is not None:
            ctx.shows.addresses.learn(found.channel_head.channel_key, found.address)
        if found is not None and (fence is None or found.leftover is not None):
            raise _BeingAnswered  # a task of ours has claimed it just now: keeping this fence would cost it its reply
        if not await work.finish_due(on, due):
            raise LeaseLost
        claimed = await _begin(ctx, on, due, found, fence) if found and fence else None
        maybe_crash("in_due_work")
        if claimed is None and fence is not None:
            await work.give_back(on, channel_head, fence)
    return found, claimed


async def _begin(ctx: EngineContext, on: Transaction, due: Due, found: HeadState, fence: int) -> Claimed | None:
    """The turn again, unless something else was said there since. An edit is none of that."""
    left = unanswered_of(due.body)
    if found.channel_head.branch != left.branch or any(it.asks for it in found.waiting):
        return None
    found = replace(found, head=(await take_in(ctx, on, found, only_changes=True)).head)
    channel_head = found.channel_head
    line = await ctx.lines.line(on, channel_head.session_key, channel_head.branch, found.head)
    said = await log.messages(on, channel_head.session_key, line, 1)
    person = said[-1].person if said else None
    if person is None or said[-1].place.seq > left.head:
        return None
    at = found.address
    here = Here(channel_head.key.space, channel_head.channel, person, at.platform, at.private)
    patience = timedelta(minutes=(await settings_here(on, ctx.defaults, here)).answer_unanswered)
    if ctx.clock.now() - said[-1].said_at > patience:
        return None
    place = said[-1].place
    shown = await turns.telling_of_failure(on, channel_head, place.seq)
    turn = await begin(ctx, on, found, line, Beginning(TurnKind.RETRY, person, fence, shown=shown))
    answers = await turns.external_of(on, channel_head, place)
    return Claimed(turn, line, found.head, quiet=True, shown=shown, answers=answers)
