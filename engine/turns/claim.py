"""Second step: take the lease of the channel head, and make what waits there a turn of ours."""

from dataclasses import dataclass, replace

from engine.context import EngineContext
from engine.db.chats import arrivals, sessions, turns
from engine.db.house import work
from engine.db.postgres.pool import Transaction
from engine.db.postgres.repeat import repeat
from engine.errors import SessionMissing
from engine.rules.text.titles import title_from
from engine.turns.beginning import Beginning, begin_if_called
from engine.turns.intake.arrivals import MOST_AT_ONCE, Arrived, take_in
from engine.turns.recover import Remedy, close, remedy
from engine.values.chats.entries import Line
from engine.values.chats.outgoing import Ended
from engine.values.chats.turns import Claimed, HeadState, Leftover, TurnKind
from engine.values.ids import ChannelHeadKey
from engine.work.crashpoints import maybe_crash


@dataclass(frozen=True, slots=True)
class Taken:
    """What claiming came to: a turn to run, and a turn found running that was closed on the way. Either may be None.

    ``fence``: no turn was begun, but the lease was kept because more waits.
    """

    claimed: Claimed | None
    closed: Ended | None = None
    fence: int | None = None


async def claim(ctx: EngineContext, channel_head: ChannelHeadKey, fence: int | None = None) -> Taken:
    """Take the lease of ``channel_head`` (or go on under ``fence``), take in what waits, and begin a turn if it is due.

    Nothing is claimed when another instance holds the lease or nothing asks; the lease is given back then.
    """

    async def once() -> Taken:
        async with ctx.db.transaction() as on:
            held = await ctx.leases.take(on, channel_head) if fence is None else fence
            if held is None or (fence is not None and not await work.hold(on, channel_head, fence)):
                return Taken(None)
            found = await look(ctx, on, channel_head)
            taken = await _take_up(ctx, on, found, held)
            maybe_crash("in_claim")
            if taken.claimed is None and not await work.give_back(on, channel_head, held):
                taken = replace(taken, fence=held)
        return taken

    taken = await repeat(once, key=f"claim:{channel_head.channel_head}", clock=ctx.clock)
    maybe_crash("after_claim")
    if taken.claimed is None:
        ctx.due_bell.set()  # edits and deletions were taken in; after a turn it is rung anyway
    return taken


async def look(
    ctx: EngineContext, on: Transaction, channel_head: ChannelHeadKey, limit: int = MOST_AT_ONCE
) -> HeadState:
    """Where a channel head stands and what waits there, at most ``limit``. Raises SessionMissing."""
    found = await turns.look(on, channel_head, limit)
    if found is None:
        raise SessionMissing
    ctx.shows.addresses.learn(found.channel_head.channel_key, found.address)
    return found


async def _take_up(ctx: EngineContext, on: Transaction, found: HeadState, fence: int) -> Taken:
    """A turn left running is taken over or ended; then comes what waits."""
    left = found.leftover
    closed: Ended | None = None
    if left is not None:
        if remedy(left, resumable=ctx.limits.get(found.address.platform) is not None) is Remedy.RESUME:
            return Taken(await _resume(ctx, on, found, left, fence))
        head, closed = await close(ctx, on, found, "crash")
        found = replace(found, head=head, leftover=None)
    arrived = await take_in(ctx, on, found, only_changes=found.paused)
    found = replace(found, head=arrived.head)
    return Taken(await _answer(ctx, on, found, arrived, fence), closed)


async def _resume(ctx: EngineContext, on: Transaction, found: HeadState, left: Leftover, fence: int) -> Claimed:
    line = await ctx.lines.line(on, found.channel_head.session_key, found.channel_head.branch, found.head)
    return await take_over(on, left, line, fence)


async def take_over(on: Transaction, left: Leftover, line: Line, fence: int, *, anew: bool = False) -> Claimed:
    """Take over, under ``fence``, a turn that was left running: its reply goes on in the messages that show it.

    ``anew``: it begins anew there.
    """
    turn = replace(left.turn, fence=fence)
    await turns.resume(on, turn, kept=not anew)
    seen = await turns.seen(on, turn)
    return Claimed(
        turn,
        line,
        line.head,
        shown=seen.shown,
        attempted=seen.attempted,
        answers=seen.answers,
        joined=left.joined,
        read=bool(left.text.strip()),
        begun="" if anew else left.text,
    )


async def _answer(
    ctx: EngineContext, on: Transaction, found: HeadState, arrived: Arrived, fence: int
) -> Claimed | None:
    """A turn that answers everything that arrived; None when nothing asks for an answer."""
    newest = arrived.newest
    if newest is None:
        return None
    key = found.channel_head.session_key
    line = await ctx.lines.line(on, key, found.channel_head.branch, found.head)
    asked = Beginning(TurnKind.REPLY, newest.person, fence, consumed=arrived.consumed)
    turn = await begin_if_called(ctx, on, found, line, asked)
    if turn is None:  # it enters the log all the same
        await arrivals.consume(on, found.channel_head, arrived.consumed)
        await work.mark_said(on, key)
    if found.untitled:
        first = arrived.messages[0][0]
        await sessions.rename(on, key, title_from(first.text), first.person)
    return None if turn is None else Claimed(turn, line, found.head, answers=newest.external)
