"""How things stand."""

from datetime import datetime

from engine.actions.house.status import newest_turn, status
from engine.context import EngineContext
from engine.values.chats.incoming import Here
from engine.values.house.status import ChannelStatus


class HouseStatusService:
    """How things stand here."""

    def __init__(self, ctx: EngineContext) -> None:
        self._ctx = ctx

    def now(self) -> datetime:
        """What the engine's clock says, in UTC; whoever stands above it has no other."""
        return self._ctx.clock.now()

    async def status(self, here: Here) -> ChannelStatus:
        """The session and the models behind this channel."""
        return await status(self._ctx, here)

    async def newest_turn(self, here: Here) -> int | None:
        """The newest turn of the session that is played here; None before the first."""
        return await newest_turn(self._ctx, here)
