"""How far a story has come in the outline of its background, and moving it by hand."""

from engine.actions.chats.head_moves import HeadMove, current_head, move_head
from engine.context import EngineContext
from engine.db.chats import log
from engine.db.postgres.pool import Statements
from engine.db.story import plots
from engine.errors import NoBackground, OutlineMissing, PointMissing
from engine.rules.acts import Acts, plot_in
from engine.rules.director.plot import after_reply, as_seen
from engine.turns.load import background_in, settings_here
from engine.turns.runner import Runner
from engine.values.chats.bodies import PlotBody
from engine.values.chats.entries import Line, NewEntry
from engine.values.chats.incoming import Here
from engine.values.ids import SessionKey
from engine.values.story.director import Mark, Progress


async def progress(ctx: EngineContext, here: Here) -> Progress:
    """How far the story here has come. Raises SessionMissing, NoBackground, OutlineMissing."""
    channel_head = await current_head(ctx, here)
    line = await ctx.lines.current(ctx.db, channel_head.session_key, channel_head.branch)
    acts = await log.newest_acts(ctx.db, channel_head.session_key, line)
    return await _progress(ctx, ctx.db, here, (channel_head.session_key, line), acts)


async def move_to(ctx: EngineContext, runner: Runner, here: Here, mark: Mark) -> Progress:
    """Go on from another point, as if the last reply had borne this mark.

    Raises SessionMissing, NoBackground, OutlineMissing, PointMissing.
    """

    async def act(move: HeadMove) -> Progress:
        acts = await log.newest_acts(move.on, move.key, move.line)
        now = await _progress(ctx, move.on, here, (move.key, move.line), acts)
        points = len(now.background.outline)
        if not 1 <= mark.point <= points:
            raise PointMissing(point=mark.point, points=points)
        plot = after_reply(plot_in(acts), mark)
        await move.append(NewEntry(PlotBody(plot=plot), ctx.clock.now(), person=here.person))
        return Progress(now.background, as_seen(plot, None, points), now.directed)

    return await move_head(ctx, runner, here, await current_head(ctx, here), act)


async def _progress(
    ctx: EngineContext, on: Statements, here: Here, at: tuple[SessionKey, Line], acts: Acts
) -> Progress:
    background = await background_in(ctx, on, acts)
    if background is None:
        raise NoBackground
    if not background.outline:
        raise OutlineMissing
    plot = plot_in(acts)
    judged = await plots.newest_judged(on, *at) if plot.silent else None
    settings = await settings_here(on, ctx.defaults, here)
    return Progress(background, as_seen(plot, judged, len(background.outline)), settings.director)
