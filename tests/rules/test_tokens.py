"""Token estimates."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.text.tokens import PER_MESSAGE, calibrate, estimate, message_tokens
from engine.values.prompts import Message, Role

ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=200)


@given(ANY_TEXT, ANY_TEXT)
def test_more_text_is_never_fewer_tokens(first: str, second: str) -> None:
    """A prompt that grew would be thought to have shrunk, and overflow the model."""
    assert estimate(first) <= estimate(first + second) <= estimate(first) + estimate(second)


@given(ANY_TEXT)
def test_no_text_counts_as_nothing(text: str) -> None:
    """Messages in a script without a weight would fill the model's context unseen."""
    assert (estimate(text) == 0) == (text == "")
    assert estimate(text) <= 3 * len(text) + 1


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("The quick brown fox jumps over the lazy dog, and nobody in the village was surprised at all.", 18, 26),
        ("今天天气很好，我们去公园散步吧。路上买了两杯热茶，她说有点烫。", 22, 36),
        ("明日は雨が降るかもしれないから、傘を持っていってね。", 18, 28),
        ("내일은 비가 올지도 모르니까 우산을 가져가세요.", 14, 28),
        ("def main(argv: list[str]) -> int:\n    return run(argv[1:])\n", 16, 34),
        ("3.14159265358979, 1234567890", 9, 18),
        ("🎉🎉🎉", 6, 9),
        ("", 0, 0),
    ],
)
def test_estimates_are_near_what_tokenizers_say(text: str, low: int, high: int) -> None:
    """Half of the history would be left out without need, or the model's context overflow."""
    assert low <= estimate(text) <= high


def test_a_name_and_the_template_are_counted() -> None:
    """Many short messages would overflow the model."""
    assert message_tokens(Message(Role.USER, "hi")) == estimate("hi") + PER_MESSAGE
    assert message_tokens(Message(Role.USER, "hi", "p1")) == estimate("hi") + PER_MESSAGE + 1


@given(st.floats(0.6, 3.9), st.lists(st.integers(200, 20_000), min_size=40, max_size=60))
def test_calibration_finds_the_model_s_own_factor(true_factor: float, sizes: list[int]) -> None:
    """The budget would stay wrong for a model whose tokenizer is unlike the others."""
    factor: float | None = None
    for size in sizes:
        factor = calibrate(factor, round(size * (factor or 1.0)), round(size * true_factor))
    assert factor == pytest.approx(true_factor, rel=0.05)


@given(st.none() | st.floats(0.5, 4.0), st.integers(-5, 10**9), st.integers(-5, 10**9))
def test_a_senseless_report_does_little(factor: float | None, estimated: int, reported: int) -> None:
    """One broken usage report would make every later prompt tiny or too long."""
    assert 0.5 <= calibrate(factor, estimated, reported) <= 4.0


def test_small_prompts_do_not_calibrate() -> None:
    """A template's fixed cost in a short prompt would be taken for the model's tokenizer."""
    assert calibrate(None, 10, 40) == 1.0
    assert calibrate(1.5, 63, 500) == 1.5
