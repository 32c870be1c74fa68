"""Regex scripts in files, cards and presets, and the texts that scripts of a chat have placed."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import InputError, NotScripts, TooManyEntries
from engine.rules.formats.cards.cards import card_from_json
from engine.rules.formats.chats.injects import injects_from_json
from engine.rules.formats.presets.regex_scripts import card_scripts, read_scripts, scripts_from_json, write_scripts
from engine.values.characters.scripts import Placement, RegexScript
from engine.values.models.prompts import Role
from engine.values.story.notes import Inject, NotePosition
from tests import share
from tests.rules.formats.card_samples import dump, png
from tests.rules.formats.preset_samples import PRESET, SCRIPT
from tests.rules.formats.test_books import JSON


def one(**fields: Any) -> RegexScript:
    return scripts_from_json({"findRegex": "a", **fields})[0]


def test_every_field_is_read() -> None:
    """A script would change other texts than its author meant."""
    assert read_scripts(dump(SCRIPT)) == (
        RegexScript(
            name="Stars",
            find="/\\*(.+?)\\*/g",
            replace="<i>$1</i>",
            trim=(" ", "!"),
            placements=frozenset({Placement.USER_INPUT, Placement.AI_OUTPUT, Placement.WORLD_INFO}),
            enabled=True,
            display_only=True,
            prompt_only=False,
            substitute=2,
            min_depth=1,
            max_depth=4,
            raw=SCRIPT,
        ),
    )


@pytest.mark.parametrize(
    ("fields", "ours", "value"),
    [
        ({"disabled": True}, "enabled", False),
        ({"substituteRegex": True}, "substitute", 1),
        ({"substituteRegex": None}, "substitute", 0),
        ({"minDepth": None, "maxDepth": -1}, "max_depth", None),
        ({"minDepth": "3"}, "min_depth", 3),
        ({"minDepth": 0}, "min_depth", 0),
        ({"placement": 2}, "placements", {Placement.AI_OUTPUT}),
        ({"placement": [99, "6", None]}, "placements", {Placement.REASONING}),
        ({"placement": [0]}, "placements", {*Placement}),
        ({"placement": [0, 2]}, "placements", {Placement.AI_OUTPUT}),
        ({"placement": [0, 2]}, "display_only", True),
        ({"placement": [0, 2]}, "prompt_only", True),
        ({"placement": [4]}, "placements", {Placement.SLASH_COMMAND}),
        ({"trimStrings": None}, "trim", ()),
    ],
)
def test_what_values_mean(fields: dict[str, Any], ours: str, value: Any) -> None:
    """A script of an older SillyTavern would run elsewhere than it did."""
    assert getattr(one(**fields), ours) == value


@pytest.mark.parametrize("scripts", [[SCRIPT], [SCRIPT, {**SCRIPT, "id": "2"}]])
def test_scripts_go_out_as_they_came_in(scripts: list[Any]) -> None:
    """A script taken back to SillyTavern would lose fields."""
    read = read_scripts(dump(scripts))
    written = json.loads(write_scripts(read))
    assert (written if isinstance(written, list) else [written]) == scripts


def test_scripts_of_a_card() -> None:
    """A card's own scripts would not be offered."""
    card = card_from_json(
        {"spec": "chara_card_v2", "data": {"name": "Ada", "extensions": {"regex_scripts": [SCRIPT, {}, 3]}}}
    )
    assert [script.name for script in card_scripts(card)] == ["Stars"]


@pytest.mark.parametrize(
    ("data", "seems"),
    [
        (dump(PRESET), "preset"),
        (dump({"entries": {}}), "book"),
        (dump({"scriptName": "x", "findRegex": ""}), "json"),
        (dump([]), "json"),
        (png(), "picture"),
    ],
)
def test_what_is_no_script_is_named(data: bytes, seems: str) -> None:
    """Someone who picked the wrong file would not learn which one they picked."""
    with pytest.raises(NotScripts) as caught:
        read_scripts(data)
    assert caught.value.data == {"seems": seems}


def test_scripts_may_not_be_endless() -> None:
    """A card with a million scripts would stop every message."""
    scripts: list[Any] = [SCRIPT] * 1_001
    with pytest.raises(TooManyEntries):
        scripts_from_json(scripts)


@settings(max_examples=share.examples(40))
@given(st.lists(st.dictionaries(st.sampled_from([*SCRIPT]), JSON | st.just("/a/g")), max_size=3))
def test_any_scripts_survive_a_round_trip(raw: list[Any]) -> None:
    """A script would change on its way through."""
    try:
        scripts = read_scripts(dump(raw))
    except InputError:
        return
    assert read_scripts(write_scripts(scripts)) == scripts


def test_injected_texts_are_read_in_the_order_of_the_file() -> None:
    """A text that a script placed would stand elsewhere, or speak as somebody else."""
    injects, warnings = injects_from_json(
        {
            "b": {"value": "B", "position": 1, "depth": 2, "scan": True, "role": 1, "filter": None},
            "a": {"value": "A", "position": -1, "depth": 9_999, "role": 2},
            "c": {"value": "C", "position": 7, "role": None, "filter": "() => true"},
            "empty": {"value": ""},
            "noise": 3,
        }
    )
    assert injects == (
        Inject("b", "B", NotePosition.IN_CHAT, 2, Role.USER, scan=True),
        Inject("a", "A", NotePosition.NOWHERE, 1_000, Role.ASSISTANT),
        Inject("c", "C", NotePosition.IN_CHAT),
    )
    assert warnings == ()


@pytest.mark.parametrize(
    ("condition", "kept", "told"),
    [
        (None, 1, False),
        ("", 1, False),
        (True, 1, False),
        (False, 0, False),
        ("false", 0, False),
        ("({ ctx }) => ctx.generation_type === 'continue'", 0, True),
        ({"closure": 1}, 0, True),
    ],
)
def test_filters_are_never_run(condition: Any, kept: int, told: bool) -> None:
    """A stranger's chat could run a script, or a text would be sent that should not be."""
    injects, warnings = injects_from_json({"a": {"value": "A", "filter": condition}})
    assert (len(injects), bool(warnings)) == (kept, told)


@pytest.mark.parametrize("raw", [None, [], "x", 3])
def test_no_injected_texts(raw: Any) -> None:
    """A chat with odd metadata would not open."""
    assert injects_from_json(raw) == ((), ())
