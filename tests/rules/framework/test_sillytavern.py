"""What SillyTavern 1.18 does in corners that people notice; ``docs/sillytavern.md`` has what differs."""

from dataclasses import replace

import pytest

from engine.rules.formats.presets.presets import preset_from_json
from engine.rules.framework.build import build
from engine.values.characters.scripts import Placement, RegexScript
from engine.values.characters.worlds import Position, WorldEntry
from engine.values.documents import Json
from engine.values.models.prompts import Generation, PartVerdict, Reason, Role
from engine.values.models.stage import PromptMoment, PromptStage
from engine.values.story.notes import AuthorsNote
from tests.rules.framework.table import (
    BARE,
    CARD,
    DEFAULT_ORDER,
    TEXTS,
    book,
    entry,
    preset,
    reply,
    stage,
    talk,
    text_prompt,
    user,
)

TOP, BOTTOM = entry("top", Position.NOTE_TOP), entry("bottom", Position.NOTE_BOTTOM)


def _sent(made: PromptStage) -> list[str]:
    return [it.text for it in build(made).prompt.messages]


@pytest.mark.parametrize(
    ("note", "entries", "told"),
    [
        (None, (TOP,), "Lore top."),
        (None, (TOP, BOTTOM), "Lore top.\n\nLore bottom."),
        (AuthorsNote("Rain."), (TOP, BOTTOM), "Lore top.\nRain.\nLore bottom."),
        (AuthorsNote("", depth=1), (BOTTOM,), "Lore bottom."),
    ],
)
def test_entries_around_the_note_are_told_without_a_note_too(
    note: AuthorsNote | None, entries: tuple[WorldEntry, ...], told: str
) -> None:
    """A book that puts its rules around the author's note would be silent wherever nobody wrote one."""
    texts = _sent(stage(books=book(*entries), note=note))
    assert texts.index(told) - texts.index("Hello.") == (1 if note is None or note.text else 4)


@pytest.mark.parametrize("note", [AuthorsNote("", interval=0), AuthorsNote("Rain.", interval=2)])
def test_entries_around_a_note_that_is_not_due_are_not(note: AuthorsNote) -> None:
    """A note for every second message would bring its book in every one."""
    ledger = build(stage(books=book(TOP), note=note)).prompt.ledger
    line = next(it for it in ledger if it.origin == "world:lore/top")
    assert (line.verdict, line.reason) == (PartVerdict.OUT, Reason.NO_NOTE)


def test_a_prompt_that_only_says_it_is_sillytavern_s_own_is_named_and_not_sent() -> None:
    """A preset's switched-over leftover would speak here and nowhere else, and its author not know why."""
    prompts: list[Json] = [
        {"identifier": "main", "content": "Main.", "system_prompt": True},
        {"identifier": "enhanceDefinitions", "content": "Enhanced.", "system_prompt": True},
        {"identifier": "own", "name": "Own", "content": "Own.", "system_prompt": True},
        {"identifier": "deep", "content": "Deep.", "system_prompt": True, "injection_position": 1},
        {"identifier": "free", "content": "Free.", "system_prompt": False},
    ]
    names = ("main", "enhanceDefinitions", "own", "deep", "free")
    order: list[Json] = [{"identifier": name, "enabled": True} for name in names]
    read = preset_from_json({"prompts": prompts, "prompt_order": [{"character_id": 100001, "order": order}]}, "P")
    built = build(stage(preset=read))
    texts = [it.text for it in built.prompt.messages]
    assert [it for it in texts if it in ("Main.", "Enhanced.", "Own.", "Free.")] == ["Main.", "Enhanced.", "Free."]
    assert any("Deep." in it for it in texts)
    assert [(it.origin, it.reason, it.detail) for it in built.prompt.ledger if it.reason == Reason.UNSENT] == [
        ("prompt:own", Reason.UNSENT, "Own")
    ]


def test_blanks_around_texts_stay_where_they_stay_there() -> None:
    """An author's empty lines would part other things here than there, and a preset's tags stand on other lines."""
    card = replace(BARE, description=" \nShe bakes.{{newline}}{{// a note }}", scenario="\nDawn.\n")
    made = stage(
        card=card,
        preset=preset(text_prompt("main", "<rules>\nBe kind.\n\n")),
        books=book(entry("a", content="\n<a>", order=1), entry("b", content=" b\n\n", order=2)),
    )
    texts = _sent(replace(made, preset=replace(made.preset, texts=replace(TEXTS, scenario_format="{{scenario}}\n"))))
    assert texts[:4] == ["<rules>\nBe kind.\n\n", "\n<a>\n b\n\n", "She bakes.\n", "Dawn.\n"]


