"""Presets changed by hand: each change is a version, which the chat that it is made in uses from the next reply on.

It stands in the chat's log like any other act, so that an undo or a save brings the preset back as it was. Other chats
keep the version they have until they are told otherwise. What came with the house is copied, and the copy changed.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from engine.actions.chats.head_moves import HeadMove, current_head, move_head
from engine.actions.chats.heads import head_line_if_any
from engine.context import EngineContext
from engine.db.characters import presets
from engine.db.chats import log
from engine.db.postgres.pool import Statements
from engine.errors import NoSuchPreset, NoSuchPresetVersion
from engine.rules.acts import Acts, preset_of
from engine.rules.formats.presets import preset_editing
from engine.turns.runner import Runner
from engine.values.characters.presets import Preset, PresetInUse, PresetVersion, PromptChange
from engine.values.chats.bodies import PresetBody
from engine.values.chats.entries import NewEntry
from engine.values.chats.incoming import Here

_OF_PROMPTS: Final = ("prompts", "prompt_order")


async def in_use(ctx: EngineContext, here: Here) -> PresetInUse:
    """The preset of this chat. Raises NoSuchPreset where it cannot be read."""
    at = await head_line_if_any(ctx, here)
    return await _used(ctx, ctx.db, here, at.acts if at else {})


@dataclass(frozen=True, slots=True)
class PresetAuthor:
    """Who changes the preset of a chat: ``copy`` is what a copy of one is called that nobody can change.

    Every change raises NoSuchPreset and SessionMissing too. One that changes nothing makes no version.
    """

    ctx: EngineContext
    runner: Runner
    here: Here
    copy: str

    async def switch(self, identifier: str, *, on: bool) -> PresetInUse:
        """Send a prompt or not. Raises NoSuchPrompt."""
        return await self._edit(partial(preset_editing.switched, identifier=identifier, on=on))

    async def move(self, identifier: str, place: int) -> PresetInUse:
        """Give a prompt another place, from 1. Raises NoSuchPrompt."""
        return await self._edit(partial(preset_editing.moved, identifier=identifier, place=place))

    async def write(self, identifier: str, change: PromptChange) -> PresetInUse:
        """Change a prompt. Raises NoSuchPrompt, PromptFixed, FieldTooLong."""
        return await self._edit(partial(preset_editing.written, identifier=identifier, change=change))

    async def add(self, identifier: str, change: PromptChange) -> PresetInUse:
        """Add a prompt at the end. Raises TooManyEntries, FieldTooLong."""
        return await self._edit(partial(preset_editing.added, identifier=identifier, change=change))

    async def remove(self, identifier: str) -> PresetInUse:
        """Delete a prompt. Raises NoSuchPrompt, PromptFixed."""
        return await self._edit(partial(preset_editing.removed, identifier=identifier))

    async def sample(self, name: str, value: float | None) -> PresetInUse:
        """Ask something else of the model; None: nothing. Raises SamplerUnknown, SamplerValue."""
        return await self._edit(partial(preset_editing.sampled, name=name, value=value))

    async def _edit(self, change: Callable[[Preset], Preset]) -> PresetInUse:
        ctx, here = self.ctx, self.here

        async def act(move: HeadMove) -> PresetInUse:
            used = await _used_on(ctx, move, here)
            preset = change(used.preset)
            if preset.raw == used.preset.raw:
                return used
            if used.id and await presets.lock(move.on, used.id, here.space, here.person):
                version = await presets.add_version(move.on, used.id, preset.raw)
                return await _use(ctx, move, here, PresetInUse(used.id, version, preset))
            return await _copied(ctx, move, here, used, preset_editing.renamed(preset, self.copy))

        return await move_head(ctx, self.runner, here, await current_head(ctx, here), act)


async def copy(ctx: EngineContext, runner: Runner, here: Here, name: str) -> PresetInUse:
    """A copy of this chat's preset called ``name``, which is used here. Raises NoSuchPreset, SessionMissing."""

    async def act(move: HeadMove) -> PresetInUse:
        used = await _used_on(ctx, move, here)
        return await _copied(ctx, move, here, used, preset_editing.renamed(used.preset, name))

    return await move_head(ctx, runner, here, await current_head(ctx, here), act)


async def versions(ctx: EngineContext, here: Here) -> list[PresetVersion]:
    """Every version of this chat's preset, newest first, with what it changed; none of the built-in one."""
    used = await in_use(ctx, here)
    found: list[PresetVersion] = []
    before: Preset | None = None
    for number, made_at in await presets.versions(ctx.db, used.id) if used.id else []:
        preset = await _version(ctx, ctx.db, used.id, number)
        prompts, order, rest = _differing(before, preset) if before else ((), False, False)
        found.append(PresetVersion(number, made_at, prompts, order, rest, number == used.version))
        before = preset
    return found[::-1]


async def back(ctx: EngineContext, runner: Runner, here: Here, version: int) -> PresetInUse:
    """Use another version of this chat's preset here. Raises NoSuchPresetVersion, NoSuchPreset, SessionMissing."""

    async def act(move: HeadMove) -> PresetInUse:
        used = await _used_on(ctx, move, here)
        known = [number for number, _ in await presets.versions(move.on, used.id)] if used.id else []
        if version not in known:
            raise NoSuchPresetVersion(name=used.preset.name, number=version)
        if version == used.version:
            return used
        older = PresetInUse(used.id, version, await _version(ctx, move.on, used.id, version))
        return await _use(ctx, move, here, older)

    return await move_head(ctx, runner, here, await current_head(ctx, here), act)


async def _copied(ctx: EngineContext, move: HeadMove, here: Here, used: PresetInUse, preset: Preset) -> PresetInUse:
    runs = bool(used.id) and await presets.runs_scripts(move.on, used.id)
    number = await presets.add(move.on, preset.name, preset.raw, space=here.space, file=None, runs_scripts=runs)
    return await _use(ctx, move, here, PresetInUse(number, 1, preset, copied=True))


async def _use(ctx: EngineContext, move: HeadMove, here: Here, used: PresetInUse) -> PresetInUse:
    await move.append(NewEntry(PresetBody(preset=used.id, version=used.version), ctx.clock.now(), person=here.person))
    return used


async def _used_on(ctx: EngineContext, move: HeadMove, here: Here) -> PresetInUse:
    return await _used(ctx, move.on, here, await log.newest_acts(move.on, move.key, move.line))


async def _used(ctx: EngineContext, on: Statements, here: Here, acts: Acts) -> PresetInUse:
    chosen = preset_of(acts)
    if chosen is None:
        language = (await ctx.doors.door(on, here)).settings.language
        return PresetInUse(0, 0, ctx.house_presets[language])
    return PresetInUse(*chosen, await _version(ctx, on, *chosen))


async def _version(ctx: EngineContext, on: Statements, number: int, version: int) -> Preset:
    preset = await ctx.presets.preset(on, number, version)
    if preset is None:
        raise NoSuchPreset(number=number)
    return preset


def _differing(one: Preset, other: Preset) -> tuple[tuple[str, ...], bool, bool]:
    """The prompts in which two differ, by the names of the later one; whether their orders do, and the rest."""
    before, after = ({it.identifier: it for it in preset.prompts} for preset in (one, other))
    names = {it: (after.get(it) or before[it]).name or it for it in (*before, *after)}
    prompts = tuple(name for it, name in names.items() if before.get(it) != after.get(it))
    order = [it for it, _ in one.places] != [it for it, _ in other.places]
    left, right = ({k: v for k, v in it.raw.items() if k not in _OF_PROMPTS} for it in (one, other))
    return prompts, order, left != right
