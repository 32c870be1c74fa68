"""What is learnt about how a model counts tokens."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.rules.text.calibration import Calibration, learn, weights
from engine.rules.text.tokens import DEFAULT_COSTS, counts, estimate, message_tokens
from engine.values.models.prompts import PromptMessage, Role
from tests import share
from tests.bench.prose import Prose

TURNS = 30


def prompts(seed: int, *, preset_chinese: bool, talk_chinese: bool) -> list[list[PromptMessage]]:
    """The prompts of a talk, each with one more message of either side than the one before."""
    preset, talk = Prose(seed, chinese=preset_chinese), Prose(seed + 1, chinese=talk_chinese)
    head = [PromptMessage(Role.SYSTEM, preset.notes(12)), PromptMessage(Role.SYSTEM, preset.notes(5))]
    said = [PromptMessage(Role.USER, talk.message()) for _ in range(2 * TURNS)]
    return [[*head, *said[max(0, turn * 2 - 30) : turn * 2 + 1]] for turn in range(TURNS)]


def model_count(messages: Sequence[PromptMessage], costs: Sequence[float], message: float) -> int:
    """The tokens of a prompt for a model to which characters and messages cost so many."""
    texts = counts("".join(it.text for it in messages))
    return round(sum(cost * count for cost, count in zip(costs, texts, strict=True)) + message * len(messages))


def errors(talks: list[list[list[PromptMessage]]], costs: Sequence[float], message: float) -> list[float]:
    """How far each estimate was off, as a share, the talks' turns by turns."""
    known, off = Calibration(), []
    for turn in zip(*talks, strict=True):
        for it in turn:
            reported = model_count(it, costs, message)
            estimated = sum(message_tokens(line, weights(known)) for line in it)
            off.append(abs(estimated - reported) / reported)
            known = learn(known, it, reported)
    return off


@settings(max_examples=share.examples(15), deadline=None)
@given(
    st.lists(st.floats(0.5, 2.2), min_size=len(DEFAULT_COSTS), max_size=len(DEFAULT_COSTS)),
    st.floats(2, 8),
    st.integers(0, 99),
)
def test_estimates_come_near_what_any_model_reports(factors: list[float], message: float, seed: int) -> None:
    """The budget would stay wrong for a model whose tokenizer is unlike the others, or with mixed languages."""
    costs = [cost * factor for cost, factor in zip(DEFAULT_COSTS, factors, strict=True)]
    talks = [
        prompts(seed, preset_chinese=False, talk_chinese=False),
        prompts(seed + 2, preset_chinese=True, talk_chinese=True),
        prompts(seed + 4, preset_chinese=False, talk_chinese=True),
    ]
    assert max(errors(talks, costs, message)[20 * len(talks) :]) < 0.08


def test_two_languages_do_not_spoil_each_other() -> None:
    """With an English and a Chinese talk on one model, each estimate would be wrong by what the other taught."""
    costs = [cost * (0.6 if index == 7 else 1.1) for index, cost in enumerate(DEFAULT_COSTS)]
    talks = [prompts(it, preset_chinese=bool(it), talk_chinese=bool(it)) for it in (0, 1)]
    assert max(errors(talks, costs, 3.0)[20:]) < 0.05


def test_one_broken_report_does_little() -> None:
    """One broken usage report would make every later prompt tiny or too long."""
    talk = prompts(3, preset_chinese=False, talk_chinese=True)
    known = Calibration()
    for it in talk:
        known = learn(known, it, model_count(it, DEFAULT_COSTS, 4.0))
    text = talk[-1][-1].text * 20
    before = estimate(text, weights(known))
    for reported in (10**9, 1):
        assert estimate(text, weights(learn(known, talk[-1], reported))) == pytest.approx(before, rel=0.15)


@given(st.integers(-5, 10**9), st.text(max_size=400))
def test_any_report_leaves_usable_weights(reported: int, text: str) -> None:
    """A model that reports nonsense would stop everybody's turns."""
    known = Calibration()
    for _ in range(3):
        known = learn(known, [PromptMessage(Role.USER, text * 3)], reported)
    assert 0 < estimate("a龙🎉", weights(known)) < 40
    assert all(weights(known).blocks[1:])
    assert all(weights(known).latin)


def test_small_prompts_do_not_teach() -> None:
    """A template's fixed cost in a short prompt would be taken for the model's tokenizer."""
    assert learn(Calibration(), [PromptMessage(Role.USER, "hi")], 400) == Calibration()
    assert learn(Calibration(), [PromptMessage(Role.USER, "hi " * 400)], 0) == Calibration()
