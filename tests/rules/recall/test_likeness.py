"""How like a question a memory is: one figure, of meaning and of words, that doubts what is like everything."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.recall.ranking.likeness import (
    ANSWERED,
    DOUBTED,
    alike,
    best_of,
    doubted,
    enough,
    in_doubt,
    speaks_against,
    telling,
)
from engine.values.house.settings import Settings
from engine.values.memory.memories import MemoryCandidate, Tag

NOW = datetime(2026, 3, 2, tzinfo=UTC)
SHARES = st.floats(0, 1, allow_nan=False)


def found(number: int, cosine: float | None, *words: int) -> MemoryCandidate:
    hits = tuple((it, 1) for it in words)
    return MemoryCandidate(number, 1, Tag.USER_INPUT, number, None, None, NOW, 5, cosine, float(len(hits)), hits=hits)


def likenesses(
    candidates: list[MemoryCandidate],
    weights: tuple[float, ...],
    scale: Callable[[float], float],
    *,
    farthest: float | None = None,
    answered: float = ANSWERED,
) -> list[float]:
    likes = alike(candidates, weights, scale, farthest=farthest)
    return doubted(candidates, likes, answered, farthest=farthest)


def same(cosine: float) -> float:
    """A model whose cosines are the canonical scale."""
    return cosine


def test_a_shared_word_is_no_answer() -> None:
    """Everything that shares a word with a question is told, whatever floor was set."""
    near, worded, far = likenesses([found(1, 0.7), found(2, 0.3, 0), found(3, 0.3)], (1.0, 3.0), same)
    assert near == pytest.approx(0.7)
    assert far == pytest.approx(0.3)
    assert far < worded < 0.5


def test_all_words_are_much() -> None:
    """What holds every word of the question is lost under a floor that a question and its answer pass."""
    every, some, none = likenesses([found(1, 0.3, 0, 1), found(2, 0.3, 0), found(3, 0.3)], (1.0, 1.0), same)
    assert 1 > every > 0.7 > some > 0.5 > none


def test_what_was_never_spoken_of_is_doubted() -> None:
    """Among many memories some are always a little like any question, and the character makes an answer of them."""
    weak = [found(number, 0.4 - number / 100) for number in range(9)]
    assert max(likenesses(weak, (), same)) == pytest.approx(0.4 * DOUBTED)
    answered = [*weak, found(9, 0.65)]
    assert likenesses(answered, (), same)[0] == pytest.approx(0.4)


def test_little_is_asked_of_what_is_about_somebody() -> None:
    """What people told of themselves in other words than it is asked for is not told any more."""
    crowd = [found(number, 0.1 + number % 3 / 100) for number in range(60)]
    asked_of_nobody, asked_of_somebody = (
        likenesses([*crowd, found(61, 0.5)], (), same, answered=enough(0.1, likely=likely))[-1]
        for likely in (False, True)
    )
    assert asked_of_nobody == pytest.approx(0.5 * DOUBTED)
    assert asked_of_somebody == pytest.approx(0.5)


@given(SHARES, st.booleans())
def test_what_is_doubted_is_below_the_floor(against: float, likely: bool) -> None:
    """A line that is almost an answer is doubted, and told all the same: half of it is above the floor that ships."""
    almost = enough(against, likely=likely) - 0.001
    [shown] = likenesses([found(1, almost)], (), same, answered=enough(against, likely=likely))
    assert shown < Settings().recall_floor


def test_what_nobody_said_speaks_against_an_answer() -> None:
    """The talk never had a vineyard, and a line about a garden is told of it; or one about a cat no more of a pet."""
    assert speaks_against(0.5, 0.5) == pytest.approx(0.5)
    assert 0 < speaks_against(0.5, 0.75) < 0.5
    assert speaks_against(0.5, 0.9) == 0.0
    assert enough(0.5, likely=True) > enough(0.1, likely=True) > enough(0.0, likely=True)
    assert enough(0.5, likely=False) > enough(0.5, likely=True)


def test_words_decide_where_something_is_in_doubt() -> None:
    """Every question pays for a look at the words of its finds, also where the answer is plain."""
    assert not in_doubt(0.39, likely=True)
    assert in_doubt(0.5, likely=True)
    assert not in_doubt(0.9, likely=True)
    assert not in_doubt(0.5, likely=False)


def test_the_best_is_among_those_whose_meaning_is_known() -> None:
    """What was said a moment ago is not embedded yet, and its words alone make everything else an answer."""
    candidates = [found(1, None, 0), found(2, 0.3)]
    assert best_of(candidates, [0.9, 0.3]) == pytest.approx(0.3)
    assert best_of(candidates, [0.9, 0.3], farthest=0.1) == pytest.approx(0.9)
    assert best_of([found(1, None, 0)], [0.9]) == 1.0


def test_words_answer_until_there_are_vectors() -> None:
    """What was said a moment ago, or while the embedding is away, is not found by the words that it holds."""
    assert likenesses([found(1, None, 0), found(2, 0.3)], (1.0, 1.0), same)[0] > 0.5
    late, _ = likenesses([found(1, None, 0), found(2, 0.3)], (1.0, 9.0), same, farthest=0.1)
    assert late < 0.3


def test_words_that_ask_tell_nothing() -> None:
    """ "How much" finds whatever is much."""
    assert telling(["much", "parachut"], [2.0, 4.0], "How much was the parachute?") == [0.0, 5.0]
    assert telling(["much"], [2.0], "How much?") == [3.0]
    assert telling(["happen", "lighthous"], [1.0, 4.0], "happened lighthouse", (0.1, 0.5)) == [0.2, 2.5]
    assert telling(["boat", "red"], [0.0, 4.0], "the red boat") == [0.0, 5.0]


@given(st.lists(st.tuples(SHARES | st.none(), st.booleans()), max_size=20), SHARES)
def test_it_is_a_share(rows: list[tuple[float | None, bool]], weight: float) -> None:
    """A figure that is shown lies outside of its scale, or more words make a memory less like the question."""
    bare = [found(number, cosine) for number, (cosine, _) in enumerate(rows)]
    worded = [found(number, cosine, *([0] if there else [])) for number, (cosine, there) in enumerate(rows)]
    without, with_words = likenesses(bare, (weight,), same), likenesses(worded, (weight,), same)
    assert all(0 <= it <= 1 for it in (*without, *with_words))
    assert all(more >= less - 1e-9 for more, less in zip(with_words, without, strict=True))
