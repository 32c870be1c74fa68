"""A version of a preset in all chats of a place that use the preset: an act in the log of each, taken back together.

Which version a chat uses stands in its own log, so that undo and saves of each go on as they do.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from engine.actions.characters.presets import usable
from engine.actions.chats.head_moves import HeadMove, move_head
from engine.context import EngineContext
from engine.db.characters import presets
from engine.db.chats import log
from engine.db.postgres.pool import Statements
from engine.errors import NoSuchPreset, NoSuchPresetVersion
from engine.turns.runner import Runner
from engine.values.chats.bodies import PresetBody
from engine.values.chats.entries import Entry, EntryKind, NewEntry
from engine.values.chats.incoming import Here
from engine.values.chats.sessions import ChannelHead


@dataclass(frozen=True, slots=True)
class PresetSpread:
    """A version of a preset that so many ``chats`` were given together, ``at`` one moment."""

    preset: int
    version: int
    chats: int
    at: datetime


Choice = Callable[[Sequence[Entry]], PresetBody | None]
"""What a chat is to use from here on, by the acts that chose its presets; None: as it does."""


async def others(ctx: EngineContext, here: Here, preset: int, version: int) -> int:
    """How many chats of this place use another version of a preset. Raises NoSuchPreset."""
    await usable(ctx, here, preset)
    choice = _given(preset, version)
    found = [it for it, _ in await presets.played_with(ctx.db, preset, here.space)]
    return sum([choice(await _acts(ctx, ctx.db, it)) is not None for it in found])


async def spread(ctx: EngineContext, runner: Runner, here: Here, preset: int, version: int) -> PresetSpread:
    """Let all chats of this place that use a preset use one version. Raises NoSuchPreset, NoSuchPresetVersion."""
    name = (await usable(ctx, here, preset)).name
    if version not in [number for number, _ in await presets.versions(ctx.db, preset)]:
        raise NoSuchPresetVersion(name=name, number=version)
    at = ctx.clock.now()
    return PresetSpread(preset, version, await _each(ctx, runner, here, preset, at, _given(preset, version)), at)


async def take_back(ctx: EngineContext, runner: Runner, here: Here, preset: int, at: datetime) -> PresetSpread:
    """Let each chat that was given a version at this moment, and none since, use what it used before.

    Raises NoSuchPreset where there is none left.
    """

    def before(acts: Sequence[Entry]) -> PresetBody | None:
        *earlier, newest = [it for it in acts if isinstance(it.body, PresetBody)] or [None]
        if newest is None or newest.said_at != at or _body(newest).preset != preset:
            return None
        return replace(_body(earlier[-1]), origin=None) if earlier and earlier[-1] else PresetBody()

    now = ctx.clock.now()
    chats = await _each(ctx, runner, here, preset, now, before)
    if not chats:
        raise NoSuchPreset(number=preset)
    return PresetSpread(preset, 0, chats, now)


def _given(preset: int, version: int) -> Choice:
    wanted = PresetBody(preset=preset, version=version)

    def choice(acts: Sequence[Entry]) -> PresetBody | None:
        newest = _body(acts[-1]) if acts else PresetBody()
        return wanted if newest.preset == preset and newest.version != version else None

    return choice


def _body(act: Entry) -> PresetBody:
    return act.body if isinstance(act.body, PresetBody) else PresetBody()


async def _each(ctx: EngineContext, runner: Runner, here: Here, preset: int, at: datetime, choice: Choice) -> int:
    """Write down what each chat is to use; how many were told something."""
    told = 0
    for head, there in await presets.played_with(ctx.db, preset, here.space):
        if choice(await _acts(ctx, ctx.db, head)) is None:
            continue

        async def act(move: HeadMove) -> bool:
            body = choice(await log.acts(move.on, move.key, move.line, [EntryKind.PRESET]))
            if body is not None:
                await move.append(NewEntry(body, at, person=here.person))
            return body is not None

        told += await move_head(ctx, runner, replace(there, person=here.person), head, act, stays=True)
    return told


async def _acts(ctx: EngineContext, on: Statements, head: ChannelHead) -> Sequence[Entry]:
    line = await ctx.lines.current(on, head.session_key, head.branch)
    return await log.acts(on, head.session_key, line, [EntryKind.PRESET])
