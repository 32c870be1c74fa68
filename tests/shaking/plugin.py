"""Runs each chosen test N times on the shaken loop, beside a load: ``pytest -p tests.shaking.plugin --shake N …``.

``make shake TEST=… N=200`` is the short form. ``--shake-seed`` gives the same moments again as far as the machine
does; the name of a test tells which of the N it was. Programs out of the nursery are shaken too.
"""

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.shaking.loop import SEED, ShakenLoop, chance


def pytest_addoption(parser: pytest.Parser) -> None:
    """Off unless it is asked for."""
    group = parser.getgroup("shake", "tests on a loop where all comes at odd moments")
    group.addoption("--shake", type=int, default=0, metavar="N", help="run each test N times")
    group.addoption("--shake-seed", default="0", metavar="SEED", help="other moments")
    group.addoption("--shake-load", type=int, default=2, metavar="N", help="so many busy processes beside it")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Each test N times, each under a seed of its own."""
    if times := metafunc.config.getoption("--shake"):
        metafunc.fixturenames.append("shake")
        metafunc.parametrize("shake", range(times), indirect=True, ids=[f"shake{n}" for n in range(times)])


@pytest.hookimpl(optionalhook=True)
def pytest_asyncio_loop_factories(config: pytest.Config, item: Any) -> dict[str, Callable[[], Any]]:
    """The loop that all tests of the run share."""
    return {"shaken": ShakenLoop if config.getoption("--shake") else asyncio.new_event_loop}


@pytest.fixture
def shake(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin this repetition's moments."""
    seed = f"{request.config.getoption('--shake-seed')}.{request.param}"
    monkeypatch.setenv(SEED, seed)
    chance.seed(seed)


@pytest.fixture(scope="session", autouse=True)
def load(request: pytest.FixtureRequest) -> Iterator[None]:
    """The machine is busy beside the tests; once for all workers."""
    wanted = int(str(request.config.getoption("--shake-load"))) if request.config.getoption("--shake") else 0
    first = os.environ.get("PYTEST_XDIST_WORKER", "gw0") == "gw0"
    busy = [
        subprocess.Popen([sys.executable, "-m", "tests.shaking.load", str(n)], stdin=subprocess.PIPE)
        for n in range(wanted if first else 0)
    ]
    yield
    for one in busy:
        one.communicate()
