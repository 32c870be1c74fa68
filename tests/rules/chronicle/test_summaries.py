"""When a talk is summed up, what of it, and what a summary goes on from."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from engine.rules.chronicle.blocks import MOST_BLOCKS, blocks
from engine.rules.chronicle.chapters import Event, Events, plot_points
from engine.rules.chronicle.summaries import (
    BACKLOG,
    FOLDED,
    MOST_UNCOVERED,
    Rule,
    SizedMessage,
    SummaryPlan,
    cut_at_sentence,
    plan,
    rule_of,
    summary_start,
)
from engine.rules.recall.remembering.batches import BatchMessage
from engine.rules.text.tokens import estimate
from engine.values.chats.entries import Derived, Place
from engine.values.chats.row_bodies import NOTHING_SAID
from engine.values.house.setting_choices import SummaryMode
from engine.values.house.settings import Settings
from engine.values.story.chronicle import Recorded

CLASSIC = rule_of(Settings(summary=SummaryMode.CLASSIC)) or Rule(0, 0, 0)
AUTO = Rule(400, 0, 3, 100)
EVENING = datetime(2040, 3, 5, 20, tzinfo=UTC)


def talk(*sizes: int, after: int = 0, gap: int = 1) -> list[SizedMessage]:
    return [SizedMessage(after + number * gap, size) for number, size in enumerate(sizes, 1)]


def test_classic_sums_up_the_middle_once_it_is_long() -> None:
    """People who asked for summaries as NodeST makes them get them too early, too late, or of other messages."""
    assert plan(talk(*[200] * 30), CLASSIC) is None
    assert plan(talk(*[200] * 31), CLASSIC) == SummaryPlan(first=4, last=28, at=31)


def test_what_follows_a_summary_keeps_no_first_messages() -> None:
    """Behind each summary three messages are never told by any."""
    said = talk(*[200] * 40, after=28)
    assert plan(said, CLASSIC, beginning=False) == SummaryPlan(first=29, last=56, at=59)


def test_auto_keeps_the_newest_quarter_and_ten_messages() -> None:
    """The newest words vanish into a summary while people still answer them."""
    rule = Rule(2_000, 0, 10, 500, tokens=True)
    assert rule_of(Settings(budget_tokens=4_000)) == rule
    assert plan(talk(*[100] * 21), rule) == SummaryPlan(first=1, last=11, at=21)
    assert plan(talk(*[20] * 101), rule) == SummaryPlan(first=1, last=76, at=101)


def test_a_small_model_gets_summaries_in_time() -> None:
    """With a model of 8,000 tokens the old messages are cut long before half the setting is reached."""
    rule = rule_of(Settings(budget_tokens=24_000), context=8_000)
    assert rule is not None
    assert rule.trigger == 4_000
    assert rule_of(Settings(summary=SummaryMode.OFF)) is None


def test_a_few_long_messages_do_not_cost_a_call_each() -> None:
    """Who writes letters of several thousand characters has every single one of them folded in by a call."""
    assert plan(talk(200, 200, 200, 300, 3_000, 3_000, 3_000), CLASSIC) is None
    assert plan(talk(200, 200, 200, 300, 3_000, 3_000, 3_000, 3_000), CLASSIC) == SummaryPlan(first=4, last=5, at=8)


def test_short_messages_are_summed_up_before_a_turn_does_not_read_them_any_more() -> None:
    """A thousand one-word messages: the first are in no prompt, and no summary tells them."""
    found = plan(talk(*[2] * (MOST_UNCOVERED + 1)), CLASSIC)
    assert found == SummaryPlan(first=4, last=MOST_UNCOVERED - 2, at=MOST_UNCOVERED + 1)


def test_a_story_brought_in_is_summed_up_in_few_steps() -> None:
    """An imported chat of years costs a call for every stretch of six thousand characters."""
    found = plan(talk(*[200] * 2_300), CLASSIC)
    assert found == SummaryPlan(first=4, last=1_997, at=2_000)


rules = st.builds(
    Rule,
    trigger=st.integers(20, 200),
    first=st.integers(0, 5),
    last=st.integers(0, 8),
    room=st.integers(0, 50),
    tokens=st.booleans(),
)
talks = st.lists(st.integers(1, 90), max_size=120)


def kept_up(said: Sequence[SizedMessage], rule: Rule, looks: Sequence[int]) -> list[SummaryPlan]:
    """The summaries of somebody who looks when the talk is so long; what covers what is looked up as the job does."""
    found: list[SummaryPlan] = []
    for upto in looks:
        while True:
            after = found[-1].last if found else 0
            floor = found[-1].at if found else 0
            rest = [it for it in said[:upto] if it.seq > after]
            step = plan(rest, rule, beginning=not found, floor=floor)
            if step is None:
                break
            found.append(step)
    return found


@given(sizes=talks, rule=rules, gap=st.integers(1, 4), data=st.data())
def test_late_and_in_time_come_to_the_same(sizes: list[int], rule: Rule, gap: int, data: st.DataObject) -> None:
    """A story that is loaded again, or whose summaries were late, tells another past than it did."""
    said = talk(*sizes, gap=gap)
    always = kept_up(said, rule, range(len(said) + 1))
    late = data.draw(st.lists(st.integers(0, len(said)), max_size=5).map(sorted))
    assert kept_up(said, rule, [*late, len(said)]) == always
    upto = data.draw(st.integers(0, len(said)))
    head = said[upto - 1].seq if upto else 0
    assert kept_up(said, rule, range(upto + 1)) == [it for it in always if it.at <= head]


@given(sizes=talks, rule=rules, floor=st.integers(0, 130))
def test_a_summary_covers_a_stretch_and_leaves_the_last_messages(sizes: list[int], rule: Rule, floor: int) -> None:
    """A summary tells nothing, or the words that people are answering, or the same words twice."""
    said = talk(*sizes)
    found = plan(said, rule, floor=floor)
    if found is not None:
        assert rule.first < found.first <= found.last <= found.at
        assert found.at >= floor
        assert len([it for it in said if found.last < it.seq <= found.at]) >= min(rule.last, MOST_UNCOVERED // 4)


def row(number: int, first: int, last: int, at: int) -> Derived:
    return Derived(number, "summary", Place(1, at), 1, f"s{number}", NOTHING_SAID, first, last)


def test_the_next_summary_takes_in_the_last_one() -> None:
    """Each summary stands beside the ones before, and the prompt grows with the story."""
    one, two = row(1, 4, 28, 31), row(2, 4, 60, 70)
    at = summary_start([Recorded(one, 70, FOLDED, 2), Recorded(two)], 0)
    assert (at.after, at.floor, at.base, at.ends) == (60, 70, (two,), (2,))


def test_what_is_made_again_goes_on_from_what_was_untouched() -> None:
    """One message is mended, and the whole story is read and summed up again."""
    one, two = row(1, 4, 28, 31), row(2, 4, 60, 70)
    rows = [Recorded(one, 70, FOLDED, 2), Recorded(two, 90, "revised")]
    at = summary_start(rows, 0)
    assert (at.after, at.floor, at.base, at.ends) == (28, 90, (one,), ())
    assert summary_start(rows, 0, stale={1}) == replace(at, after=0, base=())


def test_what_was_put_right_is_not_told_on_from_older_summaries() -> None:
    """Somebody puts a name right, and the wrong one comes back out of an older summary."""
    one, two = row(1, 4, 28, 31), row(2, 4, 60, 70)
    at = summary_start([Recorded(one, 70, FOLDED, 2), Recorded(two, 90, "corrected")], 0)
    assert (at.after, at.floor, at.base) == (0, 90, ())


def test_what_was_deleted_is_not_made_again() -> None:
    """Somebody deletes a summary, and a minute later it is there again."""
    at = summary_start([Recorded(row(1, 4, 28, 31), 40, "deleted")], 0)
    assert (at.after, at.base, at.ends) == (28, (), ())


def test_a_chapter_begins_anew() -> None:
    """Behind a chapter the summary of the one before is told again."""
    at = summary_start([Recorded(row(1, 4, 28, 31))], start=30)
    assert (at.after, at.base) == (30, ())


@given(text=st.text(alphabet="ab 。.!？\n", max_size=300), longest=st.integers(10, 100))
def test_a_summary_is_cut_at_a_sentence(text: str, longest: int) -> None:
    """A summary that is too long ends in the middle of a word."""
    found = cut_at_sentence(text, longest)
    assert len(found) <= longest
    assert text.strip().startswith(found.removesuffix("…").rstrip())


def test_a_cut_summary_ends_with_its_last_whole_sentence() -> None:
    """A summary that is too long ends in the middle of a word."""
    assert cut_at_sentence("米拉答应了。安走了。后来下雨，", 12) == "米拉答应了。安走了。"
    assert cut_at_sentence("She said 3.5 pounds. Then it rained on", 24) == "She said 3.5 pounds."


def spoken(*texts: str) -> list[BatchMessage]:
    return [
        BatchMessage(number, 1, Place(1, number), EVENING + timedelta(minutes=number), text)
        for number, text in enumerate(texts, 1)
    ]


@given(st.lists(st.integers(1, 3_000), min_size=1, max_size=80), st.integers(600, 4_000))
def test_every_block_is_one_that_a_model_can_read(lengths: list[int], room: int) -> None:
    """A long chapter is cut so that the model takes none of its stretches, or some messages are in none of them."""
    said = spoken(*("好" * length for length in lengths))
    found = blocks(said, room)
    read = [it for stretch in found.stretches for it in stretch]
    assert len(found.stretches) <= MOST_BLOCKS + 2
    assert read == sorted(read, key=lambda it: it.seq)
    for stretch in found.stretches:
        assert sum(estimate(it.text[: found.longest]) + 40 for it in stretch[:-1]) <= 2 * room
    if sum(estimate(it.text) + 40 for it in said) <= room * MOST_BLOCKS:
        assert read == said


def test_of_a_backlog_something_of_all_of_it_is_read() -> None:
    """Of an imported story only the beginning is summed up, or it costs a call a page."""
    said = spoken(*(f"{number}：" + "好" * 200 for number in range(BACKLOG * 2)))
    found = blocks(said)
    assert len(found.stretches) <= MOST_BLOCKS + 1
    assert found.stretches[-1][-1].seq > BACKLOG * 2 - 10


def test_plot_points_name_the_messages_that_they_come_from() -> None:
    """A detail is remembered as if it had been said at another time, or a forged number makes the job fail."""
    said = spoken("one", "two", "three")
    told = Events(
        events=[
            Event(event=" The  lamp\nfell. ", detail="It fell at noon.", first=2, last=3),
            Event(event="Wrong numbers.", first=9, last=-4),
            Event(event="None.", first=7, last=9),
            Event(event="  "),
        ]
    )
    found = plot_points(told, said)
    assert [(it.event, it.detail, [one.seq for one in it.said]) for it in found] == [
        ("The lamp fell.", "It fell at noon.", [2, 3]),
        ("Wrong numbers.", "", [1, 2, 3]),
        ("None.", "", [1, 2, 3]),
    ]
