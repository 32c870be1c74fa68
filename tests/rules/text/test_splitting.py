"""Long replies cut into parts."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.text.splitting import Counting, length, split, split_parts

ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=400) | st.text(
    "ab .。!\n`~\u0301\u200d\U0001f469🇨🇳\r", max_size=400
)


@given(ANY_TEXT, st.integers(2, 60), st.sampled_from(Counting))
def test_bodies_join_to_the_text_and_parts_keep_the_limit(text: str, limit: int, counting: Counting) -> None:
    """A word of a long reply would be lost or doubled, or the platform would refuse a part."""
    parts = split_parts(text, limit, counting)
    assert "".join(part.body for part in parts) == text
    assert all(0 < length(part.text, counting) <= limit for part in parts)


@given(st.text("ab .。!\n\u0301🎉", max_size=300), st.integers(2, 60), st.sampled_from(Counting))
def test_without_code_nothing_is_added(text: str, limit: int, counting: Counting) -> None:
    """Stray marks would stand in a reply that has no code."""
    assert "".join(split(text, limit, counting)) == text


FENCED = st.lists(
    st.sampled_from(["```python\n", "```\n", "~~~\n", "x = 1\n", "print('你好')\n", "word ", "。", "\n", "````\n"]),
    max_size=60,
).map("".join)


@given(FENCED, st.integers(24, 80), st.sampled_from(Counting))
def test_a_cut_code_block_is_whole_in_each_part(text: str, limit: int, counting: Counting) -> None:
    """Half of a reply would be shown as code that is none."""
    parts = split_parts(text, limit, counting)
    assert "".join(part.body for part in parts) == text
    assert all(length(part.text, counting) <= limit for part in parts)
    for earlier, later in pairwise(parts):
        assert bool(earlier.after) == bool(later.before)
        marker = earlier.after.strip()
        assert later.before.startswith(marker)


def test_code_is_closed_and_opened_again_with_its_language() -> None:
    """The second half of a program would lose its colours or its block."""
    code = "".join(f"line_{n} = {n}\n" for n in range(30))
    first, *_, last = split(f"Look:\n```python\n{code}```\nDone.", 200)
    assert first.startswith("Look:\n```python\nline_0")
    assert first.endswith("\n```")
    assert last.startswith("```python\nline_")
    assert last.endswith("```\nDone.")


@pytest.mark.parametrize(
    ("text", "limit", "expected"),
    [
        ("One two three.\n\nFour five six.", 20, ["One two three.\n\n", "Four five six."]),
        ("First. Second one. Third", 20, ["First. Second one. ", "Third"]),
        ("今天天气很好。我们去公园吧！好不好", 15, ["今天天气很好。我们去公园吧！", "好不好"]),
        ("她说：“走吧。”然后就走了出去", 10, ["她说：“走吧。”", "然后就走了出去"]),
        ("alpha beta gamma", 12, ["alpha beta ", "gamma"]),
        ("alpha beta gamma", 10, ["alpha beta", " gamma"]),
        ("abcdefghij", 4, ["abcd", "efgh", "ij"]),
        ("", 10, []),
    ],
)
def test_cuts_stand_where_a_reader_pauses(text: str, limit: int, expected: list[str]) -> None:
    """Replies would break off in the middle of a sentence or a word."""
    assert list(split(text, limit)) == expected


@pytest.mark.parametrize("cluster", ["e\u0301", "👩\u200d🚀", "👍🏽", "🇯🇵", "\r\n", "❤\ufe0f"])
def test_a_visible_character_is_not_torn(cluster: str) -> None:
    """An emoji or an accent would fall apart into two messages."""
    for part in split(cluster * 50, 7, Counting.UTF16):
        assert part == cluster * (len(part) // len(cluster))


def test_endless_combining_marks_are_cut_anyway() -> None:
    """One hostile message would stop the channel for good."""
    text = "a" + "\u0301" * 100_000
    parts = split(text, 4096, Counting.UTF16)
    assert "".join(parts) == text
    assert max(map(len, parts)) <= 4096
    assert len(parts) < 60


def test_utf16_counts_an_emoji_twice() -> None:
    """Telegram would refuse a part that is short in characters but long in its own units."""
    assert [len(part) for part in split("🎉" * 5, 4, Counting.UTF16)] == [2, 2, 1]
    assert [len(part) for part in split("🎉" * 5, 4)] == [4, 1]


def test_a_limit_of_one_is_refused() -> None:
    """A character of two units could never be sent, and the loop would not end."""
    with pytest.raises(ValueError, match="at least 2"):
        split("🎉", 1, Counting.UTF16)
