"""Which tests guard a module: those from which the fewest imports lead to it, named like it first. Pure rules are
for pure tests to guard before others.

Run as a program in the environment of a tree: ``python -m tests.mutants.guards MODULE …`` prints them as JSON.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterable, Sequence
from os import environ
from pathlib import Path
from typing import Final

import grimp

MOST: Final = 6
"""Files of tests; with more a mutant would take minutes."""

MOST_PURE: Final = 4

NOT_HERE: Final = ("tests.rules.growth", "tests.house", "tests.bench", "tests.fuzz")
"""Tests of something else: time, style, figures, hostile files."""


def guards(tree: Path, modules: Iterable[str]) -> dict[str, list[str]]:
    """By module the files of its guards, as paths in ``tree``."""
    script = [sys.executable, __file__, *sorted(set(modules))]
    found = subprocess.run(
        script, cwd=tree, env=environ | {"PYTHONPATH": str(tree)}, check=True, stdout=subprocess.PIPE
    )
    return json.loads(found.stdout)


def _nearest(graph: grimp.ImportGraph, module: str) -> Sequence[str]:
    pure = _found(graph, module, "tests.rules.")[:MOST_PURE] if module.startswith("engine.rules.") else ()
    return list(dict.fromkeys((*pure, *_found(graph, module, "tests."))))[:MOST]


def _found(graph: grimp.ImportGraph, module: str, under: str) -> Sequence[str]:
    distance, front = 0, {module}
    seen = set(front)
    found: list[tuple[int, int, str]] = []
    while front and len(found) < MOST:
        distance += 1
        front = {it for near in front for it in graph.find_modules_that_directly_import(near)} - seen
        seen |= front
        tests = [it for it in front if it.startswith(under) and it.rpartition(".")[2].startswith("test_")]
        found += [(distance, -_likeness(module, it), it) for it in tests if not it.startswith(NOT_HERE)]
    return [f"{name.replace('.', '/')}.py" for _, _, name in sorted(found)[:MOST]]


def _likeness(module: str, test: str) -> int:
    return len(set(re.split(r"[._]", module)) & set(re.split(r"[._]", test)))


if __name__ == "__main__":
    imports = grimp.build_graph("engine", "tests")
    print(json.dumps({it: _nearest(imports, it) for it in sys.argv[1:]}))  # noqa: T201 - its output
