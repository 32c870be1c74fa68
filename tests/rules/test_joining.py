"""A text, and what is written further behind it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.text.joining import joined


@pytest.mark.parametrize(
    ("before", "raw", "whole"),
    [
        ("Once there was", "a lamp.", "Once there was a lamp."),
        ("Once there was", " a lamp.", "Once there was a lamp."),
        ("He sat.", "\n\nThen he rose.", "He sat.\n\nThen he rose."),
        ("He sat.", "\nThen he rose.", "He sat.\nThen he rose."),
        ("He sat", ", and rose.", "He sat, and rose."),
        ("It", "'s late.", "It's late."),
        ("She said (", "softly) no.", "She said (softly) no."),
        ("She said", '"No."', 'She said "No."'),
        ("灯塔亮着", "，风停了。", "灯塔亮着，风停了。"),
        ("灯塔亮着。", "风停了。", "灯塔亮着。风停了。"),
        ("他说 OK", "然后走了。", "他说 OK然后走了。"),
        ("", "All of it.", "All of it."),
        ("All of it.", "  ", "All of it."),
    ],
)
def test_what_is_written_further_fits(before: str, raw: str, whole: str) -> None:
    """Two words would run into one, a space would stand in Chinese, or a paragraph would be lost."""
    assert joined(before, raw.strip(), raw) == whole


@given(st.text(), st.text())
def test_nothing_is_lost(before: str, more: str) -> None:
    """A part of one of them would be gone."""
    whole = joined(before, more, more)
    assert whole.startswith(before.rstrip())
    assert whole.endswith(more.strip())
