"""How many tokens entries take, what is sent first, and chance."""

import pytest

from engine.rules.text.tokens import estimate
from engine.rules.world.activate import UntoldReason, world_budget
from engine.values.characters.worlds import Binding, Position
from engine.values.house.setting_choices import BookOrder
from engine.values.models.stage import WorldRules
from tests.rules.world.telling import RECURSIVE, bound, entry, left, look, talk, uids

TEXT = "One two three four five six seven eight."
SIZE = estimate(TEXT)


@pytest.mark.parametrize(
    ("context", "percent", "cap", "expected"),
    [(8_000, 25, 0, 2_000), (8_000, 25, 500, 500), (8_000, 1, 500, 80), (1, 1, 0, 1), (8_000, 100, 0, 8_000)],
)
def test_the_share_of_the_context(context: int, percent: int, cap: int, expected: int) -> None:
    """World books would crowd the talk out of the prompt."""
    assert world_budget(context, WorldRules(budget_percent=percent, budget_cap=cap)) == expected


def test_the_largest_order_takes_the_budget_first_and_stands_last() -> None:
    """The author's most important entries would be the ones that are dropped."""
    entries = [entry(str(order), "lamp", content=TEXT, order=order) for order in (10, 30, 20)]
    outcome = look(entries, talk("lamp", budget=2 * SIZE + 1))
    assert uids(outcome) == ["20", "30"]
    assert (left(outcome), outcome.overflow) == ({"10": UntoldReason.BUDGET}, True)


def test_a_full_budget_holds_nothing_more() -> None:
    """An entry that takes the last token, or a small one behind one that did not fit, would still get in."""
    entries = [entry("1", "lamp", content=TEXT, order=3), entry("2", "lamp", content="Hi", order=2)]
    outcome = look(entries, talk("lamp", budget=SIZE))
    assert (uids(outcome), left(outcome)) == ([], {"1": UntoldReason.BUDGET, "2": UntoldReason.BUDGET})


def test_some_entries_ignore_the_budget() -> None:
    """Entries that must always be there would be dropped, or others would slip in behind them."""
    entries = [
        entry("big", "lamp", content=TEXT, order=3),
        entry("free", "lamp", content=TEXT, order=2, ignore_budget=True),
        entry("small", "lamp", content="Hi", order=1),
    ]
    assert uids(look(entries, talk("lamp", budget=SIZE))) == ["free"]


def test_a_later_level_takes_what_a_full_budget_left() -> None:
    """A small entry that waits would stay away because a large one did not fit."""
    entries = [
        entry("big", "lamp", content=TEXT, order=3),
        entry("behind", "lamp", content="Hi", order=2),
        entry("first", "lamp", content="Hi", delay_until_recursion=1),
        entry("second", "lamp", content="Hi", order=9, delay_until_recursion=2),
    ]
    outcome = look(entries, talk("lamp", budget=SIZE), RECURSIVE)
    assert left(outcome) == {"big": UntoldReason.BUDGET, "behind": UntoldReason.BUDGET}
    assert (uids(outcome), outcome.overflow) == (["second", "first"], True)


def test_recursion_stops_at_the_budget() -> None:
    """Entries would call others although there is no room for what was called."""
    entries = [
        entry("1", "lamp", content="oil"),
        entry("2", "lamp", content=TEXT, order=1),
        entry("3", "oil", content="Hi", ignore_budget=True),
    ]
    assert uids(look(entries, talk("lamp", budget=SIZE), RECURSIVE)) == ["1"]
    assert len(uids(look(entries, talk("lamp", budget=9 * SIZE), RECURSIVE))) == 3


