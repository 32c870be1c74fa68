"""Presets: list, use, show, delete. The built-in one has the number 0 and is in no list of the database."""

from dataclasses import replace

from engine.actions.chats.head_moves import HeadMove, current_head, move_head
from engine.actions.chats.heads import head_line_if_any
from engine.context import EngineContext
from engine.db.characters import presets
from engine.db.people import deletions
from engine.errors import NoSuchPreset
from engine.rules.acts import preset_of
from engine.turns.runner import Runner
from engine.values.characters.presets import Preset, PresetInfo
from engine.values.chats.bodies import PresetBody
from engine.values.chats.entries import NewEntry
from engine.values.chats.incoming import Here
from engine.values.people.deletions import Deleted

BUILT_IN = 0


async def listed(ctx: EngineContext, here: Here) -> list[PresetInfo]:
    """The presets that may be used here, the built-in one first; the current one in the version that is sent here."""
    at = await head_line_if_any(ctx, here)
    used = (preset_of(at.acts) if at else None) or (BUILT_IN, 1)
    built_in = PresetInfo(BUILT_IN, (await _built_in(ctx, here)).name, builtin=True, version=1)
    found = [built_in, *await presets.listed(ctx.db, here.space, here.person)]
    if at is None:
        return found
    return [replace(it, current=True, version=used[1]) if it.id == used[0] else it for it in found]


async def use(ctx: EngineContext, runner: Runner, here: Here, number: int | None) -> None:
    """Use a preset in this chat from the next reply on; None or 0: the built-in one. Raises NoSuchPreset."""
    version = (await usable(ctx, here, number)).version if number else 0
    body = PresetBody(preset=number or 0, version=version)

    async def act(move: HeadMove) -> None:
        await move.append(NewEntry(body, ctx.clock.now(), person=here.person))

    await move_head(ctx, runner, here, await current_head(ctx, here), act)


async def show(ctx: EngineContext, here: Here, number: int) -> Preset:
    """A preset in the version that is sent here, or else its newest. Raises NoSuchPreset."""
    if number == BUILT_IN:
        return await _built_in(ctx, here)
    info = next((it for it in await listed(ctx, here) if it.id == number), None)
    if info is None:
        raise NoSuchPreset(number=number)
    preset = await ctx.presets.preset(ctx.db, info.id, info.version)
    if preset is None:
        raise NoSuchPreset(number=number)
    return preset


async def delete(ctx: EngineContext, here: Here, number: int) -> None:
    """Forget a preset; chats that use it go on with it. Raises NoSuchPreset."""
    info = await usable(ctx, here, number)
    async with ctx.db.transaction() as on:
        await presets.delete(on, info.id)
        await deletions.note(on, here, Deleted.PRESET)


async def usable(ctx: EngineContext, here: Here, number: int) -> PresetInfo:
    """A preset that may be used here, the built-in one aside. Raises NoSuchPreset."""
    found = await presets.listed(ctx.db, here.space, here.person)
    info = next((it for it in found if it.id == number), None)
    if info is None:
        raise NoSuchPreset(number=number)
    return info


async def _built_in(ctx: EngineContext, here: Here) -> Preset:
    language = (await ctx.doors.door(ctx.db, here)).settings.language
    return ctx.house_presets[language]
