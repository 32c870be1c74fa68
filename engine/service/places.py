"""Where a request comes from, in our numbers."""

from engine.turns.needs import Needs
from engine.values.incoming import Here, Origin


class Places:
    """Spaces, channels and people."""

    def __init__(self, needs: Needs) -> None:
        self._needs = needs

    async def resolve(self, origin: Origin) -> Here:
        """The channel and the person behind a platform's names; made when they are new."""
        return await self._needs.places.resolve(self._needs.db, origin)
