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
from engine.values.ids import StandKey
from engine.work.crashpoints import maybe_crash

WHILE_BUSY = timedelta(seconds=5)


class _BeingAnswered(Exception):
    """A turn runs on the channel head: its lease is to stay as it is."""


async def answer(ctx: EngineContext, runner: Runner, platform: str, due: Due) -> None:
    """Begin the turn anew if the story still stands where it was left, not long ago; else forget the mark."""
    stand = StandKey(due.key.space, unanswered_of(due.body).stand)
    if runner.serves(stand):
        await work.postpone_due(ctx.db, due, WHILE_BUSY)
        return
    try:
        found, claimed = await _take_up(ctx, due, stand)
    except _BeingAnswered:
        await work.postpone_due(ctx.db, due, WHILE_BUSY)
        return
    if found is not None and (claimed is not None or found.waiting):
        runner.wake(found.stand, platform, claimed)


async def _take_up(ctx: EngineContext, due: Due, stand: StandKey) -> tuple[HeadState | None, Claimed | None]:
    async with ctx.db.transaction() as on:
        fence = await ctx.leases.take(on, stand)
        found = await turns.look(on, stand, MOST_AT_ONCE)
        if found is not None:
            ctx.shows.addresses.learn(found.stand.channel_key, found.address)
        if found is not None and (fence is None or found.leftover is not None):
            raise _BeingAnswered  # a task of ours has claimed it just now: keeping this fence would cost it its reply
        if not await work.finish_due(on, due):
            raise LeaseLost
        claimed = await _begin(ctx, on, due, found, fence) if found and fence else None
        maybe_crash("in_due_work")
        if claimed is None and fence is not None:
            await work.give_back(on, stand, fence)
    return found, claimed


async def _begin(ctx: EngineContext, on: Transaction, due: Due, found: HeadState, fence: int) -> Claimed | None:
    """The turn again, unless something else was said there since. An edit is none of that."""
    left = unanswered_of(due.body)
    if found.stand.branch != left.branch or any(it.asks for it in found.waiting):
        return None
    found = replace(found, head=(await take_in(ctx, on, found, only_changes=True)).head)
    stand = found.stand
    line = await ctx.lines.line(on, stand.session_key, stand.branch, found.head)
    said = await log.messages(on, stand.session_key, line, 1)
    person = said[-1].person if said else None
    if person is None or said[-1].place.seq > left.head:
        return None
    at = found.address
    here = Here(stand.key.space, stand.channel, person, at.platform, at.private)
    patience = timedelta(minutes=(await settings_here(on, ctx.defaults, here)).answer_unanswered)
    if ctx.clock.now() - said[-1].said_at > patience:
        return None
    place = said[-1].place
    shown = await turns.telling_of_failure(on, stand, place.seq)
    turn = await begin(ctx, on, found, line, Beginning(TurnKind.RETRY, person, fence, shown=shown))
    answers = await turns.external_of(on, stand, place)
    return Claimed(turn, line, found.head, quiet=True, shown=shown, answers=answers)
