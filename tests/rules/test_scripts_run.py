"""Regex scripts at work."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.framework.scripts.scripts import (
    MAX_GROWTH,
    at_work,
    block_scripts,
    run_scripts,
    scripts_refused,
    without_open_block,
)
from engine.rules.macros.context import MacroContext
from engine.rules.macros.expand import Expander
from engine.rules.regexes.search_time import SearchTime
from engine.values.characters.scripts import Placement, RegexScript
from engine.values.models.stage import Variables

BOTH = frozenset({Placement.USER_INPUT, Placement.AI_OUTPUT})
CONTEXT = MacroContext(user="A.nn", char="Mia")


def script(find: str, replacement: str = "", **fields: object) -> RegexScript:
    return replace(RegexScript("test", find, replacement, placements=BOTH), **fields)  # type: ignore[arg-type] — by name


def run(text: str, *scripts: RegexScript, display: bool = False, depth: int | None = None, **other: object) -> str:
    expander = other.get("expander") or Expander(CONTEXT)
    assert isinstance(expander, Expander)
    placement = other.get("placement", Placement.AI_OUTPUT)
    assert isinstance(placement, Placement)
    return run_scripts(
        scripts,
        text,
        placement,
        depth=depth,
        for_display=display,
        expand=lambda it: expander.expand(it, "script"),
        said_here=bool(other.get("said_here", True)),
    )


@pytest.mark.parametrize(
    ("rule", "text", "expected"),
    [
        (script(r"/<think>[\s\S]*?<\/think>\n?/g"), "<think>a\nb</think>\nHi", "Hi"),
        (script("/a/", "b"), "aa", "ba"),
        (script("a.c", "x"), "abc", "x"),
        (script(r"/\*(.+?)\*/g", "[{{match}}|{{MATCH}}|$1|$2]"), "*hi*", "[*hi*|*hi*|hi|]"),
        (script(r"/(?<who>\w+):/", "<$<who>$<none>>"), "Mia: hi", "<Mia> hi"),
        (script("/a/", "$&$$$1x"), "a", "$&$$x"),
        (script(r"/\*(.+?)\*/g", "{{match}}/$1", trim=("*", "{{char}}")), "*hi Mia*", "hi /hi "),
        (script("/x/", "{{char}} and <user>"), "x", "Mia and A.nn"),
        (script("hi {{user}}", "-"), "hi {{user}} hi A.nn", "- hi A.nn"),
        (script("hi {{user}}", "-", substitute=1), "hi Axnn", "-"),
        (script("hi {{user}}", "-", substitute=2), "hi Axnn hi A.nn", "hi Axnn -"),
        (script(r"/(\*+)(.+?)\1/g", "<$2>"), "*a* **b**", "<a> <b>"),
        (script(r"/(?<=\()ooc:\s*(?=.*\))/i", "-"), "(OOC: hm)", "(-hm)"),
        (script("/(/", "-"), "(", "("),
        (script("/a/", "b", enabled=False), "a", "a"),
        (script("/a/", "b", placements=frozenset({Placement.USER_INPUT})), "a", "a"),
    ],
)
def test_a_script_changes_what_it_matches(rule: RegexScript, text: str, expected: str) -> None:
    """A card's scripts would damage replies, or leave what they were made to take away."""
    assert run(text, rule) == expected


@pytest.mark.parametrize(
    ("display_only", "prompt_only", "shown", "sent"),
    [(False, False, "b", "b"), (True, False, "b", "a"), (False, True, "a", "b"), (True, True, "b", "b")],
)
def test_a_script_is_for_people_or_for_the_model(display_only: bool, prompt_only: bool, shown: str, sent: str) -> None:
    """What only people should see would go to the model, or the other way round."""
    rule = script("/a/", "b", display_only=display_only, prompt_only=prompt_only)
    assert (run("a", rule, display=True), run("a", rule)) == (shown, sent)


def test_scripts_for_both_run_first_and_each_in_its_order() -> None:
    """A script would look for words that another has already taken away."""
    only = script("/b/g", "c", prompt_only=True)
    assert run("a", only, script("/a/g", "b")) == "c"
    assert run("a", script("/a/g", "b"), script("/b/g", "bb"), only) == "cc"


@pytest.mark.parametrize(("depth", "expected"), [(None, "b"), (0, "a"), (1, "b"), (2, "b"), (3, "a")])
def test_depths_are_limits(depth: int | None, expected: str) -> None:
    """A script for old messages would change the newest, too."""
    assert run("a", script("/a/", "b", min_depth=1, max_depth=2, prompt_only=True), depth=depth) == expected


@pytest.mark.parametrize("depth", [None, 0, 9])
def test_what_was_said_elsewhere_is_not_changed_once_more(depth: int | None) -> None:
    """An imported chat would be put through scripts that have already been at work on it, or that came later."""
    stored, read = script("/a/g", "b", min_depth=2, max_depth=3), script("/a/g", "c", prompt_only=True)
    assert run("a", stored, depth=depth) == "b"
    assert run("a", stored, depth=depth, said_here=False) == "a"
    assert run("a", stored, depth=depth, said_here=False, display=True) == "a"
    assert run("a", stored, read, depth=depth, said_here=False) == "c"
    both = script("/a/g", "d", prompt_only=True, display_only=True)
    assert run("a", both, depth=depth, said_here=False, display=True) == "d"


