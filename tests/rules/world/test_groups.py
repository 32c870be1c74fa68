"""Of a group, one is told."""

from engine.rules.world.activate import UntoldReason, Why
from engine.values.models.stage import WorldRules
from tests.rules.world.telling import ALONE, RECURSIVE, entry, left, look, talk, uids

SCORED = WorldRules(group_scoring=True)


def test_one_of_a_group_by_weight() -> None:
    """Weights would not decide how often a member comes, or the same turn would come out differently twice."""
    weather = [entry("sun", "sky", groups=("w",), group_weight=300), entry("rain", "sky", groups=("w",))]
    won = [uids(look(weather, talk("the sky", seed=str(seed)))) for seed in range(400)]
    assert {len(it) for it in won} == {1}
    assert 250 < sum(it == ["sun"] for it in won) < 350
    assert won[:20] == [uids(look(weather, talk("the sky", seed=str(seed)))) for seed in range(20)]


def test_a_member_without_weight_never_wins_against_one_with() -> None:
    """A member that its author switched off by weight would still come."""
    weather = [entry("sun", "sky", groups=("w",), group_weight=0), entry("rain", "sky", groups=("w",), group_weight=1)]
    assert {uids(look(weather, talk("sky", seed=str(seed))))[0] for seed in range(50)} == {"rain"}


def test_the_override_of_the_highest_order_wins() -> None:
    """The author's own choice would be left to chance."""
    weather = [
        entry("low", "sky", groups=("w",), group_override=True, order=5),
        entry("high", "sky", groups=("w",), group_override=True, order=9),
        entry("higher", "sky", groups=("w",), order=20, group_weight=10_000),
    ]
    outcome = look(weather, talk("sky"))
    assert uids(outcome) == ["high"]
    assert left(outcome) == {"low": UntoldReason.GROUP, "higher": UntoldReason.GROUP}


def test_the_most_keys_win_where_keys_count() -> None:
    """Scoring would not choose the member that fits best."""
    weather = [
        entry("sun", "sky", "blue", groups=("w",), group_weight=1),
        entry("rain", "sky", "grey", groups=("w",), group_weight=10_000),
    ]
    assert uids(look(weather, talk("a blue sky"), SCORED)) == ["sun"]
    own = [weather[0], entry("rain", "sky", "grey", groups=("w",), group_weight=10_000, group_scoring=True)]
    assert uids(look(own, talk("a blue sky"))) == ["sun"]
    exempt = [weather[0], entry("rain", "sky", groups=("w",), group_override=True, group_scoring=False)]
    assert uids(look(exempt, talk("a blue sky"), SCORED)) == ["rain"]


def test_who_sticks_keeps_its_group() -> None:
    """The weather would change in the middle of a scene."""
    weather = [
        entry("sun", "sun", groups=("w",), sticky=4),
        entry("rain", "rain", groups=("w",), group_override=True),
    ]
    first = look(weather, talk("sun"))
    outcome = look(weather, talk("sun", "rain"), WorldRules(scan_depth=1), first.timers)
    assert [(it.entry.uid, it.why) for it in outcome.active] == [("sun", Why.STICKY)]
    assert left(outcome) == {"rain": UntoldReason.GROUP}


def test_who_sticks_while_it_rests_keeps_its_group_empty() -> None:
    """A book would come out otherwise than in SillyTavern, where the cooldown of a group counts from the start."""
    weather = [
        entry("sun", "sun", groups=("w",), sticky=4, cooldown=2),
        entry("rain", "rain", groups=("w",)),
        entry("wind", "sun", sticky=4, cooldown=2),
    ]
    first = look(weather, talk("sun"))
    outcome = look(weather, talk("sun", "rain"), WorldRules(scan_depth=1), first.timers)
    assert (uids(outcome), left(outcome)) == (["wind"], {"sun": UntoldReason.GROUP, "rain": UntoldReason.GROUP})
    later = look(weather, talk("sun", "rain", "rain"), WorldRules(scan_depth=1), outcome.timers)
    assert sorted(uids(later)) == ["sun", "wind"]


def test_a_group_that_has_its_entry_takes_no_other_in_recursion() -> None:
    """Two moods would be told at once, because one called the other."""
    entries = [
        entry("1", "lamp", groups=("a",), content="oil"),
        entry("2", "oil", groups=("a", "b")),
        entry("3", "oil"),
    ]
    assert sorted(uids(look(entries, talk("lamp"), RECURSIVE))) == ["1", "3"]


def test_a_member_of_two_groups_is_told_only_when_it_wins_both() -> None:
    """A book would come out otherwise than in SillyTavern, where each group is settled by itself."""
    both = entry("both", "x", groups=("a", "b"), group_override=True, order=1)
    first = entry("first", "x", groups=("a",), group_override=True, order=2)
    second = entry("second", "x", groups=("b",), order=0)
    assert uids(look([both, first, second], talk("x"), ALONE)) == ["first"]
    assert uids(look([both, second], talk("x"), ALONE)) == ["both"]


def test_a_member_of_two_groups_takes_neither_from_later_ones() -> None:
    """A book would come out otherwise than in SillyTavern, which goes by the whole list."""
    entries = [entry("1", "lamp", groups=("a", "b"), content="oil"), entry("2", "oil", groups=("a",))]
    assert sorted(uids(look(entries, talk("lamp"), RECURSIVE))) == ["1", "2"]