def test_a_book_drops_its_lowest_priorities() -> None:
    """A card's own budget would be ignored, or it would drop what its author ranked highest."""
    entries = [
        entry("high", "lamp", content=TEXT, order=1, priority=50),
        entry("low", "lamp", content=TEXT, order=99, priority=2),
        entry("by order", "lamp", content=TEXT, order=10),
        entry("free", "lamp", content=TEXT, order=0, ignore_budget=True),
    ]
    outcome = look([bound(*entries, token_budget=2 * SIZE), bound(entry("else", "lamp"), key="x")], talk("lamp"))
    assert sorted(uids(outcome)) == ["by order", "else", "free", "high"]
    assert (left(outcome), outcome.overflow) == ({"low": UntoldReason.BOOK_BUDGET}, False)


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        (BookOrder.CHARACTER_FIRST, ["chat 1", "persona 5", "card 9"]),
        (BookOrder.EVENLY, ["card 9", "persona 5", "chat 1"]),
    ],
)
def test_whose_book_takes_the_budget_first(order: BookOrder, expected: list[str]) -> None:
    """The book of this chat would lose its room to the character's."""
    books = [
        bound(entry("card 9", "lamp", content=TEXT, order=9), key="c", binding=Binding.CHARACTER),
        bound(entry("persona 5", "lamp", content=TEXT, order=5), key="p", binding=Binding.PERSONA),
        bound(entry("chat 1", "lamp", content=TEXT, order=1), key="t", binding=Binding.CHAT),
    ]
    rules = WorldRules(book_order=order)
    for many in (1, 2, 3):
        told = uids(look(books, talk("lamp", budget=many * SIZE + 1), rules))
        assert sorted(told) == sorted(expected[:many])
    assert uids(look(books, talk("lamp"), rules)) == ["chat 1", "persona 5", "card 9"]


def test_a_book_bound_twice_is_told_once() -> None:
    """Everything in it would be said twice."""
    book = bound(entry("1", "lamp"), key="same", binding=Binding.CHAT)
    again = bound(entry("1", "lamp"), key="same", binding=Binding.CHARACTER)
    assert uids(look([again, book], talk("lamp"))) == ["1"]


def test_same_order_what_is_considered_first_stands_last() -> None:
    """Books would come out in another order than people know from SillyTavern."""
    entries = [entry(uid, "lamp", position=position) for uid, position in zip("abcd", (0, 4, 7, 7), strict=True)]
    placed = [entry(it.uid, "lamp", position=Position(it.position)) for it in entries]
    outcome = look([*placed, entry("e", "lamp", order=1, position=Position.OUTLET)], talk("lamp"))
    assert uids(outcome) == ["e", "d", "c", "b", "a"]
    assert [it.entry.uid for it in outcome.at(Position.OUTLET)] == ["c", "d", "e"]
    assert [it.entry.uid for it in outcome.at(Position.AT_DEPTH)] == ["b"]


def test_chance_is_the_same_for_the_same_turn_and_even_over_turns() -> None:
    """An entry of 30 % would come always or never, or a turn that is looked at again would come out differently."""
    rare = [entry("1", "lamp", probability=30), entry("2", "lamp", probability=0), entry("3", "lamp")]
    outcomes = [look(rare, talk("lamp", seed=str(seed))) for seed in range(500)]
    assert 100 < sum("1" in uids(it) for it in outcomes) < 200
    assert all("2" not in uids(it) and "3" in uids(it) for it in outcomes)
    assert all(left(it)["2"] is UntoldReason.PROBABILITY for it in outcomes)
    assert uids(outcomes[0]) == uids(look(rare, talk("lamp", seed="0")))


def test_who_failed_its_roll_is_not_rolled_for_again() -> None:
    """A rare entry would get a second chance with every step of recursion."""
    entries = [
        entry("1", "lamp", content="lamp oil"),
        entry("2", "oil", content="lamp"),
        entry("3", "lamp", probability=0),
    ]
    assert sorted(uids(look(entries, talk("lamp"), RECURSIVE))) == ["1", "2"]


def test_macros_are_filled_in_and_empty_entries_are_not_sent() -> None:
    """Braces would reach the model, or an empty line would."""
    entries = [entry("1", "lamp", content="{{user}}'s lamp"), entry("2", "lamp", content=" {{nothing}}\n")]
    outcome = look(entries, talk("lamp"), expand=lambda it: it.replace("{{user}}", "Mei").replace("{{nothing}}", ""))
    assert [it.content for it in outcome.active] == ["Mei's lamp"]
    assert outcome.active[0].tokens == estimate("Mei's lamp")
    assert left(outcome) == {"2": UntoldReason.NO_TEXT}
