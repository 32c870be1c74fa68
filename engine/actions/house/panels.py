"""Panels: which messages show what holds in a channel.

One of each kind for a person in a channel; they follow what changes there for two days.
"""

from collections.abc import Collection, Sequence

from engine.context import EngineContext
from engine.db.house import panels
from engine.values.chats.incoming import Here
from engine.values.house.panels import Panel, PanelThere


async def put(ctx: EngineContext, here: Here, panel: Panel) -> None:
    """A panel is shown in the channel of ``here``, in the place of the person's last one of its kind."""
    await panels.put(ctx.db, here, panel)


async def followed(ctx: EngineContext, here: Here) -> Sequence[Panel]:
    """Everybody's panels in the channel, the newest first."""
    return await panels.read(ctx.db, here)


async def elsewhere(ctx: EngineContext, here: Here, of_house: Collection[str]) -> Sequence[PanelThere]:
    """Panels in other channels that what is decided here may change: of the space, and anywhere those ``of_house``."""
    return await panels.elsewhere(ctx.db, here, of_house)


async def shows(ctx: EngineContext, here: Here, panel: Panel) -> None:
    """A panel was drawn anew."""
    await panels.shows(ctx.db, here, panel)
