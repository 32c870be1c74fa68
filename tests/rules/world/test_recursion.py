"""Entries that call entries, and looking further back for want of entries."""

from dataclasses import replace
from typing import Any

import pytest

from engine.rules.text.tokens import estimate
from engine.rules.world.activate import UntoldReason, Why
from engine.values.models.stage import WorldRules
from tests.rules.world.telling import ALONE, RECURSIVE, bound, entry, left, look, talk, uids

CHAIN = [
    entry("1", "lamp", content="It burns OIL.", comment="The lamp"),
    entry("2", "oil", content="From whales."),
    entry("3", "/wh.les/"),
]


def test_entries_call_entries() -> None:
    """What one entry speaks of would not be explained by the next, or nobody could say why it came."""
    outcome = look(CHAIN, talk("the lamp"), RECURSIVE)
    by_uid = {it.entry.uid: (it.why, it.key, it.origin, it.seq) for it in outcome.active}
    assert by_uid == {
        "1": (Why.KEY, "lamp", "", 1),
        "2": (Why.RECURSION, "oil", "The lamp", None),
        "3": (Why.RECURSION, "/wh.les/", "2", None),
    }
    assert uids(look(CHAIN, talk("the lamp"), ALONE)) == ["1"]
    assert uids(look(CHAIN, talk("the lamp"))) == uids(outcome), "as in SillyTavern when it is new"


@pytest.mark.parametrize(("steps", "expected"), [(0, 3), (1, 1), (2, 2), (3, 3), (9, 3)])
def test_the_house_limits_how_often(steps: int, expected: int) -> None:
    """Recursion would run on although the house set a limit; the first look counts as one."""
    assert len(uids(look(CHAIN, talk("lamp"), WorldRules(recursive=True, recursion_steps=steps)))) == expected


@pytest.mark.parametrize(("more", "expected"), [({"prevent_recursion": True}, ["1"]), ({}, ["1", "2"])])
def test_an_entry_may_not_call(more: dict[str, Any], expected: list[str]) -> None:
    """An entry that shall call nothing would pull half of the book in."""
    entries = [entry("1", "lamp", content="oil", **more), entry("2", "oil")]
    assert sorted(uids(look(entries, talk("lamp"), RECURSIVE))) == expected


def test_an_entry_may_not_be_called_but_fires_from_the_talk() -> None:
    """An entry that is excluded from recursion would be silent altogether, or come up all the same."""
    entries = [entry("1", "lamp", content="oil"), entry("2", "oil", exclude_recursion=True)]
    assert uids(look(entries, talk("lamp"), RECURSIVE)) == ["1"]
    assert sorted(uids(look(entries, talk("lamp and oil"), RECURSIVE))) == ["1", "2"]


def test_an_entry_waits_for_recursion() -> None:
    """An entry that is kept for recursion would come from the talk at once."""
    waits = entry("2", "lamp", delay_until_recursion=1)
    outcome = look([waits], talk("lamp"), RECURSIVE)
    assert (uids(outcome), left(outcome)) == ([], {"2": UntoldReason.WAITS})
    assert sorted(uids(look([entry("1", "lamp"), waits], talk("lamp"), RECURSIVE))) == ["1", "2"]


def test_levels_of_recursion_open_one_after_the_other() -> None:
    """An entry of a later level would beat one of an earlier level to the budget, or never come."""
    entries = [
        entry("late", "lamp", delay_until_recursion=5, order=500),
        entry("early", "lamp", delay_until_recursion=2),
        entry("now", "lamp", order=1),
    ]
    room = sum(estimate(it.content) for it in entries[1:])
    outcome = look(entries, talk("lamp", budget=room + 1), RECURSIVE)
    assert (uids(outcome), outcome.overflow) == (["now", "early"], True)
    assert uids(look(entries, talk("lamp"), RECURSIVE)) == ["now", "early", "late"]
    alone = look(entries[:2], talk("lamp"), RECURSIVE)
    assert uids(alone) == ["early", "late"]


