"""How hard codes are to guess, and how long guessers wait."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.guessing import ENOUGH_BITS, FORGOTTEN, FREE_GUESSES, LONGEST_PAUSE, Guesses, bits_of

NOON = datetime(2026, 3, 5, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    "code", ["k7qpm3", "123456789012345", "abcdefghijklmn", "aaaaaaaaaaaaaa", "password123", "主人"]
)
def test_what_is_soon_guessed_is_weak(code: str) -> None:
    """Whoever tries short codes and rows of the keyboard owns the bot."""
    assert bits_of(code) < ENOUGH_BITS


@pytest.mark.parametrize(
    "code", ["k7qpm3xwda", "lanternharbournine", "opensesame42", "灯塔下的老船长", "83150274960381"]
)
def test_what_takes_years_is_not(code: str) -> None:
    """A good code would be refused."""
    assert bits_of(code) >= ENOUGH_BITS


@given(st.lists(st.timedeltas(timedelta(), timedelta(hours=2)), max_size=300))
def test_a_day_of_guessing_is_a_handful(pauses: list[timedelta]) -> None:
    """However somebody spreads their guesses, a day gives them no more than the free ones and one an hour."""
    state, at, looked_at = Guesses(0, datetime.min.replace(tzinfo=UTC)), NOON, 0
    for pause in pauses:
        at += pause
        if at - NOON < timedelta(days=1) and (counted := state.next(at)) is not None:
            state, looked_at = counted, looked_at + 1
    assert looked_at <= FREE_GUESSES + 7 + timedelta(days=1) // LONGEST_PAUSE


def test_a_quiet_day_ends_it() -> None:
    """An owner who moves house next year waits an hour for what somebody else did."""
    state = Guesses(500, NOON)
    assert state.next(NOON + LONGEST_PAUSE - timedelta(seconds=1)) is None
    assert state.next(NOON + LONGEST_PAUSE) == Guesses(501, NOON + LONGEST_PAUSE)
    assert state.next(NOON + FORGOTTEN) == Guesses(1, NOON + FORGOTTEN)
