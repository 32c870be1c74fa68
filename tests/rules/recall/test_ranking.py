"""How candidates are put in order, picked from a stretch of time, and let fade."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from math import exp, isclose

from hypothesis import given
from hypothesis import strategies as st

from engine.rules.recall.questions.wording import QuestionSubject
from engine.rules.recall.ranking.decay import decayed
from engine.rules.recall.ranking.pool import folded, pooled
from engine.rules.recall.ranking.rank import RankingContext, rank
from engine.rules.recall.telling.window import evenly
from engine.values.memory.memories import MemoryCandidate, Tag
from engine.values.memory.recall import TimeRange

NOW = datetime(2026, 3, 5, tzinfo=UTC)


def candidate(number: int, *, cosine: float | None = None, bm25: float = 0.0, words: int = 5) -> MemoryCandidate:
    return MemoryCandidate(number, 1, Tag.USER_INPUT, number, None, None, NOW, words, cosine, bm25)


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


def held(number: int, *times: int, words: int = 5) -> MemoryCandidate:
    """A candidate that holds the words that are asked for so often, each."""
    hits = tuple((term, count) for term, count in enumerate(times) if count)
    return replace(candidate(number, bm25=1.0, words=words), hits=hits)


def first(asked: RankingContext, rows: Sequence[MemoryCandidate]) -> int:
    return rank(asked, rows)[0].candidate.id


def test_what_speaks_for_a_memory_besides_likeness() -> None:
    """In a group everybody gets everybody's answers."""
    alike = [replace(held(number, 1), nth=100 * number, person=number) for number in (1, 2, 3)]
    asked = RankingContext(NOW, (1.0,), 5.0, asker=2)
    assert first(replace(asked, about=QuestionSubject.ASKER), alike) == 2
    assert first(replace(asked, people=frozenset({3})), alike) == 3
    assert first(replace(asked, about=QuestionSubject.UNSAID), alike) == 2
    nearer = [*(replace(it, cosine=0.2) for it in alike[:2]), replace(alike[2], cosine=0.9)]
    assert first(replace(asked, about=QuestionSubject.UNSAID), nearer) == 3, "more likely, not certain"
    character = replace(held(4, 1), nth=400, character=7)
    assert first(replace(asked, about=QuestionSubject.ASKED), [*alike, character]) == 4


def test_what_a_character_told_somebody_else_is_no_answer_to_me() -> None:
    """ "What did you recommend to me?" is answered with what was recommended to the others."""
    others, mine = (replace(held(number, 1), nth=number, character=7) for number in (11, 21))
    talk = [replace(held(10), nth=10, person=3), others, replace(held(20), nth=20, person=2), mine]
    assert first(RankingContext(NOW, (1.0,), 5.0, asker=2, about=QuestionSubject.ASKED), talk) == 21


def test_the_messages_around_speak_for_a_memory() -> None:
    """The answer stands right below the question that was found, and is not told."""
    rows = [held(1, 1, 1), held(2, 0, 0), held(30, 0, 0)]
    assert [it.candidate.id for it in rank(RankingContext(NOW, (1.0, 1.0), 5.0), rows)] == [1, 2, 30]
    another_talk = replace(held(2), occurred_at=NOW + timedelta(hours=7))
    scores = [it.score for it in rank(RankingContext(NOW, (1.0, 1.0), 5.0), [held(1, 1, 1), another_talk, held(30)])]
    assert isclose(scores[1], scores[2])


def test_a_rare_word_tells_more_than_a_common_one() -> None:
    """A name that was said once is drowned by what is said every day."""
    assert first(RankingContext(NOW, (0.5, 4.0), 5.0), [held(1, 3, 0), held(20, 0, 1)]) == 20


def test_the_time_that_is_meant_counts() -> None:
    """ "Lately" brings what was said two years ago."""
    old, new = replace(held(1, 1), occurred_at=NOW - timedelta(days=600)), held(20, 1)
    lately = TimeRange(NOW - timedelta(days=10), NOW + timedelta(days=1), certain=False)
    assert first(RankingContext(NOW, (1.0,), 5.0, when=lately), [old, new]) == 20


def test_age_parts_only_what_is_alike() -> None:
    """What was said last year is as good as forgotten."""
    old = replace(candidate(1, cosine=0.5), occurred_at=NOW - timedelta(days=700))
    new = candidate(90, cosine=0.49)
    assert [it.candidate.id for it in rank(RankingContext(NOW), [new, old])] == [1, 90]
    assert [it.candidate.id for it in rank(RankingContext(NOW), [replace(old, cosine=0.49), new])] == [90, 1]
