"""One part of the benchmark by itself, as a program."""

import argparse
import asyncio
import tempfile
from collections.abc import Awaitable
from pathlib import Path
from typing import Protocol

import uvloop

from tests.bench.figures import Part, table


class MakePart(Protocol):
    """Measures one part, in a folder of its own."""

    def __call__(self, folder: Path, /, *, quick: bool) -> Awaitable[Part]: ...


def alone(name: str, run: MakePart, description: str | None, *, quick: str | None = None) -> None:
    """Measure the part that ``python -m tests.bench.`` and its ``name`` stand for, and print its table.

    ``quick`` says what ``--quick`` leaves of it.
    """
    parser = argparse.ArgumentParser(prog=f"python -m tests.bench.{name}", description=description)
    parser.add_argument("--quick", action="store_true", help=quick)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="omoide-bench-", ignore_cleanup_errors=True) as made:
        Path(made).chmod(0o711)  # the database may run as another user
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:

            async def measured() -> Part:
                return await run(Path(made), quick=asked.quick)

            print(table([runner.run(measured())]))  # noqa: T201 — its output
