"""What is too long for a prompt stands in nobody's way, and what people are told of it helps."""

from collections.abc import Callable, Mapping
from dataclasses import fields, replace

import pytest

from engine.errors import PromptRefused
from engine.rules.framework.budget import room_of
from engine.rules.framework.lighter import Bound, Cause, bearable
from engine.values.house.setting_choices import Language
from engine.values.models.prompts import HistoryLine, PartVerdict, PromptLimits, Role
from engine.values.models.stage import PromptMoment, PromptStage
from engine.values.story.notes import AuthorsNote, Inject, UserPersona
from tests.rules.framework.table import BARE, CARD, book, entry, preset, reply, stage, talk, text_prompt, user

LONG = "The tide came in and went out again. " * 1_600  # sixty thousand characters
SMALL = PromptLimits(budget_tokens=2_000, reply_max_tokens=500, context=4_000)
LIMITS: Mapping[str, tuple[PromptLimits, Bound]] = {
    "total": (PromptLimits(24_000, 1_000, total_tokens=10_000), Bound.TOTAL),
    "total within a known model": (PromptLimits(24_000, 1_000, context=128_000, total_tokens=10_000), Bound.TOTAL),
    "reply": (PromptLimits(24_000, 12_000, context=24_000), Bound.REPLY),
    "context": (PromptLimits(24_000, 1_000, context=8_000), Bound.CONTEXT),
    "context below the total": (PromptLimits(24_000, 1_000, context=12_000, total_tokens=10_000), Bound.CONTEXT),
}
"""Each way in which a limit can be in the way of sixty thousand characters, and what it is called."""
NEVER = {
    "budget_tokens": 1_000,
    "history_limit": 1,
    "history_characters": 1,
    "factor": 0.5,
}
"""Limits that only say what is left out: however small they are, nobody is refused for them."""
BY_OTHERS = {"memory_position", "context", "reply_max_tokens", "total_tokens", "history_load_all"}


def refused(made: PromptStage) -> Mapping[str, str | int | float]:
    with pytest.raises(PromptRefused) as error:
        bearable(made)
    return error.value.data


def helped(limits: PromptLimits, data: Mapping[str, str | int | float]) -> PromptLimits:
    """The limits once somebody has done what the error says."""
    better = int(data["better"])
    changes: Mapping[str, Callable[[], PromptLimits]] = {
        Bound.TOTAL: lambda: replace(limits, total_tokens=better),
        Bound.REPLY: lambda: replace(limits, reply_max_tokens=better),
        Bound.CONTEXT: lambda: replace(limits, context=200_000, total_tokens=100_000),
    }
    return changes[str(data["bound"])]()


def test_every_limit_is_tried() -> None:
    """A new limit would refuse people with advice that nobody has ever followed."""
    assert {it.name for it in fields(PromptLimits)} == {*NEVER, *BY_OTHERS}
    assert {bound for _, bound in LIMITS.values()} == set(Bound) - {Bound.MOST}


