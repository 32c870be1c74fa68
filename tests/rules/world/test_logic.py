"""What secondary keys decide."""

import pytest

from engine.rules.world.logic import satisfied, score
from engine.values.characters.worlds import Logic
from tests.rules.world.telling import entry, look, talk, uids

TABLE = {
    Logic.AND_ANY: {(): False, (0,): False, (1,): True, (1, 0): True, (1, 1): True, (0, 0): False},
    Logic.NOT_ALL: {(0,): True, (1,): False, (1, 0): True, (1, 1): False, (0, 0): True},
    Logic.NOT_ANY: {(0,): True, (1,): False, (1, 0): False, (1, 1): False, (0, 0): True},
    Logic.AND_ALL: {(0,): False, (1,): True, (1, 0): False, (1, 1): True, (0, 0): False},
}


@pytest.mark.parametrize(
    ("logic", "seen", "expected"), [(logic, *it) for logic, rows in TABLE.items() for it in rows.items()]
)
def test_secondary_keys(logic: Logic, seen: tuple[int, ...], expected: bool) -> None:
    """An entry would come up when its author excluded it, or stay away when he asked for it."""
    assert satisfied(logic, map(bool, seen)) is expected


def test_four_entries_of_one_key_in_two_talks() -> None:
    """The four logics would be numbered differently from the files that people bring."""
    harbour = [
        entry("any", "harbour", secondary_keys=("ship", "crane"), logic=Logic.AND_ANY),
        entry("not all", "harbour", secondary_keys=("ship", "crane"), logic=Logic.NOT_ALL),
        entry("not any", "harbour", secondary_keys=("storm", "war"), logic=Logic.NOT_ANY),
        entry("all", "harbour", secondary_keys=("storm", "war"), logic=Logic.AND_ALL),
    ]
    assert sorted(uids(look(harbour, talk("A ship in the harbour.")))) == ["any", "not all", "not any"]
    assert sorted(uids(look(harbour, talk("War and storm over the harbour.")))) == ["all", "not all"]
    assert uids(look(harbour, talk("Ship, crane, storm, war."))) == []


def test_secondary_keys_of_an_entry_that_is_not_selective_do_not_count() -> None:
    """Old files that keep secondary keys without using them would fall silent."""
    assert uids(look([entry("1", "sea", secondary_keys=("never",), selective=False)], talk("the sea"))) == ["1"]


@pytest.mark.parametrize(
    ("logic", "secondary", "expected"),
    [(Logic.AND_ANY, 1, 3), (Logic.AND_ALL, 1, 2), (Logic.AND_ALL, 2, 4), (Logic.NOT_ANY, 2, 2), (Logic.NOT_ALL, 1, 2)],
)
def test_only_logics_that_ask_for_keys_score_them(logic: Logic, secondary: int, expected: int) -> None:
    """A group would be won by an entry for keys that speak against it."""
    assert score(logic, 2, secondary, 2) == expected
