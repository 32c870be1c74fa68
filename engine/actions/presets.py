"""Presets: list, use, show, delete. The built-in one has the number 0 and is in no list of the database."""

from dataclasses import replace

from engine.actions.head_moves import Move, current_stand, move_head
from engine.actions.standing import standing_if_any
from engine.db import deletions, presets
from engine.errors import NoSuchPreset
from engine.rules.acts import preset_of
from engine.turns.needs import Needs
from engine.turns.runner import Runner
from engine.values.deletions import Deleted
from engine.values.entries import EntryKind, NewEntry
from engine.values.incoming import Here
from engine.values.presets import Preset, PresetInfo

BUILT_IN = 0


async def listed(needs: Needs, here: Here) -> list[PresetInfo]:
    """The presets that may be used here, the built-in one first."""
    at = await standing_if_any(needs, here)
    used = (preset_of(at.acts) if at else None) or (BUILT_IN, 1)
    built_in = PresetInfo(BUILT_IN, (await _built_in(needs, here)).name, builtin=True, version=1)
    found = [built_in, *await presets.listed(needs.db, here.space, here.person)]
    return [replace(it, current=at is not None and it.id == used[0]) for it in found]


async def use(needs: Needs, runner: Runner, here: Here, number: int | None) -> None:
    """Use a preset in this chat from the next reply on; None or 0: the built-in one. Raises NoSuchPreset."""
    body = {"preset": number, "version": (await usable(needs, here, number)).version} if number else {}

    async def act(move: Move) -> None:
        await move.append(NewEntry(EntryKind.PRESET, needs.clock.now(), person=here.person, body=body))

    await move_head(needs, runner, here, await current_stand(needs, here), act)


async def show(needs: Needs, here: Here, number: int) -> Preset:
    """A preset's newest version. Raises NoSuchPreset."""
    if number == BUILT_IN:
        return await _built_in(needs, here)
    info = await usable(needs, here, number)
    preset = await needs.presets.preset(needs.db, info.id, info.version)
    if preset is None:
        raise NoSuchPreset(number=number)
    return preset


async def delete(needs: Needs, here: Here, number: int) -> None:
    """Forget a preset; chats that use it go on with it. Raises NoSuchPreset."""
    info = await usable(needs, here, number)
    async with needs.db.transaction() as on:
        await presets.delete(on, info.id)
        await deletions.note(on, here, Deleted.PRESET)


async def usable(needs: Needs, here: Here, number: int) -> PresetInfo:
    """A preset that may be used here, the built-in one aside. Raises NoSuchPreset."""
    found = await presets.listed(needs.db, here.space, here.person)
    info = next((it for it in found if it.id == number), None)
    if info is None:
        raise NoSuchPreset(number=number)
    return info


async def _built_in(needs: Needs, here: Here) -> Preset:
    language = (await needs.doors.door(needs.db, here)).settings.language
    return needs.house_presets[language]
