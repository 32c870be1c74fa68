"""What holds for every prompt."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import PromptTooLong
from engine.rules.framework.build import build
from engine.values.characters.presets import PromptOrderEntry
from engine.values.characters.worlds import Position
from engine.values.house.setting_choices import DepthCounting
from engine.values.models.prompts import Generation, PartVerdict, PromptLimits, PromptSlot, Reason, Role
from engine.values.models.stage import PromptStage
from engine.values.story.notes import AuthorsNote
from tests import share
from tests.rules.framework.stages import STAGES, lines_of
from tests.rules.framework.table import (
    BARE,
    CARD,
    DEFAULT_ORDER,
    LIMITS,
    TEXTS,
    book,
    entry,
    part,
    preset,
    reply,
    stage,
    talk,
    text_prompt,
    user,
)


@pytest.mark.parametrize("name", STAGES)
def test_the_same_stage_gives_the_same_prompt(name: str) -> None:
    """A restart, a second process or the inspector would show another prompt than the one that was sent."""
    made = STAGES[name]()
    assert build(made) == build(STAGES[name]()) == build(made)


@pytest.mark.parametrize("name", STAGES)
def test_the_ledger_s_sum_is_the_prompt_s_size(name: str) -> None:
    """The inspector's numbers would not add up, and limits would be checked against another size."""
    prompt = build(STAGES[name]()).prompt
    paid = [line for line in prompt.ledger if line.verdict is PartVerdict.IN]
    assert prompt.tokens == sum(line.tokens for line in paid)
    assert prompt.middle_tokens == sum(
        line.tokens for line in paid if line.slot in (PromptSlot.HISTORY, PromptSlot.RECALLED, PromptSlot.REMINDER)
    )


@pytest.mark.parametrize("name", STAGES)
def test_nothing_said_is_sent_twice(name: str) -> None:
    """The character would hear everything twice, and people pay for it."""
    made = STAGES[name]()
    sent = [message.text for message in build(made).prompt.messages if message.role is not Role.SYSTEM]
    for line in lines_of(made):
        if len(line.text) > 5:  # shorter ones stand in other texts too
            assert sum(text == line.text or text.endswith(f": {line.text}") for text in sent) <= 1


MARKERS = ("worldInfoBefore", "charDescription", "dialogueExamples", "chatHistory", "main", "jailbreak")


@settings(max_examples=share.examples(60))
@given(
    st.lists(st.tuples(st.sampled_from(MARKERS), st.booleans()), max_size=12),
    st.lists(st.tuples(st.sampled_from(Position), st.integers(0, 9)), max_size=6),
    st.sampled_from(Generation),
    st.sampled_from(DepthCounting),
    st.booleans(),
)
def test_every_text_stands_at_one_place_at_most(
    order: list[tuple[str, bool]],
    entries: list[tuple[Position, int]],
    generation: Generation,
    counting: DepthCounting,
    strict: bool,
) -> None:
    """An order that names a text twice, or an entry with a depth, would tell the model the same thing twice."""
    made = stage(
        preset=preset(order=(), texts=replace(TEXTS, continue_nudge="Go on.")),
        card=CARD,
        generation=generation,
        books=book(*(entry(f"e{at}", where, depth=depth) for at, (where, depth) in enumerate(entries))),
        note=AuthorsNote("A note."),
        depth_counting=counting,
        strict_order=strict,
        parts=(part(PromptSlot.TIME, "It is six."),),
    )
    made = replace(
        made, preset=replace(made.preset, order=tuple(PromptOrderEntry(name, enabled=on) for name, on in order))
    )
    prompt = build(made).prompt
    whole = "\n".join(message.text for message in prompt.messages)
    texts = ("A note.", "It is six.", "One loaf", *(f"Lore e{at}." for at in range(len(entries))), "Mia bakes bread.")
    assert all(whole.count(text) <= 1 for text in texts)
    sent = not strict or dict(reversed(order)).get("chatHistory", False)
    assert ("One loaf, please." in whole) == sent
    roles = [message.role for message in prompt.messages if message.text.startswith(("Hello", "Good", "How", "One"))]
    assert roles == [Role.USER, Role.ASSISTANT, Role.USER, Role.USER][: len(roles)] or roles == [Role.USER]


@pytest.mark.parametrize("generation", Generation)
def test_what_has_a_depth_is_not_part_of_the_talk(generation: Generation) -> None:
    """What was placed for one reply would be told again, or be stored, with the next."""
    made = stage(
        generation=generation, books=book(entry("deep", Position.AT_DEPTH, depth=1)), note=AuthorsNote("N.", depth=1)
    )
    before = made.talk
    first = build(made)
    grown = replace(made, talk=talk(*lines_of(made), reply(6, "Here you are."), user(7, "Thanks!")))
    second = build(replace(grown, timers=first.timers, variables=first.variables))
    assert made.talk == before
    for prompt in (first.prompt, second.prompt):
        assert sum("Lore deep." in message.text for message in prompt.messages) == 1


def test_too_long_a_message_is_refused_with_both_numbers() -> None:
    """The model would silently read half of the message, and somebody pay for it."""
    with pytest.raises(PromptTooLong) as refused:
        build(stage(talk=talk(user(1, "word " * 3_000)), limits=PromptLimits(1_000, 100, total_tokens=2_000)))
    assert refused.value.data["limit"] == 2_000
    assert int(refused.value.data["tokens"]) > 2_000


def test_what_cannot_be_trimmed_may_be_longer_than_the_budget() -> None:
    """A long message would be refused although the model has room for it."""
    made = stage(talk=talk(user(1, "word " * 3_000)), limits=PromptLimits(1_000, 100, total_tokens=20_000))
    assert build(made).prompt.tokens > 3_000


