"""How things stand: the session that is played here, and the models behind it."""

from engine.actions.chats.views import view_of
from engine.context import EngineContext
from engine.db.chats import sessions, turns
from engine.db.house import shares, work
from engine.db.people import writing_first
from engine.utility.day_share import share_use
from engine.values.chats.incoming import Here
from engine.values.house.shares import CircleFigures, DayShare
from engine.values.house.status import ChannelStatus, ModelStatus
from engine.values.models.models import RoleName
from engine.values.people.writing_first import FirstFigures


async def status(ctx: EngineContext, here: Here) -> ChannelStatus:
    """The session and the models behind this channel."""
    models = tuple(
        ModelStatus(role, endpoint, rests) for role in RoleName for endpoint, rests in ctx.roles.health(role)
    )
    owner = (await ctx.doors.door(ctx.db, here)).admission.owner
    failing = tuple(await work.waiting(ctx.db, None)) if owner else ()
    first, circle = (await first_figures(ctx), await circle_figures(ctx)) if owner else (None, None)
    channel_head = await sessions.current(ctx.db, here.key)
    if channel_head is None:
        return ChannelStatus(None, 0, None, models, failing=failing, first=first, circle=circle)
    line = await ctx.lines.current(ctx.db, channel_head.session_key, channel_head.branch)
    view = await view_of(ctx, ctx.db, channel_head, line)
    messages = await sessions.messages_on(ctx.db, channel_head.session_key, line)
    last = await turns.last(ctx.db, channel_head.session_key)
    warnings = tuple(last.facts.get("warnings", ())) if last else ()
    due = tuple(await work.waiting(ctx.db, channel_head.session_key))
    prompts = ctx.prompts_lately.of(channel_head.session_key)
    return ChannelStatus(view, messages, last, models, warnings, due, failing, first, circle, prompts)


async def first_figures(ctx: EngineContext) -> FirstFigures:
    """How many people let characters write first, and what that takes today. Nobody's names or words."""
    people, planned, written = await writing_first.figures(ctx.db, ctx.spending.day_began())
    return FirstFigures(people, planned, written, await share_use(ctx, DayShare.FIRST))


async def circle_figures(ctx: EngineContext) -> CircleFigures:
    """How many characters post in circles, and what that takes today. Nobody's names or words."""
    characters, written = await shares.in_circles(ctx.db, ctx.spending.day_began())
    return CircleFigures(characters, written, await share_use(ctx, DayShare.CIRCLE))


async def newest_turn(ctx: EngineContext, here: Here) -> int | None:
    """The newest turn of the session that is played here, running or not."""
    channel_head = await sessions.current(ctx.db, here.key)
    return await sessions.newest_turn(ctx.db, channel_head.session_key) if channel_head is not None else None
