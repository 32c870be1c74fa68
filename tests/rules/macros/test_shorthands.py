"""Variables by their signs."""

import pytest

from engine.rules.macros.context import MacroContext
from engine.rules.macros.expand import MAX_PRODUCED, Expander
from engine.rules.macros.store import MAX_VALUE
from engine.values.models.stage import Variables

CONTEXT = MacroContext(user="Ann", char="Mia", description="A baker.")
STORED = Variables({"hp": "10", "zero": "0", "off": " Off ", "name": "Bo", "blank": ""}, {"hp": "3"})


def _expanded(text: str) -> str:
    return Expander(CONTEXT, STORED).expand(text, "main")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{{.hp}} {{$hp}} {{ .hp }} {{.none}}|", "10 3 10 |"),
        ("{{.v = x y }}[{{.v}}]{{$v=a}}[{{$v}}]{{.v}}", "[x y][a]x y"),
        ("{{.v = {{char}} and {{user}}}}{{.v}}", "Mia and Ann"),
        ("{{.v=}}{{hasvar::v}}", "true"),
        ("{{.hp++}} {{.hp++}} {{.hp--}} {{$hp --}} {{.new++}} {{$new--}}", "11 12 11 2 1 -1"),
        ("{{.hp += 5}}{{.hp -= 2}}{{.name += !}}{{.hp}}{{.name}}", "13Bo!"),
        ("{{.hp -= many}}{{.hp}}{{.gone -= 2}}{{.gone}}", "10-2"),
        ("{{.none || a}}{{.zero || b}}{{.off || c}}{{.name || d}}{{hasvar::none}}", "abcBofalse"),
        ("{{.none ?? a}}[{{.zero ?? b}}{{.blank ?? c}}]{{hasvar::none}}", "a[0]false"),
        ("{{.none ||= a}}{{.none}} {{.zero ||= b}}{{.zero}} {{.name ||= c}}", "aa bb Bo"),
        ("{{.none ??= a}}{{.none}} [{{.blank ??= c}}{{.blank}}] {{$fresh ??= d}}", "aa [] d"),
        (
            "{{.name == Bo}} {{.name==bo}} {{.name != Bo}} {{.none == }} {{.hp == {{.hp}}}}",
            "true false false true true",
        ),
        ("{{.hp > 9}} {{.hp >= 10}} {{.hp < 10}} {{.hp <= 10}}", "true true false true"),
        ("{{.hp > many}} {{.name < 3}} {{.none < 3}} {{.hp > 9.5}}", "false false true true"),
        ("{{.my-var = 1}}{{.my-var--}} {{.my-var-- }}", "0 -1"),
        ("{{!.hp}}{{ ? ~ .hp}}{{#.hp}}{{. hp}}", "10101010"),
        ("{{.1x}} {{.}} {{.a-}} {{.v rest}} {{.hp++ 2}} {{$}}", "{{.1x}} {{.}} {{.a-}} {{.v rest}} {{.hp++ 2}} {{$}}"),
        ("{{.v = a::b}}{{.v}} {{.v == a::b}}", "a::b true"),
        ("{{.v = {{newline}}x{{trim}}\n}}[{{.v}}]", "[x]"),
        ("{{setvar::v::{{.hp}}}}{{.v}} {{random::{{.name}}}} {{getvar::{{.name}}}}|", "10 Bo |"),
        ("{{if {{.hp > 5}}}}strong{{else}}weak{{/if}} {{if {{.hp == 5}}}}five{{/if}}", "strong "),
        ("{{if .zero}}a{{else}}b{{/if}}{{if !$none}}c{{/if}}{{if .name::d}}", "bcd"),
    ],
)
def test_signs_do_what_they_do_in_sillytavern(text: str, expected: str) -> None:
    """Presets of 1.18 would show their signs to the model, and their switches would all stand wrong."""
    assert _expanded(text) == expected


def test_a_text_that_is_not_needed_changes_nothing() -> None:
    """A counter would count up for a default that is not taken."""
    expander = Expander(CONTEXT, STORED)
    assert expander.expand("{{.name ?? {{.hp++}}}}{{.name ||= {{.hp++}}}}{{.none ?? {{$hp++}}}}", "main") == "BoBo4"
    assert expander.variables.local == STORED.local


def test_a_text_is_read_once() -> None:
    """A counter in a default would count twice."""
    expander = Expander(CONTEXT, STORED)
    assert expander.expand("{{.none ??= {{.hp++}}}}{{.hp}}{{.other ||= {{.hp++}}}}{{.hp}}", "main") == "11111212"


def test_values_stay_within_bounds() -> None:
    """A card could store a book in each turn, or write one into the prompt."""
    long = "x" * (MAX_VALUE + 1)
    assert _expanded(f"{{{{.v = {long}}}}}{{{{.v}}}}") == f"{{{{.v = {long}}}}}"
    filled = f"{{{{.v = {long[:-1]}}}}}"
    assert len(_expanded(filled + "{{.v}}" * 3_000)) <= MAX_PRODUCED + 3_000 * len("{{.v}}")


@pytest.mark.parametrize(
    ("value", "holds"),
    [("0", False), ("off", False), ("FALSE", False), ("", False), ("no", True), ("0.5", True), ("null", True)],
)
def test_what_is_false_is_false_as_there(value: str, holds: bool) -> None:
    """A preset's switch would be on in one program and off in the other."""
    text = "{{if {{getvar::v}}}}yes{{else}}no{{/if}}{{.v || no}}"
    assert Expander(CONTEXT, Variables({"v": value})).expand(text, "") == (f"yes{value}" if holds else "nono")


def test_a_name_from_a_variable_is_a_condition_too() -> None:
    """A preset that keeps the name of what it asks for would take the other half."""
    stored = Variables({"a": ".b", "b": "", "c": "scenario", "d": "description"})
    text = "".join(f"{{{{if {{{{.{name}}}}}}}}}{name}{{{{/if}}}}" for name in "acd")
    assert Expander(CONTEXT, stored).expand(text, "") == "d"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("\\{a\\} \\{\\{char\\}\\} {a}", "{a} {{char}} {a}"),
        ("\\{{char}} \\{{{char}}}", "\\Mia {Mia}"),
        ("{{reverse::\\{x\\}}}", "\\x{}"),
    ],
)
def test_braces_behind_a_stroke_are_braces(text: str, expected: str) -> None:
    """A card would show strokes that its author wrote for SillyTavern alone."""
    assert _expanded(text) == expected
