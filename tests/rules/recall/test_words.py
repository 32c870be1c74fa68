"""What counts as one word."""

from hypothesis import given
from hypothesis import strategies as st

from engine.rules.recall.words.words import hashed, stems, terms, unpaired


def test_forms_of_a_word_are_one_word() -> None:
    """Who asks what somebody bought does not find "I buy"."""
    assert stems("She bought two boats, running") == ["buy", "two", "boat", "run"]
    assert stems("went") == stems("going") == ["go"]
    assert stems("Mina's brothers") == ["mina", "brother"]


def test_words_that_say_nothing_are_none() -> None:
    """Every message answers "what is the"."""
    assert terms("What is it to you, and why?") == {}


def test_chinese_is_found_by_pairs_of_characters() -> None:
    """A sentence in Chinese is one word, or each character finds everything."""
    assert stems("我在海边") == ["我在", "在海", "海边"]
    assert stems("嗯 boat海") == ["嗯", "boat", "海"]
    assert terms("海边海边")[hashed("海边")] == 2


def test_a_chinese_character_alone_is_no_pair() -> None:
    """Who looks for one character would be told that nothing holds it."""
    assert unpaired(stems("灯 boat a x 海边")) == ["灯"]


@given(st.text(max_size=200))
def test_every_word_fits_the_table(text: str) -> None:
    """One odd message cannot be stored."""
    found = terms(text)
    assert all(-(2**31) <= number < 2**31 and number for number in found)
    assert sum(found.values()) == len(stems(text))


def test_long_runs_are_cut() -> None:
    """A pasted key makes a word of a thousand letters."""
    assert stems("x" * 1_000) == ["x" * 40]
