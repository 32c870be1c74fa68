"""How long a burst of messages is waited for."""

from hypothesis import given
from hypothesis import strategies as st

from engine.turns.intake.burst import LONGEST, TYPING_SECONDS, Burst, Pause, whole

pauses = st.lists(st.floats(0.0, 2.0), max_size=60)


@given(st.floats(0.1, 15.0), st.floats(0.0, 1.0), pauses, st.booleans())
def test_a_burst_ends(seconds: float, part: float, gaps: list[float], typing: bool) -> None:
    """Somebody who never stops writing would never be answered."""
    pause = Pause(part * seconds, LONGEST * seconds)
    burst, now = Burst(0.0, pause), 0.0
    for gap in gaps:
        now += gap
        before = burst.settled
        burst.typing(now) if typing else burst.more(now, pause)
        assert before <= burst.settled <= LONGEST * seconds


def test_quiet_ends_it() -> None:
    """Each message would be answered by itself, or all of them far too late."""
    pause = whole(2.0)
    burst = Burst(10.0, pause)
    assert burst.settled == 12.0
    burst.more(11.0, pause)
    assert burst.settled == 13.0
    burst.typing(12.5)
    assert burst.settled == 12.5 + TYPING_SECONDS
    burst.more(17.0, pause)
    assert burst.settled == 18.0, "four times the quiet after the first"


def test_a_short_pause_leaves_room_for_more() -> None:
    """What sounded whole, and was not, would be answered before the rest is there."""
    burst = Burst(0.0, Pause(1.0, 16.0))
    burst.more(0.9, Pause(4.0, 16.0))
    assert burst.settled == 4.9


def test_no_debounce_is_none() -> None:
    """Who switched the waiting off would wait for everybody who types."""
    burst = Burst(10.0, whole(0.0))
    burst.typing(10.0)
    assert burst.settled == 10.0
