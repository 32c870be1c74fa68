"""The share of the long walks that runs today."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

from tests import conftest, share

FILES = {
    "test_walks.py": "@pytest.mark.parametrize('it', range(6))\n@pytest.mark.share(3)\ndef test_walk(it): ...\n"
    "def test_beside(): ...\n",
    "test_more.py": "pytestmark = pytest.mark.share(2)\n"
    "def test_a(): ...\ndef test_b(): ...\n@pytest.mark.share(3)\ndef test_c(): ...\n",
    "test_tables.py": "@pytest.mark.parametrize('it', range(16))\ndef test_row(it, server): ...\n",
}
"""Files of tests: walks, a file of walks of which one has a mark of its own, and what needs the database."""

Names = list[str]
Collects = Callable[[str, int], Names]


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


class Chosen:
    """What pytest chose, and what it says it left out."""

    def __init__(self) -> None:
        self.run: Names = []
        self.left: Names = []

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self.run = [it.name for it in session.items]

    def pytest_deselected(self, items: list[pytest.Item]) -> None:
        self.left += [it.name for it in items]


@pytest.fixture
def collects(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Collects:
    """Has pytest choose of ``FILES``, with the hooks of the tests, for ``SHARE=…`` on a day; the names of them."""
    for name, text in FILES.items():
        (tmp_path / name).write_text(f"import pytest\n{text}", "utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\n", "utf-8")
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    where = ["-p", "no:cacheprovider", "--rootdir", str(tmp_path), "-c", str(tmp_path / "pytest.ini"), str(tmp_path)]

    def collect(chosen: str, day: int) -> Names:
        monkeypatch.setenv(share.CHOSEN, chosen)
        monkeypatch.setattr(share, "day", lambda: day)
        found = Chosen()
        options = ["--collect-only", "-q", "--import-mode=importlib", "--strict-markers"]
        assert pytest.main([*options, *where], plugins=[conftest, found]) == pytest.ExitCode.OK
        everything = 6 + 1 + 3 + 16
        assert len({*found.run, *found.left}) == everything == len(found.run) + len(found.left), "told, each once"
        return found.run

    return collect


def test_each_walk_runs_on_one_of_its_days(collects: Collects) -> None:
    """Pytest would run every walk each day, and six minutes become ten; or one that no day runs guards nothing."""
    days = [collects("today", day) for day in range(6)]
    runs = {name: sum(name in day for day in days) for day in days for name in day}
    thirds, halves = {f"test_walk[{it}]" for it in range(6)} | {"test_c"}, {"test_a", "test_b"}
    walks = dict.fromkeys(thirds, 2) | dict.fromkeys(halves, 3)
    rows = {f"test_row[{it}]": 6 for it in range(16)}
    assert runs == walks | rows | {"test_beside": 6}
    assert all(len(set(day) & thirds) in (2, 3) and len(set(day) & halves) == 1 for day in days), "as many each day"


def test_the_quick_run_takes_a_sixteenth_of_what_needs_the_database(collects: Collects) -> None:
    """`make quick` would take minutes, or never try some statement."""
    days = [collects("quick", day) for day in range(16)]
    rows = [sorted(it for it in day if it.startswith("test_row")) for day in days]
    assert [len(it) for it in rows] == [1] * 16
    assert len({it for day in rows for it in day}) == 16
    assert all("test_beside" in day for day in days)


@pytest.mark.parametrize("chosen", ["", "all"])
def test_who_names_a_test_gets_it(chosen: str, collects: Collects) -> None:
    """`make walks`, and whoever calls a test by its name, would be told that nothing was chosen."""
    assert len(collects(chosen, 1)) == 6 + 1 + 3 + 16
