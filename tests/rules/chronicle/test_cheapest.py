"""How many messages of a talk stand word for word before older ones are summed up: as many as cost least."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.chronicle.cheapest import MESSAGE, SHORTEST_STEP, cheapest_window
from engine.rules.chronicle.summaries import LEAST_STAYING, Rule, SizedMessage, plan, rule_of
from engine.rules.framework.build import build
from engine.rules.text.tokens import estimate
from engine.values.chats.entries import Place
from engine.values.house.setting_choices import SummaryMode
from engine.values.house.settings import Settings
from engine.values.models.prompts import HistoryLine
from engine.values.models.stage import PromptStage
from engine.values.story.chronicle import Chronicle, Summary
from tests.rules.framework.story_stages import words
from tests.rules.framework.table import reply, stage, talk, user

TOLD = "They met, and she stayed. " * 40
ORDER = 350
WRITTEN = 4
shares = st.floats(0, 1)


def rule_at(percent: float) -> Rule:
    """When a private chat is summed up whose model's cache has this price, by the product's defaults."""
    found = rule_of(Settings(cached_percent=percent, recall_replies=True))
    assert found is not None
    return found


def summaries(sizes: Sequence[int], rule: Rule) -> dict[int, int]:
    """The last seq that is told by a summary, by the seq from which on it is."""
    said = [SizedMessage(seq, size) for seq, size in enumerate(sizes, 1)]
    found: dict[int, int] = {}
    after = floor = 0
    while step := plan(said[after:], rule, beginning=not after, floor=floor):
        after, floor = step.last, step.at
        found[floor] = after
    return found


def price(cached: float, window: int, turns: int = 400) -> float:
    """What the talk in the prompts of so many turns costs, and its summaries, in tokens that are read anew."""
    sizes = [MESSAGE] * 2 * turns
    made = summaries(sizes, Rule(window, 0, LEAST_STAYING, window // 4, tokens=True))
    paid, told, covered = 0.0, 0, 0
    for head in range(1, len(sizes), 2):
        new = [it for it in (head - 1, head) if it in made]
        shown = sum(sizes[covered:head])
        if new:
            read, covered = sum(sizes[covered : made[new[-1]]]), made[new[-1]]
            paid += ORDER + told + read
            told = estimate(TOLD)
            paid += WRITTEN * told
            shown = sum(sizes[covered:head])
            paid += (1 - cached) * (told + shown)  # what was there before stands elsewhere now
        fresh = sum(sizes[max(0, head - 2) : head])
        paid += cached * (told + shown - fresh) + fresh
    return paid


@given(st.lists(shares, min_size=2, max_size=2).map(sorted), st.integers(0, 50))
def test_the_dearer_the_cache_the_shorter_the_window(both: list[float], staying: int) -> None:
    """A house that pays for every token sends long prompts, or one with a cheap cache reads summaries."""
    cheap, dear = (cheapest_window(it, staying) for it in both)
    assert cheap >= dear >= SHORTEST_STEP + staying * MESSAGE
    assert cheap - staying * MESSAGE <= 24_000


@pytest.mark.parametrize("cached", [0.05, 0.1, 0.25, 0.5, 1.0])
def test_no_other_window_costs_much_less(cached: float) -> None:
    """A private chat costs more than it has to with the prices of its model."""
    chosen = cheapest_window(cached, LEAST_STAYING)
    others = {it: price(cached, it) for it in range(1_800, 12_600, 600)}
    assert price(cached, chosen) <= 1.12 * min(others.values())
    assert price(cached, chosen) < others[12_000]


@given(percent=st.floats(0, 100), sizes=st.lists(st.integers(1, 400), max_size=300), data=st.data())
def test_what_is_answered_stays_and_the_talk_stays_short(percent: float, sizes: list[int], data: st.DataObject) -> None:
    """The words that people are answering vanish into a summary, or a long chat makes ever longer prompts."""
    rule = rule_at(percent)
    made = summaries(sizes, rule)
    for at, last in made.items():
        assert at - last >= LEAST_STAYING
    heads = [0, *(seq for seq in made), len(sizes)]
    for covered, head in pairwise(heads):
        shown = sizes[made.get(covered, 0) : max(0, head - 1)]
        assert sum(shown) <= rule.trigger + 11 * max(sizes, default=0)
    upto = data.draw(st.integers(0, len(sizes)))  # a fork, or whoever looks after a restart
    assert summaries(sizes[:upto], rule) == {at: last for at, last in made.items() if at <= upto}


def test_people_who_said_how_long_prompts_are_get_that() -> None:
    """Somebody has raised the budget for a long memory, and the character reads a quarter of it."""
    usual = rule_at(10)
    assert usual.trigger < 5_000
    said = rule_of(Settings(budget_tokens=24_000, cached_percent=100, recall_replies=True))
    assert said == Rule(12_000, 0, LEAST_STAYING, 3_000, tokens=True)
    assert rule_of(Settings(story_pages=True, recall_replies=True)) == said, "pages tell what leaves"
    assert rule_of(Settings()) == said, "what the character said is not recalled"
    assert rule_of(Settings(recall=False, recall_replies=True)) == said
    small = rule_of(Settings(recall_replies=True), context=4_000)
    assert small is not None
    assert small.trigger == 2_000
    assert rule_of(Settings(summary=SummaryMode.OFF)) is None


def lines_of(sizes: Sequence[int]) -> list[HistoryLine]:
    made = [(user, reply)[number % 2](number + 1, "well now " * (size // 2)) for number, size in enumerate(sizes)]
    return list(made)


def told_turns(sizes: Sequence[int], rule: Rule) -> Iterator[PromptStage]:
    """The stages of a private chat, turn by turn, each with the summary that its talk has by then."""
    lines = lines_of(sizes)
    made = summaries([estimate(it.text) for it in lines], rule)
    for head in range(1, len(lines) + 1, 2):
        last = max((it for at, it in made.items() if at < head), default=0)
        told = (Summary(1, TOLD, 1, last, Place(1, last)),) if last else ()
        yield stage(talk=talk(*lines[:head]), chronicle=Chronicle(told), words=words())


def shown(it: PromptStage) -> tuple[tuple[str, ...], int]:
    built = build(it).prompt
    return tuple(message.text for message in built.messages), built.tokens


@pytest.mark.parametrize("percent", [3, 10, 25, 50, 100])
@pytest.mark.parametrize("size", [20, 60, 150])
def test_two_hundred_turns_stay_as_short_and_as_they_were(percent: float, size: int) -> None:
    """Prompts grow to three times what they need, or a service reads every one of them anew."""
    rule = rule_at(percent)
    lost = same = sent = 0
    before: tuple[str, ...] = ()
    for now in told_turns([size] * 400, rule):
        after, tokens = shown(now)
        front = next((at for at, (was, it) in enumerate(zip(before, after, strict=False)) if was != it), len(before))
        sent += sum(map(estimate, after))
        same += sum(map(estimate, after[:front]))
        lost += front < len(before) // 2 and len(before) > 2 * LEAST_STAYING
        assert tokens <= 1.25 * rule.trigger + 1_000
        newest = [it.text for it in (*now.talk.history, *now.talk.current)][-LEAST_STAYING:]
        assert [it for it in after if it.startswith("well now")][-len(newest) :] == newest
        before = after
    assert lost <= 400 * size / (rule.trigger / 2)
    assert same >= 0.6 * sent
