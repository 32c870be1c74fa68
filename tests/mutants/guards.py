"""Which tests guard a module: those named like it first, then those from which the fewest imports lead to it.

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

NEAR: Final = 3
"""Imports; tests that are farther away only happen to need the module."""

NOWHERE: Final = 99
"""Tests that reach a module by their fixtures alone."""

NOT_HERE: Final = ("tests.rules.growth", "tests.code", "tests.bench", "tests.fuzz")
"""Tests of something else: time, style, figures, hostile files."""


def guards(tree: Path, modules: Iterable[str]) -> dict[str, list[str]]:
    """By module the files of its guards, as paths in ``tree``."""
    script = [sys.executable, __file__, *sorted(set(modules))]
    found = subprocess.run(
        script, cwd=tree, env=environ | {"PYTHONPATH": str(tree)}, check=True, stdout=subprocess.PIPE
    )
    return json.loads(found.stdout)


def _guards(graph: grimp.ImportGraph, module: str) -> Sequence[str]:
    """At most ``MOST``, first those that share a word with its name; of a rule the pure ones before others."""
    far = _distances(graph, module)
    tests = [it for it in graph.modules if it.startswith("tests.") and it.rpartition(".")[2].startswith("test_")]

    def rank(test: str) -> tuple[bool, bool, int, int, str]:
        like = bool(_words(module.rpartition(".")[2]) & _words(test.rpartition(".")[2]))
        distance = far.get(test, NOWHERE)
        pure = module.startswith("engine.rules.") and test.startswith("tests.rules.") and distance <= NEAR
        return (not like, not pure, distance, -len(_words(module) & _words(test)), test)

    able = [rank(it) for it in tests if not it.startswith(NOT_HERE)]
    return [f"{it[-1].replace('.', '/')}.py" for it in sorted(able)[:MOST] if not it[0] or it[2] < NOWHERE]


def _distances(graph: grimp.ImportGraph, module: str) -> dict[str, int]:
    """From which modules how many imports lead to this one."""
    found = {module: 0}
    front = [module]
    while front:
        near = {it: found[one] + 1 for one in front for it in graph.find_modules_that_directly_import(one)}
        front = [it for it in near if it not in found]
        found |= {it: near[it] for it in front}
    return found


def _words(name: str) -> set[str]:
    return set(re.split(r"[._]", name))


if __name__ == "__main__":
    imports = grimp.build_graph("engine", "tests")
    print(json.dumps({it: _guards(imports, it) for it in sys.argv[1:]}))  # noqa: T201 - its output
