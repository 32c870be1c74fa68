"""Panels: which messages show what holds in a channel."""

from collections.abc import Sequence

from engine.actions.house import panels
from engine.context import EngineContext
from engine.values.chats.incoming import Here
from engine.values.house.panels import Panel


class PanelsService:
    """One of each kind for a person in a channel; they follow what changes there for two days."""

    def __init__(self, ctx: EngineContext) -> None:
        self._ctx = ctx

    async def put(self, here: Here, panel: Panel) -> None:
        """A panel is shown in the channel of ``here``, in the place of the person's last one of its kind."""
        await panels.put(self._ctx, here, panel)

    async def open(self, here: Here) -> Sequence[Panel]:
        """Everybody's panels in the channel, the newest first."""
        return await panels.followed(self._ctx, here)

    async def shows(self, here: Here, panel: Panel) -> None:
        """A panel was drawn anew."""
        await panels.shows(self._ctx, here, panel)
