"""Nobody asks the machine what time it is but two places, so that all of it can be tried on any date."""

import ast

import pytest

from tests.code import allowed
from tests.code.clocks import marked, reckoning, wall_reads
from tests.code.sources import EVERYTHING, Source, sources


def test_the_time_comes_from_one_place() -> None:
    """A test, or a part of the product, goes by a clock of its own and fails on dates that nobody tried."""
    reads = {it.path: list(wall_reads(it.tree)) for it in sources(*EVERYTHING)}
    found = [
        f"{path}:{line}: {name}"
        for path, them in reads.items()
        if path not in allowed.WALL_CLOCKS
        for line, name in them
    ]
    assert found == [], "ask tests/calendar.py, or the engine's clock"
    assert [it for it in allowed.WALL_CLOCKS if not reads.get(it)] == [], "no longer needed"


def test_what_reckons_with_today_is_tried_on_other_dates() -> None:
    """A test that holds on the day on which it was written fails on the last of the month."""
    tests = (it for it in sources("tests") if it.path.rpartition("/")[2].startswith("test_"))
    unmarked = {name for it in tests for name, is_marked in reckoning(it) if not is_marked}
    assert unmarked - allowed.ANY_DATE.keys() == set(), "mark them `calendar`, or name them with a reason in allowed.py"
    assert allowed.ANY_DATE.keys() - unmarked == set(), "no longer needed"


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("from datetime import datetime\ndatetime.now(UTC)", ["datetime.datetime.now"]),
        ("import datetime as dt\ndt.datetime.utcnow()", ["datetime.datetime.utcnow"]),
        ("from datetime import date as day\nday.today()", ["datetime.date.today"]),
        ("import time\nstarted = time.time", ["time.time"]),
        ("from time import time as clock\nclock()", ["time.time"]),
        ("def f():\n    import time\n    return [time.localtime()]", ["time.localtime"]),
        ("import time\ntime.strftime('%Y')", ["time.strftime"]),
        ("import discord\ndiscord.utils.utcnow()", ["discord.utils.utcnow"]),
        ("import time\ntime.monotonic(), time.localtime(0), time.strftime('%Y', then)", []),
        ("from tests import calendar\ncalendar.now()", []),
        ("datetime.now()\nself.time.time()", []),
    ],
)
def test_every_way_to_ask_the_machine_is_known(code: str, names: list[str]) -> None:
    """If an import under another name hid the clock, the check would pass whatever it should refuse."""
    assert [name for _, name in wall_reads(ast.parse(code))] == names


@pytest.mark.parametrize(
    ("code", "reckons"),
    [
        ("from tests import calendar\nold = calendar.now() - timedelta(days=30)", True),
        ("from tests.calendar import now\nnow()", True),
        ("sql('UPDATE x SET at = now() - interval \\'31 days\\'')", True),
        ("sql('SELECT now() - n * interval \\'1 month\\'')", True),
        ("sql('UPDATE due SET not_before = now()')", False),
        ("sql('UPDATE x SET at = now() - interval \\'1 minute\\'')", False),
        ("from tests import calendar\ncalendar.program('bot')", False),
    ],
)
def test_reckoning_with_today_is_seen(code: str, reckons: bool) -> None:
    """If the check saw only one way to reckon, tests would go on failing at the end of months."""
    found = dict(reckoning(Source("tests/test_x.py", code, ast.parse(code))))
    assert any(found) is reckons
    assert not any(found.values())


@pytest.mark.parametrize(
    ("code", "is_marked"),
    [
        ("pytestmark = [pytest.mark.slow, pytest.mark.calendar]\n", True),
        ("pytestmark = pytest.mark.calendar\n", True),
        ("pytestmark = pytest.mark.slow\n", False),
        ("@pytest.mark.calendar\n", True),
        ("@pytest.mark.slow\n", False),
        ("@pytest.mark.calendar\ndef test_y(): ...\n", None),
    ],
)
def test_marks_are_seen(code: str, is_marked: bool | None) -> None:
    """If a mark were taken for granted, or that of a neighbour counted, nothing would be tried on any date."""
    code = f"from tests import calendar\n{code}def test_x(): return calendar.now()"
    source = Source("tests/test_x.py", code, ast.parse(code))
    assert dict(reckoning(source)) == {"tests/test_x.py:test_x": is_marked is True}
    assert marked(source) is (is_marked is not False)
