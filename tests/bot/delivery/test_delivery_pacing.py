"""How often replies change while they grow."""

import itertools

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.delivery.pacing import FIRST_GAP, MOST_IN_WINDOW, WINDOW, EditPace, Spacing, next_change
from engine.values.chats.outgoing import Began, Grew
from engine.values.chats.places import Address
from tests.platforms.recording import GROUP, HERE, Stage, staged

ROUNDING = 1e-9
"""Seconds by which sums of the same numbers in another order may differ, and more."""


async def grow(stage: Stage, at: Address, turn: int, seconds: float) -> str:
    """A reply that gets a word every 50 ms."""
    stage.turns.tell(at, Began(turn, "Mira", 1))
    text = ""
    for word in range(round(seconds / 0.05)):
        text += f"w{word} "
        stage.turns.tell(at, Grew(turn, text))
        await stage.settle()
        await stage.pass_by(0.05)
    return text


async def test_the_first_words_are_shown_at_once_and_the_rest_in_steps() -> None:
    """People would wait for the first words, or the platform would refuse the next ones."""
    async with staged() as stage:
        await grow(stage, HERE, 1, 6.0)
        calls = stage.surface.of("send", "edit")
        assert calls[0].when == 0.0
        gaps = [later.when - sooner.when for sooner, later in itertools.pairwise(calls)]
        assert all(1.19 < gap < 1.5 for gap in gaps)
        assert len(calls) == 5


async def test_the_end_never_waits_for_the_steps_before_it() -> None:
    """The last words would stand still for seconds although the model is done."""
    async with staged() as stage:
        await grow(stage, HERE, 1, 4.9)
        stage.turns.tell(HERE, stage.ended(1, "All of it."))
        await stage.settle()
        assert stage.surface.texts() == ["All of it."]
        assert stage.surface.history[-1].when == stage.clock.monotonic()


@pytest.mark.parametrize(("count", "longest"), [(40, 2.0), (200, 6.0)])
async def test_many_replies_share_the_budget(count: int, longest: float) -> None:
    """Two hundred channels at once would earn a ban, or those that came last would stand still for twice as long."""
    channels = [Address("test", f"s{one}", f"c{one}", private=True) for one in range(count)]
    async with staged() as stage:
        for turn, at in enumerate(channels, 1):
            stage.turns.tell(at, Began(turn, "Mira", 1))
        for word in range(60):
            for turn, at in enumerate(channels, 1):
                stage.turns.tell(at, Grew(turn, "word " * (word + 1)))
            await stage.settle()
            await stage.pass_by(0.25)
        calls = stage.surface.of("send", "edit")
    assert all(len([it for it in calls[count:] if 0 <= it.when - one.when < 1]) <= 42 for one in calls[count:])
    for at in channels:
        changes = [it.when for it in calls if it.at == at]
        assert max(later - sooner for sooner, later in itertools.pairwise(changes)) < longest


def test_groups_that_bear_less_are_spared_as_the_reply_gets_longer() -> None:
    """A long reply in a Telegram group would use up the group's minute."""
    pace = EditPace(1.5, 3.0, 25.0)
    assert pace.every(private=True, length=4_000) == 1.5
    assert pace.every(private=False, length=0) == 3.0
    assert pace.every(private=False, length=4_000) > 6.0
    assert EditPace(1.2, 1.2, 40.0).every(private=False, length=4_000) == 1.2
    pace.live = 200
    assert pace.every(private=False, length=4_000) == 3.0


@given(st.lists(st.floats(0.0, 3.0), max_size=60), st.floats(0.0, 2.0))
def test_growing_never_takes_the_last_place_of_a_window(waits: list[float], every: float) -> None:
    """The final text would have to wait for the platform's bucket to refill."""
    pace, spacing, now, last = EditPace(every, every, 40.0), Spacing(), 0.0, None
    changes: list[float] = []
    for wait in waits:
        now += wait
        if next_change(spacing, pace, last, every, now) > 0:
            continue
        if last is None and changes:
            continue
        spacing.changed(now)
        changes.append(now)
        last = now
        assert len([it for it in changes if it > now - WINDOW]) <= MOST_IN_WINDOW


@given(st.lists(st.floats(0.0, WINDOW), max_size=MOST_IN_WINDOW), st.floats(0.0, 2.0))
@example([3.04876985025109] * (MOST_IN_WINDOW - 1), 0.0)  # its sums differ in their last digit
def test_first_words_do_not_stand_alone_for_long(before: list[float], every: float) -> None:
    """Who writes right after a reply sees one word, and then nothing for five seconds."""
    pace, spacing, now = EditPace(every, every, 40.0), Spacing(), 0.0
    for it in sorted(before):
        spacing.changed(it)
        now = it
    first = now + next_change(spacing, pace, None, every, now)
    assert first <= now + max(0.0, WINDOW - FIRST_GAP) + ROUNDING
    assert len(before) >= MOST_IN_WINDOW - 1 or first == now
    spacing.changed(first)
    assert next_change(spacing, pace, first, every, first) <= max(every, FIRST_GAP) + ROUNDING


def test_ends_go_before_steps_but_not_for_ever() -> None:
    """A busy hour would freeze every reply that grows, or ends would queue behind steps."""
    pace, spacing = EditPace(1.0, 1.0, 40.0), Spacing()
    pace.ends = 3
    assert next_change(spacing, pace, 0.0, 1.0, 1.0) > 0
    assert next_change(spacing, pace, 0.0, 1.0, 2.0) == 0


async def test_unchanged_text_is_not_sent_again() -> None:
    """The budget would be spent on edits that nobody sees."""
    async with staged() as stage:
        stage.turns.tell(GROUP, Began(1, "Mira", 1), Grew(1, "Hello"))
        await stage.settle()
        for text in ("Hello", "Hello ", "Hello\n"):
            stage.turns.tell(GROUP, Grew(1, text))
            await stage.pass_by(2.0)
        assert len(stage.surface.of("send", "edit")) == 1