def test_a_second_level_opens_even_where_recursion_is_off() -> None:
    """Entries that wait could never fire; while the level opens, every entry hears what others said."""
    entries = [
        entry("1", "lamp", content="oil"),
        entry("2", "/o.l/", delay_until_recursion=1),
        entry("3", "oil", delay_until_recursion=2),
        entry("4", "oil", exclude_recursion=True),
    ]
    assert sorted(uids(look(entries, talk("lamp"), ALONE))) == ["1", "2", "3", "4"]
    assert sorted(uids(look(entries, talk("lamp"), RECURSIVE))) == ["1", "2", "3"]
    assert sorted(uids(look([entries[0], entries[1]], talk("lamp"), ALONE))) == ["1"]
    off = entry("5", delay_until_recursion=2, enabled=False)
    assert sorted(uids(look([entries[0], entries[1], off], talk("lamp"), ALONE))) == ["1", "2"]


def test_a_level_opens_in_a_book_that_does_not_call() -> None:
    """What another book calls would open the levels of this one early, or they would never open."""
    on = bound(entry("1", "lamp", content="oil"), entry("2", "oil"), key="on", recursive=True)
    off = bound(entry("3", "lamp", delay_until_recursion=1), entry("4", "oil"), key="off", recursive=False)
    assert sorted(uids(look([on, off], talk("lamp"), ALONE))) == ["1", "2"]
    later = bound(entry("5", delay_until_recursion=2), key="later")
    assert sorted(uids(look([on, off, later], talk("lamp"), ALONE))) == ["1", "2", "3", "4"]


def test_a_book_says_itself_whether_its_entries_call() -> None:
    """A card's book that switches recursion on or off would be overruled."""
    on = bound(entry("1", "lamp", content="oil"), entry("2", "oil"), key="on", recursive=True)
    off = bound(entry("3", "lamp", content="wick"), entry("4", "oil"), entry("5", "wick"), key="off", recursive=False)
    assert sorted(uids(look([on, off], talk("lamp"), RECURSIVE))) == ["1", "2", "3"]
    assert sorted(uids(look([on, bound(entry("6", "oil"), key="house")], talk("lamp"), ALONE))) == ["1", "2"]


def test_a_chain_without_end_ends() -> None:
    """A hostile book would hold up the whole house."""
    chain = [entry(str(it), f"<{it}>", content=f"<{it + 1}>") for it in range(400)]
    told = uids(look(chain, talk("<0>"), RECURSIVE))
    assert 100 <= len(told) < 200


def test_levels_without_end_end() -> None:
    """A hostile book of a thousand levels would be gone through a thousand times in every turn."""
    levels = [entry(str(it), "lamp", delay_until_recursion=it) for it in range(1, 200)]
    outcome = look(levels, talk("lamp"), RECURSIVE)
    assert sorted(map(int, uids(outcome))) == list(range(1, 31))
    assert left(outcome)["31"] is UntoldReason.WAITS


@pytest.mark.parametrize(
    ("wanted", "expected"), [(0, ["new"]), (1, ["new"]), (2, ["new", "old"]), (9, ["new", "old", "oldest"])]
)
def test_too_few_entries_widen_the_look(wanted: int, expected: list[str]) -> None:
    """A chat that asks for so many entries would get fewer although older messages have them, or more than it asked."""
    scan = talk("a moon", "nothing", "a sun", "a star")
    entries = [entry("new", "star"), entry("old", "/s.n/"), entry("oldest", "moon")]
    rules = WorldRules(scan_depth=1, min_activations=wanted)
    assert sorted(uids(look(entries, scan, rules))) == expected
    assert uids(look(entries, scan, WorldRules(scan_depth=1, min_activations=wanted, recursion_steps=9))) == ["new"]


def test_after_widening_entries_that_wait_get_their_turn() -> None:
    """Where recursion is on and too few entries come up, those that wait for recursion would stay away."""
    waits = [entry("1", "lamp", delay_until_recursion=1)]
    rules = WorldRules(scan_depth=1, min_activations=1, recursive=True)
    assert uids(look(waits, talk("lamp"), rules)) == ["1"]
    assert uids(look(waits, talk("lamp"), replace(rules, recursive=False))) == []


def test_what_widening_found_may_call() -> None:
    """Widening and recursion would not work together."""
    scan = talk("a lamp", "nothing")
    entries = [entry("1", "lamp", content="oil"), entry("2", "oil")]
    assert sorted(uids(look(entries, scan, WorldRules(scan_depth=1, min_activations=2, recursive=True)))) == ["1", "2"]
