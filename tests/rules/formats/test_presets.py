"""Chat-completion presets: prompts, their order, samplers, and what is never taken from a file."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import InputError, NotAPreset, TooManyEntries
from engine.rules.formats.presets.presets import preset_from_json, read_preset, write_preset
from engine.values.characters.presets import BUILT_IN_MARKERS, Preset, PresetPrompt, PresetTexts
from engine.values.models.prompts import Generation, Role
from tests import share
from tests.rules.formats.book_samples import WORLD
from tests.rules.formats.card_samples import V2, dump, png
from tests.rules.formats.preset_samples import NODEST, OLD, PRESET
from tests.rules.formats.test_books import JSON


def prompt(preset: Preset, identifier: str) -> PresetPrompt:
    return next(found for found in preset.prompts if found.identifier == identifier)


def order(preset: Preset) -> list[tuple[str, bool]]:
    return [(place.identifier, place.enabled) for place in preset.order]


def one(**fields: Any) -> PresetPrompt:
    return preset_from_json({"prompts": [{"identifier": "a", "content": "A", **fields}]}).prompts[0]


def test_the_live_order_is_read() -> None:
    """Prompts would be sent in an order nobody has set."""
    assert order(preset_from_json(PRESET)) == [
        ("main", True),
        ("charDescription", True),
        ("6a7f", True),
        ("chatHistory", True),
        ("nsfw", False),
        ("jailbreak", True),
    ]


def test_prompts_are_read() -> None:
    """A prompt would say something else, or in another voice, than its author wrote."""
    preset = preset_from_json(PRESET)
    assert prompt(preset, "main").text == "Be {{char}}."
    assert prompt(preset, "jailbreak") == PresetPrompt("jailbreak", "Post", Role.USER, "Go.", forbid_overrides=True)
    assert prompt(preset, "6a7f") == PresetPrompt(
        identifier="6a7f",
        name="Note",
        role=Role.USER,
        text="Remember.",
        depth=2,
        depth_order=50,
        triggers=frozenset({Generation.SWIPE, Generation.REGENERATE}),
    )
    assert {found.identifier for found in preset.prompts if found.marker} == {*BUILT_IN_MARKERS}


def test_values_are_read() -> None:
    """The model would write hotter, longer or about less than the preset says."""
    preset = preset_from_json(PRESET)
    sampling = preset.sampling
    assert (sampling.temperature, sampling.top_p, sampling.top_k, sampling.min_p) == (0.9, 0.8, 40, 0.05)
    assert (sampling.frequency_penalty, sampling.presence_penalty, sampling.repetition_penalty) == (0.2, -0.1, 1.1)
    assert (sampling.seed, preset.max_context, preset.max_tokens) == (7, 8000, 500)
    assert (preset.prefill, preset.continue_prefill, preset.squash, preset.names) == ("Sure:", True, True, 2)
    assert preset.texts == PresetTexts(
        new_chat="[Start]",
        new_group_chat="[Start, all]",
        new_example_chat="[Example]",
        continue_nudge="[Go on]",
        group_nudge="[Only {{char}}]",
        impersonation="[As {{user}}]",
        send_if_empty="...",
        world_format="<lore>{0}</lore>",
        scenario_format="Scene: {{scenario}}",
        personality_format="Nature: {{personality}}",
    )
    assert [script.name for script in preset.scripts] == ["Stars"]


def test_addresses_are_named_and_never_used() -> None:
    """A stranger's file could send a house's chats to their own server, unseen."""
    preset = preset_from_json(PRESET | {"reverse_proxy": "http://x", "proxy_password": "p", "claude_model": "mine"})
    assert set(preset.ignored) == {
        *("chat_completion_source", "custom_url", "reverse_proxy", "proxy_password", "claude_model"),
        "extensions.other",
    }
    assert "198.51.100.7" not in repr(preset)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ([{"character_id": 5, "order": ["x"]}, {"character_id": 100000, "order": ["main"]}], ["main"]),
        ([{"character_id": "100001", "order": ["nsfw"]}, {"character_id": 100000, "order": ["main"]}], ["nsfw"]),
        ([{"character_id": 5, "order": ["nsfw"]}, {"character_id": 6, "order": ["main"]}], ["nsfw"]),
        ([{"identifier": "nsfw", "enabled": True}, {"identifier": "main"}], ["nsfw", "main"]),
        (["main", "main", 3, None, "nsfw"], ["main", "nsfw"]),
    ],
)
def test_which_order_holds(given: Any, expected: list[str]) -> None:
    """A preset of another program or time would be sent in the wrong order."""
    assert [name for name, _ in order(preset_from_json({"prompts": [], "prompt_order": given}))] == expected


def test_without_an_order() -> None:
    """Prompts of a preset without an order would never be sent."""
    usual = preset_from_json({"prompts": [{"identifier": "main", "content": "A"}]})
    assert order(usual)[:2] == [("main", True), ("worldInfoBefore", True)]
    assert ("enhanceDefinitions", False) in order(usual)
    own: Any = {
        "prompts": [{"identifier": "b", "content": "B", "enabled": False}, {"identifier": "main", "content": "A"}]
    }
    assert order(preset_from_json(own)) == [("b", False), ("main", True)]


def test_nodest() -> None:
    """A preset of NodeST would speak with the wrong voice, at the wrong depth, or with what was switched off."""
    preset = preset_from_json(NODEST)
    assert (prompt(preset, "d1").role, prompt(preset, "d1").depth) == (Role.USER, 0)
    assert (prompt(preset, "d2").role, prompt(preset, "d2").depth) == (Role.ASSISTANT, 3)
    assert order(preset) == [("main", True), ("off", False), ("chatHistory", True), ("d1", True), ("d2", False)]
    assert prompt(preset, "chatHistory").marker


def test_presets_from_before_there_were_prompts() -> None:
    """A preset of 2023 would lose its texts."""
    preset = preset_from_json(OLD)
    assert [prompt(preset, name).text for name in ("main", "nsfw", "jailbreak")] == [
        *("Write as {{char}}.", "Be bold.", "[Stay]"),
    ]
    assert order(preset)[0] == ("main", True)
    assert order(preset)[-1] == ("jailbreak", True)
    assert (preset.sampling.temperature, preset.sampling.frequency_penalty, preset.names) == (0.7, 0.1, 1)
    assert json.loads(write_preset(preset)) == OLD


@pytest.mark.parametrize(
    ("fields", "ours", "value"),
    [
        ({"injection_position": 1}, "depth", 4),
        ({"injection_position": "1", "injection_depth": "2"}, "depth", 2),
        ({"injection_position": 1, "injection_depth": 10**9}, "depth", 1_000),
        ({"injection_position": 0, "injection_depth": 3}, "depth", None),
        ({"injection_position": None}, "depth", None),
        ({"injection_position": 1}, "role", Role.USER),
        ({"injection_position": 1, "role": "system"}, "role", Role.SYSTEM),
        ({"identifier": "scenario", "injection_position": 1}, "role", Role.SYSTEM),
        ({}, "role", Role.SYSTEM),
        ({"role": "model"}, "role", Role.ASSISTANT),
        ({"role": "narrator"}, "role", Role.SYSTEM),
        ({"identifier": "scenario"}, "marker", True),
        ({"marker": True}, "marker", False),
        ({"identifier": None}, "identifier", "prompt-1"),
        ({"content": ["no"]}, "text", ""),
        ({"injection_order": None}, "depth_order", 100),
    ],
)
def test_what_a_prompts_fields_mean(fields: dict[str, Any], ours: str, value: Any) -> None:
    """A prompt would stand elsewhere, or speak as somebody else, than its author wrote."""
    assert getattr(one(**fields), ours) == value


@pytest.mark.parametrize(
    ("fields", "ours", "value"),
    [
        ({"temperature": 99}, "temperature", 2),
        ({"temperature": "0.5"}, "temperature", 0.5),
        ({"temperature": None}, "temperature", None),
        ({"temperature": "hot"}, "temperature", None),
        ({"top_p": -1}, "top_p", 0),
        ({"top_k": 0}, "top_k", None),
        ({"min_p": 0}, "min_p", None),
        ({"repetition_penalty": 1}, "repetition_penalty", None),
        ({"frequency_penalty": 0}, "frequency_penalty", 0),
        ({"seed": -1}, "seed", None),
        ({"seed": 10**30}, "seed", 2**31 - 1),
        ({"stop": ["\nA:", ""]}, "stop", ("A:",)),
    ],
)
def test_samplers_are_held_in_range(fields: dict[str, Any], ours: str, value: Any) -> None:
    """An endpoint would refuse every reply because of one number in a preset."""
    assert getattr(preset_from_json({"prompts": [], **fields}).sampling, ours) == value


def test_a_format_always_has_room_for_its_text() -> None:
    """The scenario of every character would vanish from the prompt."""
    preset = preset_from_json({"prompts": [], "wi_format": "", "scenario_format": "A scene."})
    assert preset.texts.world_format == "{0}"
    assert preset.texts.scenario_format == "{{scenario}}"
    assert preset.texts.personality_format == "{{personality}}"
    assert "preset-format-without-gap" in preset.warnings


def test_samplers_alone_are_a_preset() -> None:
    """Someone would not learn that this preset brings no prompts."""
    preset = preset_from_json({"temperature": 1, "top_p": 0.5})
    assert (preset.prompts, preset.order, preset.warnings) == ((), (), ("preset-without-prompts",))


@pytest.mark.parametrize(
    ("data", "seems"),
    [
        (dump({"temp": 0.5, "rep_pen": 1.2, "top_p": 1, "temperature": 1}), "text-preset"),
        (dump({"input_sequence": "###", "output_sequence": "###"}), "text-preset"),
        (dump({"story_string": ""}), "text-preset"),
        (dump(V2), "card"),
        (dump(WORLD), "book"),
        (dump({"findRegex": "a"}), "scripts"),
        (dump({"is_user": False, "mes": "Hi"}), "chat"),
        (dump({"oai_settings": {}}), "settings"),
        (dump({"a": 1}), "json"),
        (dump([]), "json"),
        (png(), "picture"),
    ],
)
def test_what_is_no_preset_is_named(data: bytes, seems: str) -> None:
    """Someone who picked the wrong file would not learn which one they picked."""
    with pytest.raises(NotAPreset) as caught:
        read_preset(data)
    assert caught.value.data == {"seems": seems}


def test_a_preset_may_not_be_endless() -> None:
    """One file would fill the memory of the house."""
    names: list[Any] = [f"p{number}" for number in range(5_001)]
    with pytest.raises(TooManyEntries):
        preset_from_json({"prompts": [], "prompt_order": names})


def test_a_preset_is_named_after_its_file() -> None:
    """A list of presets would have entries without a name."""
    assert read_preset(dump(PRESET), "My preset.json").name == "My preset"


FIELDS = st.sampled_from([*PRESET]) | st.text(max_size=5)
PROMPTS = st.lists(
    st.dictionaries(
        st.sampled_from(["identifier", "role", "content", "injection_position", "injection_depth", "enable", "marker"]),
        JSON | st.sampled_from(["main", "model", "chatHistory", 1]),
    ),
    max_size=4,
)


@settings(max_examples=share.examples(40))
@given(st.dictionaries(FIELDS, JSON, max_size=8), PROMPTS, JSON)
def test_any_preset_survives_a_round_trip(fields: dict[str, Any], prompts: list[Any], given_order: Any) -> None:
    """A preset taken along to another program would lose what it had."""
    try:
        preset = read_preset(dump({**fields, "prompts": prompts, "prompt_order": given_order}))
    except InputError:
        return
    assert read_preset(write_preset(preset)) == preset
    assert len({place.identifier for place in preset.order}) == len(preset.order)
