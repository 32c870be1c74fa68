"""What people may keep, and how much of it they do."""

from engine.context import EngineContext
from engine.turns.load import settings_here
from engine.utility.storage import quotas_of
from engine.values.chats.incoming import Here
from engine.values.house.storage import StorageQuota


async def quotas(ctx: EngineContext, here: Here) -> list[StorageQuota]:
    """Every quota of the person here, and of all who are here together."""
    return await quotas_of(ctx.db, here, await settings_here(ctx.db, ctx.defaults, here))
