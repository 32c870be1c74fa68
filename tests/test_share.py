"""The share of the long walks that runs today."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from tests import share


@given(cases=some.integers(0, 40), parts=some.integers(1, 12), day=some.integers(700_000, 800_000))
def test_every_case_has_its_day(cases: int, parts: int, day: int) -> None:
    """A step that no day tries would be guarded by nothing, and nobody would see it."""
    days = [share.part(range(cases), parts, day + it) for it in range(parts)]
    assert {it for one in days for it in one} == {*range(cases)}
    assert all(days) or not cases
    if parts <= cases:
        assert sorted(it for one in days for it in one) == [*range(cases)], "once each"


def test_only_who_asks_for_today_gets_a_part(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever calls a test by its name would be told that there is none."""
    monkeypatch.delenv(share.CHOSEN, raising=False)
    assert share.of_today("abcdef", 3) == [*"abcdef"]
    monkeypatch.setenv(share.CHOSEN, "today")
    assert len(share.of_today("abcdef", 3)) == 2


def test_marked_tests_are_left_for_other_days(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of them would run each day, or none."""
    monkeypatch.setenv(share.CHOSEN, "today")
    walks = ["a", None, "a", "b", "a", None]
    left = share.left_for_other_days(walks, lambda it: (it, 3) if it else None)
    assert len(left) == 2
    assert all(walks[it] == "a" for it in left)
