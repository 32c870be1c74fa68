"""Panels: which messages show what holds in a channel."""

from collections.abc import Sequence

from engine.db import panels
from engine.turns.needs import Needs
from engine.values.incoming import Here
from engine.values.panels import Panel


class Panels:
    """One of each kind for a person in a channel; they follow what changes there for two days."""

    def __init__(self, needs: Needs) -> None:
        self._needs = needs

    async def put(self, here: Here, panel: Panel) -> None:
        """A panel is shown in the channel of ``here``, in the place of the person's last one of its kind."""
        await panels.put(self._needs.db, here, panel)

    async def open(self, here: Here) -> Sequence[Panel]:
        """Everybody's panels in the channel, the newest first."""
        return await panels.read(self._needs.db, here)

    async def shows(self, here: Here, panel: Panel) -> None:
        """A panel was drawn anew."""
        await panels.shows(self._needs.db, here, panel)
