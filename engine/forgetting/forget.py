"""Forgetting a person: step by step, each a transaction of its own, so that whoever goes on finds what is left.

In their private places everything goes. Elsewhere go their words, what was answered to them, replies to others that
repeat a sentence of theirs, and what was made of all that; what is left there names nobody.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial

from engine.context import EngineContext
from engine.db.house import work
from engine.db.people import erasure, forgetting
from engine.db.postgres.pool import Transaction
from engine.db.postgres.repeat import repeat
from engine.erase import erase_entries, remove_made
from engine.forgetting.fed import forget_fed
from engine.rules.naming import Sentences, without_theirs
from engine.turns.claim import look
from engine.turns.recover import close
from engine.turns.runner import Runner
from engine.values.chats.entries import Place
from engine.values.chats.outgoing import Ended
from engine.values.chats.sessions import ChannelHead
from engine.values.chats.turns import HeadState
from engine.values.ids import SessionKey
from engine.work.crashpoints import maybe_crash
from engine.work.saver import Interruption

AT_ONCE = 1_000
"""So many entries go in one transaction."""

Step = Callable[[Transaction], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Leaver:
    """Who is forgotten: their number, what they were called, their private spaces, and where they asked (else 0)."""

    person: int
    names: tuple[str, ...]
    private: tuple[int, ...]
    space: int = 0
    channel: int = 0


async def forget(
    ctx: EngineContext, runner: Runner, leaver: Leaver, going_on: Callable[[], bool] = lambda: True
) -> bool:
    """Erase what there is of a person; False when ``going_on`` said no before the end. Doing it again is harmless."""
    for key in await forgetting.sessions_in(ctx.db, leaver.private):
        if not going_on():
            return False
        await _held(ctx, runner, key, partial(_delete, key), gone=True)
    for key in await forgetting.sessions_with(ctx.db, leaver.person, leaver.private):
        more = True
        while more:
            if not going_on():
                return False
            more = await _leave(ctx, runner, key, leaver)
    while await forgetting.empty_arrived(ctx.db, leaver.person, AT_ONCE):
        maybe_crash("in_forget")
    await forget_fed(ctx, leaver.person)
    async with ctx.db.transaction() as on:
        for space in leaver.private:
            await forgetting.empty_space(on, space)
        await forgetting.drop_owned(on, leaver.private, leaver.person)
        await forgetting.leave_house(on, leaver.person)
    ctx.doors.forget()
    ctx.held.forget()
    ctx.due_bell.set()
    return True


async def _delete(key: SessionKey, on: Transaction) -> None:
    await forgetting.delete_session(on, key)


async def _leave(ctx: EngineContext, runner: Runner, key: SessionKey, leaver: Leaver) -> bool:
    """Erase the next of a person's entries in a session; whether there are more."""
    left = False

    async def step(on: Transaction) -> None:
        nonlocal left
        places = await forgetting.entries_by(on, key, leaver.person, AT_ONCE)
        left = len(places) == AT_ONCE
        texts = await _erase(on, key, leaver, places)
        texts += await forgetting.quotable(on, key, leaver.person)
        await forgetting.unquote(on, key, texts, leaver.names)
        if not left:
            await forgetting.rewrite(on, key, without_theirs(await forgetting.variables(on, key, leaver.person)))
            chapters = await forgetting.untitle(on, key, leaver.person, leaver.names)
            await remove_made(on, key, await forgetting.derived_of(on, key, leaver.person, leaver.names, chapters))
            await forgetting.leave_session(on, key, leaver.person, leaver.names)

    await _held(ctx, runner, key, step)
    return left


async def _erase(on: Transaction, key: SessionKey, leaver: Leaver, places: Sequence[Place]) -> list[str]:
    emptied = await erase_entries(on, key, places)
    echoes = await forgetting.echoes(on, key, Sentences(it.said for it in emptied)) if emptied else []
    emptied += await erase_entries(on, key, echoes)
    await forgetting.empty_shown(on, key, [*places, *echoes])
    await erasure.empty_traces(on, key, leaver.names)
    return [it.text for it in emptied]


async def _held(ctx: EngineContext, runner: Runner, key: SessionKey, step: Step, *, gone: bool = False) -> None:
    """Do a step while nobody writes in a session: what grows there was begun with the words that go, and ends.

    ``gone``: the step removes the session.
    """

    async def once() -> list[tuple[ChannelHead, str, Ended | None, bool]]:
        async with ctx.db.transaction() as on:
            seized = [(it, await ctx.leases.seize(on, it.key)) for it in await forgetting.heads_in(on, key)]
            await forgetting.drop_drafts(on, key)
            stopped = [await _stop(ctx, on, it) for it, _ in seized]
            await step(on)
            ended: list[tuple[ChannelHead, str, Ended | None, bool]] = []
            for (it, fence), (found, end) in zip(seized, stopped, strict=True):
                free = await work.give_back(on, it.key, fence)
                ended.append((found.channel_head, found.address.platform, end, not free))
            maybe_crash("in_forget")
        return ended

    for channel_head, platform, end, waits in await repeat(once, key=f"forget:{key.session}", clock=ctx.clock):
        if end is not None:
            ctx.shows.tell(channel_head.channel_key, end)
        if waits and not gone:
            runner.wake(channel_head, platform)


async def _stop(ctx: EngineContext, on: Transaction, channel_head: ChannelHead) -> tuple[HeadState, Ended | None]:
    found = await look(ctx, on, channel_head.key, 1)
    _, ended = await close(ctx, on, found, "moved")
    ctx.saver.interrupt(channel_head.key, Interruption.LOST)
    return found, ended
