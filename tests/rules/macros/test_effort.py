"""A text that is made to take long takes no longer than many honest ones."""

import pytest

from engine.rules.macros.context import MacroContext
from engine.rules.macros.expand import MAX_MACROS, MAX_MACROS_IN_PROMPT, Expander
from engine.rules.macros.reading import MAX_ARGUMENTS, MAX_MARKS, MacroNode, MacroReader
from engine.rules.macros.store import MAX_EFFORT, MAX_VALUE

CONTEXT = MacroContext(user="Ann", char="Mia")


@pytest.mark.parametrize("sign", ["<user>", "{{", "}}", "\\{\\{", "{{user}}"])
def test_braces_are_counted(sign: str) -> None:
    """A card of braces alone would hold up its character for seconds."""
    pieces = MacroReader(sign * 100_000).read()
    assert len(pieces) <= 3 * MAX_MARKS
    assert Expander(CONTEXT).expand(sign * 100_000, "main").endswith(sign)


def test_arguments_are_counted() -> None:
    """A list of half a million choices would be taken apart anew in every turn."""
    (macro,) = (it for it in MacroReader("{{random::" + "a::" * 300_000 + "b}}").read() if isinstance(it, MacroNode))
    head = macro.head()
    assert head is not None
    assert len(head.arguments) == MAX_ARGUMENTS


def test_many_arguments_count_as_macros() -> None:
    """Macros of a thousand arguments each would be a way around the limit of macros."""
    text = "{{random::" + "a::" * 1_000 + "b}}"
    expanded = Expander(CONTEXT).expand(text * 100 + "{{char}}", "main")
    assert expanded.count(text) == 100 - MAX_MACROS // (1_001 // 8 + 1) - 1
    assert expanded.endswith("{{char}}")


def test_nothing_is_read_once_the_prompt_has_had_its_macros() -> None:
    """Ten thousand entries of a book would be read brace by brace for nothing."""
    expander = Expander(CONTEXT)
    for number in range(MAX_MACROS_IN_PROMPT // MAX_MACROS):
        assert expander.expand("{{char}}" * MAX_MACROS, f"text {number}") == "Mia" * MAX_MACROS
    assert expander.expand("{{char}} \\{\\{", "main") == "{{char}} \\{\\{"


def test_adding_to_long_lists_ends() -> None:
    """A list is read and written whole to add to it: a card could do that ten thousand times a turn."""
    item = "x" * 90
    text = "{{setvar::all::[]}}" + f"{{{{addvar::all::{item}}}}}" * 100 + "{{addvar::all::}}" * 3_800
    left = Expander(CONTEXT).expand(text, "main").count("{{addvar")
    assert left >= 3_900 - 100 - MAX_EFFORT // 9_000
    assert MAX_VALUE < MAX_EFFORT // 100
