"""What a card of each version becomes."""

import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import FieldTooLong, NotACard
from engine.rules.formats.cards.card_files import read_card, write_json, write_png
from engine.rules.formats.cards.cards import NEWER_SPEC, edit_card
from engine.values.characters.characters import DepthPrompt
from engine.values.models.prompts import Role
from tests.rules.formats.card_samples import V1, V2, V3, dump, png

JSON_LEAVES = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), st.text(max_size=12)
)
JSON_VALUES = st.recursive(
    JSON_LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
FIELDS = [*V1, *V2["data"], "nickname", "group_only_greetings", "spec_version", "char_name"]  # type: ignore[misc] - a dict
OBJECTS = st.dictionaries(st.sampled_from(FIELDS) | st.text(max_size=8), JSON_VALUES, max_size=10)
SPECS = st.sampled_from(["chara_card_v2", "chara_card_v3", "chara_card_v4", "", 3, None])


@st.composite
def raw_cards(draw):
    """Objects that are cards, with any type in any field."""
    flat = draw(OBJECTS) | {"spec": "chara_card_v1", "name": draw(st.sampled_from(["Ada", "思い", 7]))}
    if draw(st.booleans()):
        return flat
    return draw(OBJECTS) | {"spec": draw(SPECS), "spec_version": "3.0", "data": flat | {"name": "Ada"}}


def test_v1():
    """A plain old card must keep its six fields."""
    card = read_card(dump(V1))
    assert (card.version, card.name, card.description, card.personality) == (1.0, "Ada", "A clockmaker.", "dry")
    assert (card.scenario, card.greetings) == ("A shop.", ("Come in.",))
    assert card.mes_example.startswith("<START>")


def test_v2_reads_data_not_the_copy_at_the_top():
    """Otherwise a card edited in another program comes in as its old self."""
    card = read_card(dump(V2))
    assert (card.version, card.name, card.called) == (2.0, "Ada", "Ada")
    assert card.greetings == ("Come in.", "Good evening.")
    assert card.depth_prompt == DepthPrompt("Ada is tired.", 2, Role.USER)
    assert card.tags == ("clocks", "calm")
    assert card.character_book == V2["data"]["character_book"]  # type: ignore[index] - a dict
    assert card.warnings == ()


def test_v3_nickname_and_group_greetings():
    """Otherwise a V3 card speaks under the wrong name in a group."""
    card = read_card(dump(V3))
    assert (card.version, card.name, card.called) == (3.0, "Ada", "Addie")
    assert card.group_only_greetings == ("Hello, all.",)


def test_pygmalion_dialect():
    """Old cards from Pygmalion would otherwise come in empty."""
    old = {"char_name": "Ada", "char_persona": "P", "world_scenario": "W", "char_greeting": "G"}
    card = read_card(dump(old | {"example_dialogue": "E"}))
    assert (card.name, card.description, card.scenario) == ("Ada", "P", "W")
    assert (card.first_greeting, card.mes_example) == ("G", "E")


@pytest.mark.parametrize("version", ["4.0", "3.1", 4])
def test_newer_spec_is_read_with_a_warning(version):
    """A card from the future must not be refused."""
    card = read_card(dump(V3 | {"spec_version": version}))
    assert card.name == "Ada"
    assert card.warnings == (NEWER_SPEC,)


@pytest.mark.parametrize(
    "raw",
    [
        {},
        [],
        {"name": ""},
        {"name": " \0 "},
        {"name": None, "description": "d"},
        {"data": {"description": "d"}},
        {"name": "A book", "description": "d", "entries": {}},
        {"spec": "lorebook_v3", "data": {"name": "A book", "entries": []}},
    ],
)
def test_not_a_card(raw):
    """A world book or a nameless object must be named for what it is not."""
    with pytest.raises(NotACard):
        read_card(dump(raw))


def test_wrong_types_are_tolerated():
    """A sloppy card must come in as far as it can be understood."""
    card = read_card(
        dump(
            {
                "spec": "chara_card_v2",
                "data": {
                    "name": 42,
                    "description": None,
                    "first_mes": ["not", "text"],
                    "alternate_greetings": "just one",
                    "tags": "a, b,,a",
                    "extensions": [],
                    "character_book": "none",
                    "creator": True,
                },
            }
        )
    )
    assert (card.name, card.description, card.first_greeting, card.creator) == ("42", "", "", "")
    assert (card.alternate_greetings, card.tags) == (("just one",), ("a", "b"))
    assert (card.extensions, card.character_book, card.depth_prompt) == ({}, None, None)


@pytest.mark.parametrize(
    ("depth", "read"), [("3", 3), (-1, 0), (10**300, 10_000), (None, 4), ("inf", 4), ("nan", 4), ([], 4), (2.7, 2)]
)
def test_depth_of_the_depth_prompt(depth, read):
    """An odd depth must not break prompt assembly."""
    prompt = {"prompt": "p", "depth": depth, "role": "nobody"}
    card = read_card(dump({"name": "A", "extensions": {"depth_prompt": prompt}}))
    assert card.depth_prompt == DepthPrompt("p", read, Role.SYSTEM)


def test_a_field_too_long_is_named():
    """A person must learn which field to shorten."""
    with pytest.raises(FieldTooLong) as caught:
        read_card(dump(V1 | {"scenario": "x" * 5_000_000}))
    assert caught.value.data == {"field": "scenario", "limit": 1_000_000, "length": 5_000_000}


def test_texts_are_cleaned_but_raw_stays():
    """Odd bytes must not reach the database, and line ends of unknown fields must survive an export."""
    card = read_card(dump({"name": "A\0\ud800", "description": "a\r\nb\u0001", "x\0": ["\ud83d", "c\r\n"]}))
    assert (card.name, card.description) == ("A\ufffd", "a\nb")
    assert card.raw == {"name": "A\ufffd", "description": "a\r\nb\u0001", "x": ["\ufffd", "c\r\n"]}


@given(raw_cards())
def test_round_trip_is_exact(raw):
    """Otherwise exporting a card and importing it elsewhere loses what its author wrote."""
    card = read_card(dump(raw))
    assert read_card(write_json(card)) == card
    assert read_card(write_png(card, png())) == card
    if "\\u0000" not in repr(raw) and "\\x00" not in repr(raw):
        assert card.raw == raw


@pytest.mark.parametrize("raw", [V1, V2, V3])
def test_edits_show_in_the_export_and_touch_nothing_else(raw):
    """An edited card must be exported as edited, with its unknown fields, also for programs that read the old copy."""
    before = copy.deepcopy(raw)
    card = read_card(dump(raw))
    edited = edit_card(card, {"name": "Bea\0", "first_greeting": "", "alternate_greetings": ("Hi", "Ho")})
    assert (edited.name, edited.greetings, edited.description) == ("Bea", ("Hi", "Ho"), card.description)
    assert read_card(write_json(edited)) == edited
    assert edited.raw["name"] == "Bea"
    assert card.raw == before


def test_edit_cannot_take_the_name():
    """A character without a name could not be called again."""
    with pytest.raises(NotACard):
        edit_card(read_card(dump(V2)), {"name": " "})


def test_edit_of_a_dialect_field():
    """An edit of an old card must not be hidden by the field it came from."""
    card = edit_card(read_card(dump({"char_name": "Ada", "char_persona": "P"})), {"description": "", "name": "Bea"})
    assert (card.name, card.description) == ("Bea", "")
