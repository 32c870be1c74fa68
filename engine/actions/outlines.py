"""How far a story has come in the outline of its background, and moving it by hand."""

from engine.actions.head_moves import Move, current_stand, move_head
from engine.db import log, plots
from engine.db.pool import Statements
from engine.errors import NoBackground, OutlineMissing, PointMissing
from engine.rules.acts import Acts
from engine.rules.director.plot import after_reply, as_seen, plot_body, plot_of
from engine.turns.load import background_in, settings_here
from engine.turns.needs import Needs
from engine.turns.runner import Runner
from engine.values.director import Mark, Progress
from engine.values.entries import EntryKind, Line, NewEntry
from engine.values.ids import SessionKey
from engine.values.incoming import Here


async def progress(needs: Needs, here: Here) -> Progress:
    """How far the story here has come. Raises SessionMissing, NoBackground, OutlineMissing."""
    stand = await current_stand(needs, here)
    line = await needs.lines.current(needs.db, stand.session_key, stand.branch)
    acts = await log.newest_acts(needs.db, stand.session_key, line)
    return await _progress(needs, needs.db, here, (stand.session_key, line), acts)


async def move_to(needs: Needs, runner: Runner, here: Here, mark: Mark) -> Progress:
    """Go on from another point, as if the last reply had borne this mark.

    Raises SessionMissing, NoBackground, OutlineMissing, PointMissing.
    """

    async def act(move: Move) -> Progress:
        acts = await log.newest_acts(move.on, move.key, move.line)
        now = await _progress(needs, move.on, here, (move.key, move.line), acts)
        points = len(now.background.outline)
        if not 1 <= mark.point <= points:
            raise PointMissing(point=mark.point, points=points)
        plot = after_reply(plot_of(acts.get(EntryKind.PLOT, {})), mark)
        entry = NewEntry(EntryKind.PLOT, needs.clock.now(), person=here.person, body=plot_body(plot))
        await move.append(entry)
        return Progress(now.background, as_seen(plot, None, points), now.directed)

    return await move_head(needs, runner, here, await current_stand(needs, here), act)


async def _progress(needs: Needs, on: Statements, here: Here, at: tuple[SessionKey, Line], acts: Acts) -> Progress:
    background = await background_in(needs, on, acts)
    if background is None:
        raise NoBackground
    if not background.outline:
        raise OutlineMissing
    plot = plot_of(acts.get(EntryKind.PLOT, {}))
    judged = await plots.newest_judged(on, *at) if plot.silent else None
    settings = await settings_here(on, needs.defaults, here)
    return Progress(background, as_seen(plot, judged, len(background.outline)), settings.director)
