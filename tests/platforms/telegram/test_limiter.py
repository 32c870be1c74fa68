"""Telegram's budgets, kept before it has to refuse."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.telegram.limiter import Limiter

STEPS = st.lists(st.tuples(st.floats(0, 2), st.sampled_from([5, 6, -7, -8]), st.booleans()), max_size=300)


class Time:
    """Moved by hand."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


def call(limiter: Limiter, chat: int, *, growing: bool = False) -> float:
    """A call that ends at once."""
    if not (wait := limiter.wait(chat, growing=growing)):
        limiter.done(chat)
    return wait


@given(STEPS)
def test_no_second_and_no_group_is_ever_overrun(steps: list[tuple[float, int, bool]]) -> None:
    """Telegram would stop the bot for minutes, in the middle of everybody's replies."""
    time = Time()
    limiter = Limiter(time)
    made: list[tuple[float, int]] = []
    for pause, chat, growing in steps:
        time.now += pause / 20
        wait = call(limiter, chat, growing=growing)
        assert wait >= 0
        if not wait:
            made.append((time.now, chat))
        assert sum(at > time.now - 1 for at, _ in made) <= 29
        assert sum(at > time.now - 60 and one == chat for at, one in made) <= 20 or chat > 0


@given(st.sampled_from([5, -7]), st.lists(st.floats(0, 1), max_size=100))
def test_texts_that_grow_leave_room_for_whole_ones(chat: int, pauses: list[float]) -> None:
    """The last words of a reply would come a minute after the others."""
    time = Time()
    limiter = Limiter(time)
    for pause in pauses:
        time.now += pause
        call(limiter, chat, growing=True)
    assert limiter.wait(chat) == 0.0


@given(STEPS)
def test_who_waits_as_told_may_go(steps: list[tuple[float, int, bool]]) -> None:
    """A final text would be put off again and again."""
    time = Time()
    limiter = Limiter(time)
    for pause, chat, growing in steps:
        time.now += pause / 20
        for _ in range(3):
            if not (wait := call(limiter, chat, growing=growing)):
                break
            time.now += wait + 1e-3
        else:
            raise AssertionError("told to wait three times")


def test_one_chats_wait_is_no_other_chats() -> None:
    """One group that earned a wait of minutes would silence every chat."""
    time = Time()
    limiter = Limiter(time)
    limiter.hold(-7, 300)
    assert limiter.wait(-7) == 300
    assert limiter.wait(-8) == limiter.wait(5) == 0.0
    time.now += 301
    assert limiter.wait(-7) == 0.0


def test_a_private_chat_is_quick_until_telegram_says_otherwise() -> None:
    """Somebody who writes fast would wait for every answer, although Telegram minds nothing."""
    time = Time()
    limiter = Limiter(time)
    waits = []
    for _ in range(10):
        time.now += 0.1
        waits.append(call(limiter, 5))
    assert waits == [0.0] * 10
    limiter.hold(6, 1)
    time.now += 10
    assert [call(limiter, 5) for _ in range(3)] == [0.0] * 3
    assert limiter.wait(5) == 3.0


def test_what_is_on_its_way_counts() -> None:
    """Calls that were slow to arrive would meet the next ones, and Telegram refuse them all."""
    time = Time()
    limiter = Limiter(time)
    assert [limiter.wait(chat) for chat in range(1, 30)] == [0.0] * 29
    time.now += 5
    assert limiter.wait(30) > 0
    limiter.done(1)
    assert limiter.wait(30) == pytest.approx(1.0)
    time.now += 1.001
    assert limiter.wait(30) == 0.0