def test_blanks_around_what_stands_in_the_chat_are_left_out() -> None:
    """A text at a depth would begin with an empty line that its author never sees in SillyTavern."""
    deep = (text_prompt("one", "\n One. \n", depth=1), text_prompt("two", " Two.\n\n", depth=1))
    lore = book(
        entry("c", Position.AT_DEPTH, depth=1, content="\n c ", order=1),
        entry("d", Position.AT_DEPTH, depth=1, content=" d\n", order=2),
    )
    made = stage(preset=preset(*deep, order=(*DEFAULT_ORDER, "one", "two")), books=lore)
    note = AuthorsNote(" Rain.\n", depth=1)
    assert "One. \n\n Two.\nRain.\nc \n d" in _sent(replace(made, note=note))


def test_a_script_that_changes_what_is_said_leaves_books_and_imported_lines_alone() -> None:
    """An imported chat would reach the model in other words than it has, and a book's entries too."""
    everywhere = frozenset({Placement.USER_INPUT, Placement.AI_OUTPUT, Placement.WORLD_INFO})
    change = RegexScript("x", "/[aeiou]/g", "_", placements=everywhere, min_depth=3)
    lines = (replace(user(1, "Hello."), imported=True), replace(reply(2, "Yes?"), imported=True), reply(3, "So?"))
    made = stage(scripts=(change,), books=book(entry("a")), talk=talk(*lines, user(4, "Bread.")))
    texts = _sent(made)
    assert {"Lore a.", "Hello.", "Yes?", "S_?", "Br__d."} <= {*texts}


def test_of_examples_only_what_somebody_says_is_told_and_the_rest_is_named() -> None:
    """An author would see words in the prompt that SillyTavern never sends, or look for them in vain."""
    card = replace(CARD, mes_example="She smiles.\n<START>\n{{char}}: Morning!\n<START>")
    lore = book(
        entry("spoken", Position.EXAMPLES_BOTTOM, content="{{user}}: Bread?"), entry("mute", Position.EXAMPLES_TOP)
    )
    prompt = build(stage(card=card, books=lore)).prompt
    told = [it.text for it in prompt.messages if it.text == "[Example chat]" or it.name]
    assert told[:6] == [
        "[Example chat]",
        "[Example chat]",
        "[Example chat]",
        "Morning!",
        "[Example chat]",
        "[Example chat]",
    ]
    assert told[6] == "Bread?"
    assert [it.origin for it in prompt.ledger if it.reason == Reason.NO_SPEAKER] == [
        "world:lore/mute",
        "card:mes_example",
    ]


def test_the_last_message_is_told_as_it_was_said() -> None:
    """A preset that quotes it would quote what a script for the prompt alone has made of it."""
    scripts = (
        RegexScript("read", "/Bread/g", "Cake", placements=frozenset({Placement.USER_INPUT}), prompt_only=True),
        RegexScript("stored", "/two/g", "2", placements=frozenset({Placement.USER_INPUT})),
    )
    asks = text_prompt("main", "{{model}}{{lastMessage}}|{{lastUserMessage}}|{{lastCharMessage}}")
    lines = (reply(1, "Yes?"), user(2, "Bread, two."))
    texts = _sent(
        stage(preset=preset(asks), scripts=scripts, talk=talk(*lines), moment=PromptMoment("Ann", model="large "))
    )
    assert texts[0] == "large Bread, 2.|Bread, 2.|Yes?"
    assert "Cake, 2." in texts


