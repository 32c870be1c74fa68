"""Entries that are told for what they mean: after those that keys bring, and only where nothing else forbids them."""

from dataclasses import replace
from typing import Any

import pytest

from engine.rules.world.activate import UntoldReason, Why
from engine.rules.world.meaning import has_meaning
from engine.values.characters.worlds import Force, Position, WorldEntry
from engine.values.models.prompts import Meant
from engine.values.models.stage import WorldRules
from tests.rules.world.telling import bound, entry, left, look, talk, uids


def meant(*names: str, book: str = "w") -> tuple[Meant, ...]:
    """These entries, each less alike than the one before."""
    return tuple(Meant(book, uid, 0.9 - at / 100, 1) for at, uid in enumerate(names))


def told(books: Any, *, wanted: tuple[Meant, ...], rules: WorldRules | None = None, **scan: Any) -> list[str]:
    return [it.entry.uid for it in look(books, replace(talk("a dragon"), meant=wanted, **scan), rules).meant]


def test_what_a_key_brings_is_not_brought_twice() -> None:
    """The prompt says everything twice."""
    outcome = look([entry("a", "dragon"), entry("b", "x")], replace(talk("a dragon"), meant=meant("a", "b")))
    assert uids(outcome) == ["a"]
    assert [(it.entry.uid, it.why) for it in outcome.meant] == [("b", Why.MEANING)]


def test_the_best_few_are_told() -> None:
    """One sentence brings the whole book, or the worst of it."""
    entries = [entry(it, "x") for it in "abcd"]
    assert told(entries, wanted=meant("c", "a", "d", "b"), rules=WorldRules(by_meaning=2)) == ["c", "a"]


@pytest.mark.parametrize(
    ("more", "scan", "reason"),
    [
        ({"filter_names": ("Bob",)}, {"names": ("Mira",)}, UntoldReason.FILTER),
        ({"filter_tags": ("elf",), "filter_exclude": True}, {"tags": ("elf",)}, UntoldReason.FILTER),
        ({"delay": 9}, {}, UntoldReason.DELAY),
        ({"greeting": 2}, {"greeting": 1}, UntoldReason.GREETING),
        ({"content": "word " * 400}, {"budget": 100}, UntoldReason.BUDGET),
    ],
)
def test_what_is_kept_from_a_talk_stays_away(more: dict[str, Any], scan: dict[str, Any], reason: UntoldReason) -> None:
    """A character tells another's secrets because somebody came near them."""
    outcome = look([entry("a", "x", **more)], replace(talk("hi"), meant=meant("a"), **scan))
    assert (outcome.meant, left(outcome)) == ((), {"a": reason})


def test_what_fired_and_was_not_told_stays_away() -> None:
    """An entry that lost its roll, or rests, comes in by another door."""
    entries = [entry("a", "dragon", probability=0), entry("b", "dragon", cooldown=5)]
    book = bound(*entries)
    assert told(book, wanted=meant("a")) == []
    rests = look(book, talk("a dragon"))
    later = replace(talk("a dragon", "and so"), meant=meant("b"), messages=2)
    assert look(book, later, timers=rests.timers).meant == ()
    assert rests.timers.cooldown


def test_chance_has_no_say_where_nothing_fired() -> None:
    """An entry that somebody asks about directly comes by luck."""
    assert told([entry("a", "x", probability=1)], wanted=meant("a")) == ["a"]


def test_a_book_keeps_its_own_budget() -> None:
    """A book that may take few tokens takes all of them."""
    book = bound(entry("a", "x", content="word " * 50), entry("b", "x", content="word"), token_budget=20)
    assert told(book, wanted=meant("a", "b")) == ["b"]


def test_what_is_in_no_book_in_use_is_passed_over() -> None:
    """A book that was unbound meanwhile ends the turn."""
    assert told([entry("a", "x")], wanted=(*meant("a", book="gone"), *meant("gone"))) == []


def test_macros_are_filled_in() -> None:
    """The character reads braces."""
    scan = replace(talk("hi"), meant=meant("a"))
    outcome = look([entry("a", "x", content="told {{user}}")], scan, expand=lambda it: it.replace("{{user}}", "Ann"))
    assert [it.content for it in outcome.meant] == ["told Ann"]


@pytest.mark.parametrize(
    "more",
    [
        {"enabled": False},
        {"content": "  "},
        {"constant": True},
        {"force": Force.DONT_ACTIVATE},
        {"position": Position.OUTLET},
        {"delay_until_recursion": 1},
        {"exclude_keys": ("no",)},
    ],
)
def test_some_take_no_part(more: dict[str, Any]) -> None:
    """An entry comes although it says itself when it does."""
    wanted = replace(talk("hi"), meant=meant("a"))
    assert not has_meaning(WorldEntry("a", **{"content": "told", **more}))
    assert look([WorldEntry("a", **{"content": "told", **more})], wanted).meant == ()
