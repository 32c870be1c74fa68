"""Numeric libraries start no threads of their own, whatever is started and wherever from."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine import NUMERIC_THREADS
from engine.processes import WorkerProcess, WorkerScript
from engine.work.clock import SystemClock
from engine.work.tasks import Tasks
from tests.code.sources import EVERYTHING, ROOT, names

ENTRIES = {
    "python -m bot": ("bot.__main__", "bot.process", "bot.app"),
    "python -m tests.bench": ("tests.bench.__main__",),
    "pytest": ("tests.conftest",),
}
WATCHED = """
import builtins, importlib, os, sys, time

class First:
    def find_spec(self, name, path=None, target=None):
        if name == "numpy" and not seen:
            seen.append(os.environ.get("OPENBLAS_NUM_THREADS"))

seen = []
sys.meta_path.insert(0, First())
for name in sys.argv[1:]:
    importlib.import_module(name)
from engine.embed.builtin import BuiltinEmbedder
embedder = BuiltinEmbedder()
embedder._encode(["It loads."])
everything, own = time.process_time(), time.thread_time()
for number in range(30):
    embedder._encode([f"What did the keeper of the lamp say on day {number}?"])
print(seen[0], time.process_time() - everything, time.thread_time() - own)
"""


def clean() -> dict[str, str]:
    """The environment of somebody who has set nothing."""
    return {name: value for name, value in os.environ.items() if "NUM_THREADS" not in name}


@pytest.mark.share(3)
@pytest.mark.parametrize("entry", ENTRIES)
def test_an_encode_takes_one_processor(entry: str) -> None:
    """Half of the processor time of a turn is a second thread that spins: all others in the house wait for it."""
    command = [sys.executable, "-c", WATCHED, *ENTRIES[entry]]
    done = subprocess.run(command, cwd=ROOT, env=clean(), capture_output=True, text=True, check=True)
    limit, everything, own = done.stdout.split()
    assert limit == "1"
    assert float(everything) < 1.5 * float(own)


@pytest.mark.parametrize("package", EVERYTHING)
def test_every_package_begins_with_the_limit(package: str) -> None:
    """An entry of its own, below a package that settles nothing, reaches numpy first."""
    tree = ast.parse((ROOT / package / "__init__.py").read_text("utf-8"))
    first = next(name for node in tree.body for name in names(node))
    assert first == ("os" if package == "engine" else "engine")


async def test_helpers_are_given_the_limit(tmp_path: Path) -> None:
    """A process that is started with a chosen environment is one that nobody limits."""
    worker, found = tmp_path / "worker.py", tmp_path / "found"
    lines = (
        "import os, pathlib",
        f"told = [os.environ.get(it, '-') for it in {NUMERIC_THREADS!r}]",
        f"pathlib.Path({str(found)!r}).write_text(' '.join(told))",
        "print('{}', flush=True)",
    )
    worker.write_text("\n".join(lines))
    tasks = Tasks()
    asked = WorkerProcess(WorkerScript(worker, "a helper", 60.0, ""), tasks, SystemClock())
    asked.prepare()
    assert await asked.started()
    await tasks.stop()
    assert found.read_text().split() == [os.environ[it] for it in NUMERIC_THREADS]