@pytest.mark.parametrize("order", [("main", "jailbreak"), ("main", "chatHistory", "jailbreak")])
@pytest.mark.parametrize("generation", Generation)
def test_a_preset_without_the_chat_sends_none_where_that_is_asked_for(
    order: tuple[str, ...], generation: Generation
) -> None:
    """A preset that makes a picture's tags of the card alone would get the chat in between, and nobody see why."""
    made = stage(
        card=BARE,
        preset=preset(order=order, off=("chatHistory",), texts=replace(TEXTS, send_if_empty="(goes on)")),
        books=book(entry("deep", Position.AT_DEPTH, depth=1)),
        note=AuthorsNote("Rain.", depth=1),
        talk=talk(user(1, "One."), reply(2, "Two."), user(3, "Three.")),
        generation=generation,
    )
    prompt = build(replace(made, strict_order=True)).prompt
    ends = ["[Write Ann's next reply.]"] if generation is Generation.IMPERSONATE else []
    texts = ["Write Mia's next reply to Ann.", "Stay in character.", "Mia bakes bread.", *ends]
    assert [it.text for it in prompt.messages] == texts
    left = {it.origin for it in prompt.ledger if it.verdict is PartVerdict.OUT and it.reason == Reason.DISABLED}
    assert left >= {"history:1-2", "current:3", "world:lore/deep", "note"}
    assert "Three." in _sent(made)


@pytest.mark.parametrize(
    ("prefilled", "told"),
    [
        (False, ["Deep two.", "One.", "Deep one.", "Deep zero.", "Two and"]),
        (True, ["Deep two.", "Zero.", "Deep one.", "One.", "Deep zero.", "Two and"]),
    ],
)
def test_a_depth_does_not_count_a_message_that_the_reply_begins_with(prefilled: bool, told: list[str]) -> None:
    """What an author puts right before the newest words would stand somewhere else when a reply goes on."""
    names = ("zero", "one", "two")
    deep = (entry(it, Position.AT_DEPTH, depth=at, content=f"Deep {it}.") for at, it in enumerate(names))
    made = stage(
        preset=preset(continue_prefill=prefilled, order=("main", "chatHistory")),
        books=book(*deep),
        talk=talk(reply(1, "Zero."), user(2, "One."), reply(3, "Two and")),
        generation=Generation.CONTINUE,
    )
    texts = _sent(made)
    assert [it for it in texts if it in told] == told


@pytest.mark.parametrize("prefilled", [False, True])
@pytest.mark.parametrize(("before", "said"), [("One.", False), ("", True)])
def test_a_message_that_goes_on_is_not_answered_by_the_preset(prefilled: bool, before: str, said: bool) -> None:
    """The model would be told to answer "(go on)" in the middle of its own message."""
    lines = (reply(1, "Zero."), *([user(2, before)] if before else []), reply(3, "Two and"))
    made = stage(
        preset=preset(continue_prefill=prefilled, texts=replace(TEXTS, send_if_empty="(go on)")),
        talk=talk(*lines),
        generation=Generation.CONTINUE,
    )
    texts = _sent(made)
    assert ("(go on)" in texts) == said
    assert "(go on)" not in texts[texts.index("Two and") :]


@pytest.mark.parametrize(("before", "told"), [(0, "Mia, Bo, Cy"), (1, "Bo, Mia, Cy"), (2, "Bo, Cy, Mia")])
def test_a_group_is_told_in_the_order_in_which_its_members_came(before: int, told: str) -> None:
    """The line above the chat would change with whoever speaks, and all behind it be read and paid for anew."""
    others = (replace(BARE, name="Bo"), replace(BARE, name="Cy"))
    assert f"[Start a new group chat. Members: {told}]" in _sent(stage(card=BARE, others=others, before=before))


@pytest.mark.parametrize(
    ("model", "last"),
    [
        ("anthropic/claude-3.7-sonnet", (Role.ASSISTANT, "Sure:")),
        ("claude-opus-4-5", (Role.ASSISTANT, "Sure:")),
        ("anthropic/claude-opus-4.6", (Role.USER, "Sure:")),
        ("deepseek-chat", (Role.SYSTEM, "Stay in character.")),
        ("", (Role.SYSTEM, "Stay in character.")),
    ],
)
def test_a_reply_begins_with_the_preset_s_words_where_the_model_is_a_claude(model: str, last: tuple[Role, str]) -> None:
    """Another model would answer words that it never said, and one that takes no such prompt would refuse it."""
    made = stage(preset=preset(prefill="Sure:"), talk=talk(user(1, "Who baked this?")))
    prompt = build(replace(made, moment=replace(made.moment, model=model))).prompt
    assert (prompt.messages[-1].role, prompt.messages[-1].text) == last
    named = [it.origin for it in prompt.ledger if it.reason == Reason.CLAUDE_ONLY]
    assert named == ([] if "claude" in model else ["preset:prefill"])
