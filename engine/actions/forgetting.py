"""Forget me: what there is of a person goes, everywhere, and whoever comes back is somebody new."""

from dataclasses import replace
from typing import Final

from engine.db import links
from engine.turns import forget_marks
from engine.turns.forget import forget
from engine.turns.forget_marks import mark, part_all
from engine.turns.needs import Needs
from engine.turns.runner import Runner
from engine.values.incoming import Here
from engine.values.rights import Holdings, Receipt

WAITED_FOR_SECONDS: Final = 8.0
"""So long a person waits for the end; then it goes on in the background, and its end is told."""


async def counted(needs: Needs, here: Here) -> Holdings:
    """How much there is of the person, under all their names."""
    return await forget_marks.counted(needs.db, await _names(needs, here), here.space)


async def forget_me(needs: Needs, runner: Runner, here: Here, seconds: float = WAITED_FOR_SECONDS) -> Receipt:
    """Forget the person under all their names. Once it has begun it ends, whatever becomes of this process."""
    leavers, holdings = await part_all(needs, await _names(needs, here), here.space, here.channel)
    end, done = needs.clock.monotonic() + seconds, True
    for leaver in reversed(leavers):  # the end is told for the first, so the others go before
        gone = await forget(needs, runner, leaver, lambda: needs.clock.monotonic() < end)
        told = None if gone or not leaver.channel else holdings
        await mark(needs.db, replace(leaver, names=()) if gone else leaver, told)
        done = done and gone
    needs.due_bell.set()
    return Receipt(holdings, done)


async def _names(needs: Needs, here: Here) -> list[int]:
    return [it.id for it in await links.circle(needs.db, here.person)]
