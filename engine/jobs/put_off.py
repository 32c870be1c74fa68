"""What becomes of the mark of a job that asks the utility model, where the job cannot be done now."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Final

from engine.context import EngineContext
from engine.db.house import work
from engine.errors import BackgroundSpent, LeaseLost, NoModelConfigured
from engine.jobs.memory.reading import ReadingChanged
from engine.values.house.work import Due

CHANGED_MEANWHILE: Final = timedelta(seconds=1)


@asynccontextmanager
async def put_off(ctx: EngineContext, due: Due) -> AsyncGenerator[None]:
    """The mark ends where no model is configured, and waits where the day's budget is spent, or what was read changed.

    Everything else that goes wrong is raised. Raises LeaseLost too.
    """
    try:
        yield
    except NoModelConfigured:
        await finish(ctx, due)
    except BackgroundSpent as spent:
        pause = timedelta(seconds=float(spent.data["seconds"]))
        await work.postpone_due(ctx.db, due, pause, fault=spent.message)
    except ReadingChanged:
        await work.postpone_due(ctx.db, due, CHANGED_MEANWHILE)


async def finish(ctx: EngineContext, due: Due) -> None:
    """End the mark. Raises LeaseLost where somebody else holds it by now."""
    if not await work.finish_due(ctx.db, due):
        raise LeaseLost
