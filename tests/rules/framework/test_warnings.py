"""Prompts that grow too long to be good."""

from pathlib import Path

from engine.rules.framework.warnings import CONVERSATION, MIDDLE, TOTAL, Thresholds, warn
from engine.values.models.prompts import Prompt, PromptLimits

LIMITS = PromptLimits(90_000, 1_000, total_tokens=100_000)
THRESHOLDS = Thresholds(middle=20_000, conversation=50_000)


def test_each_kind_is_told_once_with_its_numbers_and_again_after_it_fell() -> None:
    """People would be told the same thing every turn, or never again."""
    long = Prompt((), 95_000, middle_tokens=20_000)
    kinds, notices = warn(long, 50_000, LIMITS, THRESHOLDS, frozenset())
    assert kinds == {MIDDLE, TOTAL, CONVERSATION}
    assert [(it.message, dict(it.data)) for it in notices] == [
        ("prompt-long-middle", {"tokens": 20_000, "threshold": 20_000}),
        ("prompt-long-total", {"tokens": 95_000, "threshold": 95_000}),
        ("prompt-long-conversation", {"tokens": 50_000, "threshold": 50_000}),
    ]
    assert warn(long, 50_000, LIMITS, THRESHOLDS, kinds) == (kinds, ())
    short = Prompt((), 94_999, middle_tokens=19_999)
    assert warn(short, 49_999, LIMITS, THRESHOLDS, kinds) == (frozenset(), ())
    assert len(warn(long, 0, LIMITS, THRESHOLDS, frozenset())[1]) == 2


def test_a_small_model_warns_at_its_own_size() -> None:
    """Whoever runs a small model would never be warned."""
    limits = PromptLimits(90_000, 1_000, context=9_000, total_tokens=100_000)
    assert warn(Prompt((), 7_600), 0, limits, THRESHOLDS, frozenset())[0] == {TOTAL}


def test_every_warning_has_its_words_in_both_languages() -> None:
    """People would read an identifier instead of advice."""
    for language in ("en", "zh"):
        words = (Path(__file__).parents[3] / "config" / "locales" / language / "framework.ftl").read_text("utf-8")
        for kind in (MIDDLE, TOTAL, CONVERSATION):
            line = next(it for it in words.splitlines() if it.startswith(f"prompt-long-{kind} = "))
            assert "{ $tokens }" in line
            assert "{ $threshold }" in line
