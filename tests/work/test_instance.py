"""The instance's lock: one living process a name, whatever became of the one before."""

import os
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from engine.work.instance import instance
from tests.processes.program import Program

HOLD = """
import sys
from pathlib import Path
from engine.work.instance import instance
with instance(Path(sys.argv[1]), "bot") as holder:
    print(holder.owner, holder.boot, flush=True)
    sys.stdin.read()
"""

Start = Callable[[Path], Awaitable[tuple[Program, str, str]]]


@pytest.fixture
async def start() -> AsyncIterator[Start]:
    """Starts processes that hold an instance's lock: process, owner, boot."""
    async with AsyncExitStack() as stack:

        async def run(folder: Path) -> tuple[Program, str, str]:
            one = Program(("-c", HOLD, str(folder)), os.environ, folder / "log", talks=True)
            await (await stack.enter_async_context(one)).launch()
            assert await one.until(lambda: bool(one.said)), one.logged
            owner, boot = one.said[0].split()
            return one, owner, boot

        yield run


async def test_the_name_is_free_after_kill_9(start: Start, tmp_path: Path) -> None:
    """After a crash the daemon would not start, or not end the leases of its own past."""
    first, owner, boot = await start(tmp_path)
    _, second_owner, _ = await start(tmp_path)
    assert owner.endswith("/bot")
    assert second_owner == f"{owner}-2"
    assert await first.kill() == -signal.SIGKILL
    _, third_owner, third_boot = await start(tmp_path)
    assert third_owner == owner
    assert third_boot != boot


def test_two_in_one_process_are_two(tmp_path: Path) -> None:
    """Two engines in one process would end each other's leases."""
    with instance(tmp_path / "new", "bot") as one, instance(tmp_path / "new", "bot") as two:
        assert two.owner == f"{one.owner}-2"
    with instance(tmp_path / "new", "bot") as three:
        assert (three.owner, three.boot == one.boot) == (one.owner, False)


def test_other_names_and_other_houses_are_others(tmp_path: Path) -> None:
    """Two machines on one database would take each other for their own past."""
    with instance(tmp_path / "a", "bot") as one, instance(tmp_path / "a", "terminal") as other:
        assert other.owner.endswith("/terminal")
        assert one.owner.split("/")[0] == other.owner.split("/")[0]
    with instance(tmp_path / "b", "bot") as elsewhere:
        assert elsewhere.owner != one.owner


def test_a_failure_inside_frees_the_name(tmp_path: Path) -> None:
    """A start that failed would leave the name taken for the next try."""
    with pytest.raises(ZeroDivisionError), instance(tmp_path, "bot"):
        raise ZeroDivisionError
    with instance(tmp_path, "bot") as again:
        assert again.owner.endswith("/bot")
