"""Two names that become one, as people do it."""

from functools import partial

from engine.actions.people import linking
from engine.app import Engine
from engine.values.chats.incoming import Here
from engine.work.clock import SystemClock
from engine.work.due import DueWork
from engine.work.tasks import Tasks


async def join(engine: Engine, first: Here, second: Here) -> None:
    """``first`` makes a code, ``second`` sends it, both say yes, and a day goes by."""
    await linking.link(engine.ctx, engine.linking_tries, second, await linking.code(engine.ctx, first))
    await agree(engine, first)
    await agree(engine, second)
    await day_goes_by(engine)


async def agree(engine: Engine, here: Here) -> linking.LinkRequest:
    """Press yes."""
    request = await linking.asked(engine.ctx, here)
    assert request is not None
    return await linking.agree(engine.ctx, here, request.asked.token)


async def day_goes_by(engine: Engine) -> None:
    """Whoever agreed to be one is, now."""
    now = engine.ctx.clock.now()
    async with engine.ctx.db.connection() as connection:
        await connection.execute("UPDATE link_ask SET joined_at = $1 WHERE joined_at IS NOT NULL", now)
    await look(engine)


async def look(engine: Engine) -> None:
    """Do what is due of links, however early that is."""
    async with engine.ctx.db.connection() as connection:
        await connection.execute("UPDATE due SET not_before = now() WHERE kind LIKE 'link/%'")
    tasks = Tasks()
    due = DueWork(engine.ctx.db, "test", {linking.LINK: partial(linking.settle, engine.ctx)}, SystemClock(), tasks)
    while await due.run_ready():
        pass
    await tasks.stop()