def test_what_people_wrote_is_not_read_as_macros() -> None:
    """Somebody could run macros by writing them where a script matches."""
    rule = script("/say (.*)/", "{{char}}: $1 {{match}}")
    for said in ("{{char}}", "<user>", "\\{\\{", "}}{{char", "{", "a::b"):
        assert run(f"say {said}", rule) == f"Mia: {said} say {said}"
    assert run("say {{char", script("/say (.*)/", "$1}}<user>")) == "{{char}}A.nn"


def test_a_script_can_store_what_it_matched() -> None:
    """Status lines could not be kept in variables."""
    expander = Expander(CONTEXT)
    assert run("HP: a::{{b}}", script("/HP: (.*)/", "{{setvar::hp::$1}}ok"), expander=expander) == "ok"
    assert expander.variables == Variables({"hp": "a::{{b}}"})


def test_growth_is_bounded() -> None:
    """One script could turn a message into gigabytes."""
    big = script("/a/g", "$0" * 3_000)
    assert run("a" * 100, big) == "a" * 100
    assert len(run("ab", *(script("/b/", "b" * 90_000) for _ in range(10)))) <= 2 + MAX_GROWTH


def test_refused_scripts_are_named_with_the_reason() -> None:
    """Somebody would import a script that never works, and not be told."""
    good, odd, wrong = script(r"/(?=a)(.)\1/g"), script(r"/\p{Klingon}/u"), script("/(/")
    refused = scripts_refused((good, odd, wrong))
    assert [it for it, _ in refused] == [odd, wrong]
    assert [(notice.message, notice.data["reason"]) for _, notice in refused] == [
        ("error-regex-refused", "property"),
        ("error-regex-refused", "syntax"),
    ]


@given(st.text(max_size=30), st.text(max_size=30), st.text(max_size=60), st.integers(0, 2))
def test_any_script_gives_a_text(find: str, replacement: str, text: str, substitute: int) -> None:
    """A broken script would stop its character from answering."""
    told = run(text, script(find, replacement, substitute=substitute, trim=("a", "")))
    assert len(told) <= len(text) + MAX_GROWTH


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("Hi. <think>He lies", "Hi. "),
        ("Hi. <THI", "Hi. "),
        ("2 < 3", "2 < 3"),
        ("2 <", "2 "),
        ("<think>No.</think>Yes. <think", "Yes. "),
        ("İ <think>", "İ <think>"),
        ("[OOC: hm", "[OOC: hm"),
    ],
)
def test_a_growing_text_hides_a_block_that_is_not_closed(text: str, seen: str) -> None:
    """People would see a character's secret thoughts for a moment, until the block closes."""
    rules = (
        script(r"/<think>[\s\S]*?<\/think>/gi", display_only=True),
        script(r"/\[OOC:.*?\]/", prompt_only=True),
        script(r"/<b(?/"),
        script(r'/"(.+?)"/g', "“$1”"),
    )
    blocks = block_scripts(rules, Placement.AI_OUTPUT, depth=0)
    assert blocks == rules[:1]
    assert without_open_block(run(text, *blocks, display=True), blocks) == seen


@pytest.mark.parametrize(
    ("find", "text", "seen"),
    [
        (r"/<thin?k>/", "a <thi", "a "),
        (r"/<thin?k>/", "a <think", "a "),
        (r"/<b*>/", "a <", "a <"),
        (r"/【状态】[^】]*【完】/", "好。【状", "好。"),
        (r"/```json[\s\S]*?```/", "```js", ""),
        (r"/\*\*(.+?)\*\*/", "**a", "**a"),
        (r"/(<a>|b)/", "<a>", "<a>"),
    ],
)
def test_only_a_mark_that_is_sure_to_come_holds_a_text_back(find: str, text: str, seen: str) -> None:
    """A reply would stop in the middle of a sentence until it is whole, because of an asterisk."""
    blocks = block_scripts((script(find),), Placement.AI_OUTPUT, depth=0)
    assert without_open_block(text, blocks) == seen


def test_a_block_for_which_there_was_no_time_stays_hidden_while_it_grows() -> None:
    """People would see a character's secret thoughts, because looking for their end took too long."""
    rule = script(r"/<think>(?:(?!<\/think>)[^])*<\/think>/", display_only=True)
    blocks = block_scripts((rule,), Placement.AI_OUTPUT, depth=0)
    for seconds, seen in ((0, "Yes. "), (60, "Yes.  And no.")):
        work = at_work(blocks, SearchTime(seconds))
        text = "Yes. <think>No.</think> And no."
        grown = run_scripts(work, text, Placement.AI_OUTPUT, depth=0, for_display=True, expand=str)
        assert without_open_block(grown, blocks) == seen
    assert blocks == (rule,)
