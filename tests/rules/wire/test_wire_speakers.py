"""A character speaks for itself alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.wire.speakers import SpeakerCut

OWN, OTHERS = ("Mira", "小明"), ("Bob Stone", "阿月", "Ann")


def told(*pieces: str) -> str:
    cut = SpeakerCut(OWN, OTHERS)
    return "".join(cut.feed(it) for it in pieces) + cut.flush()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Mira: Hello.", "Hello."),
        ("**Mira:** Hello.", "Hello."),
        ("小明：你好。\n阿月：你也好。", "你好。\n"),
        ("Hello.\nBob Stone: Hi!\nMore.", "Hello.\n"),
        ("Bob Stone: Hi!", ""),
        ("Hello.\nMira: I said hello.", "Hello.\nMira: I said hello."),
        ("Bob Stone looks up. Ann: no.", "Bob Stone looks up. Ann: no."),
        ("Two things: rain and wind.", "Two things: rain and wind."),
        ("Mira", "Mira"),
    ],
)
def test_what_is_told_of_a_reply(text: str, expected: str) -> None:
    """A character would put words into others' mouths, or say its own name first each time."""
    assert told(text) == expected


@given(st.data())
def test_it_does_not_matter_where_the_text_is_cut(data: st.DataObject) -> None:
    """What people see would depend on how the network cuts a reply."""
    lines = st.lists(
        st.sampled_from(("Mira: a", "Bob Stone: b", "Bob", "x: y", "小明：c", "* Ann *: d", "")), max_size=5
    )
    text = "\n".join(data.draw(lines))
    at = data.draw(st.integers(0, len(text)))
    assert told(text[:at], text[at:]) == told(text) == told(*text)
