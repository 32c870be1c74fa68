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


def refused(limiter: Limiter) -> None:
    """Telegram refuses calls in several chats, so that it is no chat's own doing."""
    for chat in (5, 6, -7, -8):
        limiter.hold(chat, 0.001)


@given(STEPS)
def test_no_second_and_no_group_is_ever_overrun_once_telegram_has_refused(steps: list[tuple[float, int, bool]]) -> None:
    """Telegram would stop the bot for minutes, in the middle of everybody's replies."""
    time = Time()
    limiter = Limiter(time)
    refused(limiter)
    time.now += 1
    made: list[tuple[float, int]] = []
    for pause, chat, growing in steps:
        time.now += pause / 20
        wait = call(limiter, chat, growing=growing)
        assert wait >= 0
        if not wait:
            made.append((time.now, chat))
        assert sum(at > time.now - 1 for at, _ in made) <= 29
        assert sum(at > time.now - 60 and one == chat for at, one in made) <= 20 or chat > 0


@given(STEPS)
def test_texts_that_grow_never_overrun_anything(steps: list[tuple[float, int, bool]]) -> None:
    """Telegram would stop the bot for the sake of words that the next edit shows too."""
    time = Time()
    limiter = Limiter(time)
    made: list[tuple[float, int]] = []
    for pause, chat, _ in steps:
        time.now += pause / 20
        if not call(limiter, chat, growing=True):
            made.append((time.now, chat))
        assert sum(at > time.now - 1 for at, _ in made) <= 26
        assert sum(at > time.now - 3 and one == chat for at, one in made) <= 3 or chat < 0
        assert sum(at > time.now - 60 and one == chat for at, one in made) <= 14 or chat > 0


@pytest.mark.parametrize("sign", [1, -1])
def test_two_hundred_ends_go_at_once(sign: int) -> None:
    """The last of many replies that end together would be whole eight seconds late."""
    time = Time()
    limiter = Limiter(time)
    assert [call(limiter, sign * chat) for chat in range(1, 201)] == [0.0] * 200
    assert limiter.wait(sign * 201, growing=True) > 0
    time.now += 1.001
    assert limiter.wait(sign * 201, growing=True) == 0.0


def test_a_refusal_in_a_crowd_slows_everybody_down() -> None:
    """Each crowd would be refused again, for longer each time."""
    time = Time()
    limiter = Limiter(time)
    for chat in range(1, 41):
        call(limiter, chat)
    limiter.hold(40, 1)
    assert call(limiter, 41) > 0, "and its place is kept"
    time.now += 1.001
    assert [call(limiter, 50) for _ in range(4)] == [0.0] * 4, "no private chat of its own had too many"
    waits = [call(limiter, 100 + chat) for chat in range(60)]
    assert waits[:24] == [0.0] * 24
    later = [it for it in waits if it]
    assert later == sorted(later), "who comes first goes first"
    assert len(later) == 36
    assert max(later) > 1.2, "and not all come again at once"
    time.now += 601
    assert [call(limiter, chat) for chat in range(1, 201)] == [0.0] * 200


def test_who_waits_in_a_crowd_is_not_overtaken() -> None:
    """Some replies would stand still until their end, while others grow."""
    time = Time()
    limiter = Limiter(time)
    for chat in range(1, 27):
        time.now += 0.01
        call(limiter, chat, growing=True)
    wait = call(limiter, 50, growing=True)
    assert wait > 0
    time.now += wait
    assert call(limiter, 51, growing=True) > 0
    assert call(limiter, 50, growing=True) == 0.0
    call(limiter, 52, growing=True)
    time.now += 3
    assert call(limiter, 53, growing=True) == 0.0, "who does not come back is not waited for"


def test_refusals_in_several_chats_are_nobodys_own() -> None:
    """Where Telegram bears less than it says, each chat would learn that for itself, by a wait of its own."""
    time = Time()
    limiter = Limiter(time)
    limiter.hold(5, 1)
    limiter.hold(-7, 1)
    time.now += 1.001
    assert sum(call(limiter, -chat) == 0.0 for chat in range(100, 200)) == 29


def test_a_group_that_was_refused_keeps_to_its_minute() -> None:
    """A lively group would earn a longer wait with each answer."""
    time = Time()
    limiter = Limiter(time)
    assert [call(limiter, -7) for _ in range(25)] == [0.0] * 25
    limiter.hold(-7, 30)
    assert call(limiter, -7) == 30
    time.now += 31
    assert call(limiter, -7) > 0
    assert call(limiter, -8) == 0.0
    time.now += 60
    assert sum(call(limiter, -7) == 0.0 for _ in range(30)) == 20


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
    assert [limiter.wait(chat, growing=True) for chat in range(1, 27)] == [0.0] * 26
    time.now += 5
    assert limiter.wait(30, growing=True) > 0
    limiter.done(1)
    assert limiter.wait(30, growing=True) == pytest.approx(1.0)
    time.now += 1.001
    assert limiter.wait(30, growing=True) == 0.0
