"""Text from outside is always storable."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import TextTooLong
from engine.rules.text.clean import clean_text, storable

ANY_TEXT = st.text(st.one_of(st.characters(), st.sampled_from("\r\n\t\0\x1b\x9b\ud83d\ude00\udfff"))).map(str)


@given(ANY_TEXT)
def test_clean_text_is_storable_and_stable(text):
    """Otherwise a single odd message could not be stored, or would change each time it is read."""
    cleaned = clean_text(text)
    cleaned.encode()
    assert not set(cleaned) & set("\0\r\x1b\x7f\x9b")
    assert clean_text(cleaned) == cleaned


@given(ANY_TEXT)
def test_storable_changes_only_what_cannot_be_stored(text):
    """Otherwise fields of a card that we do not know would be lost or altered on export."""
    kept = storable(text)
    kept.encode()
    assert "\0" not in kept
    assert storable(kept) == kept
    if "\0" not in text and not any("\ud800" <= letter <= "\udfff" for letter in text):
        assert kept == text


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("a\r\nb\rc\nd", "a\nb\nc\nd"),
        ("a\r\0\nb", "a\nb"),
        ("tab\tstays", "tab\tstays"),
        ("\x1b[31mred", "[31mred"),
        ("\ud83d\ude00", "😀"),
        ("half \ud83d", "half \ufffd"),
        ("思い出", "思い出"),
    ],
)
def test_examples(text, cleaned):
    """Otherwise pasted text shows doubled lines, broken emoji or colours the sender chose."""
    assert clean_text(text) == cleaned


def test_too_long_says_how_long():
    """Otherwise a person is not told by how much to shorten a text."""
    assert clean_text("abc\0", limit=3) == "abc"
    with pytest.raises(TextTooLong) as caught:
        clean_text("abcd", limit=3)
    assert caught.value.data == {"limit": 3, "length": 4}
