"""What is left out when not everything fits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import PromptTooLong
from engine.rules.framework.budget import Sized, fit, reply_tokens, total_limit
from engine.values.prompts import Limits, Slot

SIZED = st.builds(
    Sized, st.sampled_from([slot for slot in Slot if slot is not Slot.HISTORY]), st.integers(1, 900), st.booleans()
)


@given(st.lists(SIZED, max_size=12), st.lists(st.integers(1, 400), max_size=80), st.integers(200, 9_000))
def test_what_stays_fits_and_what_must_stay_stays(parts: list[Sized], lines: list[int], limit: int) -> None:
    """The model would refuse the prompt, or the character lose who it is."""
    required = sum(part.tokens for part in parts if part.required)
    seqs = list(range(1, len(lines) + 1))
    if required > limit:
        with pytest.raises(PromptTooLong) as refused:
            fit(parts, seqs, lines, limit)
        assert refused.value.data == {"tokens": required, "limit": limit}
        return
    decision = fit(parts, seqs, lines, limit)
    kept = sum(part.tokens for index, part in enumerate(parts) if index not in decision.dropped)
    assert kept + sum(lines[decision.start :]) <= limit
    assert not any(parts[index].required for index in decision.dropped)


def test_history_goes_before_optional_parts() -> None:
    """A long talk would push out what the character remembers."""
    memory = Sized(Slot.RECALLED, 300, required=False)
    decision = fit([memory], list(range(1, 101)), [50] * 100, 2_000)
    assert decision.dropped == frozenset()
    assert decision.start > 0


def test_examples_go_first_and_the_last_lines_stay() -> None:
    """The character would lose its memories, or the last minutes of the talk, to keep example lines."""
    parts = [
        Sized(Slot.PERSONA, 500, required=True),
        Sized(Slot.RECALLED, 200, required=False),
        Sized(Slot.EXAMPLES, 300, required=False),
    ]
    decision = fit(parts, list(range(1, 21)), [40] * 20, 1_000)
    assert decision.dropped == {2}
    assert sum([40] * 20) - 40 * decision.start >= 1_000 // 4


def test_everything_optional_goes_before_a_refusal() -> None:
    """Somebody would be refused although there was something to leave out."""
    parts = [Sized(Slot.PERSONA, 990, required=True), Sized(Slot.EXAMPLES, 300, required=False)]
    decision = fit(parts, [1, 2], [100, 100], 1_000)
    assert decision.dropped == {1}
    assert decision.start == 2


@given(st.integers(0, 500), st.integers(0, 500))
def test_what_changes_each_turn_does_not_move_the_window(first: int, second: int) -> None:
    """Each turn would cost the whole prompt again because a memory more or less was recalled."""

    def start(recalled: int) -> int:
        parts = [Sized(Slot.PERSONA, 200, required=True), Sized(Slot.RECALLED, recalled, required=False)]
        return fit(parts, list(range(1, 201)), [50] * 200, 4_000).start

    assert start(first) == start(second)


@pytest.mark.parametrize(
    ("context", "budget", "reply", "prompt", "answer"),
    [
        (None, 24_000, 1_024, 24_000, 1_024),
        (8_192, 24_000, 1_024, 7_168, 1_024),
        (32_000, 24_000, 1_024, 24_000, 1_024),
        (2_048, 24_000, 4_000, 1_024, 1_024),
    ],
)
def test_prompt_and_reply_share_what_the_model_holds(
    context: int | None, budget: int, reply: int, prompt: int, answer: int
) -> None:
    """A small local model would cut the front of the prompt silently, or leave no room to answer."""
    limits = Limits(budget, reply, context)
    assert (total_limit(limits), reply_tokens(limits)) == (prompt, answer)
