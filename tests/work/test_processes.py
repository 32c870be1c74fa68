"""Programs beside us: what they leave behind."""

import asyncio
import subprocess
import sys
from contextlib import suppress

import pytest

from engine.processes import RunningProgram, launch


@pytest.mark.parametrize("steps", range(6))
async def test_a_program_that_is_ended_while_it_is_connected_leaves_no_pipe_open(steps: int) -> None:
    """A daemon that stops while a program starts keeps its pipes, one more each time."""
    popen = launch((sys.executable, "-c", "input()"), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    program = RunningProgram(popen)
    connecting = asyncio.ensure_future(program.connect())
    for _ in range(steps):  # of the loop, so that it is stopped at each place where it waits
        await asyncio.sleep(0)
    connecting.cancel()
    with suppress(asyncio.CancelledError):
        await connecting
    await program.end()
    await asyncio.sleep(0)
    for pipe in (popen.stdin, popen.stdout):
        assert pipe is not None
        assert pipe.closed
