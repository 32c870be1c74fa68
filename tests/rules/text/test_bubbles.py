"""A reply as the few messages that somebody who chats would send."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.text.bubbles import bubbles, messages
from engine.rules.text.splitting import Counting

WORDS = st.text(alphabet='ab 。！?.\n`-*“”"1', max_size=120)


@given(WORDS, st.integers(0, 8))
def test_put_together_they_are_the_reply(text: str, most: int) -> None:
    """A bubble that lost or doubled a word would show people another reply than the one that is remembered."""
    parts = bubbles(text, most)
    assert "".join(parts) == text
    assert len(parts) <= max(1, most)
    assert len(parts) <= 1 or all(part.strip() for part in parts)


@pytest.mark.parametrize(
    ("text", "most", "count"),
    [
        ("Hi!\n\nHow was your day?\n\nMine was long.", 3, 3),
        ("One.\n\nTwo.\n\nThree.\n\nFour.\n\nFive.", 3, 3),
        ("回来啦。今天累不累？我煮了面。", 3, 1),
        ("回来啦。今天累不累？外面下了好大的雨，我一直在等你。我煮了面，快去洗手，趁热吃。", 3, 3),
        ("他站在门口看了很久，终于开口说：“别走。今晚留下来。外面的雨太大了。”", 3, 1),
        ("Mr. Smith from the second floor was here again. He asked whether you have found his cat yet!", 3, 2),
        ("Hello there. How are you?", 0, 1),
        ("Hello there. How are you?", 1, 1),
        ("We need:\n\n- milk\n\n- bread\n- tea", 3, 1),
        ("Look:\n\n```py\na = 1\n\nb = 2\n```\n\nNice?", 3, 3),
        ("一句话没有句号", 3, 1),
        ("", 3, 0),
    ],
)
def test_cuts_lie_where_a_friend_would_press_send(text: str, most: int, count: int) -> None:
    """A list, a code block or a quotation torn in two is no message that anybody would write."""
    assert len(bubbles(text, most)) == count


def test_a_code_block_stays_in_one_bubble() -> None:
    """A fence cut in two shows its half as plain text."""
    parts = bubbles("Look:\n\n```py\na = 1\n\nb = 2\n```\n\nNice?", 3)
    assert parts[1] == "```py\na = 1\n\nb = 2\n```\n\n"


def test_a_bubble_still_obeys_the_platform() -> None:
    """A bubble over the platform's limit is refused, and nobody reads the reply."""
    parts = messages("a" * 50 + "\n\n" + "短" * 10, 3, 20, Counting.UTF16)
    assert "".join(parts) == "a" * 50 + "\n\n" + "短" * 10
    assert max(map(len, parts)) <= 20
