"""Token estimates."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.text.tokens import DEFAULT_COSTS, PER_MESSAGE, counts, estimate, message_tokens, weights_of
from engine.values.models.prompts import PromptMessage, Role

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
    assert message_tokens(PromptMessage(Role.USER, "hi")) == estimate("hi") + PER_MESSAGE
    assert message_tokens(PromptMessage(Role.USER, "hi", "p1")) == estimate("hi") + PER_MESSAGE + 1


def test_a_factor_and_weights_change_the_estimate() -> None:
    """A model's own way to count would have no effect."""
    text = "The quick brown fox, 龙."
    assert estimate(text, 2.0) in (2 * estimate(text) - 1, 2 * estimate(text))
    dear = weights_of(tuple(3 * cost for cost in DEFAULT_COSTS), 7.4)
    assert abs(estimate(text, dear) - estimate(text, 3.0)) <= 1
    assert message_tokens(PromptMessage(Role.USER, text), dear) == estimate(text, dear) + 7


@given(ANY_TEXT, ANY_TEXT)
def test_every_character_is_in_a_class(first: str, second: str) -> None:
    """A script would be left out when a model's way to count is learnt."""
    capitals = sum("A" <= char <= "Z" for char in first)
    pairs = sum(ord(char) > 0xFFFF for char in first)
    assert sum(counts(first)) == len(first) + capitals + pairs
    assert counts(first + second) == tuple(map(sum, zip(counts(first), counts(second), strict=True)))
