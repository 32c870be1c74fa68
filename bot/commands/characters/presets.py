"""Presets: which there are, what one holds, which one is used here."""

from dataclasses import replace
from typing import Final
from zlib import crc32

from bot.commands.framework.declared import CommandCall
from bot.commands.framework.numbering import about, asking, called
from bot.commands.framework.paging import both_pages, next_page
from bot.commands.framework.picking import Pickable, example_of, pick
from bot.commands.framework.reply import Listing, ListItem, Reply, page_of, told
from bot.commands.story.story import shortened
from bot.words.localise import Speaker
from engine.actions.characters import presets as presets_actions
from engine.values.characters.presets import BUILT_IN_MARKERS, Preset, PresetInfo, PresetPrompt, PromptOrderEntry
from engine.values.house.numbers import Thing

_LIST: Final = "/scene preset"
_BUILT_IN: Final = ("0", "default", "built-in", "builtin", "默认", "自带", "内置")
_NAMES: Final = 12
_LABEL: Final = 20


async def find_preset(call: CommandCall, given: str) -> Pickable[PresetInfo]:
    """The preset that ``given`` names, the one in use where nothing is given. Raises NothingCalled, SeveralCalled."""
    found = await every(call)
    used = next((it for it in found if it.info.current), None)
    if not given and used is not None:
        return used
    return pick(found, given, _LIST)


async def every(call: CommandCall) -> list[Pickable[PresetInfo]]:
    """The presets that may be used here, with their numbers; that of the built-in one is 0."""
    return await called(call, Thing.PRESET, await presets_actions.listed(call.ctx, call.here))


async def presets(call: CommandCall) -> Reply:
    """The presets that may be used here."""
    words = {True: call.speak.say("preset-builtin"), False: ""}
    found = await every(call)
    items = tuple(ListItem(it.name, words[it.info.builtin], str(it.number), it.info.current) for it in found)
    shown, page, pages = page_of(items, call.number("page", 1))
    title = call.speak.say("preset-list", page=page, pages=pages)
    return Reply((Listing(title, shown, call.speak.say("preset-list-hint", number=example_of(shown))),))


async def use(call: CommandCall) -> Reply:
    """Use another preset in this chat; the built-in one by its name, or as "default"."""
    given = call.text("preset")
    if given.strip().casefold() in _BUILT_IN:
        await presets_actions.use(call.ctx, call.runner, call.here, None)
        return told(call.speak.say("preset-default"))
    found = await find_preset(call, given)
    await presets_actions.use(call.ctx, call.runner, call.here, None if found.info.builtin else found.row)
    return told(call.speak.say("preset-used", name=found.name))


async def show(call: CommandCall) -> Reply:
    """What a preset sends, in order, and what it asks of the model; of the one in use here, with buttons."""
    found = await find_preset(call, call.text("preset"))
    preset = await presets_actions.show(call.ctx, call.here, found.row)
    if found.info.current:
        return list_prompts(call, preset, call.number("page", 1))
    shown, page, pages = page_of(_items(call, preset), call.number("page", 1))
    title = call.speak.say("preset-shown", name=found.name, page=page, pages=pages)
    more = next_page(call.speak, f"/scene preset show {found.number}", page, pages)
    return Reply((Listing(title, shown, _hint(call, preset)),), choices=more)


def list_prompts(call: CommandCall, preset: Preset, number: int) -> Reply:
    """A page of the prompts of this chat's preset, and buttons that switch them."""
    shown, page, pages = page_of(_items(call, preset), number)
    title = call.speak.say("preset-shown", name=preset.name, page=page, pages=pages)
    hint = "\n".join(it for it in (_hint(call, preset), call.speak.say("preset-edit-hint")) if it)
    rows = {str(n): row_of(place) for n, (place, _) in enumerate(preset.places, 1)}
    switches = tuple(
        replace(
            about(
                "/scene preset switch",
                rows[it.key],
                it.key,
                call.speak.say("preset-switch", name=shortened(it.text, _LABEL), on="yes" if it.current else "no"),
            ),
            key=it.key,
        )
        for it in shown
    )
    more = both_pages(call.speak, "/scene preset prompts", page, pages)
    return Reply((Listing(title, tuple(replace(it, current=False) for it in shown), hint),), choices=(*switches, *more))


async def delete(call: CommandCall) -> Reply:
    """Delete a preset, after a question."""
    found = await find_preset(call, call.text("preset"))
    if not call.flag("yes"):
        question = call.speak.say("preset-delete-sure", name=found.name)
        return Reply(confirm=asking(question, "/scene preset delete", {found.row: str(found.number)}))
    await presets_actions.delete(call.ctx, call.here, found.row)
    return told(call.speak.say("preset-deleted", name=found.name))


def detail_of(call: CommandCall, preset: Preset, place: PromptOrderEntry, prompt: PresetPrompt | None) -> str:
    """Where a prompt is sent, in whose name, and how long it is."""
    in_order = any(it.identifier == place.identifier for it in preset.order)
    state = (_state(prompt) if place.enabled else "off") if in_order else "not-in-order"
    if prompt is None or prompt.marker:
        return call.speak.say("preset-marker", state=state)
    return call.speak.say(
        "preset-prompt", state=state, role=prompt.role.value, depth=prompt.depth or 0, length=len(prompt.text)
    )


def _items(call: CommandCall, preset: Preset) -> list[ListItem]:
    """One line a prompt: first those in the order, then those outside it; marked where it is switched on."""
    return [
        ListItem(name_of(call.speak, place, prompt), detail_of(call, preset, place, prompt), str(n), place.enabled)
        for n, (place, prompt) in enumerate(preset.places, 1)
    ]


def row_of(place: PromptOrderEntry) -> int:
    """How buttons name a prompt, wherever it has come to stand meanwhile."""
    return crc32(place.identifier.encode())


def name_of(speak: Speaker, place: PromptOrderEntry, prompt: PresetPrompt | None) -> str:
    """What a prompt is called; in words where Omoide fills it in and nobody has named it."""
    named = prompt.name if prompt else ""
    if place.identifier in BUILT_IN_MARKERS and named in ("", place.identifier):
        return speak.say("preset-filled-in", part=place.identifier)
    return named or place.identifier


def _state(prompt: PresetPrompt | None) -> str:
    if prompt is None or prompt.depth is None:
        return "unsent" if prompt and prompt.unsent else "in"
    return "depth"


def _hint(call: CommandCall, preset: Preset) -> str:
    return "\n".join(it for it in (_sampling(call, preset), _ignored(call, preset)) if it)


def _sampling(call: CommandCall, preset: Preset) -> str:
    it = preset.sampling
    given = {
        "temperature": it.temperature,
        "top_p": it.top_p,
        "max_tokens": preset.max_tokens,
        "max_context": preset.max_context,
    }
    said = [f"{name} {value:g}" for name, value in given.items() if value is not None]
    return call.speak.say("preset-sampling", values=call.speak.say("list-comma").join(said)) if said else ""


def _ignored(call: CommandCall, preset: Preset) -> str:
    if not preset.ignored:
        return ""
    names = call.speak.say("list-comma").join(preset.ignored[:_NAMES])
    return call.speak.say("preset-ignored", names=names, more=max(0, len(preset.ignored) - _NAMES))
