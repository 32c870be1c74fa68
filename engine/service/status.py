"""How things stand."""

from datetime import datetime

from engine.actions.status import newest_turn, status
from engine.turns.needs import Needs
from engine.values.incoming import Here
from engine.values.status import Status


class HouseStatus:
    """How things stand here."""

    def __init__(self, needs: Needs) -> None:
        self._needs = needs

    def now(self) -> datetime:
        """What the engine's clock says, in UTC; whoever stands above it has no other."""
        return self._needs.clock.now()

    async def status(self, here: Here) -> Status:
        """The session and the models behind this channel."""
        return await status(self._needs, here)

    async def newest_turn(self, here: Here) -> int | None:
        """The newest turn of the session that is played here; None before the first."""
        return await newest_turn(self._needs, here)
