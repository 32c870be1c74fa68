"""A preset changed by hand: its prompts, their order, its sampling. What nobody changed stays to the letter.

Prompts are named by their identifiers. What is written is SillyTavern's own dialect, so that an edited preset can go
back there; in a file of NodeST's, whose prompts switch themselves, that is kept up too.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from engine.errors import NoSuchPrompt, PromptFixed, SamplerUnknown, SamplerValue, TooManyEntries
from engine.rules.formats.json_fields import MAX_NAME, as_list, as_object, as_objects, as_text, one_line
from engine.rules.formats.presets.preset_prompts import (
    LIVE_LISTS,
    MAX_PROMPTS,
    OLD_TEXTS,
    identifier_of,
    switch_themselves,
)
from engine.rules.formats.presets.presets import preset_from_json
from engine.values.characters.presets import (
    BUILT_IN_TEXTS,
    SAMPLERS,
    Preset,
    PresetPrompt,
    PromptChange,
    PromptOrderEntry,
)
from engine.values.characters.worlds import MAX_DEPTH
from engine.values.documents import Json, JsonObject

_OWN_LIST: Final = 100_001
"""How SillyTavern calls the order that holds for all characters."""
_IN_CHAT: Final = 1
_IN_ORDER: Final = 0


def switched(preset: Preset, identifier: str, *, on: bool) -> Preset:
    """The preset with a prompt sent or not sent. One that stood outside the order goes to its end."""
    _must_have(preset, identifier)
    order = [replace(it, enabled=on) if it.identifier == identifier else it for it in preset.order]
    if all(it.identifier != identifier for it in order):
        order.append(PromptOrderEntry(identifier, enabled=on))
    return _made(preset, preset.raw.get("prompts"), order)


def moved(preset: Preset, identifier: str, place: int) -> Preset:
    """The preset with a prompt at ``place`` of its order, from 1; a place behind the last is the last."""
    _must_have(preset, identifier)
    found = next((it for it in preset.order if it.identifier == identifier), None)
    left = [it for it in preset.order if it.identifier != identifier]
    left.insert(max(0, place - 1), found or PromptOrderEntry(identifier, enabled=False))
    return _made(preset, preset.raw.get("prompts"), left)


def written(preset: Preset, identifier: str, change: PromptChange) -> Preset:
    """The preset with a prompt of another text, name, role or depth.

    Raises NoSuchPrompt, FieldTooLong, PromptFixed for a text that Omoide fills in.
    """
    prompt = _must_have(preset, identifier)
    if change.text is not None and not (identifier in BUILT_IN_TEXTS or (prompt and not prompt.marker)):
        raise PromptFixed(name=_called(prompt, identifier))
    prompts = [*as_list(preset.raw.get("prompts"))]
    index = next((n for n, name in _named(prompts) if name == identifier), len(prompts))
    if index == len(prompts):
        prompts.append({"identifier": identifier, "name": _called(prompt, identifier), "system_prompt": True})
    prompts[index] = _changed(as_object(prompts[index]), change)
    made = _made(preset, prompts, preset.order)
    old = next((field for field, name in OLD_TEXTS.items() if name == identifier and preset.raw.get(field)), None)
    if old and change.text is not None:  # where there is one, it is what counts
        return preset_from_json({**made.raw, old: change.text}, preset.name)
    return made


def added(preset: Preset, identifier: str, change: PromptChange) -> Preset:
    """The preset with a prompt of one's own at the end of its order. Raises TooManyEntries, FieldTooLong."""
    if len(preset.prompts) >= MAX_PROMPTS:
        raise TooManyEntries(limit=MAX_PROMPTS)
    new = _changed({"identifier": identifier, "name": "", "role": "system", "content": ""}, change)
    order = [*preset.order, PromptOrderEntry(identifier)]
    return _made(preset, [*as_list(preset.raw.get("prompts")), new], order)


def removed(preset: Preset, identifier: str) -> Preset:
    """The preset without a prompt of one's own. Raises NoSuchPrompt, PromptFixed for one that every preset has."""
    prompt = _must_have(preset, identifier)
    if prompt is None or prompt.marker or identifier in BUILT_IN_TEXTS:
        raise PromptFixed(name=_called(prompt, identifier))
    prompts = as_list(preset.raw.get("prompts"))
    gone = {n for n, name in _named(prompts) if name == identifier}
    left = [it for n, it in enumerate(prompts) if n not in gone]
    return _made(preset, left, [it for it in preset.order if it.identifier != identifier])


