"""When the zone of whoever writes matters."""

from datetime import UTC, datetime

import pytest

from engine.rules.recall.questions.local_time import needs_local_time
from tests import calendar


@pytest.mark.calendar
@pytest.mark.parametrize(
    "text",
    [
        "What time is it?",
        "what's the time",
        "Remind me to call Bob.",
        "See you at 7 pm",
        "What did we talk about yesterday?",
        "Do you remember last Tuesday?",
        "/memory search yesterday",
        "现在几点了",
        "提醒我吃药",
        "我们昨天聊了什么？",
        "你今天过得怎么样",
        "下午三点钟见",
    ],
)
def test_it_matters(text: str) -> None:
    """Yesterday's talk is looked for on the wrong day, and a reminder comes at night."""
    assert needs_local_time(text, calendar.now())


@pytest.mark.calendar
@pytest.mark.parametrize(
    "text",
    [
        "",
        "Hello!",
        "Good morning",
        "How are you?",
        "I had soup today.",
        "/me timezone",
        "/start",
        "你好",
        "早上好",
        "我今天很累",
        "你是谁？",
    ],
)
def test_it_does_not_matter(text: str) -> None:
    """Somebody who says hello is asked where they live."""
    assert not needs_local_time(text, calendar.now())


@pytest.mark.parametrize(
    "text", ["Good evening! What does the harbour look like tonight?", "晚上好！今晚的港口怎么样？", "今夜你在哪？"]
)
@pytest.mark.parametrize("hour", range(24))
def test_the_night_in_which_it_is_said_is_that_of_who_says_it(text: str, hour: int) -> None:
    """Who is greeted in the evening is asked where they live, because it is past midnight in London."""
    assert not needs_local_time(text, datetime(2026, 11, 26, hour, 55, tzinfo=UTC))
