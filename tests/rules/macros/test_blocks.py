"""Blocks, conditions, and the comments that stand in cards."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.macros.context import MacroContext
from engine.rules.macros.expand import Expander, dedented, expand
from engine.rules.macros.reading import MAX_DEPTH
from engine.values.models.stage import Variables

CONTEXT = MacroContext(user="Ann", char="Mia", persona="A pilot.", seed="t", stable_seed="s")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{{if persona}}P: {{persona}}{{/if}}|{{if scenario}}S{{/if}}", "P: A pilot.|"),
        ("{{if scenario}}a{{else}}b{{/if}}", "b"),
        ("{{if !scenario}}a{{else}}b{{/if}} {{if ! persona}}c{{/if}}", "a "),
        ("{{if {{getvar::on}}}}a{{else}}b{{/if}}{{if {{user}}}}c{{/if}}", "bc"),
        ("".join(f"{{{{if {value}}}}}x{{{{/if}}}}" for value in ("0", "false", "OFF", "1", "no")), "xx"),
        ("{{if persona}}{{if scenario}}a{{else}}b{{/if}}{{else}}c{{/if}}", "b"),
        ("{{if persona::yes}} {{IF scenario::yes{{else}}no}}", "yes no"),
        ("{{if persona}}\n  # One\n    Two\n  Three\n{{/if}}", "# One\n  Two\nThree"),
        ("[{{#if persona}}  kept {{/if}}]", "[  kept ]"),
        ("a\n{{if persona}}{{trim}}\nb{{/if}}\nc", "a\nb\nc"),
        ("{{if persona}}open, {{/foo}} {{else}}", "{{if persona}}open, {{/foo}} "),
        ("{{//}}never\nseen {{setvar::x::1}}{{///}}x{{getvar::x}}", "x1"),
        ("{{reverse}}abc{{/reverse}} {{trim}}  x {{/trim}}|", "cba x|"),
        ("{{char}}a{{/char}} {{unknown}}{{user}}{{/unknown}}", "Miaa{{/char}} {{unknown}}Ann{{/unknown}}"),
        ("{{random::{{if scenario}}a{{else}}b{{/if}}}}", "b"),
    ],
)
def test_blocks_stand_for_what_their_macro_makes_of_them(text: str, expected: str) -> None:
    """A preset's conditions would reach the model as raw text, or the wrong half of them."""
    assert expand(text, CONTEXT) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{{reverse::a|b}} {{user}}", "{{reverse::a|b}} Ann"),
        (r"{{reverse::a\|b}} {{user}}", r"{{reverse::a\|b}} Ann"),
        ("{{// a | note }}{{random:a|b|c}}{{user | upper}}", "{{// a | note }}{{random:a|b|c}}{{user | upper}}"),
        ("{{reverse::{{user}} at {{char}}|b}}", "{{reverse::Ann at Mia|b}}"),
        (
            "{{setvar::t::| a | b |\n|---|---|\n| {{user}} | d |}}[{{getvar::t}}]",
            "{{setvar::t::| a | b |\n|---|---|\n| {{user}} | d |}}[]",
        ),
        ("{{setvar::t::| {{user}} | b |}} {{char}}", "{{setvar::t::| {{user}} | b |}} Mia"),
        ("{{reverse::a |}} and {{user}} {{char}}", "{{reverse::a |}} and Ann Mia"),
        ("{{reverse::a | 1}}\n{{reverse::bc}} {{char}}", "{{reverse::a | 1}}\n{{reverse::bc}} Mia"),
        ("{{if persona | x}}yes{{/if}} {{user}}", "{{if persona | x}}yes{{/if}} Ann"),
        ("{{setvar::t}}| {{user}} |{{/setvar}}[{{getvar::t}}]", "[| Ann |]"),
        ("{{if persona}}| a |{{/if}}{{if scenario::x|y}}", "| a |{{if scenario::x|y}}"),
        ("{{.v = a | {{user}}}}[{{.v}}] {{.w || none}}", "[a | Ann] none"),
        ("| a | {{user}} |", "| a | Ann |"),
    ],
)
def test_a_macro_with_a_bar_in_its_arguments_is_none(text: str, expected: str) -> None:
    """A preset would store a table here that it shows in SillyTavern, where a bar is kept for filters to come."""
    assert expand(text, CONTEXT) == expected


def test_what_a_condition_does_not_choose_is_not_run() -> None:
    """A preset would change variables in a half that does not hold."""
    expander = Expander(CONTEXT)
    text = "{{if scenario}}{{setvar::a::1}}{{else}}{{setvar::b::2}}{{/if}}"
    assert expander.expand(text, "main") == ""
    assert expander.variables == Variables({"b": "2"})


def test_a_variable_can_be_a_condition() -> None:
    """Presets that keep switches in variables would always take the same half."""
    expander = Expander(CONTEXT, Variables({"on": "1", "off": "off"}, {"shared": "x"}))
    assert (
        expander.expand("{{if .on}}a{{/if}}{{if .off}}b{{/if}}{{if $shared}}c{{/if}}{{if !.none}}d{{/if}}", "") == "acd"
    )


def test_blocks_beyond_the_limit_are_left_alone() -> None:
    """A hostile card would make each level copy all levels inside it."""
    inside, beyond = ("{{if persona}}" * depth + "x" + "{{/if}}" * depth for depth in (MAX_DEPTH, 10_000))
    assert expand(inside, CONTEXT) == "x"
    assert len(expand(beyond, CONTEXT)) > len(beyond) - 100 * MAX_DEPTH


@given(st.text(st.sampled_from(" \t\nab"), max_size=40))
def test_dedenting_keeps_the_words(text: str) -> None:
    """A block would lose some of its text."""
    assert dedented(text).split() == text.split()
    assert dedented(dedented(text)) == dedented(text).strip()
