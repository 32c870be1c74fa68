"""Whether what was to be said in a channel has arrived there."""

from collections.abc import Callable
from typing import Final

from engine.db.house import work
from engine.db.postgres.pool import Statements
from engine.ports import Clock
from engine.values.chats.outgoing import Sending, SendingState
from engine.values.ids import ChannelKey

_PAUSES: Final = (0.02, 0.04, 0.08, 0.16, 0.2, *[0.5] * 9)
"""Seconds between looks: five in all."""


async def arrived(on: Statements, clock: Clock, channel: ChannelKey, meant: Callable[[Sending], bool]) -> bool:
    """Whether what is ``meant`` has arrived, or never will; what is on its way is given five seconds."""
    for pause in _PAUSES:
        sendings = await work.open_sendings(on, channel)
        if all(it.state is SendingState.UNKNOWN or not meant(it) for it in sendings):
            return True
        await clock.sleep(pause)
    return False
