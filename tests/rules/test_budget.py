"""What is left out when not everything fits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import PromptTooLong
from engine.rules.framework.budget import Room, SizedPart, fit, reply_tokens, room_of
from engine.values.models.prompts import PromptLimits, PromptSlot

SIZED = st.builds(
    SizedPart,
    st.sampled_from([slot for slot in PromptSlot if slot is not PromptSlot.HISTORY]),
    st.integers(1, 900),
    st.booleans(),
)


@given(
    st.lists(SIZED, max_size=12),
    st.lists(st.integers(1, 400), max_size=80),
    st.integers(200, 9_000),
    st.integers(0, 3_000),
)
def test_what_stays_fits_and_what_must_stay_stays(
    parts: list[SizedPart], lines: list[int], budget: int, more: int
) -> None:
    """The model would refuse the prompt, or the character lose who it is."""
    room = Room(budget, budget + more)
    required = sum(part.tokens for part in parts if part.required)
    seqs = list(range(1, len(lines) + 1))
    if required > room.hard:
        with pytest.raises(PromptTooLong) as refused:
            fit(parts, seqs, lines, room)
        assert refused.value.data == {"tokens": required, "limit": room.hard}
        return
    decision = fit(parts, seqs, lines, room)
    kept = sum(part.tokens for index, part in enumerate(parts) if index not in decision.dropped)
    assert kept + sum(lines[decision.start :]) <= (room.budget if required <= room.budget else room.hard)
    assert not any(parts[index].required for index in decision.dropped)


def test_history_goes_before_optional_parts() -> None:
    """A long talk would push out what the character remembers."""
    memory = SizedPart(PromptSlot.RECALLED, 300, required=False)
    decision = fit([memory], list(range(1, 101)), [50] * 100, Room(2_000, 2_000))
    assert decision.dropped == frozenset()
    assert decision.start > 0


def test_examples_go_first_and_the_last_lines_stay() -> None:
    """The character would lose its memories, or the last minutes of the talk, to keep example lines."""
    parts = [
        SizedPart(PromptSlot.PERSONA, 500, required=True),
        SizedPart(PromptSlot.RECALLED, 200, required=False),
        SizedPart(PromptSlot.EXAMPLES, 300, required=False),
    ]
    decision = fit(parts, list(range(1, 21)), [40] * 20, Room(1_000, 1_000))
    assert decision.dropped == {2}
    assert sum([40] * 20) - 40 * decision.start >= 1_000 // 4


def test_everything_optional_goes_before_a_refusal() -> None:
    """Somebody would be refused although there was something to leave out."""
    parts = [SizedPart(PromptSlot.PERSONA, 990, required=True), SizedPart(PromptSlot.EXAMPLES, 300, required=False)]
    decision = fit(parts, [1, 2], [100, 100], Room(1_000, 1_000))
    assert decision.dropped == {1}
    assert decision.start == 2


@given(st.integers(0, 500), st.integers(0, 500))
def test_what_changes_each_turn_does_not_move_the_window(first: int, second: int) -> None:
    """Each turn would cost the whole prompt again because a memory more or less was recalled."""

    def start(recalled: int) -> int:
        parts = [
            SizedPart(PromptSlot.PERSONA, 200, required=True),
            SizedPart(PromptSlot.RECALLED, recalled, required=False),
        ]
        return fit(parts, list(range(1, 201)), [50] * 200, Room(4_000, 100_000)).start

    assert start(first) == start(second)


def test_what_cannot_be_left_out_may_be_longer_than_the_budget() -> None:
    """A character with a long card could not be talked to, although the model has room for it."""
    parts = [SizedPart(PromptSlot.PERSONA, 1_500, required=True), SizedPart(PromptSlot.RECALLED, 100, required=False)]
    decision = fit(parts, list(range(1, 101)), [50] * 100, Room(1_000, 3_000))
    assert decision.dropped == {1}
    assert 100 - decision.start == 5


def test_a_whole_history_is_sent_whole_or_not_at_all() -> None:
    """Who asked for the whole story would silently get a part of it."""
    parts = [SizedPart(PromptSlot.PERSONA, 500, required=True), SizedPart(PromptSlot.EXAMPLES, 600, required=False)]
    decision = fit(parts, [1, 2], [1_000, 1_000], Room(1_000, 3_000), whole_history=True)
    assert (decision.start, decision.dropped) == (0, {1})
    with pytest.raises(PromptTooLong) as refused:
        fit(parts, [1, 2], [1_000, 2_000], Room(1_000, 3_000), whole_history=True)
    assert refused.value.data == {"tokens": 3_500, "limit": 3_000}


def test_world_entries_go_from_the_lowest_order_up() -> None:
    """The entries a writer ranked highest would be the first to go."""
    parts = [
        SizedPart(PromptSlot.PERSONA, 700, required=True),
        *(SizedPart(PromptSlot.DEPTH, 100, required=False, rank=order) for order in (30, 10, 20)),
        SizedPart(PromptSlot.STABLE_MEMORY, 100, required=False),
    ]
    assert fit(parts, [], [], Room(800, 800)).dropped == {2, 3, 4}


@pytest.mark.parametrize(
    ("context", "budget", "reply", "room", "answer"),
    [
        (None, 24_000, 1_024, Room(24_000, 100_000), 1_024),
        (8_192, 24_000, 1_024, Room(7_168, 7_168), 1_024),
        (32_000, 24_000, 1_024, Room(24_000, 30_976), 1_024),
        (2_048, 24_000, 4_000, Room(1_024, 1_024), 1_024),
        (None, 150_000, 1_024, Room(100_000, 100_000), 1_024),
    ],
)
def test_prompt_and_reply_share_what_the_model_holds(
    context: int | None, budget: int, reply: int, room: Room, answer: int
) -> None:
    """A small local model would cut the front of the prompt silently, or leave no room to answer."""
    limits = PromptLimits(budget, reply, context)
    assert (room_of(limits), reply_tokens(limits)) == (room, answer)