def sampled(preset: Preset, name: str, value: float | None) -> Preset:
    """The preset with another sampler; None leaves it to the service. Raises SamplerUnknown, SamplerValue."""
    sampler = SAMPLERS.get(name)
    if sampler is None:
        raise SamplerUnknown(name=name[:64], known=", ".join(SAMPLERS))
    if value is not None and not (sampler.low <= value <= sampler.high and not (sampler.whole and value % 1)):
        raise SamplerValue(name=name, low=sampler.low, high=sampler.high, whole=int(sampler.whole))
    raw = {field: it for field, it in preset.raw.items() if field not in sampler.fields or value is not None}
    if value is not None:
        theirs = next((it for it in sampler.fields if it in raw), sampler.fields[0])
        raw[theirs] = int(value) if sampler.whole else value
    return preset_from_json(raw, preset.name)


def renamed(preset: Preset, name: str) -> Preset:
    """The preset under another name."""
    return preset_from_json({**preset.raw, "name": name[:MAX_NAME]}, name)


def _made(preset: Preset, prompts: Json, order: Sequence[PromptOrderEntry]) -> Preset:
    items = [*as_list(prompts)]
    on = {it.identifier: it.enabled for it in order}
    switching = ("enable", "enabled") if switch_themselves(as_objects(items)) else ()
    for n, name in _named(items):
        fields = as_object(items[n])
        own = next((it for it in switching if it in fields), "")
        if own and name in on:
            items[n] = {**fields, own: on[name]}
    return preset_from_json({**preset.raw, "prompts": items, "prompt_order": _with_order(preset, order)}, preset.name)


def _with_order(preset: Preset, order: Sequence[PromptOrderEntry]) -> list[Json]:
    """The orders of the file with the one that holds as it is to be; its places keep what else stands in them."""
    lists = [*as_list(preset.raw.get("prompt_order"))]
    held = [n for n, it in enumerate(lists) if "order" in as_object(it)]
    live = {as_text(as_object(lists[n]).get("character_id")): n for n in reversed(held)}
    at = next((live[it] for it in LIVE_LISTS if it in live), held[0] if held else None)
    old = as_list(as_object(lists[at]).get("order")) if at is not None else [] if held else lists
    before = {one_line(as_object(it).get("identifier")): as_object(it) for it in reversed(old) if as_object(it)}
    new: list[Json] = [_place(before.get(it.identifier, {}), it) for it in order]
    if at is None:
        return [{"character_id": _OWN_LIST, "order": new}]
    lists[at] = {**as_object(lists[at]), "order": new}
    return lists


def _place(before: JsonObject, it: PromptOrderEntry) -> JsonObject:
    switch = "enable" if "enable" in before and "enabled" not in before else "enabled"
    return {**before, "identifier": it.identifier, switch: it.enabled}


def _changed(raw: JsonObject, change: PromptChange) -> JsonObject:
    made = dict(raw)
    if change.name is not None:
        made["name"] = change.name[:MAX_NAME]
    if change.text is not None:
        made["content"] = change.text
    if change.role is not None:
        made["role"] = change.role
    if change.depth is not None:
        made["injection_position"] = _IN_ORDER if change.depth < 0 else _IN_CHAT
        if change.depth >= 0:
            made["injection_depth"] = min(change.depth, MAX_DEPTH)
    return made


def _must_have(preset: Preset, identifier: str) -> PresetPrompt | None:
    """The prompt; None for a place of the order that names none. Raises NoSuchPrompt."""
    found = next((it for it in preset.places if it[0].identifier == identifier), None)
    if found is None:
        raise NoSuchPrompt(name=identifier[:64])
    return found[1]


def _called(prompt: PresetPrompt | None, identifier: str) -> str:
    return (prompt.name if prompt else "") or identifier


def _named(prompts: Sequence[Json]) -> list[tuple[int, str]]:
    """Where in a file's list each prompt stands, and how it is called, as where it is read."""
    found = [(n, as_object(it)) for n, it in enumerate(prompts) if isinstance(it, dict)]
    return [(n, identifier_of(it, index)) for index, (n, it) in enumerate(found)]