@pytest.mark.parametrize(("limits", "bound"), LIMITS.values(), ids=LIMITS)
def test_the_error_names_the_limit_and_what_helps(limits: PromptLimits, bound: Bound) -> None:
    """Somebody raises a number that has nothing to do with it, and is refused again."""
    made = stage(talk=talk(user(1, LONG)), limits=limits)
    data = refused(made)
    assert (data["bound"], data["cause"], data["limit"]) == (bound, Cause.MESSAGE, room_of(limits).hard)
    assert int(data["own"]) > int(data["free"]) > 0
    assert bearable(replace(made, limits=helped(limits, data))).prompt.messages[-2].text == LONG
    shorter = LONG[: len(LONG) * (int(data["free"]) - 20) // int(data["own"])]
    assert shorter in bearable(replace(made, talk=talk(user(1, shorter)))).prompt.messages[-2].text


def test_beyond_every_setting() -> None:
    """Somebody would be told to set what cannot be set."""
    data = refused(stage(talk=talk(user(1, LONG * 16)), limits=PromptLimits(24_000, 1_000)))
    assert (data["bound"], data["cause"]) == (Bound.MOST, Cause.MESSAGE)


@pytest.mark.parametrize("name", NEVER)
def test_what_only_leaves_out_refuses_nobody(name: str) -> None:
    """Who keeps prompts short could not paste a page."""
    limits = replace(PromptLimits(24_000, 1_000), **{name: NEVER[name]})  # type: ignore[arg-type] - fields by name
    assert any(it.text == LONG for it in bearable(stage(talk=talk(user(1, LONG)), limits=limits)).prompt.messages)


def test_the_whole_history_that_is_too_long() -> None:
    """The way out is the setting that asks for it."""
    lines = [(user if seq % 2 else reply)(seq, "some words about bread " * 50) for seq in range(1, 101)]
    made = stage(talk=talk(*lines, user(101, "So?")), limits=replace(SMALL, history_load_all=True))
    assert refused(made)["cause"] == Cause.HISTORY
    assert bearable(replace(made, limits=SMALL)).prompt.messages


BEFORE: Mapping[str, tuple[HistoryLine, ...]] = {
    "refused before": (user(3, LONG),),
    "a burst of long ones": tuple(user(seq, LONG[:9_000]) for seq in range(3, 12)),
    "one after the other": (user(3, LONG), user(4, "Hm?"), user(5, LONG)),
    "answered before": (user(3, LONG), reply(4, "I see.")),
    "said by a character": (reply(3, LONG),),
    "told by an imported chat": (HistoryLine(3, Role.SYSTEM, LONG),),
}


@pytest.mark.parametrize("limits", [SMALL, *(it for it, _ in LIMITS.values())])
@pytest.mark.parametrize("before", BEFORE.values(), ids=BEFORE)
def test_the_next_message_is_answered(before: tuple[HistoryLine, ...], limits: PromptLimits) -> None:
    """One long message and the chat is dead: each later one fails until somebody finds /undo."""
    lines = (user(1, "I have a boat."), reply(2, "A fine one."), *before, user(20, "And now?"))
    answered = next((at for at, it in enumerate(reversed(lines)) if it.role is Role.ASSISTANT), len(lines))
    built = bearable(stage(talk=talk(*lines, answered=answered), limits=limits))
    assert built.prompt.messages[-2].text == "And now?"
    if len(before) < 4:  # the talk before them is not pushed out
        assert any("I have a boat." in it.text for it in built.prompt.messages)
    assert built.prompt.tokens <= room_of(limits).hard


def test_what_of_a_burst_is_not_read_is_told() -> None:
    """Nobody would know why the character passes over the first half of the paste."""
    burst = [user(seq, f"{seq}: {LONG[:3_000]}") for seq in range(3, 12)]
    built = bearable(stage(talk=talk(*burst, answered=len(burst)), limits=SMALL))
    (notice,) = built.notices
    whole = sum(any(it.text == one.text for it in burst) for one in built.prompt.messages)
    assert notice.message == "prompt-unread"
    assert (notice.data["messages"], notice.data["whole"]) == (9, whole)
    assert 1 <= whole < 9
    assert notice.data["tokens"] > notice.data["limit"] > 0
    assert built.prompt.messages[-2].text == burst[-1].text


STANDING: Mapping[str, PromptStage] = {
    "description": stage(card=replace(BARE, description=LONG)),
    "several fields": stage(card=replace(CARD, personality=LONG, scenario=LONG, system_prompt=LONG)),
    "instructions behind": stage(card=replace(BARE, post_history_instructions=LONG)),
    "preset": stage(preset=preset(text_prompt("main", LONG))),
    "persona": stage(persona=UserPersona("Ann", LONG)),
    "note": stage(note=AuthorsNote(LONG)),
    "inject": stage(injects=(Inject("x", LONG),)),
    "cast": stage(others=(replace(BARE, name="Tom", description=LONG),)),
    "book": stage(books=book(entry("long", content=LONG))),
    "examples": stage(card=replace(BARE, mes_example=f"<START>\n{LONG}")),
}


@pytest.mark.parametrize("made", STANDING.values(), ids=STANDING)
def test_a_card_that_is_too_long_is_played_shortened_and_told(made: PromptStage) -> None:
    """A character of another house never answers on a small model."""
    limits = replace(SMALL, context=6_000)
    built = bearable(replace(made, limits=limits))
    assert any(it.text == "One loaf, please." for it in built.prompt.messages)
    assert built.prompt.tokens <= room_of(limits).hard
    left_out = [it for it in built.prompt.ledger if it.verdict is PartVerdict.TRIMMED]
    sent = any(LONG[:500] in it.text for it in built.prompt.messages)
    assert not sent or [it.message for it in built.notices] == ["prompt-shortened"]
    assert sent or left_out or not any("Lore" in it.origin for it in built.prompt.ledger)


@pytest.mark.parametrize(("language", "mark"), [(Language.EN, "characters are left out"), (Language.ZH, "此处略去")])
def test_what_is_left_out_is_marked_where_it_was(language: Language, mark: str) -> None:
    """The model would take the two ends for one sentence."""
    made = stage(
        talk=talk(user(1, LONG), reply(2, "Yes."), user(3, "So?")),
        limits=SMALL,
        moment=PromptMoment("Ann", language=language),
    )
    (shown,) = [it.text for it in bearable(made).prompt.messages if mark in it.text]
    assert shown.startswith("The tide came in")
    assert shown.rstrip().endswith("out again.")
    assert [it.origin for it in bearable(made).prompt.ledger if it.reason == "shortened"] == ["history:1"]
