"""How candidates are put in order, picked from a stretch of time, and let fade."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from math import exp, isclose

from hypothesis import given
from hypothesis import strategies as st

from engine.rules.recall.decay import decayed
from engine.rules.recall.pool import folded, pooled
from engine.rules.recall.rank import Asked, rank
from engine.rules.recall.window import evenly
from engine.values.memories import Candidate, Tag

NOW = datetime(2026, 3, 5, tzinfo=UTC)


def candidate(number: int, *, cosine: float | None = None, bm25: float = 0.0, words: int = 5) -> Candidate:
    return Candidate(number, 1, Tag.USER_INPUT, number, None, None, NOW, words, cosine, bm25)


def test_what_two_searches_find_is_one_candidate() -> None:
    """A memory that fits by words and by meaning counts as two weak ones."""
    found = pooled(
        [candidate(1, cosine=0.5), candidate(2, cosine=0.4)], [candidate(2, bm25=3.0), candidate(3, bm25=1.0)]
    )
    assert [(it.id, it.cosine, it.bm25) for it in found] == [(1, 0.5, 0.0), (2, 0.4, 3.0), (3, None, 1.0)]


def test_likeness_fades_by_the_half_life_that_is_set() -> None:
    """Somebody who chose fading memory gets another curve than the one they set."""
    assert isclose(decayed(0.8, NOW - timedelta(days=14), NOW, 14), 0.8 * exp(-1))
    assert decayed(0.8, NOW + timedelta(days=1), NOW, 14) == 0.8


@given(st.integers(min_value=0, max_value=200), st.integers(min_value=1, max_value=40))
def test_every_part_of_a_stretch_is_picked_from(count: int, wanted: int) -> None:
    """Of a month somebody hears the first evening."""
    row = [candidate(number, words=number % 7) for number in range(count)]
    picked = [it.id for it in evenly(row, wanted)]
    assert picked == sorted(set(picked))
    assert len(picked) == min(count, wanted)
    if count >= wanted:
        assert all(picked[n] < (n + 1) * count / wanted + 1 for n in range(wanted))


def test_the_message_that_says_most_is_picked() -> None:
    """A month is told in nods."""
    row = [candidate(number, words=30 if number % 10 == 3 else 1) for number in range(40)]
    assert [it.id for it in evenly(row, 4)] == [3, 13, 23, 33]


def test_sameness_is_of_letters() -> None:
    """The same sentence with another full stop is told twice."""
    assert folded("Good morning!") == folded("good  morning.")
    assert folded("早上好！") == folded("早上好")
    assert folded("?!") == "?!"


def test_what_speaks_for_a_memory_besides_likeness() -> None:
    """In a group everybody gets everybody's answers."""
    alike = [replace(candidate(number, bm25=1.0), nth=10 * number, person=number) for number in (1, 2, 3)]
    assert rank(Asked({}, NOW, asker=2), alike)[0].candidate.person == 2
    assert rank(Asked({}, NOW, people=frozenset({3})), alike)[0].candidate.person == 3


def test_the_messages_around_speak_for_a_memory() -> None:
    """The answer stands right below the question that was found, and is not told."""
    rows = [candidate(1, bm25=4.0), candidate(2, bm25=1.0), candidate(7, bm25=1.5)]
    assert [it.candidate.id for it in rank(Asked({}, NOW), rows)] == [1, 2, 7]


def test_age_parts_only_what_is_alike() -> None:
    """What was said last year is as good as forgotten."""
    old = replace(candidate(1, bm25=2.0), occurred_at=NOW - timedelta(days=700), nth=1)
    new = replace(candidate(9, bm25=1.9), nth=9)
    assert [it.candidate.id for it in rank(Asked({}, NOW), [new, old])] == [1, 9]
    assert [it.candidate.id for it in rank(Asked({}, NOW), [replace(old, bm25=1.9), new])] == [9, 1]
