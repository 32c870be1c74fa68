"""Which words carry a question, and which of them nobody ever said."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.recall.questions.carrying import MOST_WORDS, carried, never_said, unsaid, without_each, words_told
from engine.rules.recall.words.words import stems


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


def test_a_word_of_chinese_is_one_piece() -> None:
    """降落伞 is kept as 降落 and 落伞, neither of which says what nobody spoke of."""
    assert unsaid("我的降落伞在哪", ("降落", "落伞"), frozenset()) == (("降落伞", "我的在哪"),)
    assert unsaid("我的风筝在降落", ("风筝", "降落"), frozenset({0})) == (("降落", "我的风筝在"),)
    assert unsaid("降落风筝", ("降落", "风筝"), frozenset()) == (("降落", "风筝"), ("风筝", "降落"))
    assert unsaid("I sold the falcons", ("sell", "falcon"), frozenset({0})) == (("falcons", "I sold the "),)
    assert unsaid("I sold it", ("falcon",), frozenset()) == ()


def test_words_that_were_told_are_looked_at_each() -> None:
    """A van is told of, and nobody finds a word that a vehicle could be like."""
    assert words_told(["We have a yellow van!", "A yellow 2 x"]) == ["yellow", "van"]
    assert words_told(["我买了吊灯", "下单了天文望远镜"]) == ["买", "吊灯", "下单", "天文", "文望", "望远", "远镜"]


@given(st.text(max_size=60))
def test_any_text_has_its_words_taken_out(text: str) -> None:
    """A question in odd letters is not read at all, and nothing is recalled."""
    words = tuple(dict.fromkeys(stems(text)))
    for whole, rest in without_each(text, words):
        assert whole == text
        assert len(rest) <= len(text)
    for piece, rest in unsaid(text, words, frozenset()):
        assert piece in text
        assert len(piece) + len(rest) == len(text)
