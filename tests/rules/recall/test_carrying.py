"""Which words carry a question, and which of them nobody ever said."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.recall.carrying import MOST_WORDS, carried, never_said, without_each
from engine.rules.recall.words import stems


@pytest.mark.parametrize(
    ("text", "word", "rest"),
    [
        ("my falcons flew", "falcon", "my  flew"),
        ("I bought a kettle", "buy", "I  a kettle"),
        ("谁在看管灯塔", "灯塔", "谁在看管"),
        ("who looks after it", "harbour", "who looks after it"),
    ],
)
def test_a_question_without_a_word(text: str, word: str, rest: str) -> None:
    """A word is taken out in one form and looked for in another, so nothing seems to carry a question."""
    assert without_each(text, (word,)) == ((text, rest),)


def test_a_long_text_is_carried_by_no_word() -> None:
    """Whoever pastes a page waits until it was read a hundred times, each time without one word."""
    words = tuple(f"w{number}" for number in range(MOST_WORDS + 1))
    assert without_each(" ".join(words), words) == ()


def test_what_changes_the_meaning_carries_it() -> None:
    """ "Happened" weighs as much as "lighthouse", and whatever happened is an answer."""
    pairs = without_each("happened lighthouse", ("happen", "lighthous"))
    vectors = {"happened lighthouse": (0.8, 0.6), " lighthouse": (1.0, 0.0), "happened ": (0.0, 1.0)}
    happened, lighthouse = carried(pairs, vectors)
    assert (happened, lighthouse) == (pytest.approx(0.2), pytest.approx(0.4))
    assert carried(pairs, {}) == ()
    assert carried(without_each("lighthouse", ("lighthous",)), {"lighthouse": (1.0, 0.0)}) == (1.0,)


def test_pairs_across_words_are_no_words() -> None:
    """A question in Chinese holds pairs that are no words, which nobody ever said, and is doubted for them."""
    assert never_said(("灯塔", "塔后", "后来"), frozenset({2})) == [0]
    assert never_said(("家宠", "宠物", "物叫"), frozenset({1})) == []
    assert never_said(("lighthous", "keep"), frozenset({1})) == [0]


@given(st.text(max_size=60))
def test_any_text_has_its_words_taken_out(text: str) -> None:
    """A question in odd letters is not read at all, and nothing is recalled."""
    words = tuple(dict.fromkeys(stems(text)))
    for whole, rest in without_each(text, words):
        assert whole == text
        assert len(rest) <= len(text)
