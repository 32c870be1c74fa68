"""Any text can be stored; any reply loses only its tags."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from engine.errors import InputError
from engine.rules.text.clean import clean_text
from engine.rules.wire.tags import TagHider, TagPatterns, parse_tags

from .budget import FUZZ

LETTERS = st.characters() | st.sampled_from("*[]:：()（） \n\r\0\ud83d\ude00emotion")


@FUZZ
@given(st.text(LETTERS, max_size=300))
def test_clean_text(text):
    """No message may be impossible to store."""
    cleaned = clean_text(text)
    cleaned.encode()
    assert clean_text(cleaned) == cleaned


@FUZZ
@given(
    st.lists(st.sampled_from(["*{}*", "[emotion:{}]", "（{}）", "<<{}>>"]) | st.text(LETTERS, max_size=5), max_size=3),
    st.lists(
        st.text(LETTERS, max_size=12) | st.sampled_from(["[emotion:", "[emotion:a]", "<<", "*", "**"]), max_size=12
    ),
    st.booleans(),
)
def test_tags_in_any_stream(patterns, pieces, hide):
    """What was shown while streaming must be the beginning of what is kept, whatever the patterns are."""
    try:
        tags = TagPatterns(tuple(patterns[:1]), tuple(patterns[1:]), hide)
    except InputError:
        return
    hider = TagHider(tags)
    shown = [hider.feed(piece) for piece in pieces]
    whole = hider.finish()
    assert whole == parse_tags("".join(pieces), tags)
    assert all(later.startswith(earlier) for earlier, later in itertools.pairwise([*shown, whole.clean]))
