"""Variables that macros set and read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.macros.context import MacroContext
from engine.rules.macros.expand import Expander
from engine.rules.macros.js_numbers import number, written
from engine.rules.macros.store import MAX_NAMES, MAX_VALUE
from engine.values.models.stage import Variables

CONTEXT = MacroContext(user="Ann", char="Mia")


def told(text: str, variables: Variables | None = None) -> str:
    return Expander(CONTEXT, variables).expand(text, "main")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{{setvar::mood::happy}}[{{getvar::mood}}]", "[happy]"),
        ("{{setvar::x}}a::b{{/setvar}}{{getvar::x}}{{setvar::x::}}[{{getvar::x}}]", "a::b[]"),
        ("{{setvar::x::{{char}}::b}}{{hasvar::x}}", "{{setvar::x::Mia::b}}false"),
        ("{{setvar a::b}}{{getvar a::b}}{{hasvar::a::b}}", "{{setvar a::b}}{{hasvar::a::b}}"),
        ("{{incvar::n}}{{incvar::n}}{{decvar::n}}{{getvar::n}}", "1211"),
        ("{{setvar::n::5}}{{addvar::n::2.5}}{{getvar::n}}", "7.5"),
        ("{{setvar::n::0.1}}{{addvar::n::0.2}}{{getvar::n}}", "0.30000000000000004"),
        ("{{addvar::s::a}}{{addvar::s::b}}{{getvar::s}} {{addvar::s::1}}{{getvar::s}}", "ab ab1"),
        ("{{setvar::l::[]}}{{addvar::l::x}}{{addvar::l::二}}{{getvar::l}}", '["x","二"]'),
        ("{{setvar::n::007}}{{getvar::n}} {{setvar::n::1e3}}{{getvar::n}} {{setvar::n:: }}{{getvar::n}}|", "7 1000 |"),
        ("{{getvar::none}}|{{getglobalvar::none}}", "|"),
        ("{{setglobalvar::x::1}}{{incglobalvar::x}}{{getvar::x}}|{{getglobalvar::x}}", "2|2"),
        ("{{hasvar::x}}{{setvar::x::}}{{hasvar::x}}{{deletevar::x}}{{hasvar::x}}", "falsetruefalse"),
        ("{{setvar::a::{{char}}}}{{setvar::{{getvar::a}}::1}}{{getvar::Mia}}", "1"),
        ("{{setvar::t}}\n  {{user}}\n{{/setvar}}<{{getvar::t}}>", "<Ann>"),
        ("{{getvar::x}}{{setvar::x::later}}", ""),
        ("{{setvar::x}} {{getvar}}", "{{setvar::x}} {{getvar}}"),
    ],
)
def test_variables_hold_what_was_put_into_them(text: str, expected: str) -> None:
    """Cards that count or remember would forget, or count differently from where they were made."""
    assert told(text) == expected


def test_the_state_is_handed_on_from_text_to_text() -> None:
    """What one part of a prompt sets would be missing in the next, or be stored when nothing changed."""
    before = Variables({"n": "1"}, {"g": "x"})
    expander = Expander(CONTEXT, before)
    assert expander.expand("{{getvar::n}}{{getglobalvar::g}}", "a") == "1x"
    assert expander.variables is before
    assert expander.expand("{{incvar::n}}", "b") == "2"
    assert expander.expand("{{getvar::n}}", "c") == "2"
    assert (expander.variables, before) == (Variables({"n": "2"}, {"g": "x"}), Variables({"n": "1"}, {"g": "x"}))


def test_variables_are_bounded() -> None:
    """A hostile card could fill the log with what its macros store."""
    full = Variables({str(name): "" for name in range(MAX_NAMES)})
    assert (
        told("{{setvar::one::more}}{{setvar::0::x}}{{incvar::other}}", full) == "{{setvar::one::more}}{{incvar::other}}"
    )
    long = Variables({"x": "x" * MAX_VALUE})
    assert told("{{addvar::x::y}}", long) == "{{addvar::x::y}}"
    expander = Expander(CONTEXT)
    expander.expand("{{setvar::x::xx}}" + "{{setvar::x::{{getvar::x}}{{getvar::x}}}}" * 100, "main")
    assert len(expander.variables.local["x"]) <= MAX_VALUE


def test_a_value_is_not_read_as_a_macro() -> None:
    """What somebody typed into a variable could run as a macro later."""
    assert told("{{getvar::x}}", Variables({"x": "{{char}}::<user>"})) == "{{char}}::<user>"


@given(st.floats())
def test_numbers_are_written_so_that_they_read_the_same(value: float) -> None:
    """A counter would drift each time it is read."""
    text = written(value)
    again = number(text)
    assert text == "NaN" if again is None else again == value


@pytest.mark.parametrize(
    ("value", "text"),
    [(1e21, "1e+21"), (1e-7, "1e-7"), (123456789012345680000.0, "123456789012345680000"), (-0.5, "-0.5")],
)
def test_large_and_small_numbers_are_written_as_in_javascript(value: float, text: str) -> None:
    """Cards would show numbers that people do not know."""
    assert written(value) == text
