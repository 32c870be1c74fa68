"""Scripts that are made to take long stop, and texts stay as they are from there on."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

import pytest

from engine.rules.framework.build import build
from engine.rules.framework.scripts.kept_texts import KeptTexts
from engine.rules.framework.scripts.script_work import MAX_EFFORT, ScriptWork
from engine.rules.framework.scripts.scripts import at_work, run_scripts
from engine.rules.regexes.search_time import SearchTime
from engine.values.characters.scripts import Placement, RegexScript
from engine.values.models.prompts import PartVerdict, Reason
from tests.rules.framework.table import reply, stage, talk
from tests.rules.world.telling import bound, entry

_Found = TypeVar("_Found")
EVERYWHERE = frozenset(Placement)


def script(find: str, new: str = "", **more: object) -> RegexScript:
    return replace(RegexScript("it", find, new, placements=EVERYWHERE), **more)  # type: ignore[arg-type] — by name


HOSTILE = {
    "each letter": [script("/./g", "<user>")] * 20,
    "growing": [script("/(.)/g", "$1$1")] * 20,
    "trims": [script("/./g", "$0", trim=tuple(map(str, range(10_000))))],
    "references": [script("/./g", "$1" * 10_000)],
    "substituted": [script("/{{user}}/g", substitute=1)] * 1_000,
    "patterns": [script(f"/(a+)+{number}$/g") for number in range(1_000)] * 2,
}


def run(work: ScriptWork, text: str, expanded: list[str]) -> str:
    def expand(macros: str) -> str:
        expanded.append(macros)
        return macros

    return run_scripts(work, text, Placement.AI_OUTPUT, depth=0, for_display=False, expand=expand)


@pytest.mark.parametrize("scripts", HOSTILE.values(), ids=HOSTILE)
def test_work_ends(scripts: list[RegexScript]) -> None:
    """A card with such scripts would stop its character from answering for a minute in every turn."""
    work, expanded = at_work([*scripts, script("/words/", "verbs")]), list[str]()
    for _ in range(200):
        run(work, "some words " * 100, expanded)
    assert len(expanded) <= MAX_EFFORT
    assert run(work, "some words", expanded) == "some words"


@pytest.mark.parametrize("find", ["a" * 15_000 + "|(l)ine", "/(?:a?){900}b/g"])
def test_a_search_that_might_take_a_second_is_not_made(find: str) -> None:
    """Everybody waits while one pattern goes over one long message with each of its letters."""
    work, text = at_work([script(find, "b")]), "a" * 64_000 + "line, b"
    assert run(work, text, []) == text
    assert run(work, "a line of a few letters, aab", []) != "a line of a few letters, aab"


def test_a_search_behind_a_match_counts_for_what_it_may_take() -> None:
    """A pattern that looks through the whole rest of a message at each of its letters would take a minute."""
    counts: list[int] = []
    for find in ("/w/g", "/w[a-z]{0,300}!|w/g"):
        expanded: list[str] = []
        run(at_work([script(find, "<user>")]), "w" * 20_000, expanded)
        counts.append(len(expanded))
    assert 0 < counts[1] < counts[0] / 2


def test_an_honest_set_runs_on_every_line() -> None:
    """Old messages would be told to the model with what scripts take out of them."""
    tags = tuple(script(rf"/<tag{number}>[^<]*<\/tag{number}>/g") for number in range(20))
    said = talk(*(reply(seq, f"<tag3>hidden</tag3>shown {seq}") for seq in range(1, 301)))
    texts = [it.text for it in build(replace(stage(talk=said), scripts=tags)).prompt.messages]
    assert not any("hidden" in it for it in texts)
    assert "shown 1" in texts


TANGLED = r"/(x+x+)+y\1$/"
KNOT = "x" * 5_000 + "y!"


def test_a_script_that_takes_too_long_is_off_for_the_prompt_and_named() -> None:
    """Everybody would wait at each message of the chat, and nobody know which script it is."""
    scripts = (script(TANGLED, "-"), replace(script(r"/(\*+)(\w+)\1/g", "<$2>"), name="stars"))
    said = talk(*(reply(seq, f"*one* {KNOT}") for seq in range(1, 51)))
    prompt = build(replace(stage(talk=said), scripts=scripts)).prompt
    texts = [it.text for it in prompt.messages]
    assert f"<one> {KNOT}" in texts
    late = [it for it in prompt.ledger if it.reason == Reason.TOO_SLOW]
    assert [(it.origin, it.verdict) for it in late] == [("script:it", PartVerdict.OUT)]


def test_scripts_and_keys_of_one_prompt_share_its_time() -> None:
    """A card with a hundred such scripts and a book of such keys would take a hundred times as long."""
    scripts = tuple(replace(script(f"/(x+x+)+y\\1{letter}$/"), name=letter) for letter in "abcdefghij")
    keys = [entry(letter, f"/(x+x+)+y\\1{letter}$/") for letter in "klmnopqrst"]
    said = talk(*(reply(seq, f"{'x' * 5_000}y{letter}") for seq, letter in enumerate("abcdefghijklmnopqrst", 1)))
    ledger = build(replace(stage(talk=said), scripts=scripts, books=(bound(*keys),))).prompt.ledger
    late = {it.origin for it in ledger if it.reason == Reason.TOO_SLOW}
    assert late >= {f"script:{it.name}" for it in scripts}


class CountedTime(SearchTime):
    """Counts how often a regex was looked for that RE2 cannot run."""

    looks = 0

    def spent(self, regex: tuple[str, str], look: Callable[[float], _Found]) -> _Found | None:
        self.looks += 1
        return super().spent(regex, look)


def test_what_scripts_made_of_a_message_is_made_once() -> None:
    """Each turn of a long chat would take the time that all its messages took."""
    stars, named = script(r"/(\*+)(\w+)\1/g", "<$2>"), script(r"/(?<!\w\w?)Mia(?= nods)/", "{{char}}")
    for text, expected, looks in (
        ("*one* and **two**", "<one> and <two>", True),
        ("*one* and **two**", "<one> and <two>", False),
        ("*two*", "<two>", True),
        ("Mia nods", "{{char}} nods", True),
        ("Mia nods", "{{char}} nods", True),  # what a macro stands for may be another name now
    ):
        time = CountedTime()
        assert (run(at_work([stars, named], time), text, []), time.looks > 0) == (expected, looks)
    assert run(at_work([replace(stars, replace="$2!")]), "*one* and **two**", []) == "one! and two!"


def test_what_is_kept_of_texts_is_bounded() -> None:
    """A house with many chats would fill its memory with what scripts made of them."""
    kept = KeptTexts(100)
    for name in range(10):
        kept.keep(name, str(name) * 20, 10)
        assert kept.get(1) == (None if name < 1 else "1" * 20)
    assert [it for it in range(10) if kept.get(it)] == [1, 8, 9]
    kept.keep("large", "x" * 101, 0)
    assert [it for it in (*range(10), "large") if kept.get(it)] == []
