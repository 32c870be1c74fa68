"""Forget me: what there is of a person goes, everywhere, and whoever comes back is somebody new."""

from dataclasses import replace
from typing import Final

from engine.db import forgetting
from engine.turns.forget import forget
from engine.turns.forget_marks import mark, part
from engine.turns.needs import Needs
from engine.turns.runner import Runner
from engine.values.incoming import Here
from engine.values.rights import Holdings, Receipt

WAITED_FOR_SECONDS: Final = 8.0
"""So long a person waits for the end; then it goes on in the background, and its end is told."""


async def counted(needs: Needs, here: Here) -> Holdings:
    """How much there is of the person."""
    private = await forgetting.private_spaces(needs.db, here.person, here.space)
    return await forgetting.holdings(needs.db, here.person, private)


async def forget_me(needs: Needs, runner: Runner, here: Here, seconds: float = WAITED_FOR_SECONDS) -> Receipt:
    """Forget the person. Once it has begun it ends, whatever becomes of this process."""
    leaver, holdings = await part(needs, here.person, here.space, here.channel)
    end = needs.clock.monotonic() + seconds
    done = await forget(needs, runner, leaver, lambda: needs.clock.monotonic() < end)
    await mark(needs.db, replace(leaver, names=()) if done else leaver, None if done else holdings)
    needs.due_bell.set()
    return Receipt(holdings, done)
