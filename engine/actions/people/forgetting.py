"""Forget me: what there is of a person goes, everywhere, and whoever comes back is somebody new."""

from dataclasses import replace
from typing import Final

from engine.context import EngineContext
from engine.db.people import links
from engine.errors import NameShared
from engine.forgetting import forget_marks
from engine.forgetting.forget import forget
from engine.forgetting.forget_marks import mark, part_all
from engine.turns.runner import Runner
from engine.values.chats.incoming import Here
from engine.values.people.rights import PersonalData, Receipt

WAITED_FOR_SECONDS: Final = 8.0
"""So long a person waits for the end; then it goes on in the background, and its end is told."""


async def counted(ctx: EngineContext, here: Here) -> PersonalData:
    """How much there is of the person, under all their names."""
    return await forget_marks.counted(ctx.db, await _names(ctx, here), here.space)


async def forget_me(ctx: EngineContext, runner: Runner, here: Here, seconds: float = WAITED_FOR_SECONDS) -> Receipt:
    """Forget the person under all their names. Once it has begun it ends, whatever becomes of this process.

    Raises NameShared.
    """
    await its_own(ctx, here)
    names = await _names(ctx, here)
    for person in names:
        ctx.found_lately.forget(person)
    leavers, holdings = await part_all(ctx, names, here.space, here.channel)
    end, done = ctx.clock.monotonic() + seconds, True
    for leaver in reversed(leavers):  # the end is told for the first, so the others go before
        gone = await forget(ctx, runner, leaver, lambda: ctx.clock.monotonic() < end)
        told = None if gone or not leaver.channel else holdings
        await mark(ctx.db, replace(leaver, names=()) if gone else leaver, told)
        done = done and gone
    ctx.due_bell.set()
    return Receipt(holdings, done)


async def its_own(ctx: EngineContext, here: Here) -> None:
    """Raises NameShared where several people may go by the name that somebody has here."""
    if await links.is_shared(ctx.db, here.person):
        raise NameShared


async def _names(ctx: EngineContext, here: Here) -> list[int]:
    return [it.id for it in await links.circle(ctx.db, here.person)]
