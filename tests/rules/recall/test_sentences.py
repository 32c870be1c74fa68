"""A message cut into sentences: what is searched for one by one in world books."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.recall.questions.sentences import LONGEST, MOST, sentences


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "今天去了灯塔。你还记得吗？“当然！”她说；风很大……",
            ["今天去了灯塔。", "你还记得吗？", "“当然！”", "她说；", "风很大……"],
        ),
        ("Mr. Smith paid 3.14 dollars. Did he? \"Yes!\" It was 5 p.m. then", [
            "Mr. Smith paid 3.14 dollars.", "Did he?", "\"Yes!\"", "It was 5 p.m. then"]),
        ("See example.com or v2.0 (now).\nNext line", ["See example.com or v2.0 (now).", "Next line"]),
        ("嗯。\n…… !!! 3.", []),
        ("", []),
    ],
)  # fmt: skip
def test_sentences_of_both_languages(text: str, found: list[str]) -> None:
    """Two subjects in one message are found as neither, or a name is torn apart."""
    assert list(sentences(text)) == found


def test_of_many_the_last_count() -> None:
    """A long story hides the question at its end, or costs as much as a book."""
    assert sentences(" ".join(f"Word number {it}." for it in range(50)))[-1] == "Word number 49."
    assert len(sentences("一二三。" * 50)) == MOST


def test_a_long_one_is_cut_at_a_pause() -> None:
    """A text without full stops is searched for as one blur."""
    found = sentences("very long words, and more of them, " * 20)
    assert len(found) > 1
    assert all(it.endswith(",") for it in found)


@given(st.text("ab。.?! \n，\"'ZMr三五", max_size=600))
def test_every_piece_is_short_and_was_said(text: str) -> None:
    """Something is searched for that nobody said."""
    found = sentences(text, most=1_000)
    assert all(it in text and 0 < len(it) <= LONGEST for it in found)
