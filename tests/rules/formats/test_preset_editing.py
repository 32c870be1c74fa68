"""Presets changed by hand: what was changed holds, and what nobody changed stays to the letter."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import NoSuchPrompt, PromptFixed, SamplerUnknown, SamplerValue
from engine.rules.formats.presets.preset_editing import (
    added,
    moved,
    removed,
    renamed,
    sampled,
    switched,
    written,
)
from engine.rules.formats.presets.presets import preset_from_json, read_preset, write_preset
from engine.values.characters.presets import (
    BUILT_IN_MARKERS,
    BUILT_IN_TEXTS,
    SAMPLERS,
    Preset,
    PresetPrompt,
    PromptChange,
)
from engine.values.models.prompts import Role
from tests.rules.formats.preset_samples import NODEST, OLD, PRESET

EVERY = [pytest.param(it, id=name) for name, it in (("sillytavern", PRESET), ("nodest", NODEST), ("old", OLD))]
UNKNOWN: dict[str, Any] = {"their_own": {"kept": [1, 2.5, None]}}


def read(raw: Any) -> Preset:
    return preset_from_json({**raw, **UNKNOWN})


def prompt(preset: Preset, identifier: str) -> PresetPrompt:
    return next(it for it in preset.prompts if it.identifier == identifier)


def order(preset: Preset) -> list[tuple[str, bool]]:
    return [(it.identifier, it.enabled) for it in preset.order]


@pytest.mark.parametrize("raw", EVERY)
def test_each_prompt_can_be_switched_and_back(raw: Any) -> None:
    """A prompt that is switched off is sent, or another one with it."""
    preset = read(raw)
    for place, _ in preset.places:
        turned = switched(preset, place.identifier, on=not place.enabled)
        before, after = dict(order(preset)), dict(order(turned))
        assert after == {**before, place.identifier: not place.enabled}
        assert turned.prompts == preset.prompts
        back = switched(turned, place.identifier, on=place.enabled)
        assert dict(order(back)) == {**before, place.identifier: place.enabled}


@pytest.mark.parametrize("raw", EVERY)
def test_each_prompt_goes_to_each_place(raw: Any) -> None:
    """What was moved to the front is sent third."""
    preset = read(raw)
    every = [it for it, _ in order(preset)]
    for identifier in every:
        for place in range(1, len(every) + 2):
            left = [it for it in every if it != identifier]
            left.insert(place - 1, identifier)
            there = moved(preset, identifier, place)
            assert [it for it, _ in order(there)] == left
            assert dict(order(there)) == dict(order(preset))


@pytest.mark.parametrize("raw", EVERY)
def test_a_text_that_was_written_is_what_is_sent(raw: Any) -> None:
    """Another field of the file counts for more, and people change what nobody reads."""
    preset = read(raw)
    for identifier in {*(it.identifier for it in preset.prompts), *BUILT_IN_TEXTS} - {*BUILT_IN_MARKERS}:
        if any(it.identifier == identifier for it, _ in preset.places):
            change = PromptChange(name="New", text=" As it stands. ", role="user", depth=7)
            changed = prompt(written(preset, identifier, change), identifier)
            assert (changed.name, changed.text, changed.role, changed.depth) == ("New", " As it stands. ", Role.USER, 7)
            there = written(written(preset, identifier, change), identifier, PromptChange(depth=-1))
            assert prompt(there, identifier).depth is None


@pytest.mark.parametrize("raw", EVERY)
def test_a_prompt_of_ones_own_comes_last_and_goes_again(raw: Any) -> None:
    """What was added is nowhere, or cannot be got rid of."""
    preset = read(raw)
    there = added(preset, "mine", PromptChange(name="Mine", text="Mind the gap."))
    assert order(there) == [*order(preset), ("mine", True)]
    assert (prompt(there, "mine").text, prompt(there, "mine").role) == ("Mind the gap.", Role.SYSTEM)
    gone = removed(there, "mine")
    assert (gone.prompts, gone.order) == (preset.prompts, preset.order)


def test_what_every_preset_has_stays() -> None:
    """Without the place of the history a character reads nothing of what was said."""
    preset = read(PRESET)
    for identifier in (*BUILT_IN_MARKERS, "main"):
        with pytest.raises(PromptFixed):
            removed(preset, identifier)
    with pytest.raises(PromptFixed):
        written(preset, "chatHistory", PromptChange(text="Nothing."))
    with pytest.raises(NoSuchPrompt):
        removed(preset, "gone")
    with pytest.raises(NoSuchPrompt):
        written(preset, "gone", PromptChange(role="user"))


@pytest.mark.parametrize("name", SAMPLERS)
@pytest.mark.parametrize("raw", EVERY)
def test_each_sampler_can_be_set_and_left_to_the_service(raw: Any, name: str) -> None:
    """A temperature is written where the file does not keep it."""
    sampler, preset = SAMPLERS[name], read(raw)

    def held(it: Preset) -> object:
        return getattr(it if name in {"max_tokens", "max_context"} else it.sampling, name)

    value = min(sampler.high, max(sampler.low, 1.0)) if name != "repetition_penalty" else 1.5
    assert held(sampled(preset, name, value)) == value
    assert held(sampled(sampled(preset, name, value), name, None)) == held(preset_from_json({"prompts": []}))
    for wrong in (sampler.low - 1, sampler.high + 1):
        with pytest.raises(SamplerValue):
            sampled(preset, name, wrong)
    if sampler.whole:
        with pytest.raises(SamplerValue):
            sampled(preset, name, sampler.low + 0.5)


def test_what_is_no_sampler_is_named_with_those_there_are() -> None:
    """People guess at names until they give up."""
    with pytest.raises(SamplerUnknown) as told:
        sampled(read(PRESET), "warmth", 1)
    assert told.value.data["known"] == ", ".join(SAMPLERS)


CHANGES = st.lists(
    st.tuples(st.sampled_from(("switch", "move", "write", "add", "remove", "rename")), st.integers(0, 30), st.text()),
    max_size=12,
)


@given(st.sampled_from((PRESET, NODEST, OLD)), CHANGES)
def test_any_changes_leave_the_rest_of_the_file_as_it_was(raw: Any, changes: list[tuple[str, int, str]]) -> None:
    """An edited preset goes back to SillyTavern without half of what it came with."""
    preset = read(raw)
    for n, (kind, number, text) in enumerate(changes):
        every = preset.places
        place = every[number % len(every)][0]
        try:
            match kind:
                case "switch":
                    preset = switched(preset, place.identifier, on=not place.enabled)
                case "move":
                    preset = moved(preset, place.identifier, number)
                case "write":
                    preset = written(preset, place.identifier, PromptChange(text=text))
                case "add":
                    preset = added(preset, f"new-{n}", PromptChange(name=text, text=text))
                case "remove":
                    preset = removed(preset, place.identifier)
                case _:
                    preset = renamed(preset, text)
        except PromptFixed:
            continue
    again = read_preset(write_preset(preset), "same.json")
    assert (again.prompts, again.order, again.sampling) == (preset.prompts, preset.order, preset.sampling)
    touched = {"prompts", "prompt_order", "name", "main_prompt", "nsfw_prompt", "jailbreak_prompt"}
    kept = {name: it for name, it in {**raw, **UNKNOWN}.items() if name not in touched}
    assert {name: preset.raw[name] for name in kept} == kept
    now = {it["identifier"]: it for it in json.loads(write_preset(preset)).get("prompts", ())}
    for item in (it for it in raw.get("prompts", ()) if it["identifier"] in now):
        as_it_was = {k: v for k, v in item.items() if k not in {"content", "enable", "enabled"}}
        assert {k: now[item["identifier"]].get(k) for k in as_it_was} == as_it_was