def test_a_whole_history_is_sent_or_refused() -> None:
    """Who wants the whole story in every prompt would get a part of it without a word."""
    lines = [(user if seq % 2 else reply)(seq, "some words about bread " * 5) for seq in range(1, 101)]
    made = stage(talk=talk(*lines, user(101, "So?")), limits=PromptLimits(1_000, 100, history_load_all=True))
    prompt = build(made).prompt
    assert [line.origin for line in prompt.ledger if line.slot is PromptSlot.HISTORY] == ["history:1-100"]
    with pytest.raises(PromptTooLong):
        build(replace(made, limits=replace(made.limits, total_tokens=2_000)))


def test_the_ledger_says_what_of_the_history_went_and_why() -> None:
    """Nobody could find out why the character forgot."""
    lines = [(user if seq % 2 else reply)(seq, "some words about bread " * 5) for seq in range(1, 101)]
    limits = PromptLimits(1_000, 100, history_limit=60)
    prompt = build(stage(talk=talk(*lines, user(101, "So?")), limits=limits)).prompt
    told = {
        (line.verdict.value, str(line.reason)): [int(seq) for seq in line.origin.removeprefix("history:").split("-")]
        for line in prompt.ledger
        if line.slot is PromptSlot.HISTORY
    }
    limited, trimmed, sent = told["trimmed", "history_limit"], told["trimmed", "budget"], told["in", ""]
    assert (limited[0], sent[1]) == (1, 100)
    assert (limited[1] + 1, trimmed[1] + 1) == (trimmed[0], sent[0])
    assert prompt.tokens <= 1_000


# --- what stays the same from turn to turn ---


def grown(turns: int, words: int, limits: PromptLimits) -> list[PromptStage]:
    """A talk turn by turn: entries at a depth of four at most, memory and time that change each turn."""
    lines = [(user if seq % 2 else reply)(seq, f"word {seq} " * words) for seq in range(1, 2 * turns)]
    lore = book(*(entry(f"deep-{depth}", Position.AT_DEPTH, depth=depth) for depth in range(5)))
    return [
        stage(
            card=CARD,
            talk=talk(*lines[: 2 * turn - 1]),
            books=lore,
            note=AuthorsNote("A note.", depth=4),
            parts=(part(PromptSlot.RECALLED, f"memory {turn} " * (turn % 7)), part(PromptSlot.TIME, f"It is {turn}.")),
            limits=limits,
        )
        for turn in range(2, turns + 1)
    ]


def shared(first: PromptStage, second: PromptStage) -> tuple[int, int]:
    """How many messages at the front of the second prompt are byte for byte those of the first, and how many it has."""
    before, after = build(first).prompt.messages, build(second).prompt.messages
    same = 0
    while same < min(len(before), len(after)) and before[same] == after[same]:
        same += 1
    return same, len(after)


def test_the_front_is_byte_identical_but_for_the_newest_messages() -> None:
    """Each turn would cost the whole prompt again, because no model's cache could keep its front."""
    stages = grown(40, 5, LIMITS)
    for first, second in pairwise(stages):
        same, count = shared(first, second)
        said = len(lines_of(second))
        head = count - said - 5 - len([it for it in second.parts if it.messages[0].text.strip()]) - 1
        assert same >= head + said - 6  # the deepest text stands four messages above the last but two


@pytest.mark.parametrize(("budget", "most"), [(4_000, 0.2), (12_000, 0.1)])
def test_a_window_that_is_full_moves_rarely(budget: int, most: float) -> None:
    """In a long talk, each turn would cost the whole prompt again."""
    stages = grown(200, 15, replace(LIMITS, budget_tokens=budget))[120:]
    moved = [shared(first, second)[0] < 12 for first, second in pairwise(stages)]
    assert any(moved)
    assert sum(moved) <= most * len(moved)
    assert all(build(it).prompt.tokens <= budget for it in stages[::7])


def test_a_card_without_anything_but_a_name_is_played() -> None:
    """A card that says nothing would break the chat."""
    made = stage(card=replace(BARE, description=""), preset=preset(order=DEFAULT_ORDER))
    assert build(made).prompt.messages[-1].text == "Stay in character."


def test_a_speaker_who_says_nothing_is_no_message() -> None:
    """A service refuses a message without words, and the whole turn with it."""
    card = replace(CARD, mes_example="<START>\n{{user}}:\n{{char}}: Hm.\n<START>\n{{user}}:")
    texts = [it.text for it in build(stage(card=card)).prompt.messages]
    assert "Hm." in texts
    assert all(it.strip() for it in texts)


def test_macros_of_the_note_and_the_preset_are_told_and_those_without_a_place_are_named() -> None:
    """A preset would quote raw braces, or an author wonder why a part of it is empty."""
    asks = text_prompt(
        "nsfw", "{{authorsNote}}|{{systemPrompt}}|{{lastGenerationType}}|{{allChatRange}}{{instructStop}}"
    )
    made = stage(preset=preset(asks), note=AuthorsNote("{{char}} is tired."), generation=Generation.SWIPE)
    prompt = build(replace(made, talk=replace(made.talk, from_people=2, from_characters=1))).prompt
    told = next(it.text for it in prompt.messages if it.text.count("|") == 3)
    assert told == "Mia is tired.|Write Mia's next reply to Ann.|swipe|0-2"
    assert [(it.origin, it.verdict, it.reason) for it in prompt.ledger if it.origin.startswith("macro:")] == [
        ("macro:instructStop", PartVerdict.EMPTY, Reason.NOTHING_HERE)
    ]
