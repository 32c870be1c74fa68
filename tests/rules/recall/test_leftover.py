"""Which words of time are asked of the other reader, and what becomes of its answer."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.recall.questions.leftover import LONGEST, bases, leftover, past_range

NOW = datetime(2026, 11, 22, 10, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("农历初一我们聊了什么", "农历初一"),
        ("还记得雨水那天吗", "雨水"),
        ("廿三那天你说了什么", "廿三"),
        ("我们说过八十年代的歌吗", "八十年代"),
        ("农历初一", None),
        ("初三的时候我们聊过什么", None),
        ("还记得那场大雪吗", None),
        ("明年农历初一我们聊什么", None),
        ("寒食节打算去哪，你说", None),
        ("What did we say about the first day?", None),
    ],
)
def test_few_words_are_asked_about(text: str, words: str | None) -> None:
    """A school year, the weather or a plan is taken for a day in the past."""
    assert leftover(text) == words


@given(st.text("农历初一廿三大雪那天八十年代说记得 1", max_size=200))
def test_what_is_asked_about_is_short_and_stands_there(text: str) -> None:
    """A text that takes the other reader seconds is handed to it whole."""
    words = leftover(text)
    assert words is None or (words in text and len(words) <= LONGEST)


def test_a_range_ends_now_and_is_never_certain() -> None:
    """A message of today is filtered away by a day that is not over, or that somebody guessed."""
    found = past_range("说：小雪节气", "小雪", ("2026-11-22 00:00:00", "2026-11-22 23:59:59"), NOW)
    assert found is not None
    assert (found.start, found.end, found.certain) == (datetime(2026, 11, 22, tzinfo=UTC), NOW, False)
    assert found.spans == ((2, 4),)


def test_what_lies_ahead_is_no_range() -> None:
    """Somebody who talks of the future is answered with the past."""
    assert past_range("", "", ("2026-12-07 00:00:00", "2026-12-07 23:59:59"), NOW) is None


def test_a_day_that_says_which_is_read_once() -> None:
    """ "Last year" is counted from a year ago."""
    assert bases("去年小雪", NOW) == (NOW,)
    assert bases("农历初一", NOW)[0] == NOW
    assert len(bases("下元节", NOW)) > 1
