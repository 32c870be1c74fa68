"""How things stand."""

from engine.actions.status import newest_turn, status
from engine.turns.needs import Needs
from engine.values.incoming import Here
from engine.values.status import Status


class HouseStatus:
    """How things stand here."""

    def __init__(self, needs: Needs) -> None:
        self._needs = needs

    async def status(self, here: Here) -> Status:
        """The session and the models behind this channel."""
        return await status(self._needs, here)

    async def newest_turn(self, here: Here) -> int | None:
        """The newest turn of the session that is played here; None before the first."""
        return await newest_turn(self._needs, here)
