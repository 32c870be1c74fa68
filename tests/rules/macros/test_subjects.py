"""Macros for names, the card's texts, what was said, and plain text."""

from dataclasses import replace

import pytest

from engine.rules.macros.context import MacroContext
from engine.rules.macros.expand import Expander, expand, with_card
from engine.values.characters.characters import Card, DepthPrompt
from engine.values.models.stage import Variables

CONTEXT = MacroContext(
    user="Ann",
    char="Mia",
    last_message="Hi {{char}}",
    last_user_message="Hello",
    last_char_message="Yes?",
    last_message_id=7,
    current_swipe_id=2,
    summary="They met.",
    input="typed",
    outlets={"Lore": "Old books."},
    max_prompt=4096,
    stable_seed="s",
)
GROUP = replace(CONTEXT, group=("Mia", "Bo", "Cy"), muted=("Cy",))


@pytest.mark.parametrize(
    ("text", "alone", "group"),
    [
        ("{{group}}", "Mia", "Mia, Bo, Cy"),
        ("<GROUP>", "Mia", "Mia, Bo, Cy"),
        ("{{charIfNotGroup}}<charifnotgroup>", "MiaMia", "Mia, Bo, CyMia, Bo, Cy"),
        ("{{groupNotMuted}}", "Mia", "Mia, Bo"),
        ("{{notChar}}", "Ann", "Bo, Cy, Ann"),
    ],
)
def test_groups_are_named(text: str, alone: str, group: str) -> None:
    """A character of a group would not know who else is there."""
    assert (expand(text, CONTEXT), expand(text, GROUP)) == (alone, group)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{{lastMessage}}|{{lastUserMessage}}|{{lastCharMessage}}", "Hi {{char}}|Hello|Yes?"),
        ("{{lastMessageId}} {{currentSwipeId}} {{summary}} {{input}}", "7 2 They met. typed"),
        ("{{outlet::Lore}}[{{outlet::none}}] {{maxPrompt}}", "Old books.[] 4096"),
        ('{{banned "word"}}{{banned::word}}{{hidden_key:dragon}}{{comment: x}}{{// y}}', ""),
        ("{{reverse:abc}} {{reverse:a::b}} {{reverse::a::b}}", "cba b::a {{reverse::a::b}}"),
        ("{{comment::a::b}}{{banned::a::b}}{{roll::1d6::x}}", "{{banned::a::b}}{{roll::1d6::x}}"),
        ("a{{newline::2}}b{{space::3}}c{{space::x}}", "a\n\nb   c{{space::x}}"),
        ("a\n\n{{trim}}\n\nb\n{{noop}}{{trim}}\nc", "ab\nc"),
        ("{{random:x, y ,z}}{{random::q}}", None),
    ],
)
def test_the_talk_and_plain_texts_are_told(text: str, expected: str | None) -> None:
    """A preset would show raw macros to the model."""
    told = expand(text, CONTEXT)
    assert told == expected or (expected is None and told in {"xq", "yq", "zq"})


def test_a_card_s_texts_are_macros() -> None:
    """A preset that quotes the card would quote nothing, or macros in place of names."""
    card = Card(
        3.0,
        "Mia",
        mes_example="{{user}}: Hi\n<START>\n{{char}}: Oh",
        system_prompt="Be {{char}}. {{original}}",
        post_history_instructions="Stop.",
        character_version="1.2",
        depth_prompt=DepthPrompt("Deep {{user}}"),
        first_greeting="One {{user}}\n",
        alternate_greetings=("Two",),
    )
    scene = with_card(CONTEXT, card)
    assert expand("{{charPrompt}}|{{charInstruction}}|{{charVersion}}|{{charDepthPrompt}}", scene) == (
        "Be Mia. |Stop.|1.2|Deep Ann"
    )
    assert expand("{{greeting}}|{{greeting::1}}|{{greeting::9}}", scene) == "One Ann|Two|"
    assert expand("{{mesExamples}}", scene) == "<START>\nAnn: Hi\n<START>\nMia: Oh\n"


def test_original_is_told_once() -> None:
    """A card that names {{original}} twice would double the preset's instructions."""
    assert Expander(CONTEXT).expand("{{original}}, {{original}}!", "main", original="Write.") == "Write., !"


def test_a_description_keeps_its_variables() -> None:
    """A card that sets its variables in the description would start without them."""
    expander = Expander(CONTEXT)
    expander.take_card(Card(3.0, "Mia", description="{{setvar::hp::10}}Strong.", mes_example="{{incvar::hp}}"))
    assert expander.expand("{{description}} {{getvar::hp}}", "main") == "Strong. 10"
    assert expander.variables == Variables({"hp": "10"})


def test_picks_stay_and_differ_by_place() -> None:
    """A character would have another eye colour in each turn, or all picks of a card be alike."""
    text = "{{pick::a::b::c::d::e::f}}" * 12
    first = expand(text, replace(CONTEXT, seed="1", place="description"))
    assert first == expand(text, replace(CONTEXT, seed="2", place="description"))
    assert len(set(first)) > 2
    assert first != expand(text, replace(CONTEXT, stable_seed="other", place="description"))


def test_a_name_cannot_add_arguments() -> None:
    """Somebody could choose, by the colons in a name, what a card's macros do."""
    assert expand("{{setvar::x::{{user}}}}{{getvar::x}}", replace(CONTEXT, user="a::b")) == "a::b"
    assert expand("{{reverse::{{user}}}}", replace(CONTEXT, user="}}{{char")) == "rahc{{}}"
