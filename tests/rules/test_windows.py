"""Which stretch of the history is proposed."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from engine.rules.framework.history.windows import cut, propose, spoken
from engine.values.chats.entries import EntryStatus
from engine.values.models.prompts import HistoryLine, Role


def talk(count: int, first: int = 1) -> list[HistoryLine]:
    return [
        HistoryLine(seq, Role.USER if seq % 2 else Role.ASSISTANT, f"line {seq}") for seq in range(first, first + count)
    ]


@given(st.lists(st.integers(1, 400), max_size=120), st.integers(0, 4_000), st.integers(0, 50), st.booleans())
def test_the_window_fits_and_keeps_three_quarters(weights: list[int], room: int, first: int, whole: bool) -> None:
    """A prompt would overflow, or a character forget more than it must."""
    seqs = list(range(first, first + len(weights)))
    start = cut(seqs, weights, room, whole=whole)
    kept = sum(weights[start:])
    assert kept <= room
    if whole and sum(weights) <= room:
        assert start == 0
    elif start < len(weights):
        full = min(room, sum(weights))
        assert kept + max(weights) >= full - full // 4 - max(weights)


@given(st.integers(4, 120), st.integers(0, 5_000), st.integers(1, 3))
def test_the_front_stays_for_many_turns(limit: int, offset: int, per_turn: int) -> None:
    """Each turn would cost the whole prompt again, because no model's cache could keep its front."""
    turns = 60
    fronts: list[int] = []
    for turn in range(turns):
        lines = talk(limit + 1 + turn * per_turn, first=1 + offset)
        window = propose(lines, limit, whole=True)
        assert limit - limit // 4 <= len(window) <= limit
        fronts.append(window[0].seq)
    changes = sum(before != after for before, after in pairwise(fronts))
    assert fronts == sorted(fronts)
    assert changes <= 2 * turns * per_turn / (limit // 4 + 1) + 2


@given(st.integers(8, 60), st.integers(0, 200), st.integers(0, 300))
def test_the_window_does_not_depend_on_how_much_was_loaded(limit: int, older: int, length: int) -> None:
    """After a restart the same conversation would be cut elsewhere."""
    lines = talk(limit * 2 + older + length)
    tail = lines[older:]
    assert propose(lines, limit, whole=True) == propose(tail, limit, whole=older == 0)


@given(st.integers(2, 200), st.integers(0, 300))
def test_a_loaded_tail_moves_in_steps_too(loaded: int, turns: int) -> None:
    """With no limit set, the front of the prompt would slide by a message a turn in long sessions."""
    lines = talk(loaded + turns + 1)
    window = propose(lines[-loaded:], 0, whole=False)
    assert loaded - loaded // 4 - 1 <= len(window) < loaded
    assert window == tuple(lines[-len(window) :])


def test_a_single_loaded_line_stays() -> None:
    """A character would answer without the last thing that was said."""
    assert len(propose(talk(1, first=900), 0, whole=False)) == 1
    assert propose([], 0, whole=False) == ()


def test_only_what_somebody_said_is_read() -> None:
    """Error notices and "(no reply)" would teach the character to talk like an error."""
    lines = [
        HistoryLine(1, Role.USER, "hello"),
        HistoryLine(2, Role.ASSISTANT, "I was say", status=EntryStatus.INTERRUPTED),
        HistoryLine(3, Role.ASSISTANT, "", status=EntryStatus.INTERRUPTED),
        HistoryLine(4, Role.ASSISTANT, "(no reply)", status=EntryStatus.EMPTY),
        HistoryLine(5, Role.ASSISTANT, "The model did not answer.", status=EntryStatus.ERROR),
        HistoryLine(6, Role.USER, "  \n"),
    ]
    assert [line.seq for line in spoken(lines)] == [1, 2]
