"""How things stand."""

from engine.actions.status import status
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
