"""Backgrounds of stories: list, show, write, use in a running story, delete."""

from engine.actions.chats.head_moves import HeadMove, current_head, move_head
from engine.actions.chats.heads import head_line, head_line_if_any
from engine.context import EngineContext
from engine.db.chats import log
from engine.db.people import deletions
from engine.db.postgres.pool import Statements
from engine.db.story import backgrounds, plots
from engine.db.story.backgrounds import BackgroundRow
from engine.errors import NoBackground, NoSuchBackground
from engine.rules.acts import Acts, background_of, plot_in
from engine.rules.director.plot import as_seen
from engine.rules.formats.stories.background_parts import with_part
from engine.rules.formats.stories.backgrounds import checked
from engine.turns.runner import Runner
from engine.values.chats.bodies import BackgroundBody
from engine.values.chats.entries import NewEntry
from engine.values.chats.incoming import Here
from engine.values.chats.notices import Notice
from engine.values.people.deletions import Deleted
from engine.values.story.backgrounds import BackgroundInfo, Switched
from engine.values.story.director import Background, Judged, Plot


async def listed(ctx: EngineContext, here: Here) -> list[BackgroundInfo]:
    """The backgrounds that may be used here, and which one the story here is set in."""
    at = await head_line_if_any(ctx, here)
    number, version = (background_of(at.acts) if at else None) or (0, 0)
    return [
        BackgroundInfo(
            background.id,
            background.name,
            background.version,
            background.points,
            version if background.id == number else 0,
        )
        for background in await backgrounds.listed(ctx.db, here.space, here.person)
    ]


async def show(ctx: EngineContext, here: Here, number: int) -> Background:
    """A background's newest version. Raises NoSuchBackground."""
    return await _newest(ctx, await usable(ctx, here, number))


async def used(ctx: EngineContext, here: Here) -> Background:
    """What the story here is set in, in the version that it was chosen in. Raises SessionMissing, NoBackground."""
    found = await _played(ctx, ctx.db, (await head_line(ctx, here)).acts)
    if found is None:
        raise NoBackground
    return found


async def usable(ctx: EngineContext, here: Here, number: int) -> BackgroundRow:
    """A background that may be used here. Raises NoSuchBackground."""
    rows = await backgrounds.listed(ctx.db, here.space, here.person)
    row = next((it for it in rows if it.id == number), None)
    if row is None:
        raise NoSuchBackground(number=number)
    return row


async def create(ctx: EngineContext, here: Here, background: Background) -> int:
    """A new background; its number. Raises BackgroundEmpty, FieldTooLong, OutlineTooLong, PointTooLong."""
    return await backgrounds.add(ctx.db, checked(background), space=here.space)


async def change(ctx: EngineContext, runner: Runner, here: Here, number: int, part: str, text: str) -> Background:
    """Write a part of a background anew, as ``with_part`` says: a new version, which the story here uses if it is its.

    Raises NoSuchBackground, and what ``with_part`` raises.
    """
    row = await usable(ctx, here, number)
    new = with_part(await _newest(ctx, row), part, text)
    at = await head_line_if_any(ctx, here)
    if at is None or (background_of(at.acts) or (0, 0))[0] != number:
        await _next_version(ctx.db, number, new)
        return new

    async def act(move: HeadMove) -> None:
        await set_in(move, here, number, await _next_version(move.on, number, new), new)

    await move_head(ctx, runner, here, at.channel_head, act)
    return new


async def use(ctx: EngineContext, runner: Runner, here: Here, number: int) -> Switched:
    """Set the story here in a background's newest version; how far it has come stays, as far as the outline goes.

    Raises NoSuchBackground, SessionMissing.
    """
    row = await usable(ctx, here, number)
    background = await _newest(ctx, row)

    async def act(move: HeadMove) -> Switched:
        return await set_in(move, here, number, row.version, background)

    return await move_head(ctx, runner, here, await current_head(ctx, here), act)


async def stop(ctx: EngineContext, runner: Runner, here: Here) -> None:
    """Set the story here nowhere, from the next reply on. Raises SessionMissing, NoBackground."""

    async def act(move: HeadMove) -> None:
        if background_of(await log.newest_acts(move.on, move.key, move.line)) is None:
            raise NoBackground
        await move.append(NewEntry(BackgroundBody(), ctx.clock.now(), person=here.person))

    await move_head(ctx, runner, here, await current_head(ctx, here), act)


async def delete(ctx: EngineContext, here: Here, number: int) -> None:
    """Forget a background; stories that are set in it go on. Raises NoSuchBackground."""
    await usable(ctx, here, number)
    async with ctx.db.transaction() as on:
        await backgrounds.delete(on, number)
        await deletions.note(on, here, Deleted.BACKGROUND)


async def set_in(move: HeadMove, here: Here, number: int, version: int, background: Background) -> Switched:
    """Set the story in this version of a background, at the head of the line."""
    acts = await log.newest_acts(move.on, move.key, move.line)
    before, plot = await _played(move.ctx, move.on, acts), plot_in(acts)
    judged = await plots.newest_judged(move.on, move.key, move.line) if plot.silent else None
    body = BackgroundBody(background=number, version=version)
    await move.append(NewEntry(body, move.ctx.clock.now(), person=here.person))
    stood, reached = (_point(plot, judged, it) if it else 0 for it in (before, background))
    return Switched(background.name, reached, len(background.outline), stood)


def told(switched: Switched) -> Notice:
    """What people are told of a story that is set in another background."""
    if switched.points == 0:
        return Notice("background-used")
    name = "background-used-cut" if switched.before > switched.point else "background-used-at"
    return Notice(name, {"point": switched.point, "points": switched.points, "before": switched.before})


def _point(plot: Plot, judged: Judged | None, background: Background) -> int:
    points = len(background.outline)
    return as_seen(plot, judged, points).point if points else 0


async def _newest(ctx: EngineContext, row: BackgroundRow) -> Background:
    found = await ctx.backgrounds.background(ctx.db, row.id, row.version)
    if found is None:
        raise NoSuchBackground(number=row.id)
    return found


async def _next_version(on: Statements, number: int, new: Background) -> int:
    version = await backgrounds.add_version(on, number, new)
    if version is None:
        raise NoSuchBackground(number=number)
    return version


async def _played(ctx: EngineContext, on: Statements, acts: Acts) -> Background | None:
    chosen = background_of(acts)
    return await ctx.backgrounds.background(on, *chosen) if chosen else None
