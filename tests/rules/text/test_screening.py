"""Words that are refused: what counts as one, and that none is ever seen while a text grows."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.text.screening import COVER, LONGEST_WORD, Screen, plain_word, screen

REFUSED = ("bad word", "bad", "ass", "脏话", "damn*", "café")
HIDDEN = (
    "BAD", "ｂａｄ", "b**a**d", "_bad_", "b\u200bad", "ba\u0336d", "b\\ad", "Bad", "bad  word", "bad\nword", "脏话",
    "这脏话吧", "damned", "CAFE", "cafe\u0301", "ass.", "(ass)",
)  # fmt: skip
READ = ("badge", "class", "bard", "脏的话", "goddamn", "cafeteria", "a ss", "")


@pytest.mark.parametrize("text", HIDDEN)
def test_a_word_is_found_however_it_is_written(text: str) -> None:
    """Somebody writes a blocked word with stars in it, or in wide letters, and it stands there for all to read."""
    assert Screen(REFUSED).finds(text)
    shown = Screen(REFUSED).covered(f"So: {text}!")
    assert COVER in shown
    assert not Screen(REFUSED).finds(shown)
    assert shown.startswith("So: ")
    assert shown.endswith("!")


@pytest.mark.parametrize("text", READ)
def test_what_only_holds_its_letters_is_read(text: str) -> None:
    """A class cannot be named where a rude word is blocked."""
    assert not Screen(REFUSED).finds(text)
    assert Screen(REFUSED).covered(text) == text


@given(st.lists(st.sampled_from([*"badwor se脏话*\n", "bad", " word", "as", "s"]), max_size=25))
def test_a_growing_text_never_shows_one_for_a_moment(pieces: list[str]) -> None:
    """The beginning of a word, or all of it, is read before it is covered."""
    refused, whole, shown = Screen(REFUSED), "".join(pieces), ""
    final = refused.covered(whole)
    for n in range(len(pieces) + 1):
        shown = refused.readable("".join(pieces[:n]))
        assert final.startswith(shown)
    assert not refused.finds(final)


def test_a_word_over_the_seam_is_covered_behind_it() -> None:
    """Half a word is said, the reply goes on with the rest, and both stand in one message."""
    refused = Screen(REFUSED)
    assert refused.covered(" word again", "It is bad") == f" {COVER * 4} again"
    assert refused.covered("d day", "a ba") == f"{COVER} day"
    assert refused.readable("d", "a ba") == ""


def test_what_may_be_blocked() -> None:
    """One letter or a star alone is blocked, and nothing can be read any more."""
    assert [plain_word(it) for it in ("a", "*", "**", " ", "!?", "x" * (LONGEST_WORD + 1))] == [""] * 6
    assert [plain_word(it) for it in ("脏", "  two   words ", "da*")] == ["脏", "two words", "da*"]
    assert not screen(())
    assert screen(()).covered("bad") == "bad"
