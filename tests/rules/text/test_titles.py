"""Lines that are cut where there is no room for more."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.text.titles import at_word


@pytest.mark.parametrize(
    ("line", "most", "shown"),
    [
        ("the other side of the valley and back", 28, "the other side of the…"),
        ("the other side of the valley", 28, "the other side of the valley"),
        ("a lamp, up there today", 15, "a lamp, up…"),
        ("answered from below, twice", 21, "answered from below…"),
        ("Donaudampfschifffahrtsgesellschaft", 20, "Donaudampfschifffah…"),
        ("山谷那边有人用灯回了话，还有风声", 8, "山谷那边有人用…"),
        ("她说 good morning", 10, "她说 good…"),
        ("好 morning", 6, "好 mor…"),
    ],
)
def test_a_line_is_cut_behind_a_word(line: str, most: int, shown: str) -> None:
    """ "the other side of the valle…": two letters were saved, and a word broken."""
    assert at_word(line, most) == shown


@given(st.text("ab c.，山…", max_size=40), st.integers(2, 30))
def test_a_line_that_is_cut_has_room(line: str, most: int) -> None:
    """A preview would be longer than its place, lose what had room, or show what nobody said."""
    shown = at_word(line, most)
    assert len(shown) <= most
    assert (shown == line) if len(line) <= most else line.startswith(shown.removesuffix("…"))
