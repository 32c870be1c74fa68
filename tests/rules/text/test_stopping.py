"""Where a text ends that a person has stopped."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.text.stopping import whole_words

TEXTS = st.text(st.sampled_from("ab1 \n.,*’“山岚灯，。"), max_size=80)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("There is a page from M", "There is a page from "),
        ("There is a page.", "There is a page."),
        ("There is a page ", "There is a page "),
        ("She nods. *Well", "She nods. "),
        ("She said “don’t", "She said "),
        ("Wel", "Wel"),
        ("山上有灯", "山上有灯"),
        ("我说了OK", "我说了"),
        ("see https://example.org/" + "a" * 40, "see https://example.org/" + "a" * 40),
        ("", ""),
    ],
)
def test_a_word_that_may_go_on_is_left_out(text: str, kept: str) -> None:
    """A stopped reply ends in the middle of a word, or loses one that was whole."""
    assert whole_words(text) == kept


@given(TEXTS)
def test_at_most_one_word_is_left_out(text: str) -> None:
    """A stop would take away whole words that people have read."""
    kept = whole_words(text)
    assert text.startswith(kept)
    assert not kept or kept.strip() or kept == text
    left = text[len(kept) :]
    assert not any(it.isspace() for it in left)
